/** Statements that would tell a masked value on PostgreSQL and MariaDB, with the functions, comments and catalogues that only these servers have. */
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { freshDatabase } from '../../../support/database.ts';
import { hasMysql } from '../../../support/dialects.ts';
import { freshMysqlDatabase } from '../../../support/mysql-database.ts';
import { type Assistant, assistantHere, type Result } from './client.ts';
import * as onMysql from './revealing-mysql.ts';
import * as onPostgres from './revealing-postgres.ts';

/** Parts of the names below, and the phones as a whole: four digits of a replacement, or of its bytes, can be equal by chance. */
const real =
  /b[äa]ckerei|[öo]zt[üu]rk|girard|menuiserie|mairie|saint-loup|kunigunde|zwetsch|0761 ?4471|07634 ?998|7634 ?4471/i;
const bytesOfNames = /42c3a4636b|476972617264|4d6169726965|4b756e69/i;

const customers = [
  ['K1', 'Bäckerei Öztürk', '0761 4471', '79100'],
  ['K2', 'Girard Menuiserie', '07634 998', '79189'],
  ['K3', 'Mairie Saint-Loup', '0612', '10001'],
  ['K4', 'Kunigunde Zwetsch', '+49 7634 4471', '79100'],
  ['K5', 'Abc', '1', '1'],
] as const;

interface Server {
  readonly kind: 'postgres' | 'mysql';
  readonly json: string;
  readonly bytes: string;
  readonly bytesOf: (text: string) => string;
  /** The profile in the syntax of the server. */
  readonly adapted: (profile: string) => string;
}

const servers: Readonly<Record<'PostgreSQL' | 'MariaDB', Server>> = {
  PostgreSQL: {
    ...{ kind: 'postgres', json: 'jsonb', bytes: 'bytea' },
    bytesOf: (text) => `convert_to('${text}', 'UTF8')`,
    adapted: (profile) => profile,
  },
  MariaDB: {
    ...{ kind: 'mysql', json: 'json', bytes: 'varbinary(100)' },
    bytesOf: (text) => `'${text}'`,
    adapted: (profile) => profile.replaceAll(/"(erpId|erpName|erpPaymentId)"/g, '$1').replaceAll('"key"', '`key`'),
  },
};

function script({ json, bytes, bytesOf }: Server): readonly string[] {
  const rows = customers.map(
    ([id, name, phone, code], index) =>
      `INSERT INTO kunde VALUES ('${id}', '${name}', '${phone}', '${code}', 'info@${id}.example', 'C${index}', '${'ABABA'[index]}', ${1000 + index}, 'EUR', '2020-01-0${index + 1}', '{"name":"${name}","tags":["x"]}', ${bytesOf(name)})`,
  );
  const items = [...Array(150).keys()].map((index) => `(${index + 1}, 'Artikel ${index + 1}', 'A${index + 1}')`);
  return [
    `CREATE TABLE kunde (id varchar(10) PRIMARY KEY, name varchar(80) NOT NULL, phone varchar(40), plz varchar(10), mail varchar(80), code varchar(20), grp char(1) NOT NULL, lim numeric(12,2) NOT NULL, cur char(3) NOT NULL, since date, doc ${json}, bin ${bytes})`,
    'CREATE TABLE artikel (id int PRIMARY KEY, titel varchar(80), code varchar(20))',
    'CREATE TABLE notiz (nr int PRIMARY KEY, kunde varchar(10), tx varchar(200), ref varchar(60), UNIQUE (tx))',
    ...rows,
    `INSERT INTO artikel VALUES ${items.join(', ')}, (761, 'z', 'A761')`,
    "INSERT INTO notiz VALUES (1, 'K1', 'Bäckerei Öztürk rief an', 'R1'), (2, 'K2', 'nix', 'R2')",
  ];
}

const query = 'query: SELECT id AS "erpId", name AS "erpName" FROM kunde\n';
const write = '  /payments/push: { unavailable: not mapped yet }\n';

