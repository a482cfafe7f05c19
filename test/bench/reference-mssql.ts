/** Invoices over SQL Server's protocol, written by hand with mssql. */
import mssql from 'mssql';
import { createReferenceApp, serveReference } from './reference-app.ts';
import { addInvoices, type InvoiceRow } from './reference-pages.ts';
import { invoiceColumns, invoiceTables } from './reference-sql.ts';

const pool = new mssql.ConnectionPool({
  server: '127.0.0.1',
  port: Number(process.env.BENCH_DATABASE),
  database: 'erp',
  user: 'engine',
  password: 'bench',
  pool: { max: 10 },
  options: { encrypt: false, trustServerCertificate: true, useUTC: true },
  requestTimeout: 10_000,
});
await pool.connect();

const invoices = `SELECT TOP (@count) ${invoiceColumns} FROM ${invoiceTables} WHERE i.invoice_id > @after ORDER BY i.invoice_id`;
const states: Readonly<Record<string, string>> = { POSTED: 'AUTHORISED', SETTLED: 'PAID' };

interface Row extends InvoiceRow {
  status: string;
  issueDate: string | Date;
  dueDate: string | Date;
}

const day = (date: string | Date): string => (typeof date === 'string' ? date : date.toISOString().slice(0, 10));

const app = createReferenceApp();

addInvoices(
  app,
  async (after, count) => {
    const request = pool.request().input('after', mssql.Int, after).input('count', mssql.Int, count);
    const { recordset } = await request.query<Row>(invoices);
    for (const row of recordset) {
      // The double runs no SQL: it sends the stored values.
      row.status = states[row.status] ?? row.status;
      row.issueDate = day(row.issueDate);
      row.dueDate = day(row.dueDate);
    }
    return recordset;
  },
  async () => undefined,
);

await serveReference(app, () => pool.close());
