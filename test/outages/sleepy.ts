/** An ERP with configurable delays, and the statements that its server is running for the service. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { completed } from '../support/check-profile.ts';
import { freshDatabase } from '../support/database.ts';
import { hasMysql } from '../support/dialects.ts';
import { freshMysqlDatabase } from '../support/mysql-database.ts';

type SleepyDialect = 'postgres' | 'mysql';
export const sleepyDialects: readonly SleepyDialect[] = ['postgres', ...(hasMysql ? ['mysql' as const] : [])];

type Rows = readonly Readonly<Record<string, unknown>>[];

export interface SleepyErp {
  /** Rows of a statement that is run past the service. */
  rows(sql: string): Promise<Rows>;
  /** Seconds that each search and each draft takes from now on. */
  takes(seconds: number): Promise<void>;
  /** Statements that the server runs for others, and transactions that they left open. */
  busy(): Promise<Rows>;
  /** Numbers of orders with this reference. */
  orders(ref: string): Promise<Rows>;
  /** Path of a profile with ten connections, each statement of which may take so long. */
  profile(timeout: string): string;
  drop(): Promise<void>;
}

const sleep: Readonly<Record<SleepyDialect, string>> = {
  postgres: 'pg_sleep((SELECT seconds FROM delay)) IS NOT NULL',
  mysql: 'SLEEP((SELECT seconds FROM delay)) = 0',
};

const busy: Readonly<Record<SleepyDialect, string>> = {
  postgres: `select query, state from pg_stat_activity
    where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`,
  mysql: `select p.info as query, t.trx_state as state from information_schema.processlist p
    left join information_schema.innodb_trx t on t.trx_mysql_thread_id = p.id
    where p.db = database() and p.id <> connection_id() and (p.command <> 'Sleep' or t.trx_id is not null)`,
};

const schema = (number: string): readonly string[] => [
  'create table delay (seconds double precision not null)',
  'insert into delay values (0)',
  'create table customer (id integer primary key, name varchar(50) not null)',
  "insert into customer values (1, 'Ada')",
  `create table orders (id ${number} primary key, ref varchar(50) not null, created timestamp)`,
];

const text = (dialect: SleepyDialect, url: string, timeout: string): string =>
  completed(`
profile: sleepy
contract: "1"
sources:
  erp:
    sql: ${dialect}
    connection: { url: "${url}" }
    limits: { connections: 10, timeout: ${timeout} }
ids: { customer: { type: integer }, sale: { type: integer } }
endpoints:
  /catalog/customers/search:
    search: { text: query, in: [erpName] }
    query: SELECT c.id AS erpId, c.name AS erpName FROM customer c WHERE ${sleep[dialect]}
  /sale-draft:
    find:
      query: SELECT o.id AS saleId, o.created AS receivedAt, o.ref AS "key" FROM orders o WHERE o.ref = :key
    write:
      - order:
          exec: INSERT INTO orders (ref, created) SELECT :key, :now FROM customer c WHERE ${sleep[dialect]}
`);

interface Home {
  readonly url: string;
  rows(sql: string): Promise<Rows>;
  drop(): Promise<void>;
}

async function onPostgres(): Promise<Home> {
  const { url, drop } = await freshDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const end = async () => {
    await client.end();
    await drop();
  };
  return { url, rows: async (sql) => (await client.query(sql)).rows, drop: end };
}

async function onMysql(): Promise<Home> {
  const { url, run, drop } = await freshMysqlDatabase();
  return { url, rows: run, drop };
}

export async function sleepyErp(dialect: SleepyDialect): Promise<SleepyErp> {
  const folder = mkdtempSync(join(tmpdir(), 'engine-sleepy-'));
  const postgres = dialect === 'postgres';
  const { url, rows, drop } = await (postgres ? onPostgres() : onMysql());
  const number = postgres ? 'integer generated always as identity' : 'integer auto_increment';
  for (const sql of schema(number)) await rows(sql);
  return {
    rows,
    takes: async (seconds) => void (await rows(`update delay set seconds = ${seconds}`)),
    busy: () => rows(busy[dialect]),
    orders: (ref) => rows(`select id from orders where ref = '${ref}'`),
    profile(timeout) {
      const file = join(folder, `profile-${timeout}.yaml`);
      writeFileSync(file, text(dialect, url, timeout));
      return file;
    },
    async drop() {
      await drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
