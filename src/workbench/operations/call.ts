/** Calls an endpoint through the profile, as `engine run`: reads run, writes are rehearsed unless they are unlocked. */
import { type Endpoint, parseBody } from '../../../engine/index.ts';
import type { RunRecord } from '../../service/lifecycle/recorder.ts';
import { refusalOf } from '../../service/server/refusal.ts';
import { Refused } from './access/folder.ts';
import type { CallResult } from './protocol/call.ts';
import { shownChanges, shownSteps, shownUnsent } from './show-steps.ts';
import { keepCall, type SessionRecords } from './workspace/session-records.ts';
import type { WarmEngines, WriteMode } from './workspace/warm-engines.ts';
import type { Workspace } from './workspace/workspace.ts';
import { writeLock } from './workspace/write-lock.ts';

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

interface CallParts {
  readonly workspace: Workspace;
  readonly records: SessionRecords;
  readonly engines: WarmEngines;
}

/** What the page sends. `body`: the request as JSON; `schemaVersion` may be missing. */
interface GivenCall {
  readonly endpoint: string;
  readonly body: string;
  readonly write?: boolean | undefined;
  /** Over the rows of the fixture instead of the ERP. */
  readonly fixture?: boolean | undefined;
}

/** Whether a write changes the ERP. That needs the unlocked session, whatever a page sends. */
async function modeOf({ workspace, records }: CallParts, { answer }: Endpoint, write: boolean): Promise<WriteMode> {
  if (!write || answer.kind !== 'write') return 'rehearsal';
  const { isUnlocked } = await writeLock(workspace, records);
  if (!isUnlocked) throw new Refused('Writes are not unlocked in this session for this ERP: nothing was sent.');
  return 'writes';
}

/** Keeps the call under a number, for cases. Rejects with `Refused` for an unknown endpoint, invalid JSON, or a locked write. */
export async function call(
  parts: CallParts,
  { endpoint: path, body: text, write = false, fixture = false }: GivenCall,
): Promise<CallResult> {
  const { workspace, records, engines } = parts;
  const endpoint = endpointOf(workspace, path);
  const request = bodyOf(text);
  const body = { schemaVersion: workspace.host.contract.version, ...request };
  const mode = fixture ? 'fixture' : await modeOf(parts, endpoint, write);
  const at = workspace.host.now();
  const result = await engines.run(path, body, mode);
  const elsewhere = result.elsewhere.length;
  if (!result.ok)
    return { kind: 'refused', findings: workspace.findings(result.diagnostics, result.sources), elsewhere };
  const { record } = result;
  const { steps, statements } = shownSteps(record.steps);
  records.statements = statements;
  const end = endOf(record);
  const isWritten = mode === 'writes';
  const { schemaVersion: _, ...given } = request;
  const number = keepCall(records, { path, request: given, record, isWritten, isOverFixture: fixture, at });
  if (!fixture) records.lastCalls.set(path, { at, ms: record.ms, status: end.status });
  return {
    ...{
      kind: 'ran',
      number,
      ...end,
      isWritten,
      log: [...record.log],
      ms: record.ms,
      steps,
      unsent: shownUnsent(record),
      elsewhere,
    },
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
