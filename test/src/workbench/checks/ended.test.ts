/** A record is no longer used where its row says so, or all rows that join it to others. */
import { expect, it } from 'vitest';
import type { DataRow } from '../../../../src/workbench/checks/core/erp-data.ts';
import { type Ending, endingOf } from '../../../../src/workbench/checks/metamorphic/ended.ts';
import { readRows } from '../../../../src/workbench/checks/metamorphic/rows.ts';
import { column, dataOf, reference, table } from './made-up-data.ts';

const today = '2026-11-29';
const party = table('party', [column('id', 'integer'), column('valid_until', 'datetime')]);
const address = table('address', [column('id', 'integer'), column('town', 'text')]);
const joined = {
  ...table(
    'party_address',
    [column('party_id', 'integer'), column('address_id', 'integer'), column('active', 'boolean')],
    [],
    [reference('party_id', 'party'), reference('address_id', 'address')],
  ),
  key: ['party_id', 'address_id'],
};

/** The ending of the first row of a table. */
async function endingIn(
  of: typeof party,
  all: { readonly parties?: readonly DataRow[]; readonly joined?: readonly DataRow[] },
): Promise<Ending | undefined> {
  const parties = all.parties ?? [{ id: '1', valid_until: null }];
  const addresses = [{ id: '7', town: 'Lübeck' }];
  const rows = await readRows(
    dataOf([
      [party, parties],
      [address, addresses],
      [joined, all.joined ?? []],
    ]),
  );
  const [record] = rows.inTable(of);
  return record && endingOf(rows, record, today);
}

it.each([
  ['2026-11-28', 'party.valid_until is 2026-11-28'],
  ['2026-11-28 23:59:59', 'party.valid_until is 2026-11-28 23:59:59'],
  ['2026-11-29', undefined],
  ['2026-11-29 00:00:00', undefined],
  ['1753-01-01', undefined],
  ['', undefined],
  [null, undefined],
])('a last day of %s', async (valid_until, end) => {
  expect(await endingIn(party, { parties: [{ id: '1', valid_until }] })).toEqual({ isJudged: true, end });
});

it('an address that all customers have given up', async () => {
  const others = [
    { party_id: '1', address_id: '7', active: 'f' },
    { party_id: '2', address_id: '8', active: 't' },
  ];
  expect(await endingIn(address, { joined: others })).toEqual({ isJudged: true, end: 'party_address.active is f' });
  const other = { party_id: '2', address_id: '7', active: 't' };
  expect(await endingIn(address, { joined: [...others, other] })).toEqual({ isJudged: true, end: undefined });
});

it('an address without such columns', async () => {
  expect(await endingIn(address, {})).toEqual({ isJudged: false, end: undefined });
});

it('an article whose own code is no longer used, and not one with another code that is', async () => {
  const item = table('item', [column('id', 'text')]);
  const code = table(
    'code',
    [column('id', 'integer'), column('item', 'text'), column('code', 'text'), column('inactive', 'integer')],
    [],
    [reference('item', 'item')],
  );
  const endingWith = async (codes: readonly DataRow[]) => {
    const rows = await readRows(
      dataOf([
        [item, [{ id: 'KU-15' }]],
        [code, codes],
      ]),
    );
    const [record] = rows.inTable(item);
    return record && endingOf(rows, record, today).end;
  };
  const article = { id: '1', item: 'KU-15', code: 'KU-15', inactive: '1' };
  const other = { id: '2', item: 'KU-15', code: '4006381333931', inactive: '0' };
  expect(await endingWith([article, other])).toBe('code.inactive is 1');
  expect(
    await endingWith([
      { ...article, inactive: '0' },
      { ...other, inactive: '1' },
    ]),
  ).toBeUndefined();
});

it('a flag behind the prefix that all columns of its table have', async () => {
  const names = ['item_id', 'item_number', 'item_active', 'item_price'] as const;
  const item = {
    ...table(
      'item',
      names.map((name) => column(name, 'text')),
    ),
    key: ['item_id'],
  };
  const rows = await readRows(
    dataOf([[item, [{ item_id: '4', item_number: 'KU-15', item_active: 'f', item_price: '9' }]]]),
  );
  const [record] = rows.inTable(item);
  expect(record && endingOf(rows, record, today).end).toBe('item.item_active is f');
});
