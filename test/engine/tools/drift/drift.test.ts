/** `engine drift` on real databases: an ERP is locked and changed, and the findings are compared with the changes. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { XMLParser } from 'fast-xml-parser';
import { afterEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { runHere } from '../../../src/cli/here.ts';
import { folderWith } from '../../../src/service/server/fixture.ts';
import { completed } from '../../../support/check-profile.ts';
import { testedDialects } from '../../../support/dialects.ts';
import { type Erp, freshErp } from '../../../support/erp.ts';
import type { DialectName } from '../../../support/kinds.ts';

// SQLite works in processes of its own, which take their time on a busy machine.
const before = `
CREATE TABLE customer (code VARCHAR(20) NOT NULL PRIMARY KEY, name VARCHAR(60) NOT NULL, mail VARCHAR(60), used DECIMAL(14,2), note VARCHAR(10));
CREATE TABLE ledger (id INTEGER NOT NULL PRIMARY KEY, ref VARCHAR(40) NOT NULL, made VARCHAR(30));
CREATE UNIQUE INDEX ledger_ref ON ledger (ref);
CREATE TABLE price (code VARCHAR(20) NOT NULL, amount DECIMAL(14,2));
CREATE VIEW debtor AS SELECT code AS no, mail AS address, name AS title FROM customer;`;

/** The same after an update of the ERP. */
const after = `
DROP VIEW debtor;
DROP TABLE customer;
DROP TABLE ledger;
DROP TABLE price;
CREATE TABLE customer (code VARCHAR(20) NOT NULL PRIMARY KEY, name VARCHAR(60), email VARCHAR(60), used VARCHAR(30), note VARCHAR(12));
CREATE TABLE ledger (id INTEGER NOT NULL PRIMARY KEY, ref VARCHAR(20) NOT NULL, made VARCHAR(30), branch INTEGER NOT NULL);
CREATE TABLE prices (code VARCHAR(20) NOT NULL, amount DECIMAL(14,2));
CREATE VIEW debtor AS SELECT code AS no, email AS address, name AS title FROM customer;`;

const profile = (erp: Erp): string =>
  completed(`profile: acme
contract: "1"
sources:
  erp:
    sql: ${erp.dialect}
    connection: ${JSON.stringify(erp.connection)}
endpoints:
  /debtors/list:
    page: { key: [erpDebtorId] }
    query: SELECT d.no AS erpDebtorId, d.title AS name, d.address AS email FROM debtor d
  /catalog/customers/search:
    query: |
      SELECT c.code AS erpId,
        c.name AS erpName
      FROM customer c
      WHERE mail IS NOT NULL
  /credit/customer:
    query: SELECT MAX(a.used) AS creditUsed, 0 AS creditLimit, 'EUR' AS currency FROM (SELECT used FROM customer WHERE code = :customerErpId) a
  /pricing/resolve:
    query: SELECT p.amount AS systemUnitPrice, 'list' AS source FROM price p WHERE p.code = :productErpId
  /sale-draft:
    find:
      query: SELECT l.id AS saleId, l.made AS receivedAt, l.ref AS _ref FROM ledger l WHERE l.ref = :key
      fields: { key: _ref }
    write:
      - order: { exec: "INSERT INTO ledger (id, ref, made) VALUES (1, :key, :now)" }
`);

const types: Readonly<Record<DialectName, readonly string[]>> = {
  sqlite: ['VARCHAR(20)', 'DECIMAL(14,2)', 'INTEGER'],
  postgres: ['character varying(20)', 'numeric(14,2)', 'integer'],
  mysql: ['varchar(20)', 'decimal(14,2)', 'int'],
  mssql: ['varchar(20)', 'decimal(14,2)', 'int'],
};

let open: Erp | undefined;
afterEach(async () => {
  await open?.drop();
  open = undefined;
});

async function locked(dialect: DialectName) {
  const erp = await freshErp(dialect);
  open = erp;
  for (const sql of before.split(';').filter((one) => one.trim() !== '')) await erp.run(sql);
  const folder = folderWith({ 'acme.yaml': profile(erp) });
  const drift = (...args: readonly string[]) => runHere(['drift', ...args, './acme.yaml'], { env: {}, cwd: folder });
  const ended = await drift('--lock');
  const change = async (): Promise<void> => {
    for (const sql of after.split(';').filter((one) => one.trim() !== '')) await erp.run(sql);
  };
  return { folder, drift, change, ended };
}

