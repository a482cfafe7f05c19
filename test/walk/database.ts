/** The invoices that are walked, made by the database itself, and statements that change them meanwhile. */
import pg from 'pg';
import { onMysql } from '../../src/testing/servers/index.ts';

/** Invoices have the ids 10, 20, 30 and so on: between them others come and go. */
export const step = 10;
/** Every so many-th invoice may be deleted during the walk. */
export const volatileEvery = 97;
/** Lines per invoice. */
export const lines = 3;

export type WalkedDialect = 'postgres' | 'mysql';

interface Words {
  /** A table of the numbers from 1 to `count`, as `s(n)`. */
  numbers(count: number): string;
  readonly after: string;
}

const words: Readonly<Record<WalkedDialect, Words>> = {
  postgres: { numbers: (count) => `generate_series(1, ${count}) as s(n)`, after: 'vacuum (analyze)' },
  // A table that MariaDB makes up.
  mysql: {
    numbers: (count) => `(select seq as n from seq_1_to_${count}) as s`,
    after: 'analyze table invoice, invoice_line',
  },
};

/** An invoice and its lines, the n-th of a table of numbers whose ids are `id`. */
const invoiceOf = (id: string): string =>
  `${id}, concat('R-', ${id}), concat('Debtor ', mod(${id}, 1000)), date '2026-01-31', mod(${id}, 100000) / 100.0`;
const lineOf = (id: string): string =>
  `${id}, l.no, concat('Article ', mod(${id} + l.no, 5000)), 1.5, mod(${id}, 997) / 7.0, mod(${id}, 100000) / 300.0`;
const three = '(select 1 as no union all select 2 union all select 3) as l';

function statements(dialect: WalkedDialect, count: number): readonly string[] {
  const { numbers, after } = words[dialect];
  const id = `(n * ${step})`;
  return [
    `create table invoice (id integer primary key, no varchar(20) not null, debtor varchar(40) not null, day date not null,
       total decimal(14, 2) not null)`,
    `insert into invoice select ${invoiceOf(id)} from ${numbers(count)}`,
    `create table invoice_line (invoice_id integer not null, no integer not null, text varchar(40) not null,
       quantity decimal(12, 3) not null, price decimal(12, 4) not null, amount decimal(14, 2) not null,
       primary key (invoice_id, no))`,
    `insert into invoice_line select ${lineOf(id)} from ${numbers(count)}, ${three}`,
    after,
  ];
}

export type Run = (sql: string) => Promise<void>;

/** Connects, lends a function that runs one statement after the other, and disconnects. */
export async function onDatabase<T>(dialect: WalkedDialect, url: string, work: (run: Run) => Promise<T>): Promise<T> {
  if (dialect === 'mysql') return onMysql(url, (run) => work(async (sql) => void (await run(sql))));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(async (sql) => void (await client.query(sql)));
  } finally {
    await client.end();
  }
}

/** Fills an empty database with `count` invoices. */
export async function build(dialect: WalkedDialect, url: string, count: number): Promise<void> {
  await onDatabase(dialect, url, async (run) => {
    for (const sql of statements(dialect, count)) await run(sql);
  });
}

/** Inserts an invoice with its lines. */
export async function insertInvoice(run: Run, id: number): Promise<void> {
  await run(`insert into invoice select ${invoiceOf('n')} from (select ${id} as n) as s`);
  await run(`insert into invoice_line select ${lineOf('n')} from (select ${id} as n) as s, ${three}`);
}

export async function deleteInvoice(run: Run, id: number): Promise<void> {
  await run(`delete from invoice_line where invoice_id = ${id}`);
  await run(`delete from invoice where id = ${id}`);
}
