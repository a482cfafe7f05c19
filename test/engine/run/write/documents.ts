/** Write requests with their expected documents in the ERP, calculated by hand from the fixture. */
import type { DemoDatabase } from '../../../support/demo.ts';
import type { WritePath } from '../../../support/demo-engine.ts';

export interface WriteRequest {
  readonly path: WritePath;
  readonly body: Readonly<Record<string, unknown>>;
  /** Field of the answer that names the document. */
  readonly idField: 'saleId' | 'erpInvoiceId' | 'erpPaymentId';
  /** The documents of this request, read without the engine: id and whole content. */
  readonly find: (database: DemoDatabase) => Promise<readonly { readonly id: string; readonly content: string }[]>;
  /** The expected content of the single document. */
  readonly content: string;
}

/** A stored decimal without the zeros that one database pads and the other does not. */
function short(text: string | null | undefined): string {
  if (text === null || text === undefined) return 'none';
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

/** A draft of three lines: one in boxes of 200, one that takes the base price of the item. */
export function draft(poNumber: string, changes: Readonly<Record<string, unknown>> = {}): WriteRequest {
  const lines = [
    { sku: 'HX-10', qty: 12, unitPrice: 0.25 },
    { sku: 'SCR-4040', qty: 3, unitPrice: 9.8765 },
    { sku: 'GIFT-0', qty: 1 },
  ];
  return {
    path: '/sale-draft',
    body: { poNumber, currency: 'EUR', lines, ...changes },
    idField: 'saleId',
    content: 'K10000 10 EUR: 1 HX-10 12/12 0.25, 2 SCR-4040 3/600 9.8765, 3 GIFT-0 1/1 0',
    async find(database) {
      const rows = await database.rows(`
        SELECT o.order_id, o.account_no, o.state, o.currency, l.line_no, i.item_code, l.qty, l.stock_qty, l.unit_price
        FROM sales_order o LEFT JOIN sales_order_line l ON l.order_id = o.order_id
        LEFT JOIN item i ON i.item_id = l.item_id
        WHERE o.po_ref = '${poNumber}' ORDER BY o.order_id, l.line_no`);
      return [...Map.groupBy(rows, (row) => row.order_id ?? '')].map(([id, rowsOfOrder]) => {
        const made = rowsOfOrder.map(
          (l) => `${l.line_no} ${l.item_code} ${short(l.qty)}/${short(l.stock_qty)} ${short(l.unit_price)}`,
        );
        return {
          id,
          content: `${rowsOfOrder[0]?.account_no} ${rowsOfOrder[0]?.state} ${rowsOfOrder[0]?.currency}: ${made.join(', ')}`,
        };
      });
    },
  };
}

/** An invoice of two lines over 1,234.56 to a customer that buys in euros and has no invoice of its own. */
export function invoice(invoiceNumber: string, changes: Readonly<Record<string, unknown>> = {}): WriteRequest {
  const lines = [
    { description: 'Fitting', quantity: 2.5, unitPrice: 33.333, amount: 83.33 },
    { description: 'Rail', quantity: 3, unitPrice: 383.7433, amount: 1151.23 },
  ];
  const head = { erpDebtorId: 'K10018', issueDate: '2026-03-02', dueDate: '2026-04-01', currency: 'EUR' };
  return {
    path: '/invoices/push',
    body: { invoiceNumber, ...head, lines, ...changes },
    idField: 'erpInvoiceId',
    content: 'K10018 2026-03-02 2026-04-01 1234.56 entered 1234.56: 1 Fitting 2.5 83.33, 2 Rail 3 1151.23',
    async find(database) {
      const rows = await database.rows(`
        SELECT i.invoice_id, i.account_no, i.issued_on, i.due_on, i.total, l.line_no, l.line_text, l.qty, l.amount,
               e.amount AS entered
        FROM invoice i LEFT JOIN invoice_line l ON l.invoice_id = i.invoice_id
        LEFT JOIN account_entry e ON e.invoice_id = i.invoice_id AND e.kind = 'INVOICE'
        WHERE i.doc_no = '${invoiceNumber}' ORDER BY i.invoice_id, l.line_no`);
      return [...Map.groupBy(rows, (row) => row.invoice_id ?? '')].map(([id, rowsOfInvoice]) => {
        const [head] = rowsOfInvoice;
        const made = rowsOfInvoice.map((l) => `${l.line_no} ${l.line_text} ${short(l.qty)} ${short(l.amount)}`);
        const total = `${short(head?.total)} entered ${short(head?.entered)}`;
        return { id, content: `${head?.account_no} ${head?.issued_on} ${head?.due_on} ${total}: ${made.join(', ')}` };
      });
    },
  };
}

/** A payment. `amount` is the JSON number's text; one amount is used for one payment only in a test. */
export function payment(erpInvoiceId: string, amount: string, paymentDate = '2026-05-04'): WriteRequest {
  return {
    path: '/payments/push',
    body: { erpInvoiceId, amount: Number(amount), paymentDate },
    idField: 'erpPaymentId',
    content: `${short(amount)} MAIN POSTED entered -${short(amount)}`,
    async find(database) {
      const rows = await database.rows(`
        SELECT a.allocation_id, a.amount, r.bank_code, r.state, e.amount AS entered
        FROM allocation a JOIN receipt r ON r.receipt_id = a.receipt_id
        LEFT JOIN account_entry e ON e.receipt_id = r.receipt_id AND e.kind = 'RECEIPT'
        WHERE a.invoice_id = ${erpInvoiceId} AND r.received_on = '${paymentDate}' AND a.amount = ${amount}`);
      return rows.map((row) => ({
        id: row.allocation_id ?? '',
        content: `${short(row.amount)} ${row.bank_code} ${row.state} entered ${short(row.entered)}`,
      }));
    },
  };
}

/** The id in an answer's JSON text; undefined where there is none. */
export function idOf(request: WriteRequest, json: string): string | undefined {
  const answer: unknown = JSON.parse(json);
  if (typeof answer !== 'object' || answer === null) return undefined;
  const id: unknown = Reflect.get(answer, request.idField);
  return typeof id === 'string' ? id : undefined;
}

/**
 * The faults of one request whose `acknowledged` ids the callers received: anything except one whole document with
 * one id.
 */
export async function writeFaults(
  database: DemoDatabase,
  request: WriteRequest,
  acknowledged: Iterable<string | undefined>,
): Promise<readonly string[]> {
  const storedDocuments = await request.find(database);
  const expected = [{ id: [...new Set(acknowledged)].join(' and '), content: request.content }];
  if (JSON.stringify(storedDocuments) === JSON.stringify(expected)) return [];
  return [
    `${request.path} ${JSON.stringify(request.body)}: expected ${JSON.stringify(expected)}, found ${JSON.stringify(storedDocuments)}`,
  ];
}
