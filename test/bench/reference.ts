/**
 * What the engine is held against: all endpoints written by hand for this one ERP, by someone who knows Fastify, pg and
 * PostgreSQL. Started as a separate process; it prints its address as the engine does.
 */
import pg from 'pg';
import { createReferenceApp, serveReference } from './reference-app.ts';
import { addInvoices, type InvoiceRow } from './reference-pages.ts';
import { addReads } from './reference-reads.ts';
import { priceSchema } from './reference-schemas.ts';
import { addWrites } from './reference-writes.ts';

/** BENCH_FIELDS: computes what the expressions of profile-fields.yaml do. */
const { BENCH_DATABASE: connectionString, BENCH_FIELDS: fields } = process.env;

pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

const pool = new pg.Pool({ connectionString, max: 10, statement_timeout: 10_000, keepAlive: true });

/** Runs a named statement: each connection parses it once. */
async function select<Row extends pg.QueryResultRow>(
  name: string,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  return (await pool.query<Row, unknown[]>({ name, text, values: [...values] })).rows;
}

const priceText = `SELECT coalesce(s.price, p.list_price) AS "systemUnitPrice",
    CASE WHEN s.price IS NULL THEN 'list price' ELSE 'customer price' END AS source
  FROM product p
  JOIN customer c ON c.customer_id = $1
  LEFT JOIN customer_price s ON s.customer_id = c.customer_id AND s.product_id = p.product_id
  WHERE p.product_id = $2`;

const invoicesText = `SELECT i.invoice_id AS "erpInvoiceId", i.invoice_no AS "invoiceNumber", i.customer_id AS "erpDebtorId",
    c.name AS "debtorName", i.issued_on AS "issueDate", i.due_on AS "dueDate", i.currency, i.total AS "amountTotal",
    i.open AS "amountOutstanding", CASE i.state WHEN 'POSTED' THEN 'AUTHORISED' WHEN 'SETTLED' THEN 'PAID' END AS status
  FROM invoice i
  JOIN customer c ON c.customer_id = i.customer_id
  WHERE i.invoice_id > $1
  ORDER BY i.invoice_id
  LIMIT $2`;

const linesText = `SELECT invoice_id, description, quantity, unit_price AS "unitPrice", amount
  FROM invoice_line
  WHERE invoice_id = ANY($1)
  ORDER BY invoice_id, line_no`;

interface Line {
  readonly invoice_id: number;
}
interface Invoice extends InvoiceRow {
  readonly erpDebtorId: number;
  debtorName: string;
  currency: string;
}

const app = createReferenceApp();

app.post<{ Body: { readonly customerErpId: string; readonly productErpId: string } }>(
  '/pricing/resolve',
  { schema: priceSchema },
  async ({ body }) => {
    const [price] = await select('price', priceText, [body.customerErpId, body.productErpId]);
    return { schemaVersion: '1', ...(price ?? { systemUnitPrice: null, source: 'none' }) };
  },
);

addInvoices<Invoice>(
  app,
  (after, count) => select('invoices', invoicesText, [after, count]),
  async (invoices) => {
    const byId = new Map(invoices.map((invoice) => [invoice.erpInvoiceId, invoice.lines]));
    for (const invoice of fields === undefined ? [] : invoices) {
      invoice.debtorName = `${invoice.debtorName.trim()} (${invoice.erpDebtorId})`;
      invoice.currency = invoice.currency.toUpperCase();
    }
    for (const line of await select<Line>('lines', linesText, [[...byId.keys()]]))
      byId.get(line.invoice_id)?.push(line);
  },
);

addReads(app, select);
addWrites(app, pool);

await serveReference(app, () => pool.end());
