/** Runs one call through the profile: reads are run, writes are rehearsed. */
import { z } from 'zod';
import { Refused } from '../../operations/access/folder.ts';
import { call } from '../../operations/call.ts';
import { maskedCall } from '../mask/masked-call.ts';
import type { TranslatedRequest } from '../mask/request-words.ts';
import type { Disclosure } from '../mask/treatments.ts';
import type { Answer, FailedAnswer } from '../session/answer.ts';
import type { Workbench } from '../session/workbench.ts';
import { callDisclosure } from './call-disclosure.ts';
import { callOutput, callText, callValue } from './call-text.ts';
import { findingText, maskedFindings } from './check.ts';
import { tool } from './tool.ts';

const input = z.object({
  endpoint: z.string().describe('Such as /invoices/list'),
  request: z
    .record(z.string(), z.unknown())
    .describe('The fields of the request by the contract; schemaVersion may be missing'),
  rows: z.int().min(1).max(20).default(5).describe('Rows to show of each step'),
});

async function run(
  workbench: Workbench,
  { endpoint: path, request, rows }: z.output<typeof input>,
  isWrite: boolean,
): Promise<Answer<z.output<typeof callOutput>>> {
  const endpoint = workbench.host.contract.endpoints.find((one) => one.path === path);
  if (endpoint !== undefined && (endpoint.answer.kind === 'write') !== isWrite)
    throw new Refused(isWrite ? `${path} reads: use \`run\`.` : `${path} writes into the ERP: use \`rehearse\`.`);
  const workspace = await workbench.connect();
  const { records } = workbench;
  const masker = await workbench.masking();
  const given = masker.request(request);
  const traced = await callDisclosure({ workbench, workspace, masker, endpoint: path, request: given });
  const refusal = traced && refusalOf(traced.disclosure, given);
  if (refusal !== undefined) return refusal;
  const body = JSON.stringify(given.value);
  const result = await call({ workspace, records, engines: workbench.engines(workspace) }, { endpoint: path, body });
  if (result.kind === 'refused') {
    const findings = await maskedFindings(workbench, workspace, result.findings);
    const data = findings.map(findingText).join('\n');
    return { summary: `${path} has errors, so that nothing was run.`, data, failed: true };
  }
  const disclosure = await traced?.after(result.steps);
  if (disclosure === undefined) return untraced;
  const later = refusalOf(disclosure, given);
  if (later !== undefined) return later;
  const ran = maskedCall(result, masker, disclosure);
  const value = callValue(ran, rows);
  const end = ran.status === 0 ? 'Stopped before the first change' : `Status ${ran.status}`;
  const rolledBack = isWrite ? ' Everything was rolled back.' : '';
  const others =
    result.elsewhere === 0 ? '' : ` Errors elsewhere in the profile, which do not affect it: ${result.elsewhere}.`;
  const replaced =
    given.guessed.length === 0
      ? ''
      : ' Words of the request that no answer has shown were replaced by invented ones, so that they find nothing.';
  return {
    summary: `${end}, after ${Math.round(ran.ms)} ms.${rolledBack}${others} Personal data is masked.${replaced}`,
    data: callText(value),
    value,
  };
}

const untraced: FailedAnswer = {
  summary: 'The result is not shown: the profile has errors, so that it cannot be traced what the result would reveal.',
  failed: true,
};

/** The answer for a call whose result is not shown; undefined if it may be shown. */
function refusalOf(
  { refusals, searchesMasked, searchesNumbers }: Disclosure,
  request: TranslatedRequest,
): FailedAnswer | undefined {
  if (refusals.length > 0)
    return {
      summary:
        'The result is not shown, because it would reveal more about personal data than the masked values do. Select the columns as they are, and test only ids, codes, amounts and dates. If a fixed condition is right, show it to the person: after a restart of `engine mcp` it counts as agreed.',
      data: refusals.join('\n'),
      failed: true,
    };
  const unshown = searchesNumbers ? request.unshownOrId : request.unshown;
  if (!searchesMasked || unshown.size === 0) return undefined;
  return {
    summary: `The call searches masked values, and ${[...unshown].join(', ')} has a text that no answer has shown. Give an empty text, an id that an answer has shown, or a whole word of a masked value.`,
    failed: true,
  };
}

const runTool = tool({
  name: 'run',
  title: 'Run one read',
  description:
    'Runs a reading endpoint through the profile against the ERP, and shows its answer and each step. Personal data is masked; a masked value that you put into a request is translated back.',
  input,
  output: callOutput,
  effect: 'reads the ERP',
  run: (workbench, given) => run(workbench, given, false),
});

const rehearseTool = tool({
  name: 'rehearse',
  title: 'Rehearse one write',
  description:
    'Rehearses a writing endpoint. In a database the write runs in one transaction, which is rolled back; it holds its locks until then. Over HTTP the first request that would change the ERP is shown instead of sent.',
  input,
  output: callOutput,
  effect: 'rehearses',
  run: (workbench, given) => run(workbench, given, true),
});

export const runTools = [runTool, rehearseTool];
