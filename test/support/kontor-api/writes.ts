/**
 * The writes of Kontor's API. An order is one call; an invoice is created as a draft and then posted, as in Business
 * Central (salesInvoices, then the bound action Microsoft.NAV.post); a payment has a reference from the caller that
 * Kontor accepts only once.
 */
import type Database from 'better-sqlite3';
import { ODataError } from '../../../src/workbench/testing/odata-double/odata-error.ts';
import { cents } from '../cents.ts';
import type { OfficeClock } from './database.ts';

export type Body = Readonly<Record<string, unknown>>;

const isBody = (value: unknown): value is Body => typeof value === 'object' && value !== null && !Array.isArray(value);

function text(body: Body, name: string): string {
  const value = body[name];
  if (typeof value !== 'string' || value === '') throw new ODataError(400, `The field '${name}' must be filled in.`);
  return value;
}

/** A decimal as a JSON number. */
function decimal(body: Body, name: string): number {
  const value = body[name];
  if (typeof value !== 'number') throw new ODataError(400, `The field '${name}' must be a number.`);
  return value;
}

function list(body: Body, name: string): readonly Body[] {
  const value = body[name];
  if (!Array.isArray(value) || value.length === 0 || !value.every(isBody))
    throw new ODataError(400, `The field '${name}' must be a list of objects.`);
  return value;
}

type Row = Readonly<Record<string, string | number | null>>;