const profileText = (kind: string): string => `
profile: kunden
title: Kunden 7
contract: "1"
settings:
  address: { env: KUNDEN_URL, secret: true }
sources:
  erp: { sql: ${kind}, connection: { url: "\${address}" }, clock: Europe/Berlin }
ids:
  customer: { type: text, exists: SELECT 1 FROM kunde WHERE id = :id }
  invoice: { type: text }
endpoints:
  /catalog/customers/search:
    ${query}${['/catalog/customers/addresses', '/catalog/products/search', '/catalog/products/by-sku', '/purchase-orders/list', '/sales-orders/list', '/customer-invoices/list', '/debtors/list', '/invoices/list', '/payments/list'].map((path) => `  ${path}: { unavailable: not mapped yet, answer: empty }\n`).join('')}${['/pricing/resolve', '/credit/customer', '/sales-orders/usage', '/customer-statement/get', '/sale-draft', '/invoices/push'].map((path) => `  ${path}: { unavailable: not mapped yet }\n`).join('')}${write}`;

interface Opened {
  readonly assistant: Assistant;
  /** Writes the profile and calls a tool. */
  readonly uses: (profile: string, tool: string, given: Readonly<Record<string, unknown>>) => Promise<Result>;
  readonly profile: string;
}

async function opened(server: Server): Promise<Opened> {
  const isMysql = server.kind === 'mysql';
  const database = isMysql ? await freshMysqlDatabase() : await freshDatabase();
  onTestFinished(async () => void (await database.drop()));
  for (const statement of script(server)) await database.run(statement);
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'engine-mcp-')));
  mkdirSync(join(folder, 'kunden'));
  const file = join(folder, 'kunden/profile.yaml');
  const profile = profileText(server.kind);
  writeFileSync(file, server.adapted(profile));
  const assistant = await assistantHere(folder, ['kunden'], { KUNDEN_URL: database.url });
  return {
    ...{ assistant, profile },
    async uses(text, tool, given) {
      writeFileSync(file, server.adapted(text));
      return assistant.use(tool, given);
    },
  };
}

const search = { endpoint: '/catalog/customers/search', request: { query: '', limit: 20 }, rows: 20 };
const payment = {
  endpoint: '/payments/push',
  request: { erpInvoiceId: '1', amount: 5, paymentDate: '2026-01-01', currency: 'EUR' },
  rows: 20,
};

const isStatement = (text: string): boolean =>
  /^(?:SELECT|WITH|TABLE|VALUES|SHOW|ANALYZE|HANDLER|EXPLAIN)\b/i.test(text);
const withSql = (profile: string, text: string): string => {
  const sql = isStatement(text) ? text : `SELECT id AS "erpId", ${text} AS "erpName" FROM kunde`;
  return profile.replace(query, `query: ${JSON.stringify(sql).replaceAll('\\"erp', '\\"erp')}\n`);
};

/** The answer without the statements that it quotes, which can have a guess. */
const answered = ({ text }: Result): string =>
  text
    .replaceAll(/: (?:SELECT|WITH|TABLE|VALUES|SHOW|ANALYZE|HANDLER|EXPLAIN)\b[^\n]*/g, '')
    .replaceAll(/"sql":"(?:[^"\\]|\\.)*"/g, '');

const lists = { PostgreSQL: onPostgres, MariaDB: onMysql };

