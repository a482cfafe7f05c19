/** `check --connect` with real logins: each missing right is a finding at its statement, and no statement is executed. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Diagnostic } from '../../../../engine/diagnostics/diagnostic.ts';
import { sortDiagnostics } from '../../../../engine/diagnostics/render.ts';
import { checkDatabases } from '../../../../engine/tools/check/check-databases.ts';
import { contract } from '../../../../src/contract/index.ts';
import { onMysql } from '../../../../src/workbench/testing/servers/mysql-client.ts';
import { completed } from '../../../support/check-profile.ts';
import { freshDatabase } from '../../../support/database.ts';
import { hasMysql } from '../../../support/dialects.ts';
import { providedUrl } from '../../../support/provided.ts';

const tables = [
  'CREATE TABLE customer (no varchar(20) PRIMARY KEY, name varchar(60) NOT NULL, mail varchar(60))',
  'CREATE TABLE invoice (id int PRIMARY KEY, no varchar(20) NOT NULL, debtor varchar(20) NOT NULL, day date NOT NULL, total decimal(12, 2) NOT NULL)',
  'CREATE TABLE payment (id int PRIMARY KEY, invoice int NOT NULL, amount decimal(12, 2) NOT NULL, day date NOT NULL, bank varchar(20))',
  'CREATE TABLE orders (id int PRIMARY KEY, ref varchar(40) NOT NULL UNIQUE, currency varchar(3) NOT NULL, made timestamp NOT NULL)',
  "INSERT INTO customer VALUES ('C-1', 'Müller & Söhne', NULL), ('C-2', 'A&B', 'ab@example.com')",
  "INSERT INTO invoice VALUES (1, 'INV-1', 'C-1', '2026-01-31', 119.00), (2, '2026/0042', 'C-1', '2026-02-28', 5.05), (3, 'R 17', 'C-2', '2026-02-28', 7.00)",
  "INSERT INTO payment VALUES (1, 1, 19.00, '2026-02-01', 'GIRO'), (2, 1, 100.00, '2026-02-02', NULL), (3, 2, 5.05, '2026-03-01', 'GIRO')",
];

/** `paymentKey`: the columns of the pages of payments. */
function profileOf(kind: 'postgres' | 'mysql', url: string, paymentKey: string): string {
  const as = (name: string): string => (kind === 'postgres' ? `"${name}"` : `\`${name}\``);
  return completed(`profile: rights
contract: "1"
sources:
  erp: { sql: ${kind}, connection: { url: "${url}" }, claims: lock }
endpoints:
  /debtors/list:
    page: { key: [erpDebtorId] }
    query: SELECT c.no AS ${as('erpDebtorId')}, c.name AS name, c.mail AS email FROM customer c
  /payments/list:
    page: { key: [${paymentKey}] }
    query: |
      SELECT p.id AS ${as('erpPaymentId')}, p.invoice AS ${as('erpInvoiceId')}, p.amount AS amount, p.day AS ${as('paymentDate')}
      FROM payment p JOIN invoice i ON i.id = p.invoice
  /sale-draft:
    ignored: { lines.sku: orders have no lines, lines.qty: orders have no lines }
    find:
      query: SELECT o.id AS ${as('saleId')}, o.ref AS ${as('saleNumber')}, o.made AS ${as('receivedAt')}, o.ref AS ${as('key')} FROM orders o WHERE o.ref = :key
    write:
      - next: { exec: "UPDATE orders SET currency = :currency WHERE ref = :key" }
      - order: { exec: "INSERT INTO orders (id, ref, currency, made) VALUES (7, :key, :currency, :now)" }
`);
}

async function check(text: string): Promise<readonly Diagnostic[]> {
  const folder = import.meta.dirname;
  return sortDiagnostics(
    await checkDatabases({ text, file: 'rights.yaml', folder, contract, environment: {}, now: Date.now }),
  );
}

/** Each finding as its code, the line of the profile at its place, and the marked word. */
function shown(text: string, diagnostics: readonly Diagnostic[]): readonly string[] {
  const lines = text.split('\n');
  return diagnostics.map(({ code, place }) => {
    const { line = 0, column = 0, length = 0 } = place ?? {};
    return `${code} ${line}: ${(lines[line - 1] ?? '').slice(column - 1, column - 1 + length)}`;
  });
}

const password = randomBytes(12).toString('hex');