/** Writing functions, each in a separate transaction; they return the id of the new record. */
export function kontorWrites(database: Database.Database, clock: OfficeClock) {
  const row = (sql: string, ...values: readonly (string | number)[]): Row | undefined =>
    database.prepare<(string | number)[], Row>(sql).get(...values);
  const run = (sql: string, ...values: readonly (string | number | null)[]): void =>
    void database.prepare(sql).run(...values);

  /** The next number of a range, with its prefix. */
  function take(range: string): { readonly id: number; readonly number: string } {
    run('UPDATE number_range SET next_no = next_no + 1 WHERE code = ?', range);
    const taken = row(
      'SELECT next_no - 1 AS id, prefix || (next_no - 1) AS number FROM number_range WHERE code = ?',
      range,
    );
    return { id: Number(taken?.id), number: String(taken?.number) };
  }

  function existingRow(sql: string, value: string | number, what: string): Row {
    const existing = row(sql, value);
    if (existing === undefined) throw new ODataError(400, `${what} ${value} does not exist.`, 'RecordNotFound');
    return existing;
  }

  function createOrder(body: Body): number {
    const customer = text(body, 'customerId');
    const currency = text(body, 'currency');
    existingRow('SELECT 1 AS one FROM customer WHERE account_no = ?', customer, 'Customer');
    existingRow('SELECT 1 AS one FROM currency WHERE code = ?', currency, 'Currency');
    const lines = list(body, 'lines').map((line) => {
      const code = text(line, 'itemCode');
      const item = existingRow('SELECT * FROM item WHERE item_code = ? AND active = 1', code, 'Item');
      return { line, item };
    });
    const { id, number } = take('ORDER');
    run(
      `INSERT INTO sales_order (order_id, order_no, account_no, po_ref, origin, state, ordered_on, currency, created_at)
       VALUES (?, ?, ?, ?, 'APP', 10, ?, ?, ?)`,
      ...[id, number, customer, text(body, 'reference'), clock.today(), currency, clock.time()],
    );
    for (const [index, { line, item }] of lines.entries()) {
      const quantity = decimal(line, 'quantity');
      const price = line.unitPrice === undefined ? null : decimal(line, 'unitPrice');
      run(
        `INSERT INTO sales_order_line (order_id, line_no, item_id, qty, unit, stock_qty, unit_price) VALUES (?, ?, ?, ?, ?, ?, ?)`,
        ...[
          id,
          index + 1,
          Number(item.item_id),
          quantity,
          String(item.sales_unit),
          quantity * Number(item.pack_size),
          price,
        ],
      );
    }
    return id;
  }

  function createInvoice(body: Body): number {
    const customer = text(body, 'customerId');
    const account = existingRow('SELECT currency, terms_days FROM customer WHERE account_no = ?', customer, 'Customer');
    const currency = text(body, 'currency');
    if (account.currency !== currency)
      throw new ODataError(400, `The account of customer ${customer} is not kept in ${currency}.`, 'CurrencyMismatch');
    const issued = text(body, 'issuedOn');
    const lines = list(body, 'lines');
    const total = lines.reduce((sum, line) => sum + cents(String(decimal(line, 'amount'))), 0n);
    if (total < 0n) throw new ODataError(400, 'An invoice cannot be negative.', 'NegativeTotal');
    const { id } = take('POSTING');
    run(
      `INSERT INTO invoice (invoice_id, doc_no, kind, state, account_no, issued_on, due_on, currency, total, changed_at)
       VALUES (?, NULL, 'INVOICE', 'DRAFT', ?, ?, ?, ?, ?, ?)`,
      ...[id, customer, issued, text(body, 'dueOn'), currency, Number(total) / 100, clock.time()],
    );
    run('INSERT INTO api_draft (invoice_id, ref) VALUES (?, ?)', id, text(body, 'number'));
    for (const [index, line] of lines.entries()) {
      const numbers = ['quantity', 'unitPrice', 'amount'].map((name) => decimal(line, name));
      run(
        'INSERT INTO invoice_line (invoice_id, line_no, line_text, qty, unit_price, amount) VALUES (?, ?, ?, ?, ?, ?)',
        ...[id, index + 1, typeof line.text === 'string' ? line.text : '', ...numbers],
      );
    }
    return id;
  }

  function postInvoice(id: number): number {
    const draft = row(
      'SELECT i.*, r.ref FROM invoice i LEFT JOIN api_draft r USING (invoice_id) WHERE invoice_id = ?',
      id,
    );
    if (draft === undefined) throw new ODataError(404, `There is no invoice ${id}.`);
    if (draft.state !== 'DRAFT') throw new ODataError(400, `Invoice ${id} is posted already.`, 'AlreadyPosted');
    const [number, customer, total] = [String(draft.ref), String(draft.account_no), Number(draft.total)];
    if (row('SELECT 1 AS one FROM invoice WHERE account_no = ? AND doc_no = ?', customer, number) !== undefined)
      throw new ODataError(400, `Another document of ${customer} has the number ${number}.`, 'DuplicateNumber');
    const now = clock.time();
    run("UPDATE invoice SET state = 'POSTED', doc_no = ?, changed_at = ? WHERE invoice_id = ?", number, now, id);
    run(
      `INSERT INTO account_entry (entry_id, account_no, entry_date, kind, doc_no, amount, open_amount, invoice_id, changed_at)
       VALUES (?, ?, ?, 'INVOICE', ?, ?, ?, ?, ?)`,
      ...[id, customer, String(draft.issued_on), number, total, total, id, now],
    );
    run('UPDATE customer SET balance = ROUND(balance + ?, 2) WHERE account_no = ?', total, customer);
    return id;
  }

  function createPayment(body: Body): number {
    const invoice = decimal(body, 'invoiceId');
    const reference = text(body, 'externalReference');
    const amount = decimal(body, 'amount');
    if (row('SELECT 1 AS one FROM allocation WHERE external_ref = ?', reference) !== undefined)
      throw new ODataError(409, `The reference ${reference} is used already.`, 'DuplicateReference');
    const entry = row(
      `SELECT e.account_no, e.open_amount FROM account_entry e JOIN invoice i USING (invoice_id)
       WHERE e.invoice_id = ? AND e.kind = 'INVOICE' AND i.state = 'POSTED'`,
      invoice,
    );
    if (entry === undefined) throw new ODataError(400, `Invoice ${invoice} takes no payment.`, 'NotPayable');
    if (cents(String(entry.open_amount)) < cents(String(amount)))
      throw new ODataError(400, `${amount} is more than what is open on invoice ${invoice}.`, 'Overpaid');
    const { id, number } = take('POSTING');
    const [customer, day, now] = [String(entry.account_no), text(body, 'receivedOn'), clock.time()];
    run(
      "INSERT INTO receipt (receipt_id, receipt_no, account_no, received_on, amount, bank_code, state) VALUES (?, ?, ?, ?, ?, ?, 'POSTED')",
      ...[id, number, customer, day, amount, text(body, 'bankCode')],
    );
    run(
      'INSERT INTO allocation (allocation_id, receipt_id, invoice_id, amount, undone, external_ref) VALUES (?, ?, ?, ?, 0, ?)',
      ...[id, id, invoice, amount, reference],
    );
    run(
      `INSERT INTO account_entry (entry_id, account_no, entry_date, kind, doc_no, amount, open_amount, receipt_id, changed_at)
       VALUES (?, ?, ?, 'RECEIPT', ?, ?, 0, ?, ?)`,
      ...[id, customer, day, number, -amount, id, now],
    );
    run(
      "UPDATE account_entry SET open_amount = ROUND(open_amount - ?, 2), changed_at = ? WHERE invoice_id = ? AND kind = 'INVOICE'",
      ...[amount, now, invoice],
    );
    run('UPDATE customer SET balance = ROUND(balance - ?, 2) WHERE account_no = ?', amount, customer);
    return id;
  }

  const whole =
    <T>(work: (value: T) => number) =>
    (value: T): number =>
      database.transaction(() => work(value)).immediate();
  return {
    createOrder: whole(createOrder),
    createInvoice: whole(createInvoice),
    postInvoice: whole(postInvoice),
    createPayment: whole(createPayment),
  };
}
