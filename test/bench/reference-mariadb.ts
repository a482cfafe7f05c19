/** Price and invoices with lines over MariaDB, written by hand with mysql2 and prepared statements. */
import { createPool, type RowDataPacket } from 'mysql2/promise';
import { createReferenceApp, serveReference } from './reference-app.ts';
import { addInvoices, type InvoiceRow } from './reference-pages.ts';
import { priceSchema } from './reference-schemas.ts';
import { invoiceColumns, invoiceTables, priceQuery } from './reference-sql.ts';

const pool = createPool({
  uri: process.env.BENCH_DATABASE ?? '',
  connectionLimit: 10,
  decimalNumbers: true,
  dateStrings: true,
  enableKeepAlive: true,
});

async function select<Row>(sql: string, values: readonly number[]): Promise<(Row & RowDataPacket)[]> {
  return (await pool.execute<(Row & RowDataPacket)[]>({ sql, timeout: 10_000 }, [...values]))[0];
}

const invoices = `SELECT ${invoiceColumns} FROM ${invoiceTables} WHERE i.invoice_id > ? ORDER BY i.invoice_id LIMIT ?`;
const linesOf = (count: number): string =>
  `SELECT invoice_id, description, quantity, unit_price AS unitPrice, amount FROM invoice_line
   WHERE invoice_id IN (${Array.from({ length: count }, () => '?').join(',')}) ORDER BY invoice_id, line_no`;

const app = createReferenceApp();

app.post<{ Body: { readonly customerErpId: string; readonly productErpId: string } }>(
  '/pricing/resolve',
  { schema: priceSchema },
  async ({ body }) => {
    const [price] = await select(priceQuery, [Number(body.customerErpId), Number(body.productErpId)]);
    return { schemaVersion: '1', ...(price ?? { systemUnitPrice: null, source: 'none' }) };
  },
);

addInvoices(
  app,
  (after, count) => select<InvoiceRow>(invoices, [after, count]),
  async (page) => {
    const byId = new Map(page.map((invoice) => [invoice.erpInvoiceId, invoice.lines]));
    const lines = await select<{ readonly invoice_id: number }>(linesOf(page.length), [...byId.keys()]);
    for (const line of lines) byId.get(line.invoice_id)?.push(line);
  },
);

await serveReference(app, () => pool.end());
