/** `engine test --coverage`: the parts of the profile that its cases have covered. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { contract } from '../../../../src/contract/index.ts';
import { type Ended, runHere } from '../../cli/here.ts';
import { folderWith } from '../../service/server/fixture.ts';

// SQLite works in processes of its own, which take their time on a busy machine.
const profile = `
profile: shop
title: A shop
contract: "1"
sources:
  shop: { sql: sqlite, connection: { file: nowhere.sqlite } }
endpoints:
  /pricing/resolve:
    first:
      - query: SELECT price AS systemUnitPrice, 'own' AS source FROM own WHERE no = :customerErpId
      - query: SELECT price AS systemUnitPrice, 'list' AS source FROM list WHERE id = :productErpId
  /sales-orders/list:
    query: |
      SELECT id AS erpSoId, no AS soNumber, customer AS customerErpId, state AS status, day AS orderDate
      FROM orders WHERE 1 = 1 [[ AND customer = :customerErpId ]]
    fields:
      soNumber: "soNumber = '' ? 'none' : soNumber"
    codes: { status: { 1: open, 2: closed, else: other } }
  /debtors/list:
    unavailable: no part of this
`;
const schema = `CREATE TABLE own (no TEXT, price TEXT); CREATE TABLE list (id TEXT, price TEXT);
CREATE TABLE orders (id TEXT, no TEXT, customer TEXT, state INTEGER, day TEXT);`;
const data = `INSERT INTO list VALUES ('7', '1.50');
INSERT INTO orders VALUES ('1', 'A', 'K1', 1, '2026-01-01'), ('2', 'B', 'K2', 9, '2026-01-02');`;

const paths = ['/pricing/resolve', '/sales-orders/list', '/debtors/list'];
const small = { ...contract, endpoints: contract.endpoints.filter(({ path }) => paths.includes(path)) };

/** The line of the profile that holds a text. */
const lineOf = (text: string): number => profile.split('\n').findIndex((line) => line.includes(text)) + 1;

/** `shop.yaml:line:column` of a text that stands there once. */
const placeOf = (text: string): string =>
  `shop.yaml:${lineOf(text)}:${(profile.split('\n')[lineOf(text) - 1] ?? '').indexOf(text) + 1}`;

let folder: string;
beforeEach(() => {
  folder = folderWith({ 'shop.yaml': profile });
  for (const name of ['fixture', 'cases']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'fixture', 'schema.sql'), schema);
  writeFileSync(join(folder, 'fixture', 'data.sql'), data);
});

const given = (name: string, ...cases: readonly string[]): void =>
  writeFileSync(join(folder, 'cases', name), `cases:\n${cases.join('')}`);
const run = (...args: readonly string[]): Promise<Ended> =>
  runHere(['test', './shop.yaml', ...args], { env: {}, cwd: folder, contract: small });

const price = `  - case: a price of the list
    call: /pricing/resolve
    request: { customerErpId: K1, productErpId: "7" }
    response: { systemUnitPrice: 1.5, source: list }
`;
const ordersOf = (customer: string): string => `  - case: orders of ${customer}
    call: /sales-orders/list
    request: { customerErpId: ${customer} }
    part: { orders: [{ customerErpId: ${customer} }] }
`;
const allOrders = `  - case: all orders
    call: /sales-orders/list
    part: { orders: [] }
`;

