/**
 * A PostgreSQL that stands in for a SQL Server which cannot be had: it takes the T-SQL that the engine would send and runs it in translation.
 * For cases of a profile alone. What it cannot run it refuses, and says so by the event `stand_in_gap`: such a case proves nothing.
 */
import type { SourceEvent } from '../../../base/events.ts';
import {
  type BoundStatement,
  type CallContext,
  type Row,
  SourceError,
  type SqlSession,
  type SqlSource,
  type SqlValue,
} from '../../source.ts';
import { findTsqlChange } from '../mssql/data-changes.ts';
import { postgresLock } from '../name-lock.ts';
import { openPostgres } from '../postgres/source.ts';
import { gapState } from './functions.ts';
import { type Translated, tsqlTranslator } from './translate.ts';

export interface StandInOptions {
  /** Of a PostgreSQL database that was made for this. */
  readonly url: string;
  /** IANA time zone. */
  readonly clock: string;
  readonly timeoutMs: number;
  readonly connections: number | undefined;
  readonly report: (event: SourceEvent) => void;
}

/** The event of a statement that could not be run. */
export const standInGap = 'stand-in gap';

/** The lock that the engine's own statements begin with. */
const lock = /^declare @granted int;\nexec @granted = sys\.sp_getapplock @Resource = @p(\d+),[\s\S]*?\nend;\n?/;

/** Faults of the statement that SQL Server would find, too. */
const own = ['42703', '42P01'];

/** True where PostgreSQL refuses what SQL Server might take: a difference between the two. `error` is its driver's. */
export function isStandInGap(error: unknown): boolean {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  if (typeof code !== 'string') return false;
  return code === gapState || (/^(42|0A|3F)/.test(code) && code !== '42501' && !own.includes(code));
}

const isGap = (error: unknown): boolean => error instanceof SourceError && isStandInGap(error.cause);

const plainValue = (value: SqlValue | undefined): SqlValue =>
  typeof value === 'boolean' ? Number(value) : (value ?? null);

function named(rows: readonly Row[], names: ReadonlyMap<string, string>): readonly Row[] {
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [names.get(name) ?? name, value])),
  );
}

/** Opens the source; the first connection is made by the first call. */
export async function openStandIn(options: StandInOptions): Promise<SqlSource> {
  const { url, clock, timeoutMs, connections, report } = options;
  const translate = await tsqlTranslator();
  const postgres = openPostgres({
    url,
    clock,
    timeoutMs,
    connections,
    host: undefined,
    port: undefined,
    database: undefined,
    user: undefined,
    password: undefined,
    ssl: false,
  });

  function refuse(call: CallContext, sql: string, reason: string, cause?: unknown): never {
    const message = `the stand-in for SQL Server could not run "${sql.trim().replaceAll(/\s+/g, ' ').slice(0, 80)}": ${reason}`;
    (call.report ?? report)({ level: 'warn', event: 'stand_in_gap', message });
    throw new SourceError('statement', message, { cause });
  }

  function translated(sql: string, call: CallContext): Extract<Translated, { readonly ok: true }> {
    const found = translate(sql);
    return found.ok ? found : refuse(call, sql, found.reason);
  }

  /** Runs a translation by `execute`. */
  async function run<T>(
    statement: BoundStatement,
    call: CallContext,
    execute: (bound: BoundStatement) => Promise<T>,
  ): Promise<T> {
    if (statement.call !== undefined) refuse(call, statement.sql, 'it has no stored procedures');
    const { sql, values } = translated(statement.sql, call);
    try {
      return await execute({ sql, values: values.map((index) => plainValue(statement.values[index])) });
    } catch (error) {
      if (isGap(error)) refuse(call, statement.sql, error instanceof Error ? error.message : String(error), error);
      throw error;
    }
  }

  const inSession = (session: SqlSession, call: CallContext): SqlSession => ({
    async execute(statement) {
      const [whole, position] = lock.exec(statement.sql) ?? [];
      if (whole === undefined) return onSession(session, statement, call);
      await session.execute(postgresLock(String(statement.values[Number(position) - 1])));
      const rest = statement.sql.slice(whole.length);
      return rest.trim() === '' ? { rows: [], affected: 0 } : onSession(session, { ...statement, sql: rest }, call);
    },
  });

  async function onSession(session: SqlSession, statement: BoundStatement, call: CallContext) {
    const result = await run(statement, call, (bound) => session.execute(bound));
    const { names } = translated(statement.sql, call);
    return { ...result, rows: named(result.rows, names) };
  }

  function checkRead({ sql, call: form }: BoundStatement): void {
    const change = form === undefined ? findTsqlChange(sql) : undefined;
    if (change)
      throw new SourceError('statement', `SQL Server: a read would run "${change.word}".`, { position: change.offset });
  }

  return {
    ...postgres,
    dialect: 'mssql',
    async read(statement, call) {
      checkRead(statement);
      const rows = await run(statement, call, (bound) => postgres.read(bound, call));
      return named(rows, translated(statement.sql, call).names);
    },
    snapshot: (call, work) => postgres.snapshot(call, (session) => work(inSession(session, call))),
    transaction: (call, work) => postgres.transaction(call, (session) => work(inSession(session, call))),
    async describe(sql, call) {
      const readOnly = findTsqlChange(sql) ? false : undefined;
      const found = translate(sql);
      // What it cannot tell is told by running it.
      const unknown = { columns: undefined, types: [], readOnly };
      if (!found.ok) return unknown;
      try {
        const known = await postgres.describe(found.sql, call);
        // It is not the server that the values will be for.
        return {
          ...known,
          wholes: undefined,
          columns: known.columns?.map((name) => found.names.get(name) ?? name),
          readOnly,
        };
      } catch (error) {
        if (isGap(error)) return unknown;
        throw error;
      }
    },
    procedures: async () => [],
    lacksProcedures: true,
    async probe(sql, call) {
      const found = sql === undefined ? undefined : translate(sql);
      await postgres.probe(found?.ok ? found.sql : undefined, call);
    },
  };
}
