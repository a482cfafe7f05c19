/** The ERP in PostgreSQL: common tables with a column for the company, and tables of single companies. */
import pg from 'pg';
import { type Company, customersOf, invoicesOf, itemsOf } from './company.ts';

const definitions: Readonly<Record<string, string>> = {
  customer: 'company text, no text, name text, town text, mail text, PRIMARY KEY (company, no)',
  item: 'company text, id text, sku text, price numeric(12, 2), source text, PRIMARY KEY (company, id)',
  sales_order: 'id serial PRIMARY KEY, company text, ref text, currency text, created_at timestamp',
  sales_order_line: 'company text, ref text, sku text, qty integer',
  invoice:
    'company text, id text, number text, customer text, total numeric(12, 2), version bigint, PRIMARY KEY (company, id)',
  payment: 'id serial PRIMARY KEY, company text, ref text, invoice text, amount numeric(12, 2), day date',
};

/** Statements that create the tables. `prefix`: in front of their names. */
function creation(prefix: string): readonly string[] {
  return Object.entries(definitions).map(([name, columns]) => `CREATE TABLE ${prefix}${name} (${columns})`);
}

const quoted = (values: readonly string[]): string => `(${values.map((value) => `'${value}'`).join(', ')})`;

/** Statements with the data of a company. Its texts contain no quotes. */
function contents(company: Company, prefix: string): readonly string[] {
  const { code } = company;
  const customers = customersOf(company).map(({ no, name, town, mail }) => quoted([code, no, name, town, mail]));
  const items = itemsOf(company).map(({ id, sku, price, source }) => quoted([code, id, sku, price, source]));
  const debtor = customersOf(company)[0]?.no ?? '';
  const invoices = invoicesOf(company).map(({ id, number, total, version }) =>
    quoted([code, id, number, debtor, total, String(version)]),
  );
  return [
    `INSERT INTO ${prefix}invoice VALUES ${invoices.join(', ')}`,
    `INSERT INTO ${prefix}customer VALUES ${customers.join(', ')}`,
    `INSERT INTO ${prefix}item VALUES ${items.join(', ')}`,
  ];
}

/** In front of the names of a company's tables; empty for the common tables. */
export const prefixOf = ({ profile, code }: Company): string => (profile === 'tables' ? `${code}_` : '');

/** Creates the tables of the companies with a profile for databases, and fills them. Statements are sent in groups. */
export async function fillDatabase(url: string, companies: readonly Company[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(creation('').join('; '));
    for (const company of companies) {
      const prefix = prefixOf(company);
      if (company.profile === 'web' || company.profile === 'consent') continue;
      const made = company.profile === 'tables' ? creation(prefix) : [];
      await client.query([...made, ...contents(company, prefix)].join('; '));
    }
  } finally {
    await client.end();
  }
}

/** A document in the ERP. */
export interface StoredDocument {
  readonly id: string;
  readonly ref: string;
}

/** The drafts and payments of a company, past the engine; a draft with lines of another company or without lines is an error. */
export async function storedDocuments(client: pg.Client, company: Company): Promise<readonly StoredDocument[]> {
  const prefix = prefixOf(company);
  const { rows } = await client.query<{ id: number; ref: string; lines: number }>(
    `SELECT o.id, o.ref, (SELECT count(*)::int FROM ${prefix}sales_order_line l WHERE l.company = o.company AND l.ref = o.ref AND l.sku LIKE '%${company.code}') AS lines
       FROM ${prefix}sales_order o WHERE o.company = '${company.code}'
     UNION ALL SELECT p.id, p.ref, 1 FROM ${prefix}payment p WHERE p.company = '${company.code}'`,
  );
  for (const { ref, lines } of rows)
    if (lines !== 1) throw new Error(`${company.name}: ${lines} lines of its items for ${ref}`);
  return rows.map(({ id, ref }) => ({ id: String(id), ref }));
}
