/**
 * A PostgreSQL database as the stand-in for a SQL Server: it translates and runs the T-SQL that the engine sends.
 * Only for test cases of a profile. A statement that it cannot run fails and is reported by the event `stand_in_gap`:
 * the case is not tested.
 */

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
} from '../../../../engine/host/index.ts';
import { SourceError } from '../../../../engine/index.ts';
import { gapState } from './functions.ts';
import { type Translated, tsqlTranslator } from './translate.ts';

/** What the user can do about a case that the stand-in cannot run. */
export const standInCure = 'Run it on a SQL Server: --scratch mssql://user:password@host/.';

/** The statements for a named lock that the engine puts before its own. */
const lockPrefix = /^declare @granted int;\nexec @granted = sys\.sp_getapplock @Resource = @p(\d+),[\s\S]*?\nend;\n?/;

/** SQLSTATEs of errors that SQL Server would report as well. */
const sharedStates = ['42703', '42P01'];

/** Whether SQL Server might accept a statement that PostgreSQL refuses. `error`: the error of PostgreSQL's driver. */
export function isStandInGap(error: unknown): boolean {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  if (typeof code !== 'string') return false;
  return code === gapState || (/^(42|0A|3F)/.test(code) && code !== '42501' && !sharedStates.includes(code));
}

const isGap = (error: unknown): boolean => error instanceof SourceError && isStandInGap(error.cause);

const plainValue = (value: SqlValue | undefined): SqlValue =>
  typeof value === 'boolean' ? Number(value) : (value ?? null);

function renameColumns(rows: readonly Row[], names: ReadonlyMap<string, string>): readonly Row[] {
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [names.get(name) ?? name, value])),
  );
}

/** Takes a named lock until the end of the transaction. */
const lockStatement = (name: SqlValue | undefined): BoundStatement => ({
  sql: 'select pg_advisory_xact_lock(hashtextextended($1, 0))',
  values: [String(name)],
});

const findChange = (sql: string) => mssqlKind.statements.findChange?.(sql);

/** Connects to the PostgreSQL database at `url`, which was created as a stand-in. */
export function standInConnector(url: string): Connect {
  return async (settings) => {
    const postgres = await postgresKind.connect({ ...settings, connection: { url, ssl: false } });
    return standInAccess(postgres, createRunner(await tsqlTranslator(), settings.report));
  };
}

type Report = NonNullable<CallContext['report']>;
type Translate = Awaited<ReturnType<typeof tsqlTranslator>>;

/** Translates statements, and reports those that the stand-in cannot run. */
interface Runner {
  readonly translate: Translate;
  /** Translates a statement. Throws `SourceError` if that is not possible, after reporting it. */
  translated(sql: string, call: CallContext): Extract<Translated, { readonly ok: true }>;
  /** Translates a statement, and runs it with `execute`. */
  run<T>(statement: BoundStatement, call: CallContext, execute: (bound: BoundStatement) => Promise<T>): Promise<T>;
}

function createRunner(translate: Translate, report: Report): Runner {
  function refuse(call: CallContext, sql: string, reason: string, cause?: unknown): never {
    const message = `the stand-in for SQL Server could not run "${sql.trim().replaceAll(/\s+/g, ' ').slice(0, 80)}": ${reason}`;
    (call.report ?? report)({ level: 'warn', event: 'stand_in_gap', message });
    throw new SourceError('statement', message, { cause });
  }

  function translated(sql: string, call: CallContext): Extract<Translated, { readonly ok: true }> {
    const translation = translate(sql);
    return translation.ok ? translation : refuse(call, sql, translation.reason);
  }

  return {
    translate,
    translated,
    async run(statement, call, execute) {
      if (statement.call !== undefined) refuse(call, statement.sql, 'it has no stored procedures');
      const { sql, values } = translated(statement.sql, call);
      try {
        return await execute({ sql, values: values.map((index) => plainValue(statement.values[index])) });
      } catch (error) {
        if (isGap(error)) refuse(call, statement.sql, error instanceof Error ? error.message : String(error), error);
        throw error;
      }
    },
  };
}

/** A session that runs T-SQL on a session of PostgreSQL. */
function tsqlSession({ run, translated }: Runner, session: SqlSession, call: CallContext): SqlSession {
  async function execute(statement: BoundStatement) {
    const result = await run(statement, call, (bound) => session.execute(bound));
    const { names } = translated(statement.sql, call);
    return { ...result, rows: renameColumns(result.rows, names) };
  }
  return {
    async execute(statement) {
      const [whole, position] = lockPrefix.exec(statement.sql) ?? [];
      if (whole === undefined) return execute(statement);
      await session.execute(lockStatement(statement.values[Number(position) - 1]));
      const rest = statement.sql.slice(whole.length);
      return rest.trim() === '' ? { rows: [], affected: 0 } : execute({ ...statement, sql: rest });
    },
  };
}

function checkRead({ sql, call: form }: BoundStatement): void {
  const change = form === undefined ? findChange(sql) : undefined;
  if (change)
    throw new SourceError('statement', `SQL Server: a read would run "${change.word}".`, { position: change.offset });
}

function describer(postgres: DatabaseAccess, translate: Translate): DatabaseAccess['describe'] {
  return async (sql, call) => {
    const readOnly = findChange(sql) ? false : undefined;
    const translation = translate(sql);
    // A statement that cannot be described is reported when it runs.
    const unknown = { columns: undefined, types: [], readOnly };
    if (!translation.ok) return unknown;
    try {
      const description = await postgres.describe(translation.sql, call);
      return {
        ...description,
        // The values will be for another server.
        wholes: undefined,
        columns: description.columns?.map((name) => translation.names.get(name) ?? name),
        readOnly,
      };
    } catch (error) {
      if (isGap(error)) return unknown;
      throw error;
    }
  };
}

function standInAccess(postgres: DatabaseAccess, runner: Runner): DatabaseAccess {
  const { run, translate, translated } = runner;
  return {
    ...postgres,
    async read(statement, call) {
      checkRead(statement);
      const rows = await run(statement, call, (bound) => postgres.read(bound, call));
      return renameColumns(rows, translated(statement.sql, call).names);
    },
    snapshot: (call, work) => postgres.snapshot(call, (session) => work(tsqlSession(runner, session, call))),
    transaction: (call, work) =>
      postgres.transaction(call, (session) =>
        work({
          ...tsqlSession(runner, session, call),
          executeLast(last) {
            const { sql, values } = translated(last.statement.sql, call);
            const statement = { sql, values: values.map((index) => plainValue(last.statement.values[index])) };
            session.executeLast({ ...last, statement });
          },
        }),
      ),
    describe: describer(postgres, translate),
    async origins(sql, call) {
      const translation = translate(sql);
      return translation.ok ? ((await postgres.origins?.(translation.sql, call)) ?? []) : [];
    },
    procedures: async () => [],
    lacksProcedures: true,
    async probe(sql, call) {
      const translation = sql === undefined ? undefined : translate(sql);
      await postgres.probe(translation?.ok ? translation.sql : undefined, call);
    },
  };
}
