/** The workers of one database file, which are replaced together when another file gets its name. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { SourceEvent } from '../../../base/events.ts';
import { SourceError } from '../../source.ts';
import { FileReplaced, watchDatabaseFile } from './database-file.ts';
import { createWorkerPool, type WorkerPool } from './pool.ts';
import { isLost, startWorker } from './worker.ts';
import type { Mode } from './worker-messages.ts';

export interface FileWorkersOptions {
  /** Absolute path without symbolic links. */
  readonly file: string;
  /** Maximum number of reading workers. */
  readonly connections: number;
  /** Maximum wait for the lock of another process, in milliseconds. */
  readonly busyMs: number;
  readonly report: (event: SourceEvent) => void;
}

export interface FileWorkers {
  readonly readers: WorkerPool;
  readonly writers: WorkerPool;
  /**
   * Runs `work`, and once more if the file was replaced: nothing was executed then. `repeatable` work also runs once more if its worker was
   * killed from outside. Rejects with `SourceError`.
   */
  run<T>(work: () => Promise<T>, repeatable?: boolean): Promise<T>;
  /** Ends all workers when their work is done. */
  close(): Promise<void>;
}

/** Pause between the end of a worker and the retry of its read, in milliseconds. */
const settlingMs = 50;

/** Opens no worker yet. */
export function createFileWorkers({ file, connections, busyMs, report }: FileWorkersOptions): FileWorkers {
  const watched = watchDatabaseFile(file);
  let replacing: Promise<void> | undefined;
  let replacements = 0;

  const start = (mode: Mode) => async () => {
    watched.check();
    const worker = await startWorker(file, mode, busyMs);
    watched.opened();
    return worker;
  };
  const readers = createWorkerPool({ start: start('read'), size: connections, keepsSpare: true });
  const writers = createWorkerPool({ start: start('write'), size: 1, keepsSpare: false });

  async function replace(): Promise<void> {
    replacements += 1;
    try {
      await watched.replace(async () => {
        await readers.kill();
        // In order: the writer empties the write-ahead log, which must not be applied to the new file.
        await writers.retire();
      });
    } finally {
      replacing = undefined;
    }
    const message = `The database file ${file} was replaced; the new one is in use from now on.`;
    report({ level: 'warn', event: 'database_file_replaced', message });
  }

  return {
    readers,
    writers,
    async run(work, repeatable = false) {
      await replacing;
      const before = replacements;
      try {
        return await work();
      } catch (error) {
        const lost = repeatable && isLost(error);
        if (!(error instanceof FileReplaced || lost)) throw error;
        if (before === replacements && !lost) replacing ??= replace();
        // What killed one worker may have killed several: after the pause it is known which ones.
        if (lost) await sleep(settlingMs);
      }
      await replacing;
      try {
        return await work();
      } catch (error) {
        throw error instanceof FileReplaced ? new SourceError('unreachable', error.message) : error;
      }
    },
    async close() {
      await Promise.all([readers.close(), writers.close()]);
    },
  };
}
