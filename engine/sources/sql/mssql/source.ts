/**
 * SQL Server as a source: reading and writing connections apart, one for questions about statements, and one of its own for
 * the probe. SQL Server 2012 and later. The driver is tedious, which the `mssql` package wraps: its pool would give no
 * control over a connection whose state is unknown.
 */
import type { Connection } from 'tedious';
import { type BoundStatement, type CallContext, type DatabaseAccess, SourceError } from '../../source.ts';
import { afterLock } from '../name-lock.ts';
import { rowsOfCall } from '../procedure-rows.ts';
import type { StatementResult } from '../scoped-session.ts';
import { type MssqlOptions, mssqlConnection, mssqlIdentity } from './config.ts';
import { ask, connectMssql, retire } from './connection.ts';
import {
  begin,
  beginSnapshot,
  countOwnRows,
  mssqlLock,
  readerSettings,
  sessionSettings,
  snapshotAllowed,
} from './control-statements.ts';
import { findTsqlChange } from './data-changes.ts';
import { type AskServer, createParameterTypes, describeColumns } from './describe.ts';
import { mssqlParameter } from './parameters.ts';
import { createMssqlPool } from './pool.ts';
import { mssqlProcedure, mssqlProcedures } from './procedures.ts';
import { inTransaction } from './transaction.ts';

export type { MssqlOptions } from './config.ts';

const closeMs = 2_000;

/** A write runs on to its end when its caller goes away. */
const withoutSignal = ({ deadline }: CallContext): CallContext => ({ deadline });

/** The static half of "a read only reads": the session itself cannot be told. */
function checkRead({ sql, call }: BoundStatement): void {
  // A call in a read carries its own transaction, which is rolled back.
  const change = call === undefined ? findTsqlChange(sql) : undefined;
  if (!change) return;
  const { offset, word } = change;
  throw new SourceError('statement', `SQL Server: a read would run "${word}".`, { position: offset });
}

/** An error of the connection that was asked about a statement, for the one that is to run it: this one is not lost. */
function elsewhere(error: unknown): never {
  if (!(error instanceof SourceError) || !error.connectionLost) throw error;
  throw new SourceError(error.kind, error.message, { cause: error });
}

async function connect(options: MssqlOptions, settings: readonly string[], call: CallContext): Promise<Connection> {
  const connection = await connectMssql(options, call);
  try {
    await ask(connection, settings.join('\n'), undefined, call);
    return connection;
  } catch (error) {
    retire(connection);
    throw error;
  }
}

/** Prepares the pools; the first connection is made by the first call. Throws `SourceError` where the address cannot be used. */
export function openMssql(options: MssqlOptions): DatabaseAccess {
  // For its faults: they belong to the start, not to the first call.
  mssqlConnection(options, options.timeoutMs);
  const size = Math.max(1, options.connections ?? 10);
  const reading = (call: CallContext) => connect(options, [sessionSettings, readerSettings], call);
  const readers = createMssqlPool(reading, size);
  const writers = createMssqlPool((call) => connect(options, [sessionSettings], call), Math.min(4, size));
  const askers = createMssqlPool(reading, 1);
  const probers = createMssqlPool(reading, 1);
  let hasSnapshots: boolean | undefined;
  let closing: Promise<void> | undefined;

  // Never in a transaction: a question that the server refuses would end it.
  const asking =
    (call: CallContext): AskServer =>
    (question, values) =>
      askers.lend(call, async (connection) => {
        const parameters = values.map((value) => mssqlParameter(value, 'nvarchar(max)'));
        return (await ask(connection, question, parameters, call, values[0] ?? undefined))[0] ?? [];
      });
  const typesOf = createParameterTypes();

  async function run(connection: Connection, statement: BoundStatement, call: CallContext): Promise<StatementResult> {
    const { call: form } = statement;
    if (form !== undefined) {
      const given = statement.values.map((value, index) => mssqlParameter(value, form.types[index]));
      return { rows: rowsOfCall(await ask(connection, statement.sql, given, call), form), affected: 0 };
    }
    // The answer serves other callers too: it is not given up with this one.
    const types = await typesOf(statement, asking(withoutSignal(call))).catch(elsewhere);
    const parameters = statement.values.map((value, index) => mssqlParameter(value, types[index]));
    if (!findTsqlChange(statement.sql)) {
      const sets = await ask(connection, statement.sql, parameters, call);
      return { rows: sets[0] ?? [], affected: 0 };
    }
    const sets = await ask(connection, `${statement.sql}${countOwnRows}`, parameters, call);
    const affected = Number(sets.at(-1)?.[0]?.engine_affected ?? 0);
    return { rows: (sets.length > 1 ? sets[0] : undefined) ?? [], affected };
  }

  /** Asked once: an operator who allows snapshots starts the service again. */
  async function snapshots(connection: Connection, call: CallContext): Promise<boolean> {
    hasSnapshots ??= (await ask(connection, snapshotAllowed, undefined, call))[0]?.[0]?.allowed === 1;
    return hasSnapshots;
  }

  return {
    identity: mssqlIdentity(options),
    async read(statement, call) {
      checkRead(statement);
      return readers.lend(call, async (connection) => (await run(connection, statement, call)).rows);
    },
    /**
     * One state of the data where the database has ALLOW_SNAPSHOT_ISOLATION on. Elsewhere each statement sees its own committed
     * state: the levels between hold locks on what they read, and would make the ERP's users wait for a report.
     */
    snapshot: (call, work) =>
      readers.lend(call, async (connection) => {
        const start = (await snapshots(connection, call)) ? beginSnapshot : begin;
        const read = async (statement: BoundStatement) => {
          checkRead(statement);
          return run(connection, statement, call);
        };
        return inTransaction(connection, call, { begin: start, keep: false }, read, work);
      }),
    transaction: (call, work) =>
      writers.lend(call, (connection) => {
        const own = withoutSignal(call);
        return inTransaction(
          connection,
          own,
          { begin, keep: true },
          (statement) => run(connection, statement, own),
          call.lock === undefined ? work : afterLock(mssqlLock(call.lock), work),
        );
      }),
    async describe(sql, call) {
      const known = await describeColumns(sql, asking(call));
      return { ...known, readOnly: findTsqlChange(sql) ? false : undefined };
    },
    async procedures(name, call) {
      return mssqlProcedure(await asking(call)(mssqlProcedures(name), [name]));
    },
    async probe(sql, call) {
      await probers.lend(call, (connection) => ask(connection, sql ?? 'select 1 as alive', undefined, call));
    },
    close() {
      const pools = [readers, writers, askers, probers];
      closing ??= Promise.all(pools.map((pool) => pool.close(closeMs))).then(() => undefined);
      return closing;
    },
  };
}
