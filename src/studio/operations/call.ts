/** Calls an endpoint through the profile, as `engine run`: reads run, writes are rehearsed. */
import { type Endpoint, parseBody } from '../../../engine/index.ts';
import { refusalOf } from '../../server/refusal.ts';
import type { RunRecord } from '../../service/recorder.ts';
import { runOnce } from '../../service/run-once.ts';
import { Refused } from '../access/folder.ts';
import type { CallResult } from '../protocol/call.ts';
import type { SessionRecords } from '../workspace/session-records.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { shownChanges, shownSteps, shownUnsent } from './show-steps.ts';

function endpointOf({ host }: Workspace, path: string): Endpoint {
  const endpoint = host.contract.endpoints.find((one) => one.path === path);
  if (endpoint === undefined) throw new Refused(`The contract has no endpoint ${path}.`);
  if (endpoint.answer.kind === 'service') throw new Refused(`${path} is answered by the service, without the profile.`);
  return endpoint;
}

/** The members of the request. Numbers keep all digits. */
function bodyOf(text: string): Readonly<Record<string, unknown>> {
  const parsed = parseBody(text);
  if (!parsed.ok) throw new Refused('The request is not valid JSON.');
  const { body } = parsed;
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new Refused('The request is not a JSON object.');
  return Object.fromEntries(Object.entries(body));
}

/** `text`: the request as JSON; `schemaVersion` may be missing. */
export async function call(
  workspace: Workspace,
  records: SessionRecords,
  { endpoint: path, body: text }: { readonly endpoint: string; readonly body: string },
): Promise<CallResult> {
  const endpoint = endpointOf(workspace, path);
  const body = { schemaVersion: workspace.host.contract.version, ...bodyOf(text) };
  const { config, profile } = workspace.load();
  const rehearsal = endpoint.answer.kind === 'write' ? { compare: [], procedures: false } : undefined;
  const result = await runOnce({ endpoint, body, profile, config, rehearsal });
  if (!result.ok) return { kind: 'refused', findings: workspace.findings(result.diagnostics, result.sources) };
  const { record } = result;
  const { steps, statements } = shownSteps(record.steps);
  records.statements = statements;
  const end = endOf(record);
  records.lastCalls.set(path, { at: workspace.host.now(), ms: record.ms, status: end.status });
  return {
    ...{ kind: 'ran', ...end, log: [...record.log], ms: record.ms, steps, unsent: shownUnsent(record) },
    ...(record.changes === undefined ? {} : { changes: record.changes.map(shownChanges) }),
  };
}

type End = Pick<Extract<CallResult, { kind: 'ran' }>, 'status' | 'answer' | 'error' | 'fields'>;

/** Status and answer as the service would send them. A rehearsal that stopped before its first change has none. */
function endOf({ outcome, unsent }: RunRecord): End {
  if (outcome.ok) return { status: 200, answer: outcome.json, fields: [] };
  if (unsent.length > 0) return { status: 0, fields: [] };
  const { status, message, fields = [] } = refusalOf(outcome.problem);
  return { status, error: message, fields: fields.map((one) => ({ field: one.field, message: one.message })) };
}
