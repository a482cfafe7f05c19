/**
 * A PostgreSQL that stands in for a SQL Server: it takes the T-SQL that the engine would send and runs it in translation. For cases of
 * a profile only. It refuses what it cannot run, and reports it by the event `stand_in_gap`: such a case proves nothing.
 */
import { SourceError } from '../../../engine/index.ts';
import {
  type BoundStatement,
  type CallContext,
  type Connect,
  type DatabaseAccess,
  mssqlKind,
  postgresKind,
  type Row,
  type SqlSession,
  type SqlValue,
} from '../../../engine/internal/index.ts';
import { gapState } from './functions.ts';
import { type Translated, tsqlTranslator } from './translate.ts';

/** What to do about a case that the stand-in cannot run. */
export const standInCure = 'Run it on a SQL Server: --scratch mssql://user:password@host/.';

/** The lock of a name that the engine puts before its statements. */
const lock = /^declare @granted int;\nexec @granted = sys\.sp_getapplock @Resource = @p(\d+),[\s\S]*?\nend;\n?/;

/** States of errors that SQL Server would report, too. */
const own = ['42703', '42P01'];

/** True where PostgreSQL refuses a statement that SQL Server might accept. `error` is the error of PostgreSQL's driver. */
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

/** The lock of a name, until the end of the transaction. */
const lockOf = (name: SqlValue | undefined): BoundStatement => ({
  sql: 'select pg_advisory_xact_lock(hashtextextended($1, 0))',
  values: [String(name)],
});

const findChange = (sql: string) => mssqlKind.statements.findChange?.(sql);

/** Connects to the PostgreSQL database at `url`, which was made for this. */
export function standInConnector(url: string): Connect {
  return async (settings) => {
    const postgres = await postgresKind.connect({ ...settings, connection: { url, ssl: false } });
    return standInAccess(postgres, await tsqlTranslator(), settings.report);
  };
}

type Report = NonNullable<CallContext['report']>;

function standInAccess(
  postgres: DatabaseAccess,
  translate: Awaited<ReturnType<typeof tsqlTranslator>>,
  report: Report,
): DatabaseAccess {
  function refuse(call: CallContext, sql: string, reason: string, cause?: unknown): never {
    const message = `the stand-in for SQL Server could not run "${sql.trim().replaceAll(/\s+/g, ' ').slice(0, 80)}": ${reason}`;
    (call.report ?? report)({ level: 'warn', event: 'stand_in_gap', message });
    throw new SourceError('statement', message, { cause });
  }

  function translated(sql: string, call: CallContext): Extract<Translated, { readonly ok: true }> {
    const found = translate(sql);
    return found.ok ? found : refuse(call, sql, found.reason);
  }

  /** Translates the statement, and runs it with `execute`. */
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
      await session.execute(lockOf(statement.values[Number(position) - 1]));
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
    const change = form === undefined ? findChange(sql) : undefined;
    if (change)
      throw new SourceError('statement', `SQL Server: a read would run "${change.word}".`, { position: change.offset });
  }

  return {
    ...postgres,
    async read(statement, call) {
      checkRead(statement);
      const rows = await run(statement, call, (bound) => postgres.read(bound, call));
      return named(rows, translated(statement.sql, call).names);
    },
    snapshot: (call, work) => postgres.snapshot(call, (session) => work(inSession(session, call))),
    transaction: (call, work) => postgres.transaction(call, (session) => work(inSession(session, call))),
    async describe(sql, call) {
      const readOnly = findChange(sql) ? false : undefined;
      const found = translate(sql);
      // Running the statement shows what cannot be described.
      const unknown = { columns: undefined, types: [], readOnly };
      if (!found.ok) return unknown;
      try {
        const known = await postgres.describe(found.sql, call);
        // The values will be for another server.
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
