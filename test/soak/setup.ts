/** Separate servers for a run, one for each kind of database. */
import { startMariadb } from '../support/mariadb-server.ts';
import { startPostgres } from '../support/postgres-server.ts';
import type { LocalServer } from '../support/server-process.ts';
import type { PlantName } from './plants.ts';
import type { DatabaseName, SoakSetup } from './row.ts';

/** A server that goes on without a disk's confirmation: what is committed outlives its process, which is all that is killed here. */
async function startServer(database: DatabaseName): Promise<LocalServer | undefined> {
  switch (database) {
    case 'sqlite':
      return undefined;
    case 'postgres':
      return startPostgres();
    case 'mysql':
      return startMariadb({ 'innodb-flush-log-at-trx-commit': 2, 'max-connections': 500 });
  }
}

export interface OwnedSetup extends SoakSetup {
  close(): Promise<void>;
}

/** Starts the server of the database, if it has one. Rejects where there is none on this machine and none can be had. */
export async function openSetup(
  database: DatabaseName,
  pace: SoakSetup['pace'],
  plant: PlantName | undefined = undefined,
): Promise<OwnedSetup> {
  // Each process that is started is ended where this one ends.
  process.setMaxListeners(100);
  const server = await startServer(database);
  return { database, server, pace, plant, close: async () => server?.stop() };
}
