/** `engine format`: files on disk, and its exit status. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folderWith } from '../service/server/fixture.ts';
import { runHere } from './here.ts';

const texts = { 'good.yaml': 'a: 1 # one\n', 'other.yaml': 'a:   1 # one\n', 'broken.yaml': 'a: [1\n' };

it('changes files with another style, and lists them', async () => {
  const cwd = folderWith(texts);
  const ended = await runHere(['format', 'good.yaml', 'other.yaml'], { env: {}, cwd });
  expect(ended).toEqual({ status: 0, out: 'other.yaml\n', err: '' });
  expect(readFileSync(join(cwd, 'other.yaml'), 'utf8')).toBe('a: 1 # one\n');
});

it('with --check changes nothing, and fails', async () => {
  const cwd = folderWith(texts);
  const ended = await runHere(['format', '--check', 'good.yaml', 'other.yaml'], { env: {}, cwd });
  expect(ended).toEqual({ status: 1, out: 'other.yaml\n', err: '' });
  expect(readFileSync(join(cwd, 'other.yaml'), 'utf8')).toBe(texts['other.yaml']);
  expect((await runHere(['format', '--check', 'good.yaml'], { env: {}, cwd })).status).toBe(0);
});

it('names a file that is no YAML, and one that cannot be read', async () => {
  const cwd = folderWith(texts);
  const broken = await runHere(['format', 'broken.yaml'], { env: {}, cwd });
  expect(broken).toMatchObject({ status: 1, err: expect.stringContaining('broken.yaml is not formatted') });
  expect((await runHere(['format', 'nowhere.yaml'], { env: {}, cwd })).status).toBe(2);
});
