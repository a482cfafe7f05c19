/** Work that writes a folder: where the person stops it, nothing of the folder is left. */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Host } from '../../service/lifecycle/host.ts';
import { UsageError } from '../shared/usage.ts';

/** Removes the folder, or its contents if it was there before. */
function remove(folder: string, wasThere: boolean): void {
  if (!wasThere) rmSync(folder, { recursive: true, force: true });
  else for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true });
}

/** Runs the work. At a terminal, a request to stop removes the folder, which was empty or absent, and throws `UsageError`. */
export async function untilStopped(host: Host, folder: string, work: () => Promise<void>): Promise<void> {
  if (host.ask === undefined) return work();
  const wasThere = existsSync(folder);
  const stopped = Promise.withResolvers<never>();
  host.onStop(() => {
    remove(folder, wasThere);
    stopped.reject(new UsageError('stopped: nothing was written'));
  });
  // The work that goes on fails, or writes nothing: its folder is gone.
  await Promise.race([work(), stopped.promise]);
}
