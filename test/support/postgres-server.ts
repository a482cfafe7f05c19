/** A separate PostgreSQL server for a test. */

import type { ServerSettings } from '../../src/workbench/testing/servers/local-server.ts';
import { startPostgres as start } from '../../src/workbench/testing/servers/postgres.ts';
import { freezable, type LocalServer } from './server-process.ts';

/** Starts a server on a free loopback port. `more`: additional settings, as in postgresql.conf. */
export async function startPostgres(more?: ServerSettings): Promise<LocalServer> {
  return freezable(await start(more));
}
