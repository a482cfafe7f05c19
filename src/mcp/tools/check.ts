/** Findings about the profile, and the explanation of their codes. */
import { z } from 'zod';
import { check } from '../../studio/operations/check.ts';
import type { Finding } from '../../studio/protocol/findings.ts';
import { tool } from './tool.ts';

/** A finding on one line. */
export function findingText({ code, severity, message, hint, place, coordinate }: Finding): string {
  const where = place === undefined ? '' : ` at ${place.file}:${place.line}:${place.column}`;
  const what = coordinate === undefined ? '' : ` [${coordinate}]`;
  return `${severity} ${code}${where}${what}: ${message} ${hint}`;
}

const checkTool = tool({
  name: 'check',
  title: 'Check the profile',
  description:
    'Finds faults of the profile: keys, SQL, expressions, missing fields, open questions. With `connect` the databases also describe each statement, without running any. Call it after each change.',
  input: z.object({
    connect: z.boolean().default(false).describe('Also check against the databases of the ERP'),
    endpoint: z.string().optional().describe('Only findings about this endpoint, such as /invoices/list'),
  }),
  effect: 'reads the ERP',
  async run(workbench, { connect, endpoint }) {
    const workspace = connect ? await workbench.connect() : workbench.open();
    const found = await check(workspace, connect);
    const shown = endpoint === undefined ? found : found.filter((one) => one.endpoint === endpoint);
    const count = (wanted: Finding['severity']): number => shown.filter(({ severity }) => severity === wanted).length;
    const summary = `${count('error')} errors, ${count('warning')} warnings, ${count('advice')} pieces of advice. \`explain_code\` explains a code.`;
    return { summary, data: shown.map(findingText).join('\n') };
  },
});

const explainTool = tool({
  name: 'explain_code',
  title: 'Explain the code of a finding',
  description: 'Explains the code of a finding, with a wrong and a right example.',
  input: z.object({ code: z.string().describe('Such as MAP101') }),
  effect: 'reads',
  async run({ runVerb }, { code }) {
    const { status, out, err } = await runVerb(['explain', '--', code]);
    return status === 0 ? { summary: out } : { summary: err, failed: true };
  },
});

export const checkTools = [checkTool, explainTool];
