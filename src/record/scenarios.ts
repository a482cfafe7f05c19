/** The sandbox's scenarios as the calls of a session: the checks of the contract choose requests that fit the data of the ERP. */
import { type Contract, parseBody, Secret } from '../../engine/index.ts';
import type { Declared } from '../../engine/tools/index.ts';
import type { Tag } from '../checks/core/check.ts';
import { openContext } from '../checks/core/context.ts';
import { runChecks } from '../checks/core/run-checks.ts';
import type { CheckSettings } from '../checks/core/settings.ts';
import { checksFor, knownEndpoints } from '../checks/list.ts';
import type { Answer, Caller, CallOptions, Exchange } from '../checks/validation/caller.ts';
import { errorBody, refusalOf } from '../server/refusal.ts';
import type { CallRunner, RecordedCall } from './session.ts';

export interface ScenarioInput {
  readonly contract: Contract;
  readonly session: CallRunner;
  readonly declared: Declared;
  readonly settings: Pick<
    CheckSettings,
    'rehearses' | 'customer' | 'sku' | 'debtor' | 'currency' | 'demoSku' | 'banks'
  >;
  /** Checks that read, or those that write. */
  readonly tag: Tag;
  /** Calls of one endpoint at most. */
  readonly most: number;
  readonly progress: (done: number, total: number) => void;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Checks about the transport: they never reach the ERP. */
const transport = ['authentication', 'envelope', 'limits', 'connection-test', 'unavailable'];

/** Runs the checks over an engine in this process, and returns the calls that reached the ERP, each request once. */
export async function scenarioCalls(input: ScenarioInput): Promise<readonly RecordedCall[]> {
  const { contract, declared, now, most } = input;
  const calls = new Map<string, RecordedCall>();
  const counts = new Map<string, number>();
  const keep = (call: RecordedCall): void => {
    const key = `${call.path} ${JSON.stringify(call.request)}`;
    const count = counts.get(call.path) ?? 0;
    if (call.statements.length + call.exchanges.length === 0 || calls.has(key) || count >= most) return;
    calls.set(key, call);
    counts.set(call.path, count + 1);
  };
  const settings: CheckSettings = {
    ...input.settings,
    ...{
      writes: input.tag === 'write',
      deviations: declared.deviations,
      maxPages: 10,
      mostSamples: 8,
      concurrency: 1,
      largestPage: () => 100,
    },
  };
  const opened = openContext({
    openCaller: () => sessionCaller(input, keep),
    settings,
    profile: declared,
    fixture: undefined,
    now,
  });
  const checks = checksFor(knownEndpoints(contract), declared).filter(
    ({ id, tag }) => tag === input.tag && !transport.some((theme) => id.startsWith(`${theme}/`)),
  );
  await runChecks(opened, checks, (_, { done, total }) => input.progress(done, total));
  return [...calls.values()];
}

/** A caller whose requests go to the engine of the session. */
function sessionCaller({ contract, session }: ScenarioInput, keep: (call: RecordedCall) => void): Caller {
  const key = new Secret('record');
  async function send(path: string, text: string, options: CallOptions = {}): Promise<Exchange> {
    const started = performance.now();
    const sent = { method: 'POST', path, url: path, headers: {}, text };
    const body = parseBody(text);
    const endpoint = contract.endpoints.find((one) => one.path === path);
    const isPlain =
      options.method === undefined && options.urlPath === undefined && options.authorization === undefined;
    const fields = body.ok ? fieldsOf(body.body) : undefined;
    if (!isPlain || fields === undefined || endpoint === undefined || endpoint.answer.kind === 'service')
      return { sent, reply: answerOf(404, '{}', 0) };
    const call = await session.call({ path, request: fields });
    keep(call);
    const { outcome } = call;
    const refusal = outcome.ok ? undefined : refusalOf(outcome.problem);
    const answer = outcome.ok ? outcome.json : refusal && errorBody(refusal, contract.version, 'record');
    return { sent, reply: answerOf(refusal?.status ?? 200, answer ?? '', performance.now() - started) };
  }
  return {
    baseUrl: 'record:',
    keys: { ordering: key, receivables: key },
    send,
    post: (path, fields, options) =>
      send(path, JSON.stringify({ schemaVersion: contract.version, ...fields }), options),
  };
}

function fieldsOf(body: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined;
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== 'schemaVersion'));
}

function answerOf(status: number, text: string, ms: number): Answer {
  const parsed = parseBody(text);
  const headers = new Map([['content-type', 'application/json; charset=utf-8']]);
  return {
    kind: 'answer',
    ...{ status, headers, text, ms, isJson: parsed.ok, body: parsed.ok ? parsed.body : undefined, echoesKey: false },
  };
}
