/** PostgreSQL as a source: one pool for reads, one for writes, and a connection for the probe. */

import type { ClientConfig } from 'pg';
import type { BoundStatement, DatabaseAccess } from '../../source.ts';
import { afterLock, nameDigest } from '../connections/name-lock.ts';
import { type ConnectionPool, createConnectionPool, poolControl } from '../connections/pool.ts';
import { inTransaction, withoutSignal } from '../connections/transaction.ts';
import { type PostgresOptions, postgresClientConfig, postgresIdentity } from './config.ts';
import { connectPostgres, type PostgresConnection } from './connection.ts';
import { postgresOrigins, throughViews } from './origins.ts';
import { postgresProcedure, postgresProcedures } from './procedures.ts';
import { asciiTest, searchedColumns, searchForms, searchIndexes, servedForms } from './search-indexes.ts';
import { postgresTransaction } from './transaction.ts';

/** A pool of at most `size` connections with the same configuration. */
export function createPostgresPool(config: ClientConfig, size: number): ConnectionPool<PostgresConnection> {
  return createConnectionPool({
    server: 'PostgreSQL',
    size,
    connect: () => connectPostgres(config),
    isReusable: (connection) => connection.isReusable,
    destroy: (connection) => connection.destroy(),
  });
}

/**
 * Waits for the lock and holds it until the transaction ends. The server has 64 bits for its name: two names with the same bits wait for
 * each other, which is harmless.
 */
function postgresLock(name: string): BoundStatement {
  return { sql: 'select pg_advisory_xact_lock($1::bigint)', values: [nameDigest(name).readBigInt64BE()] };
}

export type { PostgresOptions } from './config.ts';

/** The server writes several commits to disk at once: eight callers store more documents with eight writers than with four (docs/performance.md). */
const mostWriters = 8;

/** Prepares the pools; the first call makes the first connection. Throws `SourceError` where the address is no URL. */
export function openPostgres(options: PostgresOptions): DatabaseAccess {
  const size = Math.max(1, options.connections ?? 10);
  const readers = createPostgresPool(postgresClientConfig(options, 'read'), size);
  const writers = createPostgresPool(postgresClientConfig(options, 'write'), Math.min(mostWriters, size));
  const probers = createPostgresPool(postgresClientConfig(options, 'read'), 1);

  return {
    identity: postgresIdentity(options),
    read: (statement, call) => readers.use(call, (connection) => connection.read(statement, call)),
    snapshot: (call, work) =>
      readers.use(call, (connection) => inTransaction(postgresTransaction(connection, 'snapshot'), call, work)),
    transaction(call, work) {
      const lock = call.lock === undefined ? undefined : postgresLock(call.lock);
      return writers.use(call, (connection) =>
        inTransaction(postgresTransaction(connection, 'write'), withoutSignal(call), afterLock(lock, work)),
      );
    },
    describe: (sql, call) => readers.use(call, (connection) => connection.describe(sql, call)),
    searchForms: (sql, { columns, match }, call) =>
      readers.use(call, async (connection) => {
        const described = searchedColumns(await connection.columnsOf(sql, call), columns);
        const shown = await throughViews(connection, described, call);
        if (shown.length === 0) return {};
        const values = [JSON.stringify(shown.map(({ table, attribute }) => [table, attribute]))];
        const rows = await connection.read({ sql: searchIndexes(match), values }, call);
        const forms = searchForms(shown, match, rows);
        const test = asciiTest(forms);
        if (test === undefined) return forms;
        const [row] = await connection.read(test, call);
        return servedForms(forms, row);
      }),
    origins: (sql, call) => readers.use(call, (connection) => postgresOrigins(connection, sql, call)),
    procedures: (name, call) =>
      readers.use(call, async (connection) => {
        const rows = await connection.read({ sql: postgresProcedures, values: [name] }, call);
        return rows.map(postgresProcedure);
      }),
    async probe(sql, call) {
      await probers.use(call, (connection) => connection.command(sql ?? 'select 1', call));
    },
    ...poolControl(readers, writers, probers),
  };
}
