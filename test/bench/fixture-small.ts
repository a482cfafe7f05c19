/** Smaller databases of the benchmark: SQLite and MariaDB. */
import Database from 'better-sqlite3';
import { onMysql } from '../../src/workbench/testing/servers/mysql-client.ts';
import type { Sizes } from './fixture.ts';

export const smallSizes: Sizes = { customers: 20_000, products: 10_000, invoices: 50_000 };

const { customers, products, invoices } = smallSizes;

/** The numbers from 1 to `last` as the table `n`. */
const upTo = (last: number): string =>
  `WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${last})`;

/** Prices of every customer for so many products. */
const pricesPerCustomer = 5;

/** Tables and rows in the SQL that SQLite and MariaDB have in common. */
const common: readonly string[] = [
  'CREATE TABLE customer (customer_id integer PRIMARY KEY, name varchar(60) NOT NULL)',
  `INSERT INTO customer ${upTo(customers)} SELECT n, concat('Nord Handel ', n, ' GmbH') FROM n`,
  'CREATE TABLE product (product_id integer PRIMARY KEY, list_price decimal(12,2))',
  `INSERT INTO product ${upTo(products)} SELECT n, round((n % 10000) / 7.0 + 1, 2) FROM n`,
  `CREATE TABLE customer_price (
     customer_id integer NOT NULL, product_id integer NOT NULL, price decimal(12,2) NOT NULL,
     PRIMARY KEY (customer_id, product_id))`,
  `INSERT INTO customer_price ${upTo(customers)}, p(p) AS (SELECT n FROM n WHERE n <= ${pricesPerCustomer})
   SELECT n, (n * ${pricesPerCustomer} + p) % ${products} + 1, round((n + p) % 1000 / 9.0 + 1, 2) FROM n CROSS JOIN p`,
];

const withInvoices: readonly string[] = [
  `CREATE TABLE invoice (
     invoice_id integer PRIMARY KEY, invoice_no varchar(20) NOT NULL, customer_id integer NOT NULL, issued_on date NOT NULL,
     due_on date, currency char(3) NOT NULL, total decimal(14,2) NOT NULL, open_amount decimal(14,2) NOT NULL,
     state varchar(10) NOT NULL)`,
  `INSERT INTO invoice ${upTo(invoices)}
   SELECT n, concat('R-', n), n % ${customers} + 1, DATE '2020-01-01' + INTERVAL (n % 2000) DAY,
          DATE '2020-01-31' + INTERVAL (n % 2000) DAY, 'EUR', round(n % 100000 / 3.0, 2),
          CASE WHEN n % 3 = 0 THEN round(n % 100000 / 3.0, 2) ELSE 0 END,
          CASE WHEN n % 3 = 0 THEN 'POSTED' ELSE 'SETTLED' END
   FROM n`,
  `CREATE TABLE invoice_line (
     invoice_id integer NOT NULL, line_no integer NOT NULL, description varchar(60), quantity decimal(12,3) NOT NULL,
     unit_price decimal(12,4) NOT NULL, amount decimal(14,2) NOT NULL, PRIMARY KEY (invoice_id, line_no))`,
  `INSERT INTO invoice_line ${upTo(invoices)}, l(l) AS (SELECT n FROM n WHERE n <= 3)
   SELECT n, l, concat('Artikel ', (n + l) % ${products}), (n + l) % 50 + 0.5, round((n + l) % 997 / 7.0, 4),
          round(n % 100000 / 9.0, 2)
   FROM n CROSS JOIN l`,
];

export function buildSqlite(file: string): void {
  const database = new Database(file);
  for (const statement of common) database.exec(statement);
  database.pragma('journal_mode = wal');
  database.close();
}

/** Returns the address of the database. */
export async function buildMariadb(url: string): Promise<string> {
  await onMysql(url, async (run) => {
    await run('CREATE DATABASE bench');
    await run('USE bench');
    await run('SET max_recursive_iterations = 10000000');
    for (const statement of [...common, ...withInvoices, 'ANALYZE TABLE customer, product, customer_price, invoice']) {
      await run(statement);
    }
  });
  const address = new URL(url);
  address.pathname = '/bench';
  return address.href;
}
