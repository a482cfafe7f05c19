/** The servers that a person names for the databases of a test. */

import type { Host } from '../../service/host.ts';
import { type Scratch, scratchOf } from '../../testing/databases/server-addresses.ts';
import { UsageError } from '../shared/usage.ts';

/** Of `--scratch` and the environment; throws where one is no address of a database server. */
export function scratchServers(given: readonly string[], env: Host['env']): Scratch {
  const { scratch, wrong } = scratchOf(given, env);
  if (wrong.length > 0)
    throw new UsageError(
      `${wrong.join(' and ')} names no database server: write postgres://, mysql:// or mssql://user:password@host/`,
    );
  return scratch;
}
