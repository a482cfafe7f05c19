/** Where `engine demo` keeps its files. */
import { accessSync, constants, existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface DemoPlaces {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly packageRoot: string;
  /** Whether a flag, a variable or engine.yaml may name the store. */
  readonly hasStore: boolean;
}

/**
 * Environment variables for the files of the demo: the database, if the user may not write at its usual place in the package, and the store. The store is
 * in the working directory, if the user may write there. It is not the one that a service uses by default, so that both can run. `temporary` makes a folder,
 * once.
 */
export function demoFiles(
  { env, cwd, packageRoot, hasStore }: DemoPlaces,
  mayWrite: (folder: string) => boolean,
  temporary: () => string,
): Readonly<Record<string, string>> {
  let made: string | undefined;
  const placeIn = (folder: string, name: string): string => {
    if (mayWrite(folder)) return join(folder, name);
    made ??= temporary();
    return join(made, name);
  };
  const files: Record<string, string> = {};
  const databaseFolder = join(packageRoot, 'profiles', 'demo');
  if (env.DEMO_DATABASE === undefined && !mayWrite(databaseFolder))
    files.DEMO_DATABASE = placeIn(databaseFolder, 'demo.sqlite');
  if (!hasStore) files.ENGINE_STORE = placeIn(cwd, 'demo-store.sqlite');
  return files;
}

/** Whether this user may write to a folder, and to the demo's database in it. SQLite needs both. */
export function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    const database = join(folder, 'demo.sqlite');
    if (existsSync(database)) accessSync(database, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** A new folder that only this user can read. */
export const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'engine-demo-'));
