/** The table of recovery times in docs/reliability.md against the times that the shipped profiles declare. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { profileText, shippedProfiles } from '../support/shipped-profiles.ts';

const root = join(import.meta.dirname, '../..');
const seconds = (text: string): number => Number.parseInt(text, 10) * (text.endsWith('m') ? 60 : 1);

/** From the documentation: pause between two searches of the background. */
const searchSeconds = 5;

const rows = readFileSync(join(root, 'docs/reliability.md'), 'utf8')
  .split('\n')
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
  .filter((cells) => cells.length === 8 && /^\d+[ms]$/.test(cells[1] ?? ''));

it('has a row for each shipped profile with writes over HTTP', () => {
  const overHttp = shippedProfiles.filter((name) => /^(?: +http|extends):/m.test(profileText(name)));
  expect(rows.flatMap(([names = '']) => names.split(', '))).toEqual(overHttp);
});

it.each(rows)('%s', (names, timeout = '', settle = '', apart = '', atomic = '', written = '', absent = '') => {
  const [name = ''] = (names ?? '').split(', ');
  const { sources } = parse(profileText(name));
  const source = Object.values<Record<string, Record<string, unknown>>>(sources).find(({ http }) => http !== undefined);
  expect([timeout, settle, apart, atomic]).toEqual([
    source?.limits?.timeout,
    source?.writes?.settle,
    source?.writes?.apart ?? '20s',
    source?.writes?.atomic === true ? 'yes' : 'no',
  ]);
  expect(written).toBe(atomic === 'yes' ? 'at the restart' : `${seconds(settle) + searchSeconds} s`);
  expect(absent).toBe(`${seconds(settle) + seconds(apart) + 2 * searchSeconds} s`);
});
