/** Where `engine demo` keeps its files. */
import { accessSync, constants, existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface DemoPlaces {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly packageRoot: string;
  /** The flag `--store`. */
  readonly store: string | undefined;
}

/**
 * Environment variables for the files of the demo that cannot be at their usual places, because the user may not write there: the database in the
 * package, and the store in the working directory. `temporary` makes a folder, once.
 */
export function demoFiles(
  { env, cwd, packageRoot, store }: DemoPlaces,
  mayWrite: (folder: string) => boolean,
  temporary: () => string,
): Readonly<Record<string, string>> {
  const folders = {
    DEMO_DATABASE: env.DEMO_DATABASE === undefined ? join(packageRoot, 'profiles', 'demo') : undefined,
    ENGINE_STORE: env.ENGINE_STORE === undefined && store === undefined ? cwd : undefined,
  };
  const names = { DEMO_DATABASE: 'demo.sqlite', ENGINE_STORE: 'engine-store.sqlite' };
  let made: string | undefined;
  const files: Record<string, string> = {};
  for (const name of ['DEMO_DATABASE', 'ENGINE_STORE'] as const) {
    const folder = folders[name];
    if (folder === undefined || mayWrite(folder)) continue;
    made ??= temporary();
    files[name] = join(made, names[name]);
  }
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
