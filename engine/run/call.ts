/** request -> plan -> answer: one call of one endpoint. */
import type { EndpointPlan } from '../compile/plan.ts';
import { ProblemError } from '../problem.ts';
import type { RequestValues } from '../shape/request.ts';
import type { HttpSource } from '../sources/http/source.ts';
import { type CallContext, SourceError, type SqlSource, type SqlValue } from '../sources/source.ts';
import { type Members, runRows, runSingle } from './answer.ts';
import type { Bookmarks } from './bookmarks.ts';
import type { EngineEvent, RunContext } from './context.ts';
import { decodeId } from './ids.ts';
import { isSample, sampleAnswer } from './sample.ts';
import { runStatement } from './statement.ts';
import type { VersionMarks } from './versions.ts';
import type { KeyGuard } from './write/claim.ts';
import type { InFlight } from './write/join.ts';
import { runWrite } from './write/write.ts';

/** What every call of an engine has in common. */
export interface Runtime {
  /** What every answer begins with: `{"schemaVersion":"1"`. */
  readonly opening: string;
  readonly sources: ReadonlyMap<string, SqlSource | HttpSource>;
  /** By source: what keeps equal writes into it apart. */
  readonly guards: ReadonlyMap<string, KeyGuard>;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly zone: string;
  /** Tells apart companies whose documents live in one database: part of every write's key. */
  readonly installation: string;
  /** Identifies the databases behind the sources, with the name of the installation. */
  readonly identity: string;
  readonly demoSku: string | undefined;
  readonly inFlight: InFlight;
  readonly bookmarks: Bookmarks;
  readonly versions: VersionMarks;
  /** Milliseconds since the epoch: what `:now` and `:today` are. The clock `now`, unless the profile is tried at another time. */
  readonly documentTime: () => number;
  readonly now: () => number;
}

interface Values {
  readonly values: Readonly<Record<string, SqlValue | undefined>>;
  /** Fields whose id cannot exist in this ERP. */
  readonly unknown: readonly string[];
}

/** The scalar fields of a request, ids in the form of the ERP. */
function valuesOf(plan: EndpointPlan, request: RequestValues): Values {
  const values: Record<string, SqlValue | undefined> = {};
  const unknown: string[] = [];
  for (const name of Object.keys(request)) {
    const value = request[name];
    if (typeof value !== 'object') values[name] = value;
  }
  for (const { field, form } of plan.ids) {
    const text = request[field];
    if (typeof text !== 'string') continue;
    const decoded = decodeId(field, text, form);
    if (decoded === undefined) unknown.push(field);
    else Object.assign(values, decoded);
  }
  return { values, unknown };
}

const largest32 = 2 ** 31 - 1;

/**
 * Ids that no record can have, since the database cannot even compare them with its own: a text with characters that the column lacks,
 * or that is no number; a number beyond the 32 bits of a column.
 */
function unfitIds(plan: EndpointPlan, values: Values['values'], error: unknown): readonly string[] {
  if (!(error instanceof SourceError) || error.kind !== 'value') return [];
  const beyond = (value: SqlValue | undefined): boolean =>
    typeof value === 'bigint' || (typeof value === 'number' && Math.abs(value) > largest32);
  const unfit = (value: SqlValue | undefined): boolean =>
    beyond(value) || (value !== undefined && error.unfit.includes(value));
  return plan.ids
    .map(({ field }) => field)
    .filter((field) =>
      Object.entries(values).some(([name, value]) => (name === field || name.startsWith(`${field}.`)) && unfit(value)),
    );
}

/** A database that was not reached since the start. */
function away(): ProblemError {
  return new ProblemError({ kind: 'unreachable', message: 'The ERP cannot be reached at the moment.', retryAfter: 5 });
}

function sourceOf(runtime: Runtime, name: string): SqlSource {
  const source = runtime.sources.get(name);
  if (source === undefined) throw away();
  if (source.kind !== 'sql') throw new Error(`The source ${name} takes no statements`);
  return source;
}

