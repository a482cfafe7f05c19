/**
 * What the engine is held against: the measured endpoints written by hand for this one ERP, by someone who knows Fastify, pg and
 * PostgreSQL. Started as a separate process; it prints its address as the engine does.
 */
import pg from 'pg';
import { createReferenceApp, serveReference } from './reference-app.ts';
import { invoicesSchema, priceSchema, searchSchema } from './reference-schemas.ts';

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

const searches = new Map<number, string>();

/** The search for so many words: index-served conditions, then exact before prefix before contained. */
function searchText(words: number): string {
  const cachedText = searches.get(words);
  if (cachedText !== undefined) return cachedText;
  const conditions = Array.from({ length: words }, (_, index) => `AND lower(name) LIKE $${index + 4}`).join(' ');
  const text = `SELECT customer_id AS "erpId", name AS "erpName", city FROM customer WHERE active ${conditions}
    ORDER BY CASE WHEN lower(name) = $1 THEN 0 WHEN lower(name) LIKE $2 THEN 1 ELSE 2 END, lower(name), customer_id
    LIMIT $3`;
  searches.set(words, text);
  return text;
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
interface Invoice {
  readonly erpInvoiceId: number;
  readonly erpDebtorId: number;
  debtorName: string;
  currency: string;
  lines?: Line[];
}

/** The last invoice before a page, by page size and page. */
const bookmarks = new Map<string, number>();

const app = createReferenceApp();

const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&');

app.post<{ Body: { readonly query: string; readonly limit: number } }>(
  '/catalog/customers/search',
  { schema: searchSchema },
  async ({ body }) => {
    const query = body.query.trim().toLowerCase();
    const words = query === '' ? [] : [...new Set(query.split(/\s+/))];
    const values = [query, `${escapeLike(query)}%`, body.limit, ...words.map((word) => `%${escapeLike(word)}%`)];
    const hits = await select(`search${words.length}`, searchText(words.length), values);
    return { schemaVersion: '1', hits };
  },
);

app.post<{ Body: { readonly customerErpId: string; readonly productErpId: string } }>(
  '/pricing/resolve',
  { schema: priceSchema },
  async ({ body }) => {
    const [price] = await select('price', priceText, [body.customerErpId, body.productErpId]);
    return { schemaVersion: '1', ...(price ?? { systemUnitPrice: null, source: 'none' }) };
  },
);

app.post<{ Body: { readonly page: number; readonly limit: number } }>(
  '/invoices/list',
  { schema: invoicesSchema },
  async ({ body: { page, limit } }, reply) => {
    const after = page === 1 ? 0 : bookmarks.get(`${limit}/${page}`);
    if (after === undefined) return reply.code(500).send({ schemaVersion: '1', error: 'Pages are walked in order.' });
    const invoices = await select<Invoice>('invoices', invoicesText, [after, limit + 1]);
    const hasMore = invoices.length > limit;
    if (hasMore) invoices.pop();
    const byId = new Map<number, Line[]>();
    for (const invoice of invoices) {
      invoice.lines = [];
      byId.set(invoice.erpInvoiceId, invoice.lines);
      if (fields === undefined) continue;
      invoice.debtorName = `${invoice.debtorName.trim()} (${invoice.erpDebtorId})`;
      invoice.currency = invoice.currency.toUpperCase();
    }
    const last = invoices.at(-1)?.erpInvoiceId;
    if (hasMore && last !== undefined) bookmarks.set(`${limit}/${page + 1}`, last);
    for (const line of await select<Line>('lines', linesText, [[...byId.keys()]]))
      byId.get(line.invoice_id)?.push(line);
    return { schemaVersion: '1', invoices, hasMore };
  },
);

await serveReference(app, () => pool.end());
