/** `engine record` on an SQLite database with canaries in every column: cases pass unedited, nothing real is written, drift is reported. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { contract } from '../../../../src/contract/index.ts';
import { type Ended, runHere } from '../../cli/here.ts';
import { folderWith } from '../../service/server/fixture.ts';
import { canaries, survivors } from './canaries.ts';

const search = '/catalog/customers/search';
const invoices = '/customer-invoices/list';
const debtors = '/debtors/list';
const small = {
  ...contract,
  endpoints: contract.endpoints.filter(({ path }) => [search, invoices, debtors].includes(path)),
};

const profile = `
profile: lager
title: A small ledger
contract: "1"
settings:
  database: { env: LAGER_DB }
sources:
  erp: { sql: sqlite, connection: { file: "\${database}" }, clock: Europe/Berlin }
ids:
  customer: { type: text, exists: SELECT 1 FROM KUNDE WHERE KDNR = :id }
  invoice: { type: integer }
endpoints:
  ${search}:
    search: { text: query, in: [erpName] }
    query: SELECT k.KDNR AS erpId, k.FIRMA AS erpName, k.ORT AS city FROM KUNDE k WHERE k.GESPERRT = 'nein'
  ${invoices}:
    order: [-issueDate, -erpInvoiceId]
    query: |
      SELECT r.RENR AS erpInvoiceId, r.BELEG AS invoiceNumber, r.KDNR AS customerErpId, r.DATUM AS issueDate, r.FAELLIG AS dueDate,
             w.ISO AS currency, r.BETRAG AS amountTotal, r.BETRAG - COALESCE((SELECT SUM(z.BETRAG) FROM ZAHLUNG z WHERE z.RENR = r.RENR), 0) AS amountOpen,
             r.ZUSTAND AS status
      FROM RECHNUNG r JOIN WAEHRUNG w ON w.WNR = r.WNR
      WHERE r.KDNR = :customerErpId
    codes: { status: { offen: authorised, bezahlt: paid } }
  ${debtors}:
    page: { key: [name, erpDebtorId] }
    query: SELECT k.NR AS erpDebtorId, k.FIRMA AS name, k.EMAIL AS email FROM DEBITOR k
`;

/** A column of each kind with a canary, and a table that no statement uses. */
const schema = `
CREATE TABLE WAEHRUNG (WNR INTEGER PRIMARY KEY, ISO VARCHAR(3) NOT NULL);
CREATE TABLE KUNDE (KDNR VARCHAR(10) PRIMARY KEY, FIRMA VARCHAR(60) NOT NULL, ANSPRECHPARTNER VARCHAR(60), STRASSE VARCHAR(60), ORT VARCHAR(40),
  EMAIL VARCHAR(80), TELEFON VARCHAR(30), IBAN VARCHAR(40), USTID VARCHAR(20), API_TOKEN VARCHAR(60), BEMERKUNG TEXT, ZUSATZ TEXT, X1 VARCHAR(80),
  BILD BLOB, GESPERRT VARCHAR(4) NOT NULL);
CREATE TABLE RECHNUNG (RENR INTEGER PRIMARY KEY, BELEG VARCHAR(20) NOT NULL, KDNR VARCHAR(10) NOT NULL REFERENCES KUNDE (KDNR), DATUM DATE NOT NULL,
  FAELLIG DATE, WNR INTEGER NOT NULL REFERENCES WAEHRUNG (WNR), BETRAG DECIMAL(12,3) NOT NULL, ZUSTAND VARCHAR(10) NOT NULL, TEXT VARCHAR(80));
CREATE TABLE ZAHLUNG (ZNR INTEGER PRIMARY KEY, RENR INTEGER NOT NULL REFERENCES RECHNUNG (RENR), BETRAG DECIMAL(12,3) NOT NULL, ZWECK VARCHAR(80));
CREATE VIEW DEBITOR AS SELECT KDNR AS NR, FIRMA, EMAIL, IBAN, '${canaries.token}' AS MANDANT FROM KUNDE;
CREATE TABLE PERSONAL (PNR INTEGER PRIMARY KEY, NAME VARCHAR(60));
`;

const { name, company, street, town, mail, phone, iban, vat, token, note } = canaries;

