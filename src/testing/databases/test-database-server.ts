/** Where databases of one kind are made for a run. */
import { createHash, randomBytes } from 'node:crypto';
import type { FixtureFiles } from '../fixture/files.ts';
import type { FixtureDatabase } from '../fixture/fixture.ts';

export interface Ground {
  /** What the databases are, where they are not simply of the profile's kind: a sentence without a full stop. */
  readonly note: string | undefined;
  /** A database of its own, filled. `clock` is the time zone of the source. Rejects with `FixtureFault`. */
  make(files: FixtureFiles, clock: string): Promise<FixtureDatabase>;
  /** Removes what is left, and ends the server where it is one of its own. */
  close(): Promise<void>;
}

/** Why there is none. `reason` is a clause without a full stop, `cure` a sentence. */
export interface NoGround {
  readonly reason: string;
  readonly cure: string;
}

/** A name that nobody has for a database. */
export const freshName = (): string => `engine_test_${randomBytes(8).toString('hex')}`;

/** The same for the same fixture, whatever its files are called by. */
export function digestOf(layers: FixtureFiles): string {
  const texts = layers.flatMap(({ scripts, rows }) => [...scripts, ...rows].map(({ name, text }) => [name, text]));
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex');
}

/** What is made once for each fixture, and kept; one that fails is made again by the next that asks. */
export function keepTemplates<T>(make: (files: FixtureFiles) => Promise<T>): (files: FixtureFiles) => Promise<T> {
  const kept = new Map<string, Promise<T>>();
  return (files) => {
    const digest = digestOf(files);
    const known = kept.get(digest) ?? make(files);
    kept.set(digest, known);
    known.catch(() => kept.delete(digest));
    return known;
  };
}
