/**
 * A process that sends write requests to its own engines, one for each database. For a crash test it stops the write
 * on each server at the given statement, stops the one on SQLite at its statement, and kills itself. Its only
 * argument is a `ChildTask` as JSON; at its end it prints a `ChildResult` as JSON.
 */
import { Connection as MysqlConnection } from 'mysql2';
import pg from 'pg';
import { openDemo } from '../../../support/demo-engine.ts';
import type { DialectName } from '../../../support/kinds.ts';
import { watchOrders } from '../../../support/sqlite-workers.ts';

export interface ChildTask {
  readonly work: Readonly<Partial<Record<DialectName, ChildWork>>>;
}

interface ChildWork {
  /** The profile with only the endpoints of the requests. */
  readonly profile: string;
  readonly requests: readonly { readonly path: string; readonly body: object }[];
  /** Given for all of the databases or for none. */
  readonly crash?: CrashPoint;
}

/**
 * Statements of the last request's transaction are counted from 1, BEGIN and COMMIT included, with the lock around them on MySQL. Those that
 * PostgreSQL gets in one round trip count as one.
 */
export interface CrashPoint {
  readonly statement: number;
  /** `sent`: the database has received the statement; its answer is not read. */
  readonly when: 'before' | 'sent' | 'after';
}

export type ChildResult = Readonly<Partial<Record<DialectName, ChildOutcome>>>;

interface ChildOutcome {
  /** The answers' JSON texts; a refused request's problem as JSON. */
  readonly answers: readonly string[];
  /** Statements of the last request's transaction. */
  readonly statements: readonly string[];
  /** Why the engine refused requests: the messages for its log. */
  readonly causes: readonly string[];
}

const task: ChildTask = JSON.parse(process.argv[2] ?? '');

/** The statements of one transaction, those of its connection alone. */
interface Count {
  armed: boolean;
  connection: unknown;
  readonly statements: string[];
  /** Resolved when the crash point is reached. */
  readonly held: PromiseWithResolvers<void>;
}
const newCount = (): Count => ({
  armed: false,
  connection: undefined,
  statements: [],
  held: Promise.withResolvers<void>(),
});
const counts: Readonly<Record<DialectName, Count>> = {
  sqlite: newCount(),
  postgres: newCount(),
  mysql: newCount(),
  mssql: newCount(),
};
const never = new Promise<never>(() => undefined);

