/**
 * SQLite as a source. Its driver cannot interrupt a statement, so that separate processes run them: one while statements are short, more where
 * they take long. A process that does not answer by the deadline is killed and replaced.
 */
import { existsSync, realpathSync } from 'node:fs';
import type { SourceEvent } from '../../../base/events.ts';
import { type CallContext, type DatabaseAccess, SourceError } from '../../source.ts';
import { inTransaction, withoutSignal } from '../connections/transaction.ts';
import { createSqliteFile } from './create-file.ts';
import { createFileWorkers, type FileWorkers } from './file-workers.ts';
import { whileBusy } from './lock-retry.ts';
import { createQuickReads } from './quick-reads.ts';
import { sqliteTransaction } from './transaction.ts';

type Report = (event: SourceEvent) => void;

export interface SqliteOptions {
  /** Absolute path. */
  readonly file: string;
  /** Absolute paths of SQL scripts that create the file where it is missing. */
  readonly create?: readonly string[] | undefined;
  /** Reads at the same time, at most; 4 by default. */
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

/** Starts a worker. Rejects if the file cannot be read; reports if it cannot be written. */
async function startFirst(workers: FileWorkers, file: string, busyMs: number, report: Report): Promise<void> {
  const { probers, writers, close } = workers;
  const first = { deadline: Date.now() + 30_000 };
  try {
    await probers.use(first, async () => undefined);
  } catch (error) {
    await close();
    throw error;
  }
  try {
    await writers.use(first, (worker) => whileBusy(Date.now() + busyMs, () => worker.open('write', first)));
  } catch (error) {
    const message = `The database file ${file} can be read only: ${String(error)}`;
    report({ level: 'warn', event: 'database_not_writable', message });
  }
}

/** Opens the file, or creates it. Rejects with `SourceError` if it is missing or cannot be read. */
export async function openSqlite(options: SqliteOptions): Promise<DatabaseAccess> {
  const { busyMs = 5_000, connections = 4, report = () => undefined } = options;
  const file = ensureFile(options);
  const workers = createFileWorkers({ file, connections, busyMs, report });
  const { readers, writers, probers, run } = workers;
  const busyUntil = (call: CallContext) => Math.min(call.deadline, Date.now() + busyMs);
  const { read } = createQuickReads(readers, busyUntil);
  await startFirst(workers, file, busyMs, report);

  return {
    identity: `sqlite:${file}`,
    read: (statement, call) => run(() => read(statement, call), true),
    snapshot: (call, work) =>
      run(() =>
        readers.use(call, (worker) =>
          inTransaction(sqliteTransaction(worker, 'snapshot', busyUntil(call)), call, work),
        ),
      ),
    // The file has one writer at a time, whatever it writes: a lock of a name would add nothing.
    transaction(call, work) {
      const callWithoutSignal = withoutSignal(call);
      return run(() =>
        writers.use(callWithoutSignal, (worker) =>
          inTransaction(sqliteTransaction(worker, 'write', busyUntil(callWithoutSignal)), callWithoutSignal, work),
        ),
      );
    },
    describe: (sql, call) =>
      run(() =>
        probers.use(call, async (worker) => {
          const { origins: _, ...description } = await worker.describe(sql, call);
          return description;
        }),
      ),
    origins: (sql, call) => run(() => probers.use(call, async (worker) => (await worker.describe(sql, call)).origins)),
    procedures: () => Promise.resolve([]),
    probe: (sql, call) =>
      run(() =>
        probers.use(call, async (worker) => {
          const statement = { sql: sql ?? 'select count(*) from sqlite_schema', values: [] };
          await whileBusy(busyUntil(call), () => worker.run('read', statement, call));
        }),
      ),
    pools: () => ({ read: readers.state(), write: writers.state() }),
    close: workers.close,
  };
}
