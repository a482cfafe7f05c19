/** `engine record`: settings and allowed columns have the values that tables, requests and answers have. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { contract } from '../../../../src/contract/index.ts';
import { type Ended, runHere } from '../../cli/here.ts';
import { folderWith } from '../../service/server/fixture.ts';

const [search, invoices, debtors] = ['/catalog/customers/search', '/customer-invoices/list', '/debtors/list'];
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
  house: { env: LAGER_HOUSE }
sources:
  erp: { sql: sqlite, connection: { file: "\${database}" }, clock: Europe/Berlin }
ids:
  customer: { type: text, exists: SELECT 1 FROM KUNDE WHERE KDNR = :id }
  invoice: { type: integer }
endpoints:
  ${search}:
    search: { text: query, in: [erpName] }
    query: SELECT k.KDNR AS erpId, k.FIRMA AS erpName FROM KUNDE k WHERE substr(k.FIRMA, 1, 10) = 'Dumbledore'
  ${invoices}:
    order: [-issueDate, -erpInvoiceId]
    query: |
      SELECT r.RENR AS erpInvoiceId, r.BELEG AS invoiceNumber, r.KDNR AS customerErpId, r.DATUM AS issueDate, r.DATUM AS dueDate,
             'EUR' AS currency, r.BETRAG AS amountTotal, r.BETRAG AS amountOpen, 'authorised' AS status
      FROM RECHNUNG r WHERE r.KDNR = :customerErpId
  ${debtors}:
    page: { key: [erpDebtorId] }
    query: SELECT k.KDNR AS erpDebtorId, k.FIRMA AS name FROM KUNDE k WHERE k.KDNR = :settings.house
`;

const calls = [
  { call: search, request: { query: '', limit: 3 } },
  { call: invoices, request: { customerErpId: 'DUMBLE' } },
  { call: debtors, request: { page: 1, limit: 3 } },
];

let folder: string;
beforeAll(() => {
  folder = folderWith({ 'lager.yaml': profile, 'calls.json': JSON.stringify(calls) });
  const database = new Database(join(folder, 'erp.sqlite'));
  database.exec(`
    CREATE TABLE KUNDE (KDNR VARCHAR(10) PRIMARY KEY, FIRMA VARCHAR(60) NOT NULL, TAXREF VARCHAR(20), LAT DOUBLE, EDISERVERPWD VARCHAR(20));
    CREATE TABLE RECHNUNG (RENR INTEGER PRIMARY KEY, BELEG VARCHAR(20) NOT NULL, KDNR VARCHAR(10) NOT NULL REFERENCES KUNDE (KDNR), DATUM DATE NOT NULL,
      BETRAG DECIMAL(12,3) NOT NULL);
    INSERT INTO KUNDE VALUES ('DUMBLE', 'Dumbledore &amp; Jo', '1344-654-112', 43.65107, 's3cret9'), ('K0', 'Adlerwerk AG', '4711 0815', 0, '');
    INSERT INTO RECHNUNG VALUES (7, 'INV-1', 'DUMBLE', '2026-03-07', 33.333), (8, '2026/0042', 'K0', '2026-03-08', 5)`);
  database.close();
});

const record = (...args: readonly string[]): Promise<Ended> =>
  runHere(['record', '--profile', './lager.yaml', '--calls', 'calls.json', ...args], {
    ...{ cwd: folder, contract: small, env: { LAGER_DB: join(folder, 'erp.sqlite'), LAGER_HOUSE: 'DUMBLE' } },
  });
const text = (...path: readonly string[]): string => readFileSync(join(folder, ...path), 'utf8');

it('a setting that is an id of the ERP has the replacement of the id, and a call that is left out is shown', async () => {
  const { status, out, err } = await record('--out', 'one');
  expect([status, out]).toEqual([0, expect.stringContaining('2 calls recorded, 1 left out.')]);
  expect(err).toBe(
    `1 x ${search}: the replay answers something else at hits: 0 instead of 1\n  {"query":"","limit":3}\n`,
  );
  const recorded = text('one', 'cases', 'recorded.yaml');
  const { settings, cases } = parse(recorded);
  const [list, all] = cases;
  expect(settings.house).toMatch(/^[A-Z]{6}$/);
  expect([list.case, list.request.customerErpId]).toEqual([
    `recorded call 1 of ${invoices} with customerErpId`,
    settings.house,
  ]);
  expect(all.response.debtors).toEqual([
    expect.objectContaining({ erpDebtorId: settings.house, name: expect.stringMatching(/^\S{10} &amp; \S\S$/) }),
  ]);
  expect(recorded + text('one', 'fixture', 'data.sql')).not.toMatch(/DUMBLE|Dumble|Jo\b|1344|654-112|43\.65|s3cret9/);
});

it('an allowed column keeps its values in foreign keys, settings, requests and answers, and other columns do not', async () => {
  const { status, out } = await record('--out', 'two', '--allow', 'KUNDE.KDNR');
  expect([status, out]).toEqual([0, expect.stringContaining('2 calls recorded, 1 left out.')]);
  const { settings, cases } = parse(text('two', 'cases', 'recorded.yaml'));
  expect([settings.house, cases[0].request.customerErpId, cases[1].response.debtors[0].erpDebtorId]).toEqual([
    'DUMBLE',
    'DUMBLE',
    'DUMBLE',
  ]);
  expect(text('two', 'fixture', 'data.sql')).not.toMatch(/Dumble|1344|43\.65|s3cret9/);
});
