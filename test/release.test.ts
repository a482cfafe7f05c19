/** The version, and the files that each package of the project has. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (name: string) => readFileSync(join(root, name), 'utf8');

interface Manifest {
  readonly version: string;
  readonly files: readonly string[];
}

/** The sections of the changelog, newest first: the title without its day, and the text. */
const sections = read('CHANGELOG.md')
  .split(/^## /m)
  .slice(1)
  .map((section) => ({
    title: section.split('\n')[0]?.split(' ')[0] ?? '',
    text: section.split('\n').slice(1).join('\n').trim(),
  }));

const numbers = (version: string): readonly number[] =>
  (/^\d+\.\d+\.\d+/.exec(version)?.[0] ?? '').split('.').map(Number);

/** Whether a version is newer, by its three numbers. */
function isNewer(version: string, than: string): boolean {
  const [a, b] = [numbers(version), numbers(than)];
  const index = a.findIndex((number, at) => number !== b[at]);
  return index >= 0 && (a[index] ?? 0) > (b[index] ?? 0);
}

it('the version is that of the newest release, or with unreleased changes that of the next one with -dev', () => {
  const { version }: Manifest = JSON.parse(read('package.json'));
  const [unreleased, newest] = ['Unreleased', /^\d/].map((title) =>
    sections.find((section) => (typeof title === 'string' ? section.title === title : title.test(section.title))),
  );
  const released = newest?.title ?? '';
  expect(released).toMatch(/^\d+\.\d+\.\d+$/);
  if (unreleased === undefined || unreleased.text === '') return expect(version).toBe(released);
  expect(version).toMatch(/^\d+\.\d+\.\d+-dev$/);
  expect(isNewer(version, released)).toBe(true);
});

it('the lockfile has the version of the package', () => {
  const { version }: Manifest = JSON.parse(read('package.json'));
  const lock: { readonly version: string; readonly packages: Readonly<Record<string, Manifest>> } = JSON.parse(
    read('package-lock.json'),
  );
  expect([lock.version, lock.packages['']?.version]).toEqual([version, version]);
});

it('the package has the changelog and the words about security; npm adds README and LICENSE', () => {
  const { files }: Manifest = JSON.parse(read('package.json'));
  expect(files).toEqual(expect.arrayContaining(['CHANGELOG.md', 'SECURITY.md']));
  expect(read('LICENSE')).toMatch(/\S/);
});