describe('coverage', () => {
  it('counts the covered points, and lists the others with their places', async () => {
    given('a.yaml', price, ordersOf('K1'));
    const { status, out } = await run('--coverage');
    expect(status).toBe(0);
    // Endpoints: the two that are provided. Fields: systemUnitPrice, source; five of an order. A block that stands, and does not. Codes 1, 2,
    // else. Two ways of the `?`. Two reads of `first`. The case of K1 has one order in state 1 with a number.
    expect(out.slice(out.indexOf('Coverage'))).toBe(`Coverage of shop.yaml
  endpoints                    2 of 2     100 %
  contract fields              7 of 7     100 %
  optional blocks              1 of 2      50 %
  codes                        1 of 3      33 %
  branches of expressions      1 of 2      50 %
  reads of first and union     1 of 2      50 %
  all                         13 of 18     72 %
Not reached:
  ${placeOf("query: SELECT price AS systemUnitPrice, 'own'")}  a row of first, read 1
  ${placeOf('[[ AND customer')}  [[ ]] without :customerErpId
  ${placeOf("? 'none'")}  \`?\` where the condition holds
  ${placeOf('closed')}  status: the code 2
  ${placeOf('other')}  status: the code else
`);
  });

  it('names the line of a block, not the line of a part in it', async () => {
    const parts = 'parts: { own: "customer = :customerErpId" }\nendpoints:';
    const changed = profile.replace('customer = :customerErpId ]]', '{own} ]]').replace('endpoints:', parts);
    writeFileSync(join(folder, 'shop.yaml'), changed);
    given('a.yaml', ordersOf('K1'));
    const { out } = await run('--coverage');
    const line = changed.split('\n').findIndex((text) => text.includes('[[ AND {own} ]]')) + 1;
    expect(out).toMatch(new RegExp(`shop\\.yaml:${line}:\\d+  \\[\\[ \\]\\] without :customerErpId`));
  });

  it('adds up over files, and the else of a value map counts', async () => {
    given('a.yaml', ordersOf('K1'));
    given('b.yaml', allOrders);
    const { out } = await run('--coverage');
    expect(out).toContain('  optional blocks              2 of 2     100 %');
    expect(out).toContain('  endpoints                    1 of 2      50 %');
    expect(out).not.toContain('the code else');
    expect(out).toContain('/pricing/resolve -> systemUnitPrice');
  });

  it('a refused request covers no endpoint, and a substitute value covers no field', async () => {
    given(
      'a.yaml',
      `  - case: without a customer
    call: /pricing/resolve
    request: { productErpId: "7" }
    error: { status: 422 }
  - case: without a price
    call: /pricing/resolve
    request: { customerErpId: K1, productErpId: "8" }
    response: { systemUnitPrice: null, source: none }
`,
    );
    const { out } = await run('--coverage');
    expect(out).toContain('  endpoints                    1 of 2      50 %');
    expect(out).toContain('  contract fields              0 of 7       0 %');
  });

  it('does not count a field that the ERP does not have', async () => {
    const start = profile.indexOf('    first:');
    const orders = profile.slice(profile.indexOf('  /sales-orders/list:'));
    const read = `    query: SELECT 'list' AS source FROM list WHERE id = :productErpId AND :customerErpId > ''
    absent: { systemUnitPrice: This shop has no prices. }
`;
    writeFileSync(join(folder, 'shop.yaml'), profile.slice(0, start) + read + orders);
    given('a.yaml', ordersOf('K1'));
    const { out } = await run('--coverage');
    expect(out).toContain('/pricing/resolve -> source');
    expect(out).not.toContain('/pricing/resolve -> systemUnitPrice');
  });

  it('fails below the threshold, of all points', async () => {
    given('a.yaml', price, ordersOf('K1'));
    expect(await run('--coverage-threshold', '72')).toMatchObject({ status: 0, err: '' });
    expect(await run('--coverage-threshold', '73')).toMatchObject({
      status: 1,
      err: 'The cases of shop.yaml cover 72 %, less than the threshold of 73 %.\n',
    });
    expect(await run('--coverage-threshold', '101')).toMatchObject({ status: 2 });
  });

  it('is written for lcov', async () => {
    given('a.yaml', price, ordersOf('K1'));
    expect(await run('--coverage-lcov', 'lcov.info')).toMatchObject({ status: 0, err: '' });
    const lines = readFileSync(join(folder, 'lcov.info'), 'utf8').split('\n');
    expect(lines.slice(0, 2)).toEqual(['TN:', `SF:${join(folder, 'shop.yaml')}`]);
    expect(lines.slice(-2)).toEqual(['end_of_record', '']);
    const numberOf = (name: string): number => Number(lines.find((line) => line.startsWith(`${name}:`))?.split(':')[1]);
    const count = (pattern: RegExp): number => lines.filter((line) => pattern.test(line)).length;
    expect([numberOf('FNF'), numberOf('FNH')]).toEqual([2, 2]);
    expect([numberOf('BRF'), numberOf('BRH')]).toEqual([9, 4]);
    expect(count(/^BRDA:\d+,\d+,\d+,(\d+|-)$/)).toBe(9);
    expect(numberOf('LF')).toBe(count(/^DA:\d+,\d+$/));
    expect(numberOf('LH')).toBe(count(/^DA:\d+,[1-9]\d*$/));
    expect(lines).toContain(`BRDA:${lineOf("'own' AS")},0,0,0`);
    expect(lines).toContain(`BRDA:${lineOf("'list' AS")},0,0,1`);
    expect(lines).toContain(`FN:${lineOf('  /pricing/resolve')},/pricing/resolve`);
    // The block of the one that stands once and was never left out.
    expect(lines).toContain(`BRDA:${lineOf('[[')},0,0,1`);
    expect(lines).toContain(`BRDA:${lineOf('[[')},0,1,0`);
  });
});
