/** The ERP of the benchmark: a PostgreSQL database of a wholesaler's size, the same on every run. */
import pg from 'pg';

export interface Sizes {
  readonly customers: number;
  readonly products: number;
  readonly invoices: number;
}

/** Lines per invoice. */
const lines = 3;
/** Every customer has an individual price for so many products. */
const ownPrices = 5;

export const firstWords =
  'Nord Süd Ost West Berg Tal Hafen Wald Feld Stein Eisen Kupfer Silber Gold Anker Linden'.split(' ');
export const secondWords =
  'Handel Technik Logistik Werkzeug Baustoff Maschinen Papier Glas Textil Möbel Chemie Elektro Metall Holz'.split(' ');

const array = (words: readonly string[]): string => `ARRAY[${words.map((word) => `'${word}'`).join(',')}]`;
const pick = (words: readonly string[], by: string): string => `(${array(words)})[1 + (${by}) % ${words.length}]`;

function statements({ customers, products, invoices }: Sizes): readonly string[] {
  return [
    `CREATE EXTENSION pg_trgm`,
    `CREATE TABLE customer (
       customer_id integer PRIMARY KEY, name text NOT NULL, city text, active boolean NOT NULL)`,
    `INSERT INTO customer
     SELECT n, ${pick(firstWords, 'n')} || ' ' || ${pick(secondWords, `n / ${firstWords.length}`)} || ' ' || n || ' GmbH',
            'Stadt ' || n % 1000, n % 20 <> 0
     FROM generate_series(1, ${customers}) AS n`,
    `CREATE TABLE product (product_id integer PRIMARY KEY, title text NOT NULL, list_price numeric(12,4))`,
    `INSERT INTO product SELECT n, 'Artikel ' || n, (n % 10000) / 7.0 + 1 FROM generate_series(1, ${products}) AS n`,
    `CREATE TABLE customer_price (
       customer_id integer, product_id integer, price numeric(12,4) NOT NULL, PRIMARY KEY (customer_id, product_id))`,
    `INSERT INTO customer_price
     SELECT c, (c * ${ownPrices} + p) % ${products} + 1, (c + p) % 1000 / 9.0 + 1
     FROM generate_series(1, ${customers}) AS c, generate_series(1, ${ownPrices}) AS p`,
    `CREATE TABLE invoice (
       invoice_id integer PRIMARY KEY, invoice_no text NOT NULL, customer_id integer NOT NULL, issued_on date NOT NULL,
       due_on date, currency char(3) NOT NULL, total numeric(14,2) NOT NULL, open numeric(14,2) NOT NULL,
       state text NOT NULL)`,
    `INSERT INTO invoice
     SELECT n, 'R-' || n, n % ${customers} + 1, DATE '2020-01-01' + n % 2000, DATE '2020-01-31' + n % 2000, 'EUR',
            n % 100000 / 3.0, CASE WHEN n % 3 = 0 THEN n % 100000 / 3.0 ELSE 0 END,
            CASE WHEN n % 3 = 0 THEN 'POSTED' ELSE 'SETTLED' END
     FROM generate_series(1, ${invoices}) AS n`,
    `CREATE TABLE invoice_line (
       invoice_id integer, line_no integer, description text, quantity numeric(12,3) NOT NULL,
       unit_price numeric(12,4) NOT NULL, amount numeric(14,2) NOT NULL, PRIMARY KEY (invoice_id, line_no))`,
    `INSERT INTO invoice_line
     SELECT n, l, 'Artikel ' || (n + l) % ${products}, (n + l) % 50 + 0.5, (n + l) % 997 / 7.0, n % 100000 / 9.0
     FROM generate_series(1, ${invoices}) AS n, generate_series(1, ${lines}) AS l`,
    `CREATE INDEX customer_name ON customer USING gin (lower(name) gin_trgm_ops)`,
    `VACUUM (ANALYZE)`,
  ];
}

/** Fills an empty database. */
export async function buildFixture(url: string, sizes: Sizes): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements(sizes)) await client.query(statement);
  } finally {
    await client.end();
  }
}
