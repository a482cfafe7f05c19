/**
 * SQLite as a source. Its driver cannot interrupt a statement, so that separate processes run them: several that read and one that writes.
 * A process that does not answer by the deadline is killed and replaced.
 */
import { existsSync, realpathSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SourceEvent } from '../../../base/events.ts';
import { type CallContext, type DatabaseAccess, SourceError } from '../../source.ts';
import { inTransaction, withoutSignal } from '../connections/transaction.ts';
import { createSqliteFile } from './create-file.ts';
import { FileReplaced, watchDatabaseFile } from './database-file.ts';
import { whileBusy } from './lock-retry.ts';
import { createWorkerPool } from './pool.ts';
import { sqliteTransaction } from './transaction.ts';
import { isLost, startWorker } from './worker.ts';
import type { Mode } from './worker-messages.ts';

export interface SqliteOptions {
  /** Absolute path. */
  readonly file: string;
  /** Absolute paths of SQL scripts that create the file where it is missing. */
  readonly create?: readonly string[] | undefined;
  /** Reading processes at most; 4 by default. */
  readonly connections?: number | undefined;
  /** Longest wait for the lock of another process, in milliseconds; 5000 by default. */
  readonly busyMs?: number | undefined;
  readonly report?: ((event: SourceEvent) => void) | undefined;
}

/** Milliseconds from the end of a process to the second try of its read. */
const settlingMs = 50;

/** Opens the file, or creates it. Rejects with `SourceError` where it is missing or cannot be read. */
export async function openSqlite(options: SqliteOptions): Promise<DatabaseAccess> {
  const { busyMs = 5_000, connections = 4, report = () => undefined } = options;
  if (!existsSync(options.file)) {
    if (!options.create?.length) {
      throw new SourceError('unreachable', `There is no database file ${options.file}, and no script to create it.`);
    }
    createSqliteFile(options.file, options.create);
  }
  const file = realpathSync(options.file);
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
  const busyUntil = (call: CallContext) => Math.min(call.deadline, Date.now() + busyMs);

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

  /**
   * Runs `work`, and once more where the file was replaced: nothing was run then. Where it is `repeatable`, also once more where
   * its process was killed from outside.
   */
  async function onFile<T>(work: () => Promise<T>, repeatable = false): Promise<T> {
    await replacing;
    const before = replacements;
    try {
      return await work();
    } catch (error) {
      const lost = repeatable && isLost(error);
      if (!(error instanceof FileReplaced || lost)) throw error;
      if (before === replacements && !lost) replacing ??= replace();
      // Whatever killed one process may have killed several: after the pause it is known which ones.
      if (lost) await sleep(settlingMs);
    }
    await replacing;
    try {
      return await work();
    } catch (error) {
      throw error instanceof FileReplaced ? new SourceError('unreachable', error.message) : error;
    }
  }

  const first = { deadline: Date.now() + 30_000 };
  const opening = [readers.useSpare(first, async () => undefined), writers.use(first, async () => undefined)];
  const [reading, writing] = await Promise.allSettled(opening);
  if (reading?.status === 'rejected') {
    await Promise.all([readers.close(), writers.close()]);
    throw reading.reason;
  }
  if (writing?.status === 'rejected') {
    const message = `The database file ${file} can be read only: ${String(writing.reason)}`;
    report({ level: 'warn', event: 'database_not_writable', message });
  }

  return {
    identity: `sqlite:${file}`,
    read: (statement, call) =>
      onFile(
        () =>
          readers.use(call, async (worker) => {
            const { rows } = await whileBusy(busyUntil(call), () => worker.run(statement, call));
            return rows;
          }),
        true,
      ),
    snapshot: (call, work) =>
      onFile(() =>
        readers.use(call, (worker) =>
          inTransaction(sqliteTransaction(worker, 'snapshot', busyUntil(call)), call, work),
        ),
      ),
    // The file has one writer at a time, whatever it writes: a lock of a name would add nothing.
    transaction(call, work) {
      const own = withoutSignal(call);
      return onFile(() =>
        writers.use(own, (worker) => inTransaction(sqliteTransaction(worker, 'write', busyUntil(own)), own, work)),
      );
    },
    describe: (sql, call) => onFile(() => readers.useSpare(call, (worker) => worker.describe(sql, call))),
    procedures: () => Promise.resolve([]),
    probe: (sql, call) =>
      onFile(() =>
        readers.useSpare(call, async (worker) => {
          const statement = { sql: sql ?? 'select count(*) from sqlite_schema', values: [] };
          await whileBusy(busyUntil(call), () => worker.run(statement, call));
        }),
      ),
    async close() {
      await Promise.all([readers.close(), writers.close()]);
    },
  };
}