describe.each(['PostgreSQL', 'MariaDB'] as const)('on %s', (name) => {
  const server = servers[name];
  const { refused, shown } = lists[name];
  describe.skipIf(server.kind === 'mysql' && !hasMysql)('a masked value', () => {
    it('is not told by a statement', async () => {
      expect(refused.length).toBeGreaterThanOrEqual(120);
      const { uses, profile } = await opened(server);
      const told: string[] = [];
      for (const text of refused) {
        const result = await uses(withSql(profile, text), 'run', search);
        if (!result.text.includes('result is not shown') || real.test(answered(result))) told.push(text);
      }
      expect(told).toEqual([]);
    });

    it('is masked where a statement may be run', async () => {
      const { uses, profile } = await opened(server);
      const wrong: string[] = [];
      for (const text of shown) {
        const result = await uses(withSql(profile, text), 'run', search);
        const lines = answered(result).replaceAll(/^ {2,}.*(?:SELECT|WITH).*$/gim, '');
        if (!result.text.startsWith('Status 200') || real.test(lines) || bytesOfNames.test(lines)) wrong.push(text);
      }
      expect(wrong).toEqual([]);
    });

    it('is not told by another statement that takes it over, by a setting, or by a fact', async () => {
      const { uses, profile } = await opened(server);
      const text = server.kind === 'mysql' ? ':c.n' : 'CAST(:c.n AS text)';
      const find = (sql: string): string => `    find: { query: ${JSON.stringify(sql)} }\n`;
      const ordinaryFind = find('SELECT nr AS "erpPaymentId", ref AS "key" FROM notiz WHERE ref = :key');
      const push = (found: string, prepare: string, steps: string): string =>
        profile.replace(
          write,
          `  /payments/push:\n    key: { from: erpInvoiceId, max: 40 }\n${found}${prepare === '' ? '' : `    prepare:\n${prepare}`}    write:\n${steps}`,
        );
      const step = (exec: string): string => `      - payment: { exec: ${JSON.stringify(exec)} }\n`;
      const insert = step('INSERT INTO notiz (nr, ref) VALUES (100, :key)');
      const reads = (sql: string): string =>
        `      - c: { query: SELECT phone AS n FROM kunde WHERE id = 'K1', one: none, field: erpInvoiceId }\n      - d: { query: ${JSON.stringify(sql)}, one: none, field: erpInvoiceId }\n`;

      const attached = profile.replace(
        query,
        `query: SELECT id AS "erpId", name AS _name FROM kunde\n    attach:\n      x: { query: "SELECT id AS _i, ascii(name) AS n FROM kunde WHERE name IN (:rows._name)", on: { _i: erpId } }\n    fields: { erpName: "x[0].n & ''" }\n`,
      );
      const guess = profile
        .replace('settings:\n', 'settings:\n  guess: { default: Girard Menuiserie }\n')
        .replace(
          query,
          `query: ${JSON.stringify('SELECT id AS "erpId", cur AS "erpName" FROM kunde WHERE name = :settings.guess').replaceAll('\\"', server.kind === 'mysql' ? '' : '\\"')}\n`,
        );
      for (const [tool, given, one] of [
        ['run', search, attached],
        ['run', search, guess],
        [
          'rehearse',
          payment,
          push(ordinaryFind, reads(`SELECT ascii(${text}) AS m FROM artikel WHERE id = 1`), insert),
        ],
        [
          'rehearse',
          payment,
          push(ordinaryFind, '', step("INSERT INTO notiz (nr, tx, ref) VALUES (100, 'Bäckerei Öztürk rief an', :key)")),
        ],
        ['rehearse', payment, push(ordinaryFind, '', step("INSERT INTO notiz VALUES (100, 'K1', 'other', :key)"))],
      ] as const) {
        const result = await uses(one, tool, given);
        expect(result.text).toContain('result is not shown');
      }

      // Taken over as a whole, it is masked under its new name.
      const filled = find(
        'SELECT n2.ref AS "erpPaymentId", n1.tx AS "key" FROM notiz n1, notiz n2 WHERE n2.nr = 2 AND n1.tx = :key',
      );
      const update = `      - a: { exec: "UPDATE notiz SET ref = (SELECT phone FROM kunde WHERE id = 'K1') WHERE nr = 2" }\n`;
      for (const one of [
        push(ordinaryFind, reads(`SELECT ${text} AS nr FROM artikel WHERE id = 1`), insert),
        push(filled, '', `${update}${step('INSERT INTO notiz (nr, tx) VALUES (100, :key)')}`),
      ]) {
        const result = await uses(one, 'rehearse', payment);
        expect(result.text).toMatch(/^Status 200/);
        expect(result.text).not.toMatch(real);
      }
      const sampled = await uses(profile, 'sample_rows', { table: 'kunde', rows: 5 });
      expect(sampled.text).not.toMatch(real);
      expect(sampled.text).not.toMatch(bytesOfNames);

      for (const pattern of ['G%', 'QQ%']) {
        const facts = profile
          .replace('ids:\n', `facts:\n  f: { query: "SELECT 1 AS x FROM kunde WHERE name LIKE '${pattern}'" }\nids:\n`)
          .replace(
            query,
            `first:\n      - { when: f, query: 'SELECT id AS "erpId", cur AS "erpName" FROM kunde WHERE cur <> :query' }\n      - { when: not f, query: 'SELECT id AS "erpId", nothing AS "erpName" FROM kunde WHERE cur <> :query' }\n`,
          );
        const checked = await uses(facts, 'check', { connect: true });
        expect(checked.text).toContain('The databases were not asked');
        expect(checked.text).not.toContain('SQL406');
        expect((await uses(facts, 'run', search)).text).toContain('result is not shown');
      }
    });
  });
});
