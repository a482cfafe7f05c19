/** Databases of three kinds with tables that are large and have no index except their keys. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import pg from 'pg';
import type { Row } from '../../../../engine/sources/source.ts';
import { freshDatabase } from '../../../support/database.ts';
import type { DialectName } from '../../../support/kinds.ts';
import { freshMysqlDatabase } from '../../../support/mysql-database.ts';

export type Kind = Exclude<DialectName, 'mssql'>;
const large = 15_000;

/** Tables without an index except their keys, and their numbers of rows. `n` is the number of a row. */
const tables = [
  {
    create: 'CREATE TABLE customer (no varchar(20) PRIMARY KEY, name varchar(60) NOT NULL, card varchar(20))',
    rows: large,
    values: "'C-' || n, 'Müller ' || n, 'K' || n",
  },
  {
    create: 'CREATE TABLE item (id integer PRIMARY KEY, code varchar(30) NOT NULL, title varchar(80) NOT NULL)',
    rows: large,
    values: "n, 'ART-' || n, 'Bolt ' || n",
  },
  {
    create:
      'CREATE TABLE invoice (id integer PRIMARY KEY, no varchar(20) NOT NULL, debtor varchar(20) NOT NULL, day date NOT NULL, total decimal(12, 2) NOT NULL, changed datetime NOT NULL)',
    rows: large,
    values: "n, 'INV-' || n, 'C-' || n, '2026-01-31', 119.05, '2026-01-31 10:00:00'",
  },
  {
    create:
      'CREATE TABLE line (invoice integer NOT NULL, place integer NOT NULL, label varchar(80) NOT NULL, amount decimal(12, 2) NOT NULL, PRIMARY KEY (place, invoice))',
    rows: large,
    values: "n, 1, 'Bolt', 119.05",
  },
  {
    create:
      'CREATE TABLE payment (id integer NOT NULL, invoice integer NOT NULL, amount decimal(12, 2) NOT NULL, day date NOT NULL)',
    rows: large,
    values: "n, n, 119.05, '2026-02-28'",
  },
  {
    create:
      'CREATE TABLE branch (code varchar(20) NOT NULL, customer varchar(20) NOT NULL, label varchar(60) NOT NULL)',
    rows: 200,
    values: "'B-' || n, 'C-' || n, 'Depot ' || n",
  },
] as const;

/** A database with these tables. */
export interface Erp {
  readonly url: string;
  /** Executes statements and returns the rows of the last one. */
  readonly run: (sql: string, values?: readonly unknown[]) => Promise<readonly Row[]>;
  readonly end: () => Promise<void>;
}

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null;

const erps: Readonly<Record<Kind, () => Promise<Erp>>> = {
  async postgres() {
    const { url, drop } = await freshDatabase();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const run = async (sql: string, values: readonly unknown[] = []) =>
      (await client.query(sql.replace(' datetime ', ' timestamp '), [...values])).rows;
    return { url, run, end: () => client.end().then(drop) };
  },
  async mysql() {
    const { url, runStandard, drop } = await freshMysqlDatabase();
    return { url, run: async (sql) => ((await runStandard(sql)) ?? []).filter(isRow), end: drop };
  },
  async sqlite() {
    const folder = mkdtempSync(join(tmpdir(), 'engine-advice-'));
    const url = join(folder, 'erp.sqlite');
    const database = new Database(url);
    database.function('engine_fold', { deterministic: true }, (value: unknown) => String(value).toLowerCase());
    const run = async (sql: string, values: readonly unknown[] = []) => {
      const statement = database.prepare(sql);
      if (statement.reader) return statement.all(...values).filter(isRow);
      statement.run(...values);
      return [];
    };
    const end = async () => {
      database.close();
      rmSync(folder, { recursive: true });
    };
    return { url, run, end };
  },
};

const numbers: Readonly<Record<Kind, (rows: number) => string>> = {
  postgres: (rows) => `generate_series(1, ${rows}) AS s(n)`,
  mysql: (rows) => `(SELECT seq AS n FROM seq_1_to_${rows}) AS s`,
  sqlite: (rows) =>
    `(WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < ${rows}) SELECT n FROM s)`,
};

/** A new database of this kind with the rows of all tables. */
export async function filled(kind: Kind): Promise<Erp> {
  const erp = await erps[kind]();
  for (const { create, rows, values } of tables) {
    await erp.run(create);
    const [, name = ''] = /TABLE (\w+)/.exec(create) ?? [];
    const cast = kind === 'postgres' ? values.replaceAll(/'(2026[^']*)'/g, "timestamp '$1'") : values;
    await erp.run(`INSERT INTO ${name} SELECT ${cast} FROM ${numbers[kind](rows)}`);
    await erp.run(kind === 'mysql' ? `ANALYZE TABLE ${name}` : `ANALYZE ${name}`);
  }
  return erp;
}
