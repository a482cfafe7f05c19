/** The workers of one database file, which are replaced together when another file gets its name. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { SourceEvent } from '../../../base/events.ts';
import { SourceError } from '../../source.ts';
import { FileReplaced, watchDatabaseFile } from './database-file.ts';
import { createWorkerPool, type WorkerPool } from './pool.ts';
import { isLost, startWorker } from './worker.ts';
import { WorkerShelf } from './worker-shelf.ts';

interface FileWorkersOptions {
  /** Absolute path without symbolic links. */
  readonly file: string;
  /** Reads at the same time, at most. */
  readonly connections: number;
  /** Maximum wait for the lock of another process, in milliseconds. */
  readonly busyMs: number;
  readonly report: (event: SourceEvent) => void;
}

export interface FileWorkers {
  readonly readers: WorkerPool;
  /** One at a time, as SQLite allows it. */
  readonly writers: WorkerPool;
  /** For probes and descriptions: these neither wait for requests nor make them wait. */
  readonly probers: WorkerPool;
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

  async function start() {
    watched.check();
    const worker = await startWorker(file, busyMs);
    watched.opened();
    return worker;
  }
  const shelf = new WorkerShelf({ start, size: connections + 2 });
  const readers = createWorkerPool(shelf, connections);
  const writers = createWorkerPool(shelf, 1);
  const probers = createWorkerPool(shelf, 1);

  async function replace(): Promise<void> {
    replacements += 1;
    try {
      // The write-ahead log is emptied before, as it must not be applied to the new file.
      await watched.replace(() => shelf.replaceAll());
    } finally {
      replacing = undefined;
    }
    const message = `The database file ${file} was replaced; the new one is in use from now on.`;
    report({ level: 'warn', event: 'database_file_replaced', message });
  }

  return {
    readers,
    writers,
    probers,
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
      await Promise.all([readers, writers, probers].map((pool) => pool.close()));
      await shelf.close();
    },
  };
}
