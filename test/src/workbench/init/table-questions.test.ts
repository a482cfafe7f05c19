/** The questions of `engine init` about the tables that it is not sure of. */
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openSqlSource } from '../../../../engine/host/index.ts';
import { askAll } from '../../../../src/cli/init/ask.ts';
import { readDatabase } from '../../../../src/workbench/init/from-database.ts';
import { namedTable } from '../../../../src/workbench/init/match/named-tables.ts';
import type { NamedTables } from '../../../../src/workbench/init/match/tables.ts';
import { propose } from '../../../../src/workbench/init/propose/index.ts';
import { kinds } from '../../../support/kinds.ts';
import { sqliteFile } from './init-folder.ts';
import { keys, type Typed, terminalWith } from './terminal.ts';

const { enter, down, esc } = keys;

/** `mitglied` has the customers and `faktur` the invoices: names that no vocabulary has. There are neither orders nor accounts. */
const tables = `
  create table mitglied (mnr integer primary key, firma text not null, ort text, mail text);
  create table kontakt (id integer primary key, name text, ort text, email text);
  create table artikel (anr integer primary key, artikelnummer text not null unique, bezeichnung text, preis decimal(12,2));
  create table faktur (fnr integer primary key, belegnr text not null unique, mnr integer not null references mitglied, datum date, faellig date, brutto decimal(12,2));
  create table faktur_zeile (id integer primary key, fnr integer not null references faktur, text text, menge integer, einzelpreis decimal(12,2), betrag decimal(12,2));
  create table lager (id integer primary key, titel text, preis decimal(12,2));
  insert into mitglied values (7, 'Nordwind GmbH', 'Kiel', 'post@nordwind.test'), (8, 'Bergland AG', 'Graz', 'post@bergland.test');
  insert into artikel values (1, 'A 17', 'Schraube', 1.5);
  insert into lager values (1, 'Regal 4', 2.25);
  insert into faktur values (1, 'R 17', 7, '2026-03-04', '2026-04-04', 11.9);
  insert into faktur_zeile values (1, 1, 'Schraube', 2, 5.95, 11.9);`;

/** What is asked and chosen at a terminal on which the steps are typed. `named`: the flags --table. */
async function asked(steps: readonly Typed[], named: readonly string[] = []) {
  const terminal = terminalWith(steps);
  const { host } = terminal;
  const file = join(host.cwd, 'members.sqlite');
  sqliteFile(file, [tables]);
  const source = await openSqlSource(kinds.sqlite, {
    connection: { file },
    clock: 'UTC',
    connections: 1,
    folder: host.cwd,
  });
  onTestFinished(() => source.close());
  const flags = { file, name: 'acme', title: 'Acme', clock: 'UTC', sample: 0, table: named };
  let reads = 0;
  async function read() {
    reads += 1;
    const database = await readDatabase(source, Date.now, () => undefined);
    return { tables: database.tables, read: '6 tables', propose: (some: NamedTables) => propose(database, some) };
  }
  const { chosen } = await askAll(host, flags, new Map(named.map(namedTable)), read);
  return { chosen: Object.fromEntries(chosen), left: terminal.left(), screen: terminal.screen(), reads };
}

/** None of these records: after the likely tables, the search and this answer come last but one. */
const up = '\u001b[A';
const none = `${up}${up}${enter}`;
const later = `${up}${enter}`;

const customers = 'Which table has the customers';
const orders = 'Which table has the sales orders';
const invoices = 'Which table has the invoices';
const payments = 'Which table has the payments';
const entries = 'Which table has the entries';

it('offers the likely tables with rows and columns, and asks for what the answers leave uncertain', async () => {
  const { chosen, left, screen, reads } = await asked([
    [/customers\?[\s\S]*mitglied +2 rows +firma, mail, ort[\s\S]*this ERP does not have them/, enter],
    [orders, none],
    [invoices, enter],
    [payments, none],
    [entries, later],
    [
      /Summary[\s\S]*6 tables were read[\s\S]*customer +mitglied[\s\S]*order +none in this ERP[\s\S]*Write the profile/,
      enter,
    ],
  ]);
  expect(left).toEqual([]);
  expect(chosen).toEqual({ customer: 'mitglied', salesOrder: null, invoice: 'faktur', payment: null });
  expect(screen).not.toContain('lines of invoices?');
  expect(reads).toBe(1);
});

it('searches all tables by name, and goes back to an earlier question', async () => {
  const { chosen, left } = await asked([
    [customers, `${up.repeat(3)}${enter}`],
    ['Type a part of its name', `mitgl${enter}`],
    [orders, esc],
    [/Type a part of its name/, esc],
    [customers, enter],
    ['Type a part of its name', enter],
    [orders, none],
    [invoices, enter],
    [payments, later],
    [entries, later],
    ['Write the profile', enter],
  ]);
  expect(left).toEqual([]);
  expect(chosen).toMatchObject({ customer: 'mitglied', invoice: 'faktur' });
});

it('changes a table that was found without a question, at the summary', async () => {
  const { chosen, left } = await asked(
    [
      [invoices, enter],
      // Yes, then the tables that no flag names: the products first.
      [/item +artikel \(found\)[\s\S]*Write the profile/, `${down}${enter}`],
      ['Which table has the products', `${down}${enter}`],
      [/item +lager[\s\S]*Write the profile/, enter],
    ],
    ['customer=mitglied', 'order=none', 'payment=none', 'entry=none'],
  );
  expect(left).toEqual([]);
  expect(chosen).toEqual({ item: 'lager', invoice: 'faktur' });
});

it('asks nothing where flags and names leave nothing uncertain', async () => {
  const named = ['customer=mitglied', 'order=none', 'invoice=faktur', 'payment=none', 'entry=none'];
  const { chosen, screen } = await asked([], named);
  expect([chosen, screen]).toEqual([{}, '']);
});
