/** `engine test --conformance --make-data`: rows for the checks that lack them, as a file for the fixture. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { contract } from '../../../src/contract/index.ts';
import { folderWith } from '../service/server/fixture.ts';
import { type Ended, runHere } from './here.ts';

const profile = `
profile: shop
title: A shop
contract: "1"
sources: { shop: { sql: sqlite, connection: { file: nowhere.sqlite } } }
endpoints:
  /catalog/customers/search:
    search: { text: query, in: [erpName] }
    query: SELECT no AS erpId, name AS erpName FROM customer
  /catalog/customers/addresses:
    order: [_id]
    query: >-
      SELECT a.id AS erpLocationId, a.id AS _id, CASE a.kind WHEN 'D' THEN 'shipping' ELSE 'billing' END AS addressKind,
      a.street AS address, a.street AS erpLabel
      FROM address a WHERE a.customer = :customerId [[ AND CASE a.kind WHEN 'D' THEN 'shipping' ELSE 'billing' END = :kind ]]
  /credit/customer:
    query: SELECT currency, credit_limit AS creditLimit, NULL AS creditUsed FROM customer WHERE no = :customerErpId
  /invoices/list: { unavailable: It has no invoices. }
`;
const schema = `
CREATE TABLE customer (no TEXT PRIMARY KEY, name TEXT NOT NULL, currency TEXT NOT NULL, credit_limit DECIMAL(10,2));
CREATE TABLE address (id INTEGER PRIMARY KEY, customer TEXT NOT NULL REFERENCES customer (no), kind TEXT NOT NULL, street TEXT NOT NULL);
`;
const data = `
INSERT INTO customer VALUES ('K1001', 'Anna Zöller KG', 'EUR', 1250.5), ('K1002', 'Bert O''Hara Ltd', 'EUR', 830);
INSERT INTO address VALUES (41, 'K1001', 'D', 'Hafenweg 3');
`;
const wanted = '/catalog/customers/addresses: no location belongs to two customers';

let folder: string;
const paths = [
  '/health',
  '/catalog/customers/search',
  '/catalog/customers/addresses',
  '/credit/customer',
  '/invoices/list',
];
const small = { ...contract, endpoints: contract.endpoints.filter(({ path }) => paths.includes(path)) };
const test = (...args: readonly string[]): Promise<Ended> =>
  runHere(['test', '--conformance', './profile.yaml', ...args], { env: {}, cwd: folder, contract: small });

beforeEach(() => {
  folder = folderWith({ 'profile.yaml': profile });
  mkdirSync(join(folder, 'fixture'));
  writeFileSync(join(folder, 'fixture', 'schema.sql'), schema);
  writeFileSync(join(folder, 'fixture', 'data.sql'), data);
});

describe('--make-data', () => {
  it('writes rows with which the checks run and pass, and says where they belong', async () => {
    const ended = await test('--filter', 'no location belongs', '--make-data', 'rows.sql');
    expect(ended.out).toContain(`  ?    agreement: ${wanted}`);
    const sql = readFileSync(join(folder, 'rows.sql'), 'utf8');
    // The address alone under the other customer would give both the same answer, which another check refuses.
    expect(sql).toMatch(/INSERT INTO "customer" .* VALUES\n {2}\('K\d+', 'Anna Zöller KG', 'EUR', 1250.5\);/);
    expect(sql).toMatch(/INSERT INTO "address" .* VALUES\n {2}\(\d+, 'K\d+', 'D', 'Hafenweg 3'\);/);
    expect(sql.match(/INSERT/g)).toHaveLength(2);
    expect(ended.err).toContain(
      'two customers with addresses: customer K1001 was copied with its rows (1 customer, 1 address)',
    );
    expect(ended.err).toMatch(/With these rows \d+ checks pass, 0 fail and/);
    const target = join('fixture', 'zz-rows.sql');
    expect(ended.err).toContain(`move the file to ${target}`);
    expect(readFileSync(join(folder, 'fixture', 'data.sql'), 'utf8')).toBe(data);

    renameSync(join(folder, 'rows.sql'), join(folder, target));
    const again = await test();
    expect(again).toMatchObject({ status: 0, err: '' });
    expect(again.out).toContain(`  ok   agreement: ${wanted}`);
  });

  it('makes a limit of 0 on a copy, and not on the row of an existing customer', async () => {
    await test('--filter', 'a limit of 0', '--make-data', 'rows.sql');
    const sql = readFileSync(join(folder, 'rows.sql'), 'utf8');
    expect(sql).toMatch(/VALUES\n {2}\('K\d+', 'Anna Zöller KG', 'EUR', 0\);/);
    expect(sql.match(/INSERT/g)).toHaveLength(2);
    expect(sql).not.toContain('UPDATE');
  });

  it('names what it cannot make', async () => {
    const oneWord = data.replace('Anna Zöller KG', 'Anna').replace("Bert O''Hara Ltd", 'Bert');
    writeFileSync(join(folder, 'fixture', 'data.sql'), oneWord);
    const { err } = await test('--filter', 'every word must occur', '--make-data', 'rows.sql');
    // A copy has the name of its row.
    expect(err).toBe(
      'No rows are made.\n  no rows are made for a record whose name has two words: add them by hand\nNo check has run: nothing is proven.\n',
    );
    expect(existsSync(join(folder, 'rows.sql'))).toBe(false);
  });

  it('takes a new file, one profile and --conformance', async () => {
    writeFileSync(join(folder, 'rows.sql'), '-- reviewed\n');
    expect(await test('--make-data', 'rows.sql')).toMatchObject({ status: 2, out: '' });
    expect(readFileSync(join(folder, 'rows.sql'), 'utf8')).toBe('-- reviewed\n');
    expect((await test('other.yaml', '--make-data', 'new.sql')).err).toContain('--make-data takes one profile');
    const cases = await runHere(['test', './profile.yaml', '--make-data', 'new.sql'], { env: {}, cwd: folder });
    expect(cases.err).toContain('--make-data needs --conformance');
    expect(existsSync(join(folder, 'new.sql'))).toBe(false);
  });
});
