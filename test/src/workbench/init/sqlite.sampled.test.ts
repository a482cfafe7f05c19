/** `engine init` on an invented German ERP in SQLite: the result is a profile whose cases pass. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { isDeep } from '../../../support/depth.ts';
import type { Ended } from '../../cli/here.ts';
import { checked, emptyFolder, type Folder, sqliteFile } from './init-folder.ts';

const script = readFileSync(join(import.meta.dirname, 'handel.sql'), 'utf8');

let folder: Folder;
let ended: Ended;
beforeAll(async () => {
  folder = emptyFolder();
  sqliteFile(join(folder.path, 'handel.sqlite'), [script]);
  ended = await folder.run(
    'init',
    '--file',
    'handel.sqlite',
    '--name',
    'handel',
    '--clock',
    'Europe/Berlin',
    '--seed',
    'one',
    '--yes',
  );
});
afterAll(() => folder.remove());

/** Endpoints that names and rows of this database tell all of. */
const sure = [
  '/catalog/customers/search',
  '/catalog/products/search',
  '/catalog/products/by-sku',
  '/credit/customer',
  '/sales-orders/list',
  '/customer-invoices/list',
  '/debtors/list',
  '/invoices/list',
  '/payments/list',
];

/** How many open places the texts of an endpoint have. */
const placesIn = (endpoint: object): number => JSON.stringify(endpoint).split('/*?').length - 1;

describe('the profile', () => {
  it('is written, and the next commands are printed', () => {
    expect([ended.status, ended.err]).toEqual([0, '']);
    for (const command of ['engine check handel/profile.yaml', 'engine test handel/profile.yaml', 'engine run'])
      expect(ended.out).toContain(command);
  });

  it('asks nothing about the endpoints that the database determines completely', () => {
    const { endpoints } = parse(folder.text('handel', 'profile.yaml'));
    expect(
      Object.keys(endpoints)
        .filter((path) => endpoints[path].decide === undefined && placesIn(endpoints[path]) === 0)
        .sort(),
    ).toEqual([...sure].sort());
  });

  it('has questions for check to find, and nothing else, also with the database', async () => {
    const { endpoints } = parse(folder.text('handel', 'profile.yaml'));
    const counts = Object.values<{ decide?: string | object }>(endpoints).map((endpoint) =>
      typeof endpoint.decide === 'string' ? 1 : Object.keys(endpoint.decide ?? {}).length + placesIn(endpoint),
    );
    const all = { codes: ['MAP284'], count: counts.reduce((sum, one) => sum + one) };
    expect(all.count).toBeGreaterThan(0);
    expect(await checked(folder, 'handel/profile.yaml')).toEqual(all);
    expect(await checked(folder, '--connect', 'handel/profile.yaml')).toEqual(all);
  });

  it('finds the customer by an undeclared foreign key, and translates the states', () => {
    const { query, codes } = parse(folder.text('handel', 'profile.yaml')).endpoints['/sales-orders/list'];
    expect(query).toContain('o.KDNR AS customerErpId');
    expect(codes).toEqual({ status: { offen: 'open', geliefert: 'delivered', storniert: 'cancelled' } });
  });
});

describe('the cases', () => {
  it('hold over the fixture', async () => {
    const cases = await folder.run('test', 'handel/profile.yaml');
    expect([cases.status, cases.out.split('\n').at(-2)]).toEqual([0, '11 passed, 0 failed.']);
  });

  if (isDeep)
    it('pass the checks that follow from the contract', async () => {
      const suite = await folder.run('test', '--conformance', 'handel/profile.yaml');
      expect([suite.status, suite.out.split('\n').at(-2)]).toEqual([0, expect.stringMatching(/ passed, 0 failed/)]);
    });

  it('have the values of the rows: an invoice of 119 of which 59.50 are open, due on the day of issue', () => {
    const { cases } = parse(folder.text('handel', 'cases', 'first.yaml'));
    const list = cases.find(({ call }: { readonly call: string }) => call === '/invoices/list');
    expect(list.response.invoices[1]).toMatchObject({
      erpInvoiceId: '7002',
      erpDebtorId: '1004',
      issueDate: '2026-03-07',
      dueDate: '2026-03-07',
      amountTotal: 119,
      amountOutstanding: 59.5,
      status: 'AUTHORISED',
    });
  });

  it('leave out endpoints with a question, which answer nothing', async () => {
    const { out, err } = await folder.run(
      ...['run', '/pricing/resolve', '--profile', 'handel/profile.yaml'],
      ...['--set', 'customerErpId=1001', '--set', 'productErpId=YEAST'],
    );
    expect(out + err).toContain('it is not decided yet');
  });
});

