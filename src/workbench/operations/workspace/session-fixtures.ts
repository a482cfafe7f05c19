/** Databases for runs of the session: servers start when the first run needs them, and are shared. */
import { scratchOf } from '../../testing/databases/server-addresses.ts';
import type { Fixtures } from '../../testing/fixture/fixture.ts';
import { openFixtures } from '../../testing/fixture/fixtures.ts';
import { Refused } from '../access/folder.ts';
import type { Workspace } from './workspace.ts';

export interface SessionFixtures {
  /** Throws `Refused` if the environment names a database server that is none. */
  get(): Fixtures;
  close(): Promise<void>;
}

/** Opens the servers of the environment on the first `get`; later calls return the same. */
export function sessionFixtures({ host }: Pick<Workspace, 'host'>): SessionFixtures {
  let fixtures: Fixtures | undefined;
  return {
    get() {
      const { scratch, wrong } = scratchOf([], host.env);
      if (wrong.length > 0) throw new Refused(`${wrong.join(' and ')} is not the URL of a database server.`);
      fixtures ??= openFixtures(scratch);
      return fixtures;
    },
    async close() {
      await fixtures?.close();
    },
  };
}
