/** The temporary files of a verb are removed when it ends, for every way in which it can end itself. */
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { folderWith } from '../service/server/fixture.ts';
import { runHere } from './here.ts';

let cwd: string;
let temporary: string;
beforeEach(() => {
  cwd = folderWith({ 'broken.yaml': 'profile: [' });
  temporary = join(cwd, 'temporary');
  mkdirSync(temporary);
  vi.stubEnv('TMPDIR', temporary);
  return () => vi.unstubAllEnvs();
});

it.for<[what: string, status: number, args: readonly string[]]>([
  ['cases that hold', 0, ['test', 'demo', '--filter', 'small letters']],
  ['a profile that cannot be read', 1, ['test', './broken.yaml']],
  ['a call', 0, ['run', '/catalog/products/search', '--profile', 'demo']],
  ['what follows from the contract', 0, ['test', '--conformance', 'demo', '--filter', 'health']],
])('%s', async ([, expected, args]) => {
  const { status, out, err } = await runHere(args, { env: {}, cwd });
  expect({ status, left: readdirSync(temporary), said: status === expected ? '' : out + err }).toEqual({
    status: expected,
    left: [],
    said: '',
  });
});