describe.each(testedDialects)('engine drift on %s', (dialect) => {
  it('locks what the profile touches, and finds each change with its lines', async () => {
    const { folder, drift, change, ended } = await locked(dialect);
    expect(ended).toEqual({ status: 0, out: 'acme.lock.yaml: written\n', err: '' });
    const { tables } = parse(readFileSync(join(folder, 'acme.lock.yaml'), 'utf8')).sources.erp;
    const [text, money, whole] = types[dialect];
    expect(Object.keys(tables)).toEqual(['customer', 'debtor', 'ledger', 'price']);
    expect(tables.customer).toMatchObject({
      columns: {
        code: { type: text, nullable: false },
        mail: { nullable: true },
        used: { type: money, nullable: true },
      },
      others: ['note'],
      required: ['code', 'name'],
      key: ['code'],
      unique: [['code']],
    });
    expect(Object.keys(tables.debtor.columns)).toEqual(['address', 'no', 'title']);
    expect(tables.ledger).toMatchObject({
      columns: { id: { type: whole, nullable: false } },
      unique: [['id'], ['ref']],
    });

    expect(await drift()).toEqual({ status: 0, out: 'acme.yaml: no findings\n', err: '' });

    await change();
    const { status, out } = await drift('--format', 'json');
    expect(status).toBe(1);
    const diagnostics: readonly {
      readonly code: string;
      readonly severity: string;
      readonly message: string;
      readonly hint: string;
      readonly line: number;
    }[] = JSON.parse(out).diagnostics;
    expect(diagnostics.map(({ code, severity, line }) => `${code} ${severity} ${line}`)).toEqual([
      // What a view may be without is told by some databases.
      ...(dialect === 'mysql' || dialect === 'mssql' ? ['DRF704 warning 10'] : []),
      'DRF704 warning 14',
      'DRF702 error 16',
      'DRF703 error 18',
      'DRF701 error 20',
      'DRF706 error 23',
      'DRF705 error 26',
      'DRF703 error 26',
    ]);
    const said = diagnostics.map(({ message, hint }) => `${message} ${hint}`).join('\n');
    expect(said).toMatch(/customer\.mail .* gone\..*Did you mean "email"\?/);
    expect(said).toMatch(/table price is gone.*Did you mean "prices"\?/);
    expect(said).toMatch(/a value in branch \(int/i);
    expect(said).toMatch(/ledger no longer has a unique index on ref/);
  });
});

describe('engine drift', () => {
  it('says the same to people and to pipelines', async () => {
    const { drift, change } = await locked('sqlite');
    await change();
    const shown = await drift();
    expect(shown.status).toBe(1);
    expect(shown.err).toMatch(/error\[DRF702\]: The column customer\.mail .*\n +--> acme\.yaml:16:13\n/);
    expect(shown.out).toBe('acme.yaml: 6 errors, 1 warning\n');
    const sarif = JSON.parse((await drift('--format', 'sarif')).out);
    expect(sarif.runs[0].results).toHaveLength(7);
    const junit = new XMLParser({ ignoreAttributes: false }).parse((await drift('--format', 'junit')).out);
    expect(junit.testsuites.testsuite.testcase).toHaveLength(7);
  });

  it('says what to do where there is no lock, and writes none where the database is away', async () => {
    const folder = folderWith({
      'acme.yaml': completed(
        'profile: acme\ncontract: "1"\nsources:\n  erp: { sql: postgres, connection: { url: "postgres://nobody@127.0.0.1:1/x" } }\nendpoints:\n',
      ),
    });
    const drift = (...args: readonly string[]) => runHere(['drift', ...args, './acme.yaml'], { env: {}, cwd: folder });
    const without = await drift();
    expect([without.status, without.err]).toEqual([
      1,
      expect.stringContaining('The lock acme.lock.yaml does not exist.'),
    ]);
    const away = await drift('--lock', '--lock-file', 'erp.lock');
    expect([away.status, away.err]).toEqual([1, expect.stringContaining('CFG511')]);
    expect(existsSync(join(folder, 'erp.lock'))).toBe(false);
    writeFileSync(join(folder, 'acme.lock.yaml'), 'lock: [');
    expect((await drift()).err).toContain('DRF709');
  });

  it('gives equal locks of equal databases', async () => {
    const { folder, drift } = await locked('sqlite');
    const first = readFileSync(join(folder, 'acme.lock.yaml'), 'utf8');
    expect((await drift('--lock', '--lock-file', 'again.yaml')).status).toBe(0);
    expect(readFileSync(join(folder, 'again.yaml'), 'utf8')).toBe(first);
  });
});
