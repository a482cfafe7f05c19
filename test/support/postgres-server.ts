/** A separate PostgreSQL server for a test. */

import { type ServerSettings, startPostgres as start } from '../../src/workbench/testing/servers/index.ts';
import { freezable, type LocalServer } from './server-process.ts';

/** Starts a server on a free loopback port. `more`: additional settings, as in postgresql.conf. */
export async function startPostgres(more?: ServerSettings): Promise<LocalServer> {
  return freezable(await start(more));
}
