/** Fixtures of a profile: the SQL files beside it that make a small ERP, in a database of its own for each file of cases. */
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DeclaredSource, Trial } from '../../engine/index.ts';
import type { StoreAddress } from '../state/address.ts';

/** Databases for the sources of a profile; they are made from the fixture when they are opened. */
export interface Fixture {
  readonly connections: Trial['connections'];
  /** Where the engine keeps bookmarks meanwhile. */
  readonly store: StoreAddress;
  drop(): void;
}

export type MadeFixture =
  | { readonly ok: true; readonly fixture: Fixture }
  /** There is none for this kind of database. */
  | { readonly ok: false; readonly reason: string };

/** The scripts of a folder: `schema.sql` first, all others by name. */
function scriptsIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  const rank = (name: string): string => (name === 'schema.sql' ? '' : name);
  return names.sort((one, other) => (rank(one) < rank(other) ? -1 : 1)).map((name) => join(folder, name));
}

/** The databases of one file of cases. Scripts of `fixture/<source>/` belong to that source, those of `fixture/` to the only one. */
export function makeFixture(profileFolder: string, sources: readonly DeclaredSource[]): MadeFixture {
  const folder = join(profileFolder, 'fixture');
  const scripts = new Map<string, readonly string[]>();
  const databases = sources.filter((source) => source.kind === 'sql');
  for (const { name, dialect } of databases) {
    if (dialect !== 'sqlite')
      return { ok: false, reason: `a fixture on ${dialect} cannot be made yet, only one on sqlite` };
    const own = scriptsIn(join(folder, name));
    const create = own.length > 0 || databases.length > 1 ? own : scriptsIn(folder);
    if (create.length === 0) return { ok: false, reason: `there are no SQL files in ${folder}` };
    scripts.set(name, create);
  }
  const scratch = mkdtempSync(join(tmpdir(), 'engine-test-'));
  const connections = new Map(
    [...scripts].map(([name, create]) => [name, { file: join(scratch, `${name}.sqlite`), create }]),
  );
  const store: StoreAddress = { kind: 'file', file: join(scratch, 'store.sqlite') };
  return { ok: true, fixture: { connections, store, drop: () => rmSync(scratch, { recursive: true, force: true }) } };
}