describe('on PostgreSQL', () => {
  const user = `rights_${randomBytes(4).toString('hex')}`;
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let url: string;

  beforeAll(async () => {
    database = await freshDatabase();
    for (const sql of tables) await database.run(sql);
    await database.run(`CREATE ROLE ${user} LOGIN PASSWORD '${password}'`);
    const login = new URL(database.url);
    login.username = user;
    login.password = password;
    url = login.href;
  });
  afterAll(async () => {
    await database.run(`DROP OWNED BY ${user}`);
    await database.drop();
    const server = new URL(providedUrl('postgresUrl'));
    const other = await freshDatabase(server.href);
    await other.run(`DROP ROLE IF EXISTS ${user}`);
    await other.drop();
  });

  it('a login without any right gets a finding for each statement, at the table', async () => {
    const text = profileOf('postgres', url, 'erpPaymentId');
    const findings = await check(text);
    expect(shown(text, findings)).toEqual([
      'SQL424 8: customer',
      'SQL424 13: payment',
      'SQL424 17: orders',
      'SQL424 19: orders',
      'SQL424 20: orders',
    ]);
    expect(findings[0]?.message).toContain('permission denied for table customer');
    expect(findings[0]?.hint).toContain('GRANT SELECT ON customer');
    expect(findings[4]?.hint).toContain('GRANT INSERT ON orders');
  });

  it('a fault in the profile, an unknown column and a missing right do not hide each other', async () => {
    await database.run(`GRANT SELECT ON payment, invoice TO ${user}`);
    const text = profileOf('postgres', url, 'erpPaymentId')
      .replace('p.amount AS amount', 'p.amont AS amount')
      .replace('/debtors/list:\n', '/debtors/list:\n    broken: never\n');
    expect(shown(text, await check(text))).toEqual([
      'MAP104 7: never',
      'SQL424 9: customer',
      'SQL406 13: p.amont',
      'SQL424 18: orders',
      'SQL424 20: orders',
      'SQL424 21: orders',
    ]);
    await database.run(`REVOKE SELECT ON payment, invoice FROM ${user}`);
  });

  it('a right for one column is not one for the others; reading is not writing', async () => {
    await database.run(`GRANT SELECT (no, name) ON customer TO ${user}`);
    await database.run(`GRANT SELECT ON invoice, payment, orders TO ${user}`);
    const text = profileOf('postgres', url, 'erpPaymentId');
    expect(shown(text, await check(text))).toEqual(['SQL424 8: customer', 'SQL424 19: orders', 'SQL424 20: orders']);
  });

  it('with all rights there is no finding, and the check has written nothing', async () => {
    await database.run(`GRANT SELECT ON customer TO ${user}`);
    await database.run(`GRANT INSERT, UPDATE ON orders TO ${user}`);
    expect(await check(profileOf('postgres', url, 'erpPaymentId'))).toEqual([]);
    await database.run('DO $$ BEGIN ASSERT (SELECT count(*) FROM orders) = 0; END $$');
  });

  it('a key that several rows share is found in the data', async () => {
    await database.run('CREATE TABLE twice (a int); INSERT INTO twice VALUES (1), (1)');
    await database.run(`GRANT SELECT ON twice TO ${user}`);
    const text = profileOf('postgres', url, 'erpPaymentId').replace(
      'payment p JOIN invoice i',
      'payment p CROSS JOIN twice JOIN invoice i',
    );
    const findings = await check(text);
    expect(shown(text, findings)).toEqual(['MAP289 10: [erpPaymentId]']);
    expect(findings[0]?.message).toContain('2 rows have erpPaymentId = 1.');
  });
});

describe.skipIf(!hasMysql)('on MySQL or MariaDB', () => {
  const user = `rights_${randomBytes(4).toString('hex')}`;
  const name = `rights_${randomBytes(4).toString('hex')}`;
  const server = providedUrl('mysqlUrl');
  const login = new URL(server === '' ? 'mysql://none' : server);
  login.pathname = `/${name}`;
  login.username = user;
  login.password = password;
  const admin = (...statements: readonly string[]): Promise<unknown> =>
    onMysql(server, async (run) => {
      for (const sql of statements) await run(sql);
    });

  beforeAll(async () => {
    await admin(`CREATE DATABASE ${name}`, `CREATE USER '${user}'@'%' IDENTIFIED BY '${password}'`);
    await admin(`USE ${name}`, ...tables);
    // A login without any right on a database may not even name it.
    await admin(`CREATE TABLE ${name}.nothing (a int)`, `GRANT SELECT ON ${name}.nothing TO '${user}'@'%'`);
  });
  afterAll(() => admin(`DROP DATABASE IF EXISTS ${name}`, `DROP USER IF EXISTS '${user}'@'%'`));

  it('a login without any right gets a finding for each statement, at the table', async () => {
    const text = profileOf('mysql', login.href, 'erpPaymentId');
    expect(shown(text, await check(text))).toEqual([
      'SQL424 8: customer',
      'SQL424 13: payment',
      'SQL424 17: orders',
      'SQL424 19: orders',
      'SQL424 20: orders',
    ]);
  });

  it('reading is not writing', async () => {
    await admin(`GRANT SELECT ON ${name}.* TO '${user}'@'%'`);
    const text = profileOf('mysql', login.href, 'erpPaymentId');
    expect(shown(text, await check(text))).toEqual(['SQL424 19: orders', 'SQL424 20: orders']);
  });

  it('with all rights there is no finding, and a shared key is found', async () => {
    await admin(`GRANT INSERT, UPDATE ON ${name}.orders TO '${user}'@'%'`);
    expect(await check(profileOf('mysql', login.href, 'erpPaymentId'))).toEqual([]);
    await admin(`CREATE TABLE ${name}.twice (a int)`, `INSERT INTO ${name}.twice VALUES (1), (1)`);
    const text = profileOf('mysql', login.href, 'erpPaymentId').replace(
      'payment p JOIN invoice i',
      'payment p CROSS JOIN twice JOIN invoice i',
    );
    expect(shown(text, await check(text))).toEqual(['MAP289 10: [erpPaymentId]']);
  });
});