/** How a transaction begins that writes; on MySQL the lock of its key comes first. */
const begins =
  /^(BEGIN (IMMEDIATE|ISOLATION LEVEL READ COMMITTED)|select get_lock\(|START TRANSACTION READ WRITE|set transaction isolation level read committed;\s+begin transaction)/;

/** The number of a statement that is to be counted; 0 for all others. */
function numberOf(dialect: DialectName, on: unknown, sql: string): number {
  const count = counts[dialect];
  if (!count.armed) return 0;
  if (begins.test(sql)) count.connection ??= on;
  return on === count.connection ? count.statements.push(sql) : 0;
}

function isPoint(dialect: DialectName, number: number, ...whens: readonly CrashPoint['when'][]): boolean {
  const crash = task.work[dialect]?.crash;
  return crash !== undefined && crash.statement === number && whens.includes(crash.when);
}

const die = (): void => void process.kill(process.pid, 'SIGKILL');

type Method = (this: unknown, ...values: readonly unknown[]) => unknown;

/** Puts `around` in the place of a method; it is given the method as it was. */
function wrap(prototype: object, name: string, around: (original: Method) => Method): void {
  const original: unknown = Reflect.get(prototype, name);
  if (typeof original !== 'function') throw new Error(`the driver has no method ${name}`);
  const call: Method = function (...values) {
    return Reflect.apply(original, this, values);
  };
  Reflect.set(prototype, name, around(call));
}

const text = (of: unknown, name: string): string =>
  typeof of === 'object' && of !== null ? String(Reflect.get(of, name)) : String(of);

/** The workers end with this process, amid whatever they do. */
function watchSqlite(): void {
  let number = 0;
  watchOrders(({ worker, sql, when }) => {
    if (when === 'before') number = numberOf('sqlite', worker, sql);
    if (isPoint('sqlite', number, when)) die();
  });
}

function hold(dialect: DialectName): Promise<never> {
  counts[dialect].held.resolve();
  return never;
}

function watchPostgres(): void {
  wrap(pg.Client.prototype, 'query', (original) => {
    return function (...values) {
      const number = numberOf('postgres', this, text(values[0], 'text'));
      if (isPoint('postgres', number, 'before')) return hold('postgres');
      const [first] = values;
      // Of statements in one round trip, the connection calls this method when the server has answered them all.
      if (isPoint('postgres', number, 'sent', 'after') && typeof first === 'object' && first !== null)
        Reflect.set(first, 'handleReadyForQuery', () => void hold('postgres'));
      const result: unknown = Reflect.apply(original, this, values);
      if (isPoint('postgres', number, 'sent')) return hold('postgres');
      return isPoint('postgres', number, 'after') && result instanceof Promise
        ? result.then(() => hold('postgres'))
        : result;
    };
  });
}

/** The replacement of a driver's callback; it does nothing if the answer must not be read. */
function answerTo(dialect: DialectName, number: number, callback: unknown): unknown {
  if (!isPoint(dialect, number, 'sent', 'after')) return callback;
  if (isPoint(dialect, number, 'sent')) void hold(dialect);
  return () => void hold(dialect);
}

function watchMysql(): void {
  const around =
    (sqlOf: (first: unknown) => string) =>
    (original: Method): Method =>
      function (...values) {
        const number = numberOf('mysql', this, sqlOf(values[0]));
        if (isPoint('mysql', number, 'before')) return void hold('mysql');
        const callback = answerTo('mysql', number, values.at(-1));
        return Reflect.apply(original, this, [...values.slice(0, -1), callback]);
      };
  wrap(MysqlConnection.prototype, 'query', around(String));
  wrap(
    MysqlConnection.prototype,
    'execute',
    around((first) => text(first, 'sql')),
  );
}

/** Imported where it is used, because the driver is large. */
async function watchMssql(): Promise<void> {
  const { Connection } = await import('tedious');
  for (const name of ['execSql', 'execSqlBatch']) {
    wrap(Connection.prototype, name, (original) => {
      return function (request) {
        const number = numberOf('mssql', this, text(request, 'sqlTextOrProcedure'));
        if (isPoint('mssql', number, 'before')) return void hold('mssql');
        if (typeof request === 'object' && request !== null) {
          Reflect.set(request, 'userCallback', answerTo('mssql', number, Reflect.get(request, 'userCallback')));
        }
        return Reflect.apply(original, this, [request]);
      };
    });
  }
}

async function run(dialect: DialectName, { profile, requests }: ChildWork): Promise<ChildOutcome> {
  const demo = await openDemo(profile, { only: requests.map(({ path }) => path) });
  const answers: string[] = [];
  const causes: string[] = [];
  for (const [index, { path, body }] of requests.entries()) {
    counts[dialect].armed = index === requests.length - 1;
    // Where statements are counted, no second transaction may add to them.
    const outcome = await (requests.length === 1 ? demo.call(path, body) : demo.insist(path, body));
    answers.push(outcome.ok ? outcome.json : JSON.stringify(outcome.problem));
    if (!outcome.ok && outcome.cause) causes.push(outcome.cause.message);
  }
  counts[dialect].armed = false;
  await demo.close();
  return { answers, statements: counts[dialect].statements, causes };
}

watchSqlite();
watchPostgres();
watchMysql();
if (task.work.mssql) await watchMssql();
const { sqlite, ...servers } = task.work;
const results = new Map<string, ChildOutcome>();
const crashes = Object.values(task.work).some(({ crash }) => crash !== undefined);
await Promise.all(
  (['postgres', 'mysql', 'mssql'] as const).map(async (dialect) => {
    const work = servers[dialect];
    if (!work) return;
    const running = run(dialect, work).then((outcome) => results.set(dialect, outcome));
    await Promise.race([counts[dialect].held.promise, running]);
  }),
);
// It kills this process at its statement, so all others must have reached theirs.
if (sqlite) results.set('sqlite', await run('sqlite', sqlite));
else if (crashes && results.size === 0) die();
process.stdout.write(JSON.stringify(Object.fromEntries(results)));
