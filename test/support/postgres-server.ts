/** A separate PostgreSQL server for a test. */

import type { ServerSettings } from '../../src/testing/servers/local-server.ts';
import { startPostgres as start } from '../../src/testing/servers/postgres.ts';
import { freezable, type OwnServer } from './server-process.ts';

/** Starts a server on a free loopback port. `more`: additional settings, as in postgresql.conf. */
export async function startPostgres(more?: ServerSettings): Promise<OwnServer> {
  return freezable(await start(more));
}
