/**
 * The double of an ERP that is reached by HTTP: a module next to the profile (`double.ts`, `double.mjs` or `double.js`) that replaces the ERP,
 * state included. Only the conformance suite loads it.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { nodesIn } from '../../../../engine/tools/index.ts';
import type { FixtureDatabase } from '../../testing/databases/fixture-database.ts';
import { odataDouble } from '../../testing/odata-double/odata-double.ts';
import type { DoubleData } from '../erp-data/open-data.ts';

export interface ErpDouble {
  /** Values of the environment variables that the profile's settings name: the address and the credentials of the double. */
  readonly environment: Readonly<Record<string, string>>;
  /** Numbers of its records by kind. Checks compare them before and after requests. */
  readonly counts?: () => Promise<Readonly<Record<string, number>>>;
  /**
   * Removes the record of an id from the list at `path`. Returns a function that puts it back; undefined where it cannot be removed, or is a
   * row of the fixture's database.
   */
  readonly takeOut?: (path: string, id: string) => Promise<(() => Promise<void>) | undefined>;
  /** Its records, unless they are rows of the fixture's database. */
  readonly data?: DoubleData;
  /** Sets the time that changes are stamped with from now on, in milliseconds since the epoch. */
  readonly setClock?: (ms: number) => void;
  readonly close: () => Promise<void>;
}

type Databases = ReadonlyMap<string, Pick<FixtureDatabase, 'run'>>;

/** What a double can be made of. It receives them, because its folder need not have this package. */
export interface DoubleTools {
  /** A double that is a description, rows and rules. */
  readonly odataDouble: typeof odataDouble;
  /** All parts of an expression of OData, for rules about filters. */
  readonly nodesIn: typeof nodesIn;
}

export const doubleTools: DoubleTools = { odataDouble, nodesIn };

/**
 * The default export of the module. The double must listen only on loopback. `databases`, by source: those of a profile that also reads the
 * ERP's tables, so that the double can write into them.
 */
export type StartDouble = (databases: Databases, tools: DoubleTools) => Promise<ErpDouble>;

export type LoadedDouble =
  | { readonly kind: 'none' }
  | { readonly kind: 'found'; readonly start: (databases: Databases) => Promise<ErpDouble> }
  | { readonly kind: 'faulty'; readonly reason: string };

const names = ['double.ts', 'double.mjs', 'double.js'];

const isStart = (value: unknown): value is StartDouble => typeof value === 'function';

/** Loads the double of a profile or of its nearest base profile that has one. `folders`: those of the profile and its base profiles, nearest first. */
export async function loadDouble(folders: readonly string[]): Promise<LoadedDouble> {
  const file = folders.flatMap((folder) => names.map((name) => join(folder, name))).find((path) => existsSync(path));
  if (file === undefined) return { kind: 'none' };
  try {
    const loaded: object = await import(pathToFileURL(file).href);
    const start: unknown = 'default' in loaded ? loaded.default : undefined;
    if (isStart(start)) return { kind: 'found', start: (databases) => start(databases, doubleTools) };
    return { kind: 'faulty', reason: `${file} has no function as its default export` };
  } catch (error) {
    return { kind: 'faulty', reason: `${file} cannot be loaded: ${error instanceof Error ? error.message : error}` };
  }
}
