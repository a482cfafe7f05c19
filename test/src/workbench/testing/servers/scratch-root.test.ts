/** Where test runs keep what they discard. */
import { platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { scratchRoot } from '../../../../../src/workbench/testing/servers/scratch-root.ts';
import { folderWith } from '../../../service/server/fixture.ts';

beforeEach(() => {
  for (const name of ['TMPDIR', 'TMP', 'TEMP']) vi.stubEnv(name, undefined);
});
afterEach(() => vi.unstubAllEnvs());

const folder = folderWith({});

it('is in memory on Linux, where enough is free', () => {
  expect(scratchRoot(folder, 1)).toBe(platform() === 'linux' ? folder : tmpdir());
});

it('is the folder for temporary files where little is free, and without a file system in memory', () => {
  expect(scratchRoot(folder, Number.POSITIVE_INFINITY)).toBe(tmpdir());
  expect(scratchRoot(join(folder, 'none'), 1)).toBe(tmpdir());
});

it('is TMPDIR where that is set', () => {
  vi.stubEnv('TMPDIR', join(folder, 'other'));
  expect(scratchRoot(folder, 1)).toBe(join(folder, 'other'));
});
