/** Findings about the profile, and the explanation of their codes. */
import { z } from 'zod';
import { check } from '../../operations/check.ts';
import { tables } from '../../operations/data.ts';
import { countsSchema, findingSchema, type ShownFinding } from '../../operations/protocol/findings.ts';
import type { Workspace } from '../../operations/workspace/workspace.ts';
import type { Workbench } from '../session/workbench.ts';
import { factRefusals } from './call-disclosure.ts';
import { tool } from './tool.ts';

/** A finding on one line. */
export function findingText({ code, severity, message, hint, place, coordinate }: ShownFinding): string {
  const where = place === undefined ? '' : ` at ${place.file}:${place.line}:${place.column}`;
  const what = coordinate === undefined ? '' : ` [${coordinate}]`;
  return `${severity} ${code}${where}${what}: ${message} ${hint}`;
}

/** Findings with the ERP. Those that need no connection quote the profile alone; the others may quote what the ERP said, and are masked. */
export async function maskedFindings(
  workbench: Workbench,
  workspace: Workspace,
  findings: readonly ShownFinding[],
): Promise<readonly ShownFinding[]> {
  const offlineFindings = new Set((await check(workspace, false)).map(findingText));
  if (findings.every((finding) => offlineFindings.has(findingText(finding)))) return findings;
  // Messages about statements name tables and columns that the profile does not have.
  const { tables: all } = await tables(workspace);
  workbench.nameTables(all.flatMap(({ name, columns }) => [name, ...columns.map((column) => column.name)]));
  const masker = await workbench.masking();
  const masked = (finding: ShownFinding): ShownFinding => ({
    ...finding,
    message: masker.message(finding.message),
    hint: masker.message(finding.hint),
  });
  return findings.map((finding) => (offlineFindings.has(findingText(finding)) ? finding : masked(finding)));
}

const checkTool = tool({
  name: 'check',
  title: 'Check the profile',
  description:
    'Finds faults of the profile: keys, SQL, expressions, missing fields, open questions. With `connect` the databases also describe each statement. Call it after each change.',
  input: z.object({
    connect: z.boolean().default(false).describe('Also check against the databases of the ERP'),
    endpoint: z.string().optional().describe('Only findings about this endpoint, such as /invoices/list'),
  }),
  output: z.strictObject({ counts: countsSchema, findings: z.array(findingSchema) }),
  effect: 'reads the ERP',
  async run(workbench, { connect, endpoint }) {
    const workspace = connect ? await workbench.connect() : workbench.open();
    const refusals = connect ? await factRefusals(workbench, workspace) : [];
    const isConnected = connect && refusals?.length === 0;
    const all = await check(workspace, isConnected);
    const findings = isConnected ? await maskedFindings(workbench, workspace, all) : all;
    const shown = endpoint === undefined ? findings : findings.filter((one) => one.endpoint === endpoint);
    const count = (wanted: ShownFinding['severity']): number =>
      shown.filter(({ severity }) => severity === wanted).length;
    const counts = { error: count('error'), warning: count('warning'), advice: count('advice') };
    const without =
      connect && !isConnected
        ? ` The databases were not asked: ${refusals === undefined ? 'the profile has facts, and errors without a connection. Correct these first.' : 'a fact would reveal more about personal data than the masked values do.'}`
        : '';
    const summary = `${counts.error} errors, ${counts.warning} warnings, ${counts.advice} pieces of advice. \`explain_code\` explains a code.${without}`;
    const data = [...shown.map(findingText), ...(refusals ?? [])].join('\n');
    return { summary, data, value: { counts, findings: [...shown] } };
  },
});

const explainTool = tool({
  name: 'explain_code',
  title: 'Explain the code of a finding',
  description: 'Explains the code of a finding, with a wrong and a right example.',
  input: z.object({ code: z.string().describe('Such as MAP101') }),
  output: z.strictObject({ text: z.string() }),
  effect: 'reads',
  async run({ runVerb }, { code }) {
    const { status, out, err } = await runVerb(['explain', '--', code]);
    if (status !== 0) return { summary: err, failed: true };
    return { summary: `The code ${code}.`, prose: out, value: { text: out } };
  },
});

export const checkTools = [checkTool, explainTool];
