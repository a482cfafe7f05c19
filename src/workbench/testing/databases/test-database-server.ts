/** A server on which a test run creates databases of one kind. */
import { createHash, randomBytes } from 'node:crypto';
import type { FixtureFiles } from '../fixture-files/files.ts';
import type { FixtureDatabase } from './fixture-database.ts';

export interface TestDatabaseServer {
  /** A note for the user if the databases are not of the profile's kind: a sentence without a full stop. */
  readonly note: string | undefined;
  /** Creates and fills a database. `clock`: time zone of the source. Rejects with `FixtureFault`. */
  make(files: FixtureFiles, clock: string): Promise<FixtureDatabase>;
  /** Drops the remaining databases, and stops the server if the run started it. */
  close(): Promise<void>;
}

/** Why there is no server. `reason`: a clause without a full stop; `cure`: a sentence. */
export interface NoServer {
  readonly reason: string;
  readonly cure: string;
}

/** A new database name. */
export const freshName = (): string => `engine_test_${randomBytes(8).toString('hex')}`;

/**
 * Drops the remaining databases of a run, and calls `end` in any case. Rejects with an error that names the databases
 * that are left.
 */
export async function dropRemaining(
  made: ReadonlySet<string>,
  drop: (name: string) => Promise<void>,
  end: () => Promise<void>,
): Promise<void> {
  const left: string[] = [];
  try {
    for (const name of [...made]) {
      try {
        await drop(name);
      } catch (error) {
        left.push(`${name} (${error instanceof Error ? error.message : String(error)})`);
      }
    }
  } finally {
    await end();
  }
  if (left.length > 0) throw new Error(`The run could not remove all of its databases: ${left.join(', ')}`);
}

/** Equal for fixtures with equal file names and texts. */
function digestOf(layers: FixtureFiles): string {
  const texts = layers.flatMap(({ scripts, rows }) => [...scripts, ...rows].map(({ name, text }) => [name, text]));
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex');
}

/** Memoizes `make` by the content of the fixture. Failed calls are not stored. */
export function memoizeTemplates<T>(make: (files: FixtureFiles) => Promise<T>): (files: FixtureFiles) => Promise<T> {
  const kept = new Map<string, Promise<T>>();
  return (files) => {
    const digest = digestOf(files);
    const databaseTemplate = kept.get(digest) ?? make(files);
    kept.set(digest, databaseTemplate);
    databaseTemplate.catch(() => kept.delete(digest));
    return databaseTemplate;
  };
}
