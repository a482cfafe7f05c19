/** A recording of the demo with few cases detects nearly all changes of its profile, and mistakes of meaning that were chosen before. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { showChanges } from '../../../../src/workbench/record/mutants/show-changes.ts';
import { openFixtures } from '../../../../src/workbench/testing/fixture/fixtures.ts';
import { measure } from '../../../record-figures/measure.ts';
import { runHere } from '../../cli/here.ts';
import { folderWith } from '../../service/server/fixture.ts';

/** Mistakes that somebody makes who misunderstands the ERP: each is one replacement in the text of the profile. */
const faults: readonly (readonly [what: string, right: string, wrong: string])[] = [
  ['blocked customers that are found', 'WHERE c.active = 1 AND c.blocked = 0', 'WHERE c.active = 1'],
  ['a base price in another currency', 'bk.base_currency = bc.currency', 'bk.base_currency = bk.base_currency'],
  ['an agreed price that is no longer valid', ' AND ({p}.valid_to IS NULL OR {p}.valid_to >= :today)', ''],
  [
    'the agreed price of another item',
    'WHERE a.account_no = {customer} AND a.item_id = {item}',
    'WHERE a.account_no = {customer}',
  ],
  ['the balance brought forward as the used credit', 'c.balance AS creditUsed', 'c.brought_forward AS creditUsed'],
  ['quotations among the orders', 'WHERE o.state > 5', 'WHERE o.state >= 5'],
  ['cancelled orders in the usage', 'o.state NOT IN (5, 90)', 'o.state NOT IN (5)'],
  ['usage in stock units', 'SUM(l.stock_qty) * 1.0 / i.pack_size', 'SUM(l.stock_qty) * 1.0'],
  [
    'the sign of credit notes in the account',
    '                 e.amount AS amount\n',
    '                 ABS(e.amount) AS amount\n',
  ],
  [
    'the sign of the lines of credit notes',
    "CASE i.kind WHEN 'CREDIT' THEN -1 ELSE 1 END",
    'CASE i.kind WHEN 1 THEN 1 ELSE 1 END',
  ],
  ['allocations that were undone', '      WHERE a.undone = 0\n', '      WHERE a.undone >= 0\n'],
];

const fixtures = openFixtures({});
let folder: string;

beforeAll(async () => {
  folder = join(folderWith({}), 'recorded');
  const { failed } = await measure({
    name: 'demo',
    fixtures,
    scratch: {},
    most: 20,
    explore: 100,
    folder,
    choose: showChanges({ budget: 600_000, mostCases: 60 }),
  });
  expect(failed).toBe(0);
  // The recording takes 10 minutes on an idle machine, and more than the limit of all other tests on a busy one.
}, 3_600_000);
afterAll(() => fixtures.close());

describe('the recording', () => {
  it('has at most 60 cases, and each says what it shows', () => {
    const text = readFileSync(join(folder, 'cases/recorded.yaml'), 'utf8');
    const titles = [...text.matchAll(/^ {2}- case: (.*)$/gm)].map(([, title]) => title);
    expect(titles.length).toBeLessThanOrEqual(60);
    expect(titles.filter((title) => /recorded call/.test(title ?? ''))).toEqual([]);
  });

  it('detects at least ten of the eleven mistakes', async () => {
    const file = join(folder, 'profile.yaml');
    const text = readFileSync(file, 'utf8');
    const undetected: string[] = [];
    for (const [what, right, wrong] of faults) {
      expect(text.split(right)).toHaveLength(2);
      writeFileSync(file, text.replace(right, wrong));
      const { out } = await runHere(['test', file], { cwd: folder, env: process.env });
      if (!/[1-9]\d* failed/.test(out)) undetected.push(what);
    }
    writeFileSync(file, text);
    expect(undetected.length, undetected.join(', ')).toBeLessThanOrEqual(1);
  });
});
