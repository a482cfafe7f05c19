/** PostgreSQL as a source: reading and writing connections apart, and one of its own for the probe. */
import { Client } from 'pg';
import { type CallContext, type DatabaseAccess, SourceError, type SqlSession } from '../../source.ts';
import { afterLock } from '../name-lock.ts';
import { leaseSession } from '../scoped-session.ts';
import { commandOn, readOn, runOn, withinCall } from './client.ts';
import { type PostgresOptions, postgresClient, postgresIdentity } from './config.ts';
import { describeOnClient } from './describe.ts';
import { postgresError } from './errors.ts';
import { postgresLock } from './name-lock.ts';
import { createPostgresPool } from './pool.ts';
import { postgresProcedure, postgresProcedures } from './procedures.ts';
import { isPostgresWhole, postgresColumnType } from './values.ts';

export type { PostgresOptions } from './config.ts';

/** Time that the end of a transaction has, however late it is. */
const graceMs = 2_000;

/** A write runs on to its end when its caller goes away. */
const withoutSignal = ({ deadline }: CallContext): CallContext => ({ deadline });
const ending = (call: CallContext): CallContext => ({ deadline: Math.max(call.deadline, Date.now() + graceMs) });

/** Leaves the client outside of any transaction, or rethrows `error` as one that lost its connection. */
async function rollBack(client: Client, call: CallContext, error: unknown): Promise<never> {
  if (lostConnection(error)) throw error;
  try {
    await commandOn(client, 'ROLLBACK', ending(call));
  } catch {
    throw new SourceError('unreachable', 'PostgreSQL: a transaction could not be rolled back.', {
      connectionLost: true,
      cause: error,
    });
  }
  throw error;
}

async function commit(client: Client, call: CallContext): Promise<void> {
  // Outside of a transaction COMMIT only warns.
  if (client.getTransactionStatus() !== 'T') {
    throw new SourceError('broken', 'PostgreSQL: the transaction had ended before its commit.');
  }
  const tag = await commandOn(client, 'COMMIT', ending(call));
  // The server answers COMMIT with ROLLBACK where the transaction had failed before.
  if (tag !== 'COMMIT') throw new SourceError('broken', `PostgreSQL: the commit was answered with ${tag}.`);
}

function lostConnection(error: unknown): boolean {
  return error instanceof SourceError && error.connectionLost;
}

async function inTransaction<T>(
  client: Client,
  call: CallContext,
  begin: string,
  work: (session: SqlSession) => Promise<T>,
): Promise<T> {
  await commandOn(client, begin, call);
  const lease = leaseSession((statement) => runOn(client, statement, call));
  try {
    const result = await work(lease.session);
    await lease.end();
    await commit(client, call);
    return result;
  } catch (error) {
    // Where the work failed for a reason of its own while its connection broke, the latter decides what is left to do.
    const first = await lease.end().catch((failure: unknown) => failure);
    return await rollBack(client, call, lostConnection(first) ? first : error);
  }
}

/** Prepares the pools; the first connection is made by the first call. Throws `SourceError` where the address is no URL. */
export function openPostgres(options: PostgresOptions): DatabaseAccess {
  const size = Math.max(1, options.connections ?? 10);
  const readers = createPostgresPool(postgresClient(options, 'read'), size);
  const writers = createPostgresPool(postgresClient(options, 'write'), Math.min(4, size));
  let prober: Client | undefined;
  let closing: Promise<void> | undefined;

  async function connectProber(call: CallContext): Promise<Client> {
    const left = Math.max(1, call.deadline - Date.now());
    const client = new Client({ ...postgresClient(options, 'read'), connectionTimeoutMillis: left });
    client.on('error', () => undefined);
    try {
      await client.connect();
    } catch (error) {
      void client.end().catch(() => undefined);
      throw postgresError(error);
    }
    return client;
  }

  return {
    identity: postgresIdentity(options),
    read: (statement, call) => readers.lend(call, (client) => readOn(client, statement, call)),
    snapshot: (call, work) =>
      readers.lend(call, (client) => {
        const begin = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';
        return inTransaction(client, call, begin, work);
      }),
    transaction: (call, work) =>
      writers.lend(call, (client) =>
        inTransaction(
          client,
          withoutSignal(call),
          'BEGIN ISOLATION LEVEL READ COMMITTED',
          call.lock === undefined ? work : afterLock(postgresLock(call.lock), work),
        ),
      ),
    describe: (sql, call) =>
      readers.lend(call, async (client) => {
        const { columns, parameters } = await withinCall(client, call, () => describeOnClient(client, sql), sql);
        const types = columns.map(({ type }) => postgresColumnType(type));
        const wholes = parameters.flatMap((type, index) => (isPostgresWhole(type) ? [index] : []));
        return { columns: columns.map(({ name }) => name), types, wholes, readOnly: undefined };
      }),
    procedures: (name, call) =>
      readers.lend(call, async (client) => {
        const rows = await readOn(client, { sql: postgresProcedures, values: [name] }, call);
        return rows.map(postgresProcedure);
      }),
    async probe(sql, call) {
      const client = prober ?? (await connectProber(call));
      prober = client;
      try {
        await withinCall(client, call, () => client.query(sql ?? 'select 1'), sql);
      } catch (error) {
        prober = undefined;
        void client.end().catch(() => undefined);
        throw error;
      }
    },
    close() {
      closing ??= Promise.all([readers.close(), writers.close(), prober?.end()]).then(() => undefined);
      return closing;
    },
  };
}
