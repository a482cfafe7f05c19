/** The identity of the file behind a source, and what has to happen before a file that replaced it may be opened. */
import { type BigIntStats, statSync } from 'node:fs';
import { SourceError } from '../../source.ts';

/** Another file has, or is about to get, the name of the file that was opened. Nothing was run. */
export class FileReplaced extends SourceError {
  constructor(file: string) {
    super('unreachable', `The database file ${file} was replaced.`);
  }
}

/** The file that has the name now. Throws `SourceError` where there is none. */
export function databaseFile(file: string): BigIntStats {
  const stats = statSync(file, { bigint: true, throwIfNoEntry: false });
  if (stats === undefined) throw new SourceError('unreachable', `There is no database file ${file} any longer.`);
  return stats;
}

/** Whether two looks at a name found the same file. */
export const sameFile = (one: BigIntStats, other: BigIntStats): boolean =>
  one.dev === other.dev && one.ino === other.ino;

interface DatabaseFile {
  /** Throws `SourceError` while the file may not be opened, and `FileReplaced` where it is another one. Called before a worker starts. */
  check(): void;
  /** Records the file's identity and its write-ahead log. Called after a worker has opened it. */
  opened(): void;
  /** `closeAll` closes the file that was replaced in all workers; only then may the new one be opened. */
  replace(closeAll: () => Promise<void>): Promise<void>;
}

/** `file` is an absolute path without symbolic links, as SQLite uses it for the name of the log. */
export function watchDatabaseFile(file: string): DatabaseFile {
  const logName = `${file}-wal`;
  const logNow = () => statSync(logName, { bigint: true, throwIfNoEntry: false });
  let knownFile: BigIntStats | undefined;
  let log: BigIntStats | undefined;
  /** The log of a file that is no longer there: SQLite would apply it to the new one, which destroys it. */
  let stale: BigIntStats | undefined;
  let closing = false;

  return {
    check() {
      if (closing) throw new FileReplaced(file);
      const now = databaseFile(file);
      if (knownFile !== undefined && !sameFile(knownFile, now)) throw new FileReplaced(file);
      if (stale === undefined) return;
      const fileStats = logNow();
      if (fileStats !== undefined && sameFile(fileStats, stale) && fileStats.size > 0n) {
        const message = `The database file ${file} was replaced, but ${logName} still belongs to the one before.`;
        throw new SourceError('unreachable', `${message} Remove it, and ${file}-shm, or restore the backup again.`);
      }
      stale = undefined;
    },
    opened() {
      knownFile = statSync(file, { bigint: true, throwIfNoEntry: false });
      log = logNow();
    },
    async replace(closeAll) {
      closing = true;
      try {
        await closeAll();
      } finally {
        closing = false;
        knownFile = undefined;
        // A log that was created after its file was opened is not recorded. The present one may be that log.
        stale = log ?? logNow();
      }
    },
  };
}
