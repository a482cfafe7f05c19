/**
 * SQLite as a source. Its driver cannot interrupt a statement, so that separate processes run them: several that read and one that writes.
 * A process that does not answer by the deadline is killed and replaced.
 */
import { existsSync, realpathSync } from 'node:fs';
import type { SourceEvent } from '../../../base/events.ts';
import { type CallContext, type DatabaseAccess, SourceError } from '../../source.ts';
import { inTransaction, withoutSignal } from '../connections/transaction.ts';
import { createSqliteFile } from './create-file.ts';
import { createFileWorkers, type FileWorkers } from './file-workers.ts';
import { whileBusy } from './lock-retry.ts';
import { sqliteTransaction } from './transaction.ts';

type Report = (event: SourceEvent) => void;

export interface SqliteOptions {
  /** Absolute path. */
  readonly file: string;
  /** Absolute paths of SQL scripts that create the file where it is missing. */
  readonly create?: readonly string[] | undefined;
  /** Reading processes at most; 4 by default. */
  readonly connections?: number | undefined;
  /** Longest wait for the lock of another process, in milliseconds; 5000 by default. */
  readonly busyMs?: number | undefined;
  readonly report?: Report | undefined;
}

/** The real path of the database file, which is created if it is missing. Throws `SourceError` if there is no script to create it. */
function ensureFile({ file, create }: SqliteOptions): string {
  if (!existsSync(file)) {
    if (!create?.length) {
      throw new SourceError('unreachable', `There is no database file ${file}, and no script to create it.`);
    }
    createSqliteFile(file, create);
  }
  return realpathSync(file);
}

/** Starts a reading and a writing worker. Rejects if the file cannot be read; reports if it cannot be written. */
async function startWorkers({ readers, writers, close }: FileWorkers, file: string, report: Report): Promise<void> {
  const first = { deadline: Date.now() + 30_000 };
  const opening = [readers.useSpare(first, async () => undefined), writers.use(first, async () => undefined)];
  const [reading, writing] = await Promise.allSettled(opening);
  if (reading?.status === 'rejected') {
    await close();
    throw reading.reason;
  }
  if (writing?.status === 'rejected') {
    const message = `The database file ${file} can be read only: ${String(writing.reason)}`;
    report({ level: 'warn', event: 'database_not_writable', message });
  }
}

/** Opens the file, or creates it. Rejects with `SourceError` if it is missing or cannot be read. */
export async function openSqlite(options: SqliteOptions): Promise<DatabaseAccess> {
  const { busyMs = 5_000, connections = 4, report = () => undefined } = options;
  const file = ensureFile(options);
  const workers = createFileWorkers({ file, connections, busyMs, report });
  const { readers, writers, run } = workers;
  const busyUntil = (call: CallContext) => Math.min(call.deadline, Date.now() + busyMs);
  await startWorkers(workers, file, report);

  return {
    identity: `sqlite:${file}`,
    read: (statement, call) =>
      run(
        () =>
          readers.use(call, async (worker) => {
            const { rows } = await whileBusy(busyUntil(call), () => worker.run(statement, call));
            return rows;
          }),
        true,
      ),
    snapshot: (call, work) =>
      run(() =>
        readers.use(call, (worker) =>
          inTransaction(sqliteTransaction(worker, 'snapshot', busyUntil(call)), call, work),
        ),
      ),
    // The file has one writer at a time, whatever it writes: a lock of a name would add nothing.
    transaction(call, work) {
      const own = withoutSignal(call);
      return run(() =>
        writers.use(own, (worker) => inTransaction(sqliteTransaction(worker, 'write', busyUntil(own)), own, work)),
      );
    },
    describe: (sql, call) =>
      run(() =>
        readers.useSpare(call, async (worker) => {
          const { origins: _, ...description } = await worker.describe(sql, call);
          return description;
        }),
      ),
    origins: (sql, call) =>
      run(() => readers.useSpare(call, async (worker) => (await worker.describe(sql, call)).origins)),
    procedures: () => Promise.resolve([]),
    probe: (sql, call) =>
      run(() =>
        readers.useSpare(call, async (worker) => {
          const statement = { sql: sql ?? 'select count(*) from sqlite_schema', values: [] };
          await whileBusy(busyUntil(call), () => worker.run(statement, call));
        }),
      ),
    pools: () => ({ read: readers.state(), write: writers.state() }),
    close: workers.close,
  };
}
