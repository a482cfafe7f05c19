/**
 * A process that sends write requests to engines of its own, one on each database. Where it is told to crash, it takes the
 * write on PostgreSQL to the given statement and holds it there, takes the one on SQLite to the same statement, and kills
 * itself. Its one argument is a `ChildTask` as JSON; it prints a `ChildResult` as JSON when it gets to its end.
 */
import Database from 'better-sqlite3';
import pg from 'pg';
import { openDemo } from '../support/demo-engine.ts';

/** The databases whose drivers can be held at a statement here. */
export type HeldDialect = 'sqlite' | 'postgres';

export interface ChildTask {
  readonly work: Readonly<Record<HeldDialect, ChildWork>>;
  /** Statements of the last request's transaction are counted from 1, BEGIN and COMMIT included. */
  readonly crash?: CrashPoint;
}

export interface ChildWork {
  /** Has the endpoints of the requests and no others. */
  readonly profile: string;
  readonly requests: readonly { readonly path: string; readonly body: object }[];
}

export interface CrashPoint {
  readonly statement: number;
  /** `sent`: the database has got the statement, and nobody waits for its answer. */
  readonly when: 'before' | 'sent' | 'after';
}

export type ChildResult = Readonly<Record<HeldDialect, ChildOutcome>>;

export interface ChildOutcome {
  /** The answers' JSON texts; a refused request's problem as JSON. */
  readonly answers: readonly string[];
  /** Statements of the last request's transaction. */
  readonly statements: readonly string[];
}

const task: ChildTask = JSON.parse(process.argv[2] ?? '');

/** The statements of one transaction, those of its connection alone. */
interface Count {
  armed: boolean;
  connection: unknown;
  readonly statements: string[];
}
const newCount = (): Count => ({ armed: false, connection: undefined, statements: [] });
const counts: Readonly<Record<HeldDialect, Count>> = { sqlite: newCount(), postgres: newCount() };
const held = Promise.withResolvers<void>();
const never = new Promise<never>(() => undefined);

/** The number of a statement that is to be counted; 0 for all others. */
function numberOf(dialect: HeldDialect, on: unknown, sql: string): number {
  const count = counts[dialect];
  if (!count.armed) return 0;
  if (/^BEGIN (IMMEDIATE|ISOLATION LEVEL READ COMMITTED)/.test(sql)) count.connection ??= on;
  return on === count.connection ? count.statements.push(sql) : 0;
}

const isPoint = (number: number, ...whens: readonly CrashPoint['when'][]): boolean =>
  task.crash !== undefined && task.crash.statement === number && whens.includes(task.crash.when);

function dieAt(number: number, ...whens: readonly CrashPoint['when'][]): void {
  if (isPoint(number, ...whens)) process.kill(process.pid, 'SIGKILL');
}

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

/** This driver runs a statement to its end at once. */
function watchSqlite(): void {
  const memory = new Database(':memory:');
  const statement: object = Object.getPrototypeOf(memory.prepare('SELECT 1'));
  memory.close();
  const around =
    (about: (self: unknown, first: unknown) => readonly [unknown, string]) =>
    (original: Method): Method =>
      function (...values) {
        const number = numberOf('sqlite', ...about(this, values[0]));
        dieAt(number, 'before');
        const result = Reflect.apply(original, this, values);
        dieAt(number, 'sent', 'after');
        return result;
      };
  wrap(
    Database.prototype,
    'exec',
    around((self, sql) => [self, String(sql)]),
  );
  for (const name of ['run', 'all']) {
    const databaseOf = (self: unknown): unknown =>
      typeof self === 'object' && self !== null ? Reflect.get(self, 'database') : undefined;
    wrap(
      statement,
      name,
      around((self) => [databaseOf(self), text(self, 'source')]),
    );
  }
}

function watchPostgres(): void {
  const hold = (): Promise<never> => {
    held.resolve();
    return never;
  };
  wrap(pg.Client.prototype, 'query', (original) => {
    return function (...values) {
      const number = numberOf('postgres', this, text(values[0], 'text'));
      if (isPoint(number, 'before')) return hold();
      const result: unknown = Reflect.apply(original, this, values);
      if (isPoint(number, 'sent')) return hold();
      return isPoint(number, 'after') && result instanceof Promise ? result.then(hold) : result;
    };
  });
}

async function work(dialect: HeldDialect): Promise<ChildOutcome> {
  const { profile, requests } = task.work[dialect];
  const demo = await openDemo(profile, { only: requests.map(({ path }) => path) });
  const answers: string[] = [];
  for (const [index, { path, body }] of requests.entries()) {
    counts[dialect].armed = index === requests.length - 1;
    const outcome = await demo.call(path, body);
    answers.push(outcome.ok ? outcome.json : JSON.stringify(outcome.problem));
  }
  counts[dialect].armed = false;
  await demo.close();
  return { answers, statements: counts[dialect].statements };
}

watchSqlite();
watchPostgres();
const onPostgres = work('postgres');
if (task.crash) await Promise.race([held.promise, onPostgres]);
const sqlite = await work('sqlite');
process.stdout.write(JSON.stringify({ sqlite, postgres: await onPostgres } satisfies ChildResult));