function fill(file: string): void {
  const database = new Database(file);
  database.exec(schema);
  database.exec("INSERT INTO WAEHRUNG VALUES (1, 'EUR'), (2, 'KWD')");
  const customer = database.prepare(`INSERT INTO KUNDE VALUES (${Array.from({ length: 15 }, () => '?').join(', ')})`);
  const json = JSON.stringify({
    kontakt: { name, mail, konten: [{ iban }] },
    notiz: note,
    [mail]: true,
    Oberammerfeld: { Kunigunde: 3 },
  });
  const picture = Buffer.from(`JFIF ${name}`);
  customer.run(
    'K 17',
    company,
    name,
    street,
    town,
    mail,
    phone,
    iban,
    vat,
    token,
    note,
    json,
    `${name} ${iban}`,
    picture,
    'nein',
  );
  customer.run(
    'ZWETSCHGENRÖSTER',
    name,
    company,
    note,
    mail,
    mail,
    iban,
    token,
    vat,
    phone,
    token,
    note,
    town,
    picture,
    'nein',
  );
  const others = ['Adlerwerk AG', 'Birkenhof KG', 'Cassini & Söhne', 'Dachsbau e. K.', 'Eichholz SE'];
  for (const [index, other] of others.entries())
    customer.run(
      `K${index}`,
      other,
      null,
      'Ringstr. 3',
      'Freiburg',
      `a${index}@b.de`,
      null,
      null,
      null,
      null,
      '',
      null,
      '',
      null,
      index === 4 ? 'ja' : 'nein',
    );
  const invoice = database.prepare('INSERT INTO RECHNUNG VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)');
  invoice.run(7, 'INV-1', 'K 17', '2026-03-07', '2026-04-06', 1, 100.1, 'offen', note);
  invoice.run(8, '2026/0042', 'K 17', '2026-03-08', null, 2, 33.333, 'bezahlt', `${company} ${token}`);
  invoice.run(9, 'INV-3', 'K0', '2026-03-08', null, 1, 5, 'offen', '');
  database.exec(`INSERT INTO ZAHLUNG VALUES (1, 7, 33.37, '${name} ${iban}'), (2, 8, 33.333, ''), (3, 9, 1, '')`);
  database.exec(`INSERT INTO PERSONAL VALUES (1, '${name}')`);
  database.close();
}

const calls = [
  { call: search, request: { query: 'Quarzbrunn' } },
  { call: search, request: { query: 'zwetschgen' } },
  { call: search, request: { query: '', limit: 3 } },
  { call: invoices, request: { customerErpId: 'K 17' } },
  { call: invoices, request: { customerErpId: 'ZWETSCHGENRÖSTER' } },
  { call: invoices, request: { customerErpId: 'Kunigunde' } },
  { call: debtors, request: { page: 1, limit: 3 } },
  { call: debtors, request: { page: 2, limit: 3 } },
];

let folder: string;
const run = (...args: readonly string[]): Promise<Ended> =>
  runHere(args, { cwd: folder, env: { LAGER_DB: join(folder, 'erp.sqlite') }, contract: small });
const record = (...args: readonly string[]): Promise<Ended> =>
  run('record', '--profile', './lager.yaml', '--calls', 'calls.json', '--key-file', 'key', ...args);

