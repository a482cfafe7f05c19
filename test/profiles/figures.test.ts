/** Each shipped profile has figures of its cases, which cover all of it. */
import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { readFigures } from '../../src/build/pages/profiles/figures.ts';
import { root } from '../src/cli/here.ts';

it.each(globSync('profiles/*/profile.yaml', { cwd: root }).map(dirname))('%s', (folder) => {
  const { cases } = readFigures(join(root, folder));
  expect(cases?.passed).toBeGreaterThan(0);
  expect(cases?.reached).toBe(cases?.points);
});
