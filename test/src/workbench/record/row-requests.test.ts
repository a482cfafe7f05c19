/** Requests that are made of rows of the ERP, for changes of a profile that no request of a session shows. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSqlSource, type SqlSource, sqliteKind } from '../../../../engine/host/index.ts';
import { contract } from '../../../../src/contract/index.ts';
import { openRowRequests } from '../../../../src/workbench/record/mutants/requests-from-rows.ts';
import { folderWith } from '../../service/server/fixture.ts';

let database: SqlSource;

beforeAll(async () => {
  const folder = folderWith({});
  const erp = new Database(join(folder, 'erp.sqlite'));
  erp.exec(`CREATE TABLE customer (no TEXT PRIMARY KEY, name TEXT, currency TEXT, blocked INTEGER);
    CREATE TABLE item (id INTEGER PRIMARY KEY, title TEXT)`);
  for (let index = 1; index <= 60; index++) {
    const isBlocked = index === 41;
    const row = [
      `K${index}`,
      isBlocked ? 'Quarzbrunn & Co' : `Firma${'a'.repeat(index)}`,
      index === 52 ? 'GBP' : 'EUR',
      isBlocked ? 1 : 0,
    ];
    erp.prepare('INSERT INTO customer VALUES (?, ?, ?, ?)').run(...row);
    erp.prepare('INSERT INTO item VALUES (?, ?)').run(index, `Teil ${index}`);
  }
  erp.close();
  database = await openSqlSource(sqliteKind, {
    connection: { file: 'erp.sqlite' },
    clock: 'UTC',
    connections: 1,
    folder,
  });
});
afterAll(() => database.close());

/** The requests for an endpoint that has sent a statement. */
async function requestsFor(
  path: string,
  request: Readonly<Record<string, unknown>>,
  sql: string,
  names: readonly string[],
) {
  const endpoint = contract.endpoints.find((one) => one.path === path);
  if (endpoint === undefined) throw new Error(`The contract has no ${path}`);
  const statement = {
    source: 'erp',
    sql,
    names,
    values: names.map(() => '1'),
    ms: 0,
    rows: [],
    affected: undefined,
    error: undefined,
  };
  const call = {
    ...{
      path,
      request,
      statements: [statement],
      exchanges: [],
      hashedKey: undefined,
      isStopped: false,
      points: new Set<string>(),
    },
    outcome: { ok: true as const, json: '{}' },
  };
  const rowRequests = await openRowRequests({ databases: new Map([['erp', database]]), now: Date.now });
  return rowRequests.for(endpoint, [call]);
}

it('searches for words of the one customer that is blocked', async () => {
  const sql = 'SELECT c.no AS erpId, c.name AS erpName FROM customer c WHERE c.blocked = 0';
  const requests = await requestsFor('/catalog/customers/search', { query: '', limit: 500 }, sql, []);
  expect(requests).toContainEqual({ query: 'Quarzbrunn', limit: 500 });
});

it('asks for several items of the one customer in another currency', async () => {
  const sql = 'SELECT 1 FROM customer c JOIN item i ON i.id = ? WHERE c.no = ?';
  const names = [':productErpId', ':customerErpId'];
  const requests = await requestsFor('/pricing/resolve', { customerErpId: 'K1', productErpId: '1' }, sql, names);
  const items = requests.flatMap(({ customerErpId, productErpId }) => (customerErpId === 'K52' ? [productErpId] : []));
  expect(new Set(items).size).toBeGreaterThanOrEqual(8);
});