/** All files below a folder, as text. */
function texts(at: string): string {
  return readdirSync(at, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map(
      (one) =>
        `${one.name}\n${readFileSync(join(one.parentPath, one.name), 'latin1')}\n${readFileSync(join(one.parentPath, one.name), 'utf8')}`,
    )
    .join('\n');
}

let ended: Ended;
beforeAll(async () => {
  folder = folderWith({ 'lager.yaml': profile, 'calls.json': JSON.stringify(calls) });
  fill(join(folder, 'erp.sqlite'));
  ended = await record('--out', 'recorded');
});

describe('a recording', () => {
  it('has all calls, and its cases pass unedited', async () => {
    expect([ended.status, ended.err]).toEqual([0, '']);
    expect(ended.out).toContain('8 calls recorded, 0 left out.');
    const tested = await run('test', 'recorded/profile.yaml');
    expect([tested.status, tested.out.trim().split('\n').at(-1)]).toEqual([0, '8 passed, 0 failed.']);
  });

  it('contains nothing real, in no file', () => {
    expect(survivors(texts(join(folder, 'recorded')))).toEqual([]);
  });

  it('has the same invented name in tables, requests and answers', () => {
    const { cases } = parse(readFileSync(join(folder, 'recorded', 'cases', 'recorded.yaml'), 'utf8'));
    const [byName, byPart, , ofCustomer, ofNamed] = cases;
    const [hit] = byName.response.hits;
    expect(hit.erpName).toMatch(/^[A-Z][a-z]{9} [A-Z][a-z]{11} GmbH$/);
    expect(hit.erpName).toContain(byName.request.query);
    expect(byPart.response.hits[0].erpName.toLowerCase()).toContain(byPart.request.query);
    expect(ofNamed.request.customerErpId).toBe(byPart.response.hits[0].erpId);
    expect(ofCustomer.request.customerErpId).toBe('K 17');
    const data = readFileSync(join(folder, 'recorded', 'fixture', 'data.sql'), 'utf8');
    expect(data).toContain(`'${hit.erpName}'`);
  });

  it('keeps amounts, dates, document numbers and states: 100.10 less 33.37 is open', () => {
    const { cases } = parse(readFileSync(join(folder, 'recorded', 'cases', 'recorded.yaml'), 'utf8'));
    expect(cases[3].response.invoices).toEqual([
      {
        ...{
          erpInvoiceId: '8',
          invoiceNumber: '2026/0042',
          customerErpId: 'K 17',
          issueDate: '2026-03-08',
          dueDate: '2026-03-08',
          currency: 'KWD',
        },
        amountTotal: 33.333,
        amountOpen: 0,
        status: 'paid',
      },
      {
        ...{
          erpInvoiceId: '7',
          invoiceNumber: 'INV-1',
          customerErpId: 'K 17',
          issueDate: '2026-03-07',
          dueDate: '2026-04-06',
          currency: 'EUR',
        },
        amountTotal: 100.1,
        amountOpen: 66.73,
        status: 'authorised',
      },
    ]);
  });

  it('sorts invented names as the real ones where a page depends on it', () => {
    const { cases } = parse(readFileSync(join(folder, 'recorded', 'cases', 'recorded.yaml'), 'utf8'));
    const pages = [...cases[6].response.debtors, ...cases[7].response.debtors].map(({ erpDebtorId }) => erpDebtorId);
    // Adlerwerk, Birkenhof, Cassini, Dachsbau, Eichholz; then Kunigunde.
    expect(pages.slice(0, 5)).toEqual(['K0', 'K1', 'K2', 'K3', 'K4']);
    expect(pages).toHaveLength(6);
  });

  it('has only rows that the calls used', () => {
    const data = readFileSync(join(folder, 'recorded', 'fixture', 'data.sql'), 'utf8');
    const made = new Database(':memory:');
    made.exec(readFileSync(join(folder, 'recorded', 'fixture', 'schema.sql'), 'utf8') + data);
    const ids = (sql: string): unknown => made.prepare(sql).pluck().all();
    expect(ids('select RENR from RECHNUNG order by 1')).toEqual([7, 8]);
    expect(ids('select ZNR from ZAHLUNG order by 1')).toEqual([1, 2]);
    expect(ids("select name from sqlite_master where name = 'PERSONAL'")).toEqual([]);
    // A view is a table with the rows that it has shown: two pages of three.
    expect(ids("select type from sqlite_master where name = 'DEBITOR'")).toEqual(['table']);
    expect(ids('select count(*) from DEBITOR where FIRMA is not null and IBAN is null')).toEqual([5]);
  });

  it('creates the key for its owner alone, and overwrites nothing', async () => {
    expect(statSync(join(folder, 'key')).mode & 0o777).toBe(0o600);
    const again = await record('--out', 'recorded');
    expect([again.status, again.err]).toEqual([2, expect.stringContaining('recorded is not empty')]);
  });
});

describe('a review', () => {
  it('lists classes with examples and writes nothing', async () => {
    // SQLite keeps two files beside a database for as long as a process has it open.
    const names = (): readonly string[] => readdirSync(folder).filter((name) => !/-(?:shm|wal)$/.test(name));
    const before = names();
    const { status, out } = await record('--review');
    expect([status, names()]).toEqual([0, before]);
    for (const line of [
      'company:',
      'KUNDE.FIRMA (named FIRMA): Quarzbrunn Feinmechanik GmbH -> ',
      'bank:',
      'secret:',
      'KUNDE.API_TOKEN',
    ])
      expect(out).toContain(line);
  });
});

describe('drift', () => {
  it('is a recorded answer that is another one now', async () => {
    const same = await record('--compare', 'recorded/cases/recorded.yaml');
    expect([same.status, same.out]).toEqual([0, '8 answers compared, 0 differ, 0 requests were not repeated.\n']);
    const database = new Database(join(folder, 'erp.sqlite'));
    database.exec('UPDATE RECHNUNG SET BETRAG = 101.1 WHERE RENR = 7');
    database.close();
    const other = await record('--compare', 'recorded/cases/recorded.yaml');
    expect(other.status).toBe(1);
    expect(other.out).toMatch(
      /^drift: \/customer-invoices\/list, "recorded call 4 of \/customer-invoices\/list with customerErpId" \(line \d+\): the answer differs at invoices\[1\]\.amountTotal$/m,
    );
  });
});

describe('wrong usage', () => {
  it.each([
    ['no target', [], 'record needs --out, --review or --compare'],
    ['a list that is none', ['--out', 'x', '--calls', 'lager.yaml'], 'lager.yaml is no list of calls'],
  ])('%s', async (_, args, message) => {
    writeFileSync(join(folder, 'key2'), 'one');
    const { status, err } = await run('record', '--profile', './lager.yaml', ...args);
    expect([status, err]).toEqual([2, expect.stringContaining(message)]);
  });
});
