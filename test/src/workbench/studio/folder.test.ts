/** The studio reads and writes the files of the profile, and no others. */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openFolder, Refused } from '../../../../src/workbench/operations/access/folder.ts';

let base: string;
let root: string;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'engine-folder-')));
  root = join(base, 'acme');
  mkdirSync(join(root, 'cases'), { recursive: true });
  mkdirSync(join(root, 'fixture'));
  writeFileSync(join(root, 'acme.yaml'), 'profile: acme\n', { mode: 0o640 });
  writeFileSync(join(root, 'cases/search.yaml'), 'cases: []\n');
  writeFileSync(join(root, 'fixture/data.sql'), 'SELECT 1;\n');
  writeFileSync(join(root, '.env'), 'ACME_DB_PASSWORD=R 17\n');
  writeFileSync(join(root, 'engine.yaml'), 'key: x\n');
  writeFileSync(join(base, 'other.yaml'), 'outside: true\n');
});

const folder = () => openFolder(root, 'acme.yaml');

describe('files of the profile', () => {
  it('are the profile, its cases and its fixture, the profile first', () => {
    expect(folder().list()).toEqual([
      { path: 'acme.yaml', kind: 'profile' },
      { path: 'cases/search.yaml', kind: 'cases' },
      { path: 'fixture/data.sql', kind: 'fixture' },
    ]);
  });

  it('are written in one step, with their permissions', () => {
    const { version } = folder().read('acme.yaml');
    expect(folder().write('acme.yaml', 'profile: acme2\n')).not.toBe(version);
    expect(readFileSync(join(root, 'acme.yaml'), 'utf8')).toBe('profile: acme2\n');
    expect(statSync(join(root, 'acme.yaml')).mode & 0o777).toBe(0o640);
    expect(readdirSync(root).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it('can be created below cases and fixture', () => {
    folder().write('cases/new.yaml', 'cases: []\n');
    expect(folder().has('cases/new.yaml')).toBe(true);
  });
});

describe('other files', () => {
  it.each([
    ...['.env', 'engine.yaml', '../other.yaml', 'cases/../../other.yaml', 'cases/../.env', 'cases/.hidden.yaml'],
    ...['/etc/passwd', '..', '', 'cases', 'cases/a/b.yaml', 'cases\\..\\.env', 'cases/x.yaml\0.sql', 'fixture/x.sh'],
  ])('%j is refused for reading and writing', (path) => {
    expect(() => folder().read(path)).toThrow(Refused);
    expect(() => folder().write(path, 'x')).toThrow(Refused);
    expect(() => folder().has(path)).toThrow(Refused);
  });

  it('symbolic links are not followed: neither files nor folders, nor links without a target', () => {
    symlinkSync(join(base, 'other.yaml'), join(root, 'cases/link.yaml'));
    symlinkSync(join(root, '.env'), join(root, 'cases/env.yaml'));
    symlinkSync(join(base, 'absent.yaml'), join(root, 'cases/dangling.yaml'));
    for (const path of ['cases/link.yaml', 'cases/env.yaml', 'cases/dangling.yaml']) {
      expect(() => folder().read(path)).toThrow(/symbolic link/);
      expect(() => folder().write(path, 'x')).toThrow(/symbolic link/);
    }
    expect(readFileSync(join(base, 'other.yaml'), 'utf8')).toBe('outside: true\n');
    expect(
      folder()
        .list()
        .map(({ path }) => path),
    ).not.toContain('cases/link.yaml');
  });

  it('new files are created all or none, and none that exists is replaced', () => {
    const file = join(root, 'cases/search.yaml');
    const before = readFileSync(file, 'utf8');
    const files = new Map([
      ['cases/new/data.sql', 'x'],
      ['cases/search.yaml', 'x'],
    ]);
    expect(() => folder().create(files)).toThrow(/^Nothing was written/);
    expect(() => folder().create(new Map([['.env', 'x']]))).toThrow(Refused);
    expect([readFileSync(file, 'utf8'), folder().has('cases/new/data.sql')]).toEqual([before, false]);
  });

  it('a linked folder leads nowhere', () => {
    const linked = join(base, 'linked');
    mkdirSync(linked);
    writeFileSync(join(linked, 'acme.yaml'), 'profile: acme\n');
    symlinkSync(join(root, 'cases'), join(linked, 'cases'));
    const other = openFolder(linked, 'acme.yaml');
    expect(other.list()).toEqual([{ path: 'acme.yaml', kind: 'profile' }]);
    expect(() => other.read('cases/search.yaml')).toThrow(/leads out/);
    expect(() => other.write('cases/new.yaml', 'x')).toThrow(/leads out/);
  });
});
