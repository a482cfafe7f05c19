/** `--table`: a person names a table, and the rest is proposed anew. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { checked, emptyFolder, type Folder, sqliteFile } from './init-folder.ts';

/** Customers are in `mitglied`, which no vocabulary has; `kunde_alt` is an empty table with a better name. */
const tables = `
  create table mitglied (mnr integer primary key, firma text not null, ort text, mail text);
  create table kunde_alt (kdnr integer primary key, firma text, ort text, email text);
  create table rechnung (renr integer primary key, belegnr text not null unique, mnr integer not null references mitglied, datum date, brutto decimal(12,2));
  insert into mitglied values (7, 'Nordwind GmbH', 'Kiel', 'post@nordwind.test');
  insert into rechnung values (1, 'R 17', 7, '2026-03-04', 11.9);`;

let folder: Folder;
beforeAll(() => {
  folder = emptyFolder();
  sqliteFile(join(folder.path, 'erp.sqlite'), [tables]);
});
afterAll(() => folder.remove());

const init = (...more: readonly string[]) =>
  folder.run('init', '--file', 'erp.sqlite', '--yes', '--sample', '0', ...more);

it('takes the named table, and finds the customer of invoices by it', async () => {
  const { status, err } = await init('--name', 'named', '--table', 'customer=MITGLIED');
  expect([status, err]).toEqual([0, '']);
  const { endpoints } = parse(folder.text('named', 'profile.yaml'));
  expect(endpoints['/debtors/list'].query).toContain('c.mnr AS erpDebtorId');
  expect(endpoints['/customer-invoices/list'].query).toContain('i.mnr AS customerErpId');
  expect((await checked(folder, 'named/profile.yaml')).codes).toEqual(['MAP284']);
});

it('counts a table once that has two kinds of records', async () => {
  const { out } = await init(
    '--name',
    'both',
    ...['customer=mitglied', 'order=rechnung', 'invoice=rechnung'].flatMap((one) => ['--table', one]),
  );
  expect(out).toContain('3 tables read, 2 used.');
});

it.each([
  ['customer=kunden', 'there is no table "kunden"; there are kunde_alt'],
  ['kunde=mitglied', '--table takes <record>=<table> with one of the records customer, item'],
  ['customer', '--table takes <record>=<table>'],
])('%s is refused', async (choice, message) => {
  const { status, err } = await init('--name', 'other', '--table', choice);
  expect([status, err]).toEqual([2, expect.stringContaining(message)]);
});
