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

function statements(sizes: Sizes): readonly string[] {
  const { customers, products, invoices } = sizes;
  return [
    `CREATE EXTENSION pg_trgm`,
    `CREATE TABLE customer (
       customer_id integer PRIMARY KEY, name text NOT NULL, city text, active boolean NOT NULL,
       currency char(3) NOT NULL, credit_limit numeric(12,2), credit_used numeric(12,2))`,
    `INSERT INTO customer
     SELECT n, ${pick(firstWords, 'n')} || ' ' || ${pick(secondWords, `n / ${firstWords.length}`)} || ' ' || n || ' GmbH',
            'Stadt ' || n % 1000, n % 20 <> 0, 'EUR', n % 90 * 500, n % 700 * 20.25
     FROM generate_series(1, ${customers}) AS n`,
    `CREATE TABLE product (
       product_id integer PRIMARY KEY, sku text NOT NULL UNIQUE, title text NOT NULL, list_price numeric(12,4))`,
    `INSERT INTO product
     SELECT n, 'SKU-' || n, 'Artikel ' || n, (n % 10000) / 7.0 + 1 FROM generate_series(1, ${products}) AS n`,
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
    `CREATE INDEX product_title ON product USING gin (lower(title) gin_trgm_ops)`,
    `CREATE INDEX product_sku ON product (lower(sku) text_pattern_ops)`,
    `CREATE INDEX invoice_customer ON invoice (customer_id)`,
    ...customerStatements(sizes),
    ...writtenTables,
    `VACUUM (ANALYZE)`,
  ];
}

/** Addresses, orders, payments and account entries of the customers. */
function customerStatements({ customers, products, invoices }: Sizes): readonly string[] {
  return [
    `CREATE TABLE address (
       address_id integer PRIMARY KEY, customer_id integer NOT NULL, label text NOT NULL, street text NOT NULL, kind text NOT NULL)`,
    `INSERT INTO address
     SELECT n, n % ${customers} + 1, 'Lager ' || n, 'Hafenstraße ' || n % 99, CASE WHEN n % 2 = 0 THEN 'shipping' ELSE 'billing' END
     FROM generate_series(1, ${2 * customers}) AS n`,
    `CREATE TABLE customer_order (
       order_id integer PRIMARY KEY, kind text NOT NULL, order_no text NOT NULL, customer_id integer NOT NULL, product_id integer NOT NULL,
       quantity numeric(12,3) NOT NULL, ordered_on date NOT NULL, state text NOT NULL)`,
    `INSERT INTO customer_order
     SELECT n, CASE WHEN n % 3 = 0 THEN 'PURCHASE' ELSE 'SALE' END, 'A-' || n, n % ${customers} + 1, n % ${products} + 1, n % 40 + 1,
            DATE '2020-01-01' + n % 2000, 'OPEN'
     FROM generate_series(1, ${5 * customers}) AS n`,
    `CREATE TABLE payment (
       payment_id integer PRIMARY KEY, invoice_id integer NOT NULL, amount numeric(14,2) NOT NULL, paid_on date NOT NULL)`,
    `INSERT INTO payment SELECT n, n, n % 100000 / 3.0, DATE '2020-01-15' + n % 2000 FROM generate_series(1, ${invoices / 2}) AS n`,
    `CREATE TABLE account_entry (
       entry_id integer PRIMARY KEY, customer_id integer NOT NULL, entered_on date NOT NULL, document text NOT NULL, amount numeric(14,2) NOT NULL)`,
    `INSERT INTO account_entry
     SELECT invoice_id, customer_id, issued_on, invoice_no, CASE WHEN invoice_id % 3 = 0 THEN -total ELSE total END FROM invoice`,
    ...['address', 'customer_order', 'account_entry'].map(
      (table) => `CREATE INDEX ${table}_customer ON ${table} (customer_id)`,
    ),
  ];
}

/** Tables that are written. The engine and the reference each have their own: neither finds the documents of the other. */
const writtenTables: readonly string[] = [
  ...['written', 'reference'].flatMap((owner) => [
    `CREATE TABLE ${owner}_order (
       order_id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, order_no text NOT NULL, customer_id integer NOT NULL,
       po_ref text NOT NULL, currency char(3) NOT NULL, created_at timestamptz NOT NULL)`,
    `CREATE INDEX ${owner}_order_po ON ${owner}_order (po_ref)`,
    `CREATE TABLE ${owner}_order_line (
       order_id integer NOT NULL, line_no integer NOT NULL, product_id integer NOT NULL, quantity numeric(12,3) NOT NULL,
       unit_price numeric(12,4), PRIMARY KEY (order_id, line_no))`,
    `CREATE TABLE ${owner}_invoice (
       invoice_id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, customer_id integer NOT NULL, invoice_no text NOT NULL,
       issued_on date NOT NULL, currency char(3) NOT NULL, UNIQUE (customer_id, invoice_no))`,
    `CREATE TABLE ${owner}_invoice_line (
       invoice_id integer NOT NULL, line_no integer NOT NULL, description text, quantity numeric(12,3) NOT NULL,
       unit_price numeric(12,4) NOT NULL, amount numeric(14,2) NOT NULL, PRIMARY KEY (invoice_id, line_no))`,
    `CREATE TABLE ${owner}_payment (
       payment_id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, reference text NOT NULL UNIQUE, invoice_id integer NOT NULL,
       amount numeric(14,2) NOT NULL, paid_on date NOT NULL)`,
  ]),
  'CREATE TABLE idempotency (key text PRIMARY KEY, payload text NOT NULL, answer jsonb)',
];

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