describe('the fixture', () => {
  const read = (file: string): Database.Database => {
    const database = new Database(':memory:');
    database.exec(file);
    return database;
  };

  it('contains no personal data', () => {
    const source = read(script);
    const text = folder.text('handel', 'fixture', 'data.sql') + folder.text('handel', 'cases', 'first.yaml');
    const told = source
      .prepare(
        'select FIRMA v from KUNDE union select STRASSE from KUNDE union select STRASSE from ANSCHRIFT union select TELEFON from KUNDE union select EMAIL from KUNDE union select IBAN from KUNDE union select NOTIZ from KUNDE',
      )
      .pluck()
      .all()
      .filter((value): value is string => typeof value === 'string');
    expect(told.length).toBeGreaterThan(12);
    for (const value of [...told, 'Schmidt', 'oeztuerk', 'ohara', 'Ayse', 'cafe', 'CAFE'])
      expect(text).not.toContain(value);
  });

  it('replaces equal values by equal pseudonyms, and keeps ids, amounts, days and names of items', () => {
    const fixture = read(
      `${folder.text('handel', 'fixture', 'schema.sql')}${folder.text('handel', 'fixture', 'data.sql')}`,
    );
    const one = (sql: string): unknown => fixture.prepare(sql).pluck().get();
    expect(one('select k.STRASSE = a.STRASSE from KUNDE k join ANSCHRIFT a on a.ANR = 1 where k.KDNR = 1001')).toBe(1);
    expect(one('select k.STRASSE <> a.STRASSE from KUNDE k join ANSCHRIFT a on a.ANR = 2 where k.KDNR = 1001')).toBe(1);
    expect(one("select KDNR || ' ' || RECHNUNGSDATUM || ' ' || OFFEN from RECHNUNG where RENR = 7002")).toBe(
      '1004 2026-03-07 59.5',
    );
    expect(one('select TEXT from RECHNUNGSPOS where RENR = 7001')).toBe('Weizenmehl 25 kg');
  });

  it('is another one with another seed, and the same with the same', async () => {
    const again = async (seed: string): Promise<string> => {
      await folder.run(
        'init',
        '--file',
        'handel.sqlite',
        '--name',
        'handel',
        '--seed',
        seed,
        '--out',
        `again-${seed}`,
        '--yes',
      );
      return folder.text(`again-${seed}`, 'fixture', 'data.sql');
    };
    expect(await again('one')).toBe(folder.text('handel', 'fixture', 'data.sql'));
    expect(await again('two')).not.toBe(folder.text('handel', 'fixture', 'data.sql'));
  });
});

describe('what is refused', () => {
  it.each([
    ['a folder that is not empty', ['--file', 'handel.sqlite', '--name', 'handel'], 'handel is not empty'],
    ['no name where nobody can be asked', ['--file', 'handel.sqlite'], 'init needs --name'],
    ['no source', ['--name', 'x'], 'init needs --source'],
    ['a file that is not there', ['--file', 'other.sqlite', '--name', 'x'], 'the file other.sqlite does not exist'],
    ['a name that no profile can have', ['--file', 'handel.sqlite', '--name', 'A b'], 'lower-case letters'],
  ])('%s', async (_what, args, message) => {
    const { status, err } = await folder.run('init', ...args);
    expect([status, err]).toEqual([2, expect.stringContaining(message)]);
    expect(existsSync(join(folder.path, 'x'))).toBe(false);
  });
});
