/**
 * The double of an ERP that is reached by HTTP: a module beside the profile, `double.ts`, `double.mjs` or `double.js`, that plays the ERP with its
 * state. Nothing but a run of the conformance suite loads it.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FixtureDatabase } from '../../testing/databases/fixture-database.ts';

export interface Double {
  /** Environment variables that give the profile's settings the address and the credentials of the double. */
  readonly environment: Readonly<Record<string, string>>;
  /** Numbers of its records by kind: equal before and after what must leave nothing behind. */
  readonly counts?: () => Promise<Readonly<Record<string, number>>>;
  /**
   * Takes one record out of what the list at `path` is made of, as somebody else who works in the ERP would, and gives what puts it
   * back. Undefined where it cannot be taken out, or stands in a table of the fixture under its id.
   */
  readonly takeOut?: (path: string, id: string) => Promise<(() => Promise<void>) | undefined>;
  /** Sets its clock: from now on it stamps changes with this time, in milliseconds since the epoch. */
  readonly setClock?: (ms: number) => void;
  readonly close: () => Promise<void>;
}

/**
 * What the module exports as its default. It listens on loopback alone. `databases`, by source: those of a profile that reads the ERP's
 * tables as well, for the double to write into.
 */
export type StartDouble = (databases: ReadonlyMap<string, Pick<FixtureDatabase, 'run'>>) => Promise<Double>;

export type LoadedDouble =
  | { readonly kind: 'none' }
  | { readonly kind: 'found'; readonly start: StartDouble }
  | { readonly kind: 'faulty'; readonly reason: string };

const names = ['double.ts', 'double.mjs', 'double.js'];

const isStart = (value: unknown): value is StartDouble => typeof value === 'function';

/** Loads the double of a profile; where it has none, that of what it extends. `folders` are theirs, nearest first. */
export async function loadDouble(folders: readonly string[]): Promise<LoadedDouble> {
  const file = folders.flatMap((folder) => names.map((name) => join(folder, name))).find((path) => existsSync(path));
  if (file === undefined) return { kind: 'none' };
  try {
    const loaded: object = await import(pathToFileURL(file).href);
    const start: unknown = 'default' in loaded ? loaded.default : undefined;
    if (isStart(start)) return { kind: 'found', start };
    return { kind: 'faulty', reason: `${file} has no function as its default export` };
  } catch (error) {
    return { kind: 'faulty', reason: `${file} cannot be loaded: ${error instanceof Error ? error.message : error}` };
  }
}