function httpSourceOf(runtime: Runtime, name: string): HttpSource {
  const source = runtime.sources.get(name);
  if (source === undefined) throw away();
  if (source.kind !== 'http') throw new Error(`The source ${name} takes no requests`);
  return source;
}

function contextOf(
  plan: EndpointPlan,
  runtime: Runtime,
  request: RequestValues,
  values: Values['values'],
  call: CallContext,
  log: (event: EngineEvent) => void,
): RunContext {
  const state = { request, values, steps: {}, key: undefined, rows: [], now: runtime.documentTime() };
  const { settings, zone, bookmarks, versions, identity, now: clock } = runtime;
  return {
    bookmarks,
    versions,
    identity,
    endpoint: plan.endpoint.path,
    call,
    state,
    execute: (source, statement) => sourceOf(runtime, source).read(statement, call),
    send: (source, request, judge) => httpSourceOf(runtime, source).send(request, judge, call),
    settings,
    zone,
    clock,
    log,
  };
}

function work(plan: EndpointPlan, runtime: Runtime, context: RunContext, unknown: readonly string[]): Promise<Members> {
  const { endpoint, work: task } = plan;
  const { answer } = endpoint;
  const known = unknown.length === 0;
  switch (task.kind) {
    case 'undecided':
      throw away();
    case 'unavailable':
      if (task.empty && answer.kind === 'rows')
        return Promise.resolve(`"${answer.property}":[]${answer.paged ? ',"hasMore":false' : ''}`);
      throw new ProblemError({
        kind: 'unprovided',
        message: `This ERP profile does not provide ${endpoint.path}: ${task.reason}`,
      });
    case 'read':
      if (answer.kind === 'rows') return runRows(task, answer, context, known);
      if (answer.kind === 'single') return runSingle(plan, task, answer, context, known);
      break;
    case 'statement': {
      const { source } = task.statement;
      // One state of the data for balances and lines: a posting in between must not tear them apart.
      return sourceOf(runtime, source).snapshot(context.call, (session) => {
        const execute: RunContext['execute'] = async (name, statement) =>
          name === source ? (await session.execute(statement)).rows : context.execute(name, statement);
        return runStatement(plan, task.statement, task.encode, { ...context, execute }, known);
      });
    }
    case 'write': {
      if (answer.kind !== 'write') break;
      if (isSample(answer, context.state.request, runtime.demoSku))
        return Promise.resolve(sampleAnswer(answer, task, context));
      const source = sourceOf(runtime, task.write.source);
      const guard = runtime.guards.get(task.write.source);
      if (guard === undefined) throw new Error(`Nothing guards the keys of writes into ${task.write.source}`);
      const { installation, inFlight } = runtime;
      return runWrite(
        {
          plan,
          write: task.write,
          answer,
          encode: task.encode,
          zone: task.zone,
          source,
          guard,
          installation,
          unknownIds: unknown,
        },
        inFlight,
        context,
      );
    }
  }
  throw new Error(`${endpoint.path} has a plan that does not fit its contract`);
}

/** Runs a checked request. Gives the whole body of the answer; throws or rejects with what `problemOf` understands. */
export function runCall(
  plan: EndpointPlan,
  runtime: Runtime,
  request: RequestValues,
  call: CallContext,
  log: (event: EngineEvent) => void,
): Promise<string> {
  const { values, unknown } = valuesOf(plan, request);
  const context = contextOf(plan, runtime, request, values, call, log);
  const whole = (members: Members): string => `${runtime.opening}${members === '' ? '' : `,${members}`}}`;
  return work(plan, runtime, context, unknown).then(whole, (error: unknown) => {
    const unfit = unfitIds(plan, values, error);
    if (unfit.length === 0) throw error;
    return work(plan, runtime, context, [...unknown, ...unfit]).then(whole);
  });
}
