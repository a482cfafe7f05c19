/** The ERPs of the benchmark: each kind of workload has one, which is started and filled when the first scenario needs it. */
import { join } from 'node:path';
import { startMariadb } from '../support/mariadb-server.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { buildFixture, type Sizes } from './fixture.ts';
import { buildMariadb, buildSqlite } from './fixture-small.ts';
import { type Kind, startStub } from './services.ts';

export interface Erp {
  /** Environment variables with its address. */
  readonly environment: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

const nothing = async (): Promise<void> => undefined;

/** Starts the ERP of a kind. `folder`: for files. */
export async function startErp(kind: Kind, sizes: Sizes, folder: string): Promise<Erp> {
  switch (kind) {
    case 'plain':
    case 'fields': {
      const postgres = await startPostgres({ shared_buffers: '512MB', max_wal_size: '4GB', autovacuum: 'off' });
      process.stdout.write(`Building ${sizes.customers} customers and ${sizes.invoices} invoices.\n`);
      await buildFixture(postgres.url, sizes);
      return { environment: { BENCH_DATABASE: postgres.url }, stop: () => postgres.stop() };
    }
    case 'mariadb': {
      const mariadb = await startMariadb({});
      const url = await buildMariadb(mariadb.url);
      return { environment: { BENCH_DATABASE: url }, stop: () => mariadb.stop() };
    }
    case 'sqlite': {
      const file = join(folder, 'erp.sqlite');
      buildSqlite(file);
      return { environment: { BENCH_DATABASE: file }, stop: nothing };
    }
    case 'odata': {
      const stub = await startStub('odata-stub.ts');
      return { environment: { BENCH_ERP: stub.address.origin }, stop: () => stub.stop() };
    }
    case 'mssql': {
      const stub = await startStub('tds-stub.ts');
      return { environment: { BENCH_DATABASE: stub.address.port }, stop: () => stub.stop() };
    }
  }
}
