/** The sandbox's scenarios as the calls of a session: the checks of the contract choose requests that fit the data of the ERP. */
import { type Contract, type Endpoint, parseBody, Secret } from '../../../../engine/index.ts';
import type { Declared } from '../../../../engine/tools/index.ts';
import { errorBody, refusalOf } from '../../../service/server/refusal.ts';
import type { Tag } from '../../checks/core/check.ts';
import { openContext } from '../../checks/core/context.ts';
import { runChecks } from '../../checks/core/run-checks.ts';
import type { CheckSettings } from '../../checks/core/settings.ts';
import { checksFor, knownEndpoints } from '../../checks/list.ts';
import type { Answer, Caller, CallOptions, Exchange } from '../../checks/validation/caller.ts';
import type { CallRunner, RecordedCall } from '../session.ts';
import { type ChosenCalls, createChosenCalls } from './chosen-calls.ts';
import { explore } from './explore.ts';
import { createKnownValues, type KnownValues } from './known-values.ts';

interface ScenarioInput {
  readonly contract: Contract;
  readonly declared: Declared;
  readonly settings: Pick<
    CheckSettings,
    'rehearses' | 'customer' | 'sku' | 'debtor' | 'currency' | 'demoSku' | 'banks'
  >;
  /** Calls of one endpoint at most, besides those that reach parts of the profile which no other one reaches. */
  readonly most: number;
  /** Further calls of one endpoint at most that look for such parts. */
  readonly explore: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** What the calls of both kinds share. */
interface ScenarioRun extends ScenarioInput {
  readonly session: CallRunner;
  readonly tag: Tag;
  readonly chosen: ChosenCalls;
  readonly knownValues: KnownValues;
}

/** Checks about the transport: they never reach the ERP. */
const transport = ['authentication', 'envelope', 'limits', 'connection-test', 'unavailable'];

/**
 * The calls of a session: runs the checks over an engine in this process, then varies their requests for as long as that reaches new parts of the profile. Returns
 * the calls that are recorded, each request once.
 */
export function scenarioCalls(
  input: ScenarioInput,
): (session: CallRunner, tag: Tag) => Promise<readonly RecordedCall[]> {
  const reached = new Set<string>();
  const knownValues = createKnownValues();
  return async (session, tag) => {
    const chosen = createChosenCalls(reached, input.most);
    const scenarioRun: ScenarioRun = { ...input, session, tag, chosen, knownValues };
    await runScenarios(scenarioRun);
    const { contract, declared, explore: most, now } = input;
    const stamp = now().toString(36);
    const endpoints = contract.endpoints.filter(
      (endpoint) =>
        isOfKind(endpoint, tag) &&
        declared.endpoints.get(endpoint.path)?.unavailable === undefined &&
        declared.endpoints.has(endpoint.path),
    );
    await explore({ contract, session, endpoints, chosen, knownValues, most, stamp });
    return chosen.calls();
  };
}

const isOfKind = ({ answer }: Endpoint, tag: Tag): boolean =>
  answer.kind !== 'service' && (answer.kind === 'write') === (tag === 'write');

async function runScenarios(scenarioRun: ScenarioRun): Promise<void> {
  const { contract, declared, now, tag, knownValues, chosen } = scenarioRun;
  // The fixture of a database is the ERP before the writes: then reads among them are not recorded.
  const hasDatabase = declared.sources.some(({ kind }) => kind === 'sql');
  const keep = (endpoint: Endpoint, call: RecordedCall): void => {
    knownValues.add(endpoint, call);
    // The connection test is answered without the ERP, by an SKU that a recording replaces.
    if (call.outcome.ok && call.statements.length + call.exchanges.length === 0) return;
    if (isOfKind(endpoint, tag) || !hasDatabase) chosen.offer(call);
  };
  const settings: CheckSettings = {
    ...scenarioRun.settings,
    ...{
      writes: tag === 'write',
      deviations: declared.deviations,
      maxPages: 10,
      mostSamples: 8,
      concurrency: 1,
      largestPage: () => 100,
    },
  };
  const opened = openContext({
    openCaller: () => sessionCaller(scenarioRun, keep),
    settings,
    profile: declared,
    fixture: undefined,
    now,
  });
  const checks = checksFor(knownEndpoints(contract), declared).filter(
    (check) => check.tag === tag && !transport.some((theme) => check.id.startsWith(`${theme}/`)),
  );
  await runChecks(opened, checks, () => undefined);
}

/** A caller whose requests go to the engine of the session. */
function sessionCaller(
  { contract, session }: ScenarioRun,
  keep: (endpoint: Endpoint, call: RecordedCall) => void,
): Caller {
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
    keep(endpoint, call);
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
