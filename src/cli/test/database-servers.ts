/** The database servers that the user provides for tests. */

import { serverSchemes } from '../../../engine/host/index.ts';
import type { Host } from '../../service/lifecycle/host.ts';
import { type Scratch, scratchOf } from '../../workbench/testing/databases/server-addresses.ts';
import { UsageError } from '../shared/usage.ts';

/** The servers of `--scratch` and the environment. Throws `UsageError` if one is not the URL of a database server. */
export function scratchServers(given: readonly string[], env: Host['env']): Scratch {
  const { scratch, wrong } = scratchOf(given, env);
  if (wrong.length > 0)
    throw new UsageError(
      `${wrong.join(' and ')} is not the URL of a database server: ${serverSchemes}user:password@host/`,
    );
  return scratch;
}
