/** Retries while another process holds the lock of the file. */
import { setTimeout as sleep } from 'node:timers/promises';
import { SourceError } from '../../source.ts';

/** Repeats the work while another process holds the lock, until `until` (ms since the epoch); then rejects with the `conflict`. */
export async function whileBusy<T>(until: number, work: () => Promise<T>): Promise<T> {
  for (let pause = 2; ; pause = Math.min(pause * 2, 50)) {
    try {
      return await work();
    } catch (error) {
      const busy = error instanceof SourceError && error.kind === 'conflict';
      if (!busy || Date.now() + pause >= until) throw error;
      await sleep(pause);
    }
  }
}
