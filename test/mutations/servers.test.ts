/** Mistakes that only a server detects, and parts of a connection that are never printed. */
import { afterAll, describe, expect, it } from 'vitest';
import { runHere } from '../src/cli/here.ts';
import { folderWith } from '../src/service/server/fixture.ts';
import { completed } from '../support/check-profile.ts';
import { freshDatabase } from '../support/database.ts';
import { hasMysql } from '../support/dialects.ts';
import { freshMysqlDatabase } from '../support/mysql-database.ts';
import { openBench } from './check.ts';

const bench = openBench();
afterAll(() => bench.close());

const profile = (source: string, endpoints: string): string =>
  completed(`profile: acme\ncontract: "1"\nsources:\n  erp: ${source}\nendpoints:\n${endpoints}`);

const customers = 'create table customer (code varchar(10), name varchar(40), doc json)';

/** A query that its database takes alone, and not with what is put around it. */
const framed = {
  mysql:
    '  /catalog/customers/search:\n    search: { text: query, in: [erpName] }\n    query: SELECT SQL_NO_CACHE code AS erpId, name AS erpName, name AS city FROM customer',
  postgres:
    '  /catalog/customers/addresses:\n    order: [_doc]\n    query: SELECT code AS "erpLocationId", name AS "erpLabel", \'billing\' AS "addressKind", name AS address, doc AS _doc FROM customer WHERE code = :customerId',
} as const;

describe('a query that is refused with the conditions around it', () => {
  it.skipIf(!hasMysql)('on MySQL: a word that only an outermost SELECT can have', async () => {
    const database = await freshMysqlDatabase();
    try {
      await database.run(customers);
      const findings = await bench.check(
        profile(`{ sql: mysql, connection: { url: "${database.url}" } }`, framed.mysql),
        'connect',
      );
      expect(findings).toMatchObject([{ code: 'SQL405', severity: 'error', line: 8 }]);
      expect(findings[0]?.hint).toContain('FROM (query) q');
    } finally {
      await database.drop();
    }
  });

  it('on PostgreSQL: an order by a column that has none', async () => {
    const database = await freshDatabase();
    try {
      await database.run(customers);
      const findings = await bench.check(
        profile(`{ sql: postgres, connection: { url: "${database.url}" } }`, framed.postgres),
        'connect',
      );
      expect(findings).toMatchObject([{ code: 'SQL405', severity: 'error', line: 8 }]);
      expect(findings[0]?.message).toContain('json');
    } finally {
      await database.drop();
    }
  });
});

describe('names that a server does not know', () => {
  const search = (query: string): string =>
    `  /catalog/customers/search:\n    search: { text: query, in: [erpName] }\n    query: ${query}`;
  const slips: readonly (readonly [string, string, string])[] = [
    ['SELECT c.cod AS "erpId", c.name AS "erpName" FROM customer c', 'c.cod', '"code"'],
    ['SELECT code AS "erpId", nmae AS "erpName" FROM customer', 'nmae', '"name"'],
    ['SELECT code AS "erpId", name AS "erpName" FROM custommer', 'custommer', '"customer"'],
  ];

  it.each(slips)('PostgreSQL: %s', async (query, mark, says) => {
    const database = await freshDatabase();
    try {
      await database.run(customers);
      const text = profile(`{ sql: postgres, connection: { url: "${database.url}" } }`, search(query));
      const findings = await bench.check(text, 'connect');
      const column = (text.split('\n')[7] ?? '').indexOf(mark) + 1;
      expect(findings).toMatchObject([{ code: 'SQL406', line: 8, column }]);
      expect(findings[0]?.hint).toContain(says);
    } finally {
      await database.drop();
    }
  });

  it.skipIf(!hasMysql).each(slips)('MySQL: %s', async (query, mark, says) => {
    const database = await freshMysqlDatabase();
    try {
      await database.run(customers);
      const text = profile(`{ sql: mysql, connection: { url: "${database.url}" } }`, search(query.replaceAll('"', '')));
      const findings = await bench.check(text, 'connect');
      const column = (text.split('\n')[7] ?? '').indexOf(mark) + 1;
      expect(findings).toMatchObject([{ code: 'SQL406', line: 8, column }]);
      expect(findings[0]?.hint).toContain(says);
    } finally {
      await database.drop();
    }
  });
});

describe('a password in the profile is not shown', () => {
  const list =
    '  /debtors/list:\n    page: { key: [erpDebtorId] }\n    query: SELECT code AS "erpDebtorId", name AS name FROM customer';
  it.each([
    ['in an address', '{ sql: postgres, connection: { url: "postgres://me:hunter2@127.0.0.1:1/x" } }'],
    [
      'with signs of an address in it',
      '{ sql: postgres, connection: { url: "postgres://me:hunter2/a@b@127.0.0.1:1/x" } }',
    ],
    [
      'as an option of an address',
      '{ sql: postgres, connection: { url: "postgres://127.0.0.1:1/x?user=me&password=hunter2" } }',
    ],
    ['in a connection', '{ sql: postgres, connection: { host: 127.0.0.1, port: 1, user: me, password: hunter2 } }'],
    ['in quotes', '{ sql: mysql, connection: { host: 127.0.0.1, port: 1, user: me, "password": "hunter2" } }'],
    [
      'below its key',
      '\n    sql: mysql\n    connection:\n      host: 127.0.0.1\n      port: 1\n      user: me\n      pasword:\n        hunter2',
    ],
    ['as a number', '{ sql: mysql, connection: { host: 127.0.0.1, port: 1, user: me, password: 20061987 } }'],
    ['beside a fault', '{ sql: mysql, connection: { hsot: 127.0.0.1, port: 1, user: me, password: hunter2 } }'],
  ])('%s', async (_where, source) => {
    const cwd = folderWith({ 'profile.yaml': profile(source, list) });
    for (const format of ['text', 'json', 'sarif', 'junit']) {
      const { status, out, err } = await runHere(['check', '--connect', '--format', format, './profile.yaml'], {
        env: {},
        cwd,
      });
      expect(status).toBe(1);
      expect(`${out}${err}`).toMatch(/CFG511|MAP10\d/);
      expect(`${out}${err}`).not.toMatch(/hunter2|20061987/);
    }
  });
});
