/** What Xero does with new documents: their lines, numbers, states and refusals. */
import type { Row, Tables, Value } from '../../../doubles/tables.ts';
import { amountDue } from './records.ts';
import { cents, invalid } from './replies.ts';

export type Body = Readonly<Record<string, unknown>>;

export const isBody = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const member = (value: unknown, name: string): unknown => (isBody(value) ? value[name] : undefined);
const text = (value: unknown): string | null => (value === undefined || value === null ? null : String(value));
const number = (value: unknown): number | null => (value === undefined || value === null ? null : Number(value));

/** The time of a change, as it is stored. */
export const stamp = (tables: Tables): string => `${new Date(tables.now()).toISOString().slice(0, 19)}Z`;

function contactOf(tables: Tables, body: Body): string {
  const id = text(member(body.Contact, 'ContactID'));
  const row = tables.get('SELECT ContactID, ContactStatus FROM contact WHERE lower(ContactID) = lower(?)', id);
  if (row === undefined) throw invalid('The Contact cannot be found');
  if (row.ContactStatus !== 'ACTIVE') throw invalid('The Contact has been archived. You must unarchive it first');
  return String(row.ContactID);
}

function rateOf(tables: Tables, currency: unknown): number {
  const row = tables.get('SELECT rate FROM currency WHERE Code = ?', text(currency));
  if (row === undefined) throw invalid(`Organisation is not subscribed to currency ${currency}`);
  return Number(row.rate);
}

/** A line as it is stored. Refuses codes that do not exist, and an amount that is not the computed one. */
function lineOf(tables: Tables, given: unknown, position: number, lineAmountTypes: string, digits: number): Row {
  const line = isBody(given) ? given : {};
  const itemCode = text(line.ItemCode);
  if (itemCode !== null && tables.get('SELECT 1 AS one FROM item WHERE Code = ?', itemCode) === undefined)
    throw invalid(`Item code '${itemCode}' is not valid`);
  const accountCode = text(line.AccountCode);
  const isAccount =
    tables.get("SELECT 1 AS one FROM account WHERE Code = ? AND Status = 'ACTIVE'", accountCode) !== undefined;
  if (accountCode !== null && !isAccount)
    throw invalid(`Account code '${accountCode}' is not a valid code for this document.`);
  const quantity = number(line.Quantity) ?? 1;
  const unitAmount = Number((number(line.UnitAmount) ?? 0).toFixed(digits));
  const [rate, discount] = [number(line.DiscountRate), number(line.DiscountAmount)];
  const amount = cents(quantity * unitAmount * (1 - (rate ?? 0) / 100) - (discount ?? 0));
  const stated = number(line.LineAmount);
  if (stated !== null && cents(stated) !== amount)
    throw invalid(`The line total ${stated} does not match the expected line total ${amount}`);
  const taxType = lineAmountTypes.toLowerCase() === 'notax' ? 'NONE' : (text(line.TaxType) ?? 'NONE');
  const percent = Number(
    tables.get('SELECT EffectiveRate FROM taxRate WHERE TaxType = ?', taxType)?.EffectiveRate ?? 0,
  );
  const tax =
    lineAmountTypes.toLowerCase() === 'inclusive' ? amount - amount / (1 + percent / 100) : (amount * percent) / 100;
  return {
    LineItemID: tables.newId(),
    position,
    Description: text(line.Description) ?? '',
    Quantity: quantity,
    UnitAmount: unitAmount,
    ItemCode: itemCode,
    AccountCode: accountCode,
    TaxType: taxType,
    DiscountRate: rate,
    DiscountAmount: discount,
    LineAmount: amount,
    TaxAmount: cents(tax),
  };
}

/** `kind`: quote or invoice. */
function addLines(
  tables: Tables,
  kind: string,
  key: Readonly<Record<string, Value>>,
  body: Body,
  digits: number,
): void {
  const lines: readonly unknown[] = Array.isArray(body.LineItems) ? body.LineItems : [];
  if (lines.length === 0) throw invalid('One or more line items must be specified');
  for (const [index, line] of lines.entries())
    tables.insert(`${kind}Line`, { ...lineOf(tables, line, index + 1, String(body.LineAmountTypes), digits), ...key });
}

/** Creates a quote, and returns its id. */
export function createQuote(tables: Tables, body: Body): string {
  const contact = contactOf(tables, body);
  const rate = rateOf(tables, body.CurrencyCode);
  const quoteNumber = text(body.QuoteNumber);
  if (tables.get('SELECT 1 AS one FROM quote WHERE QuoteNumber = ?', quoteNumber) !== undefined)
    throw invalid('Quote number must be unique');
  const id = tables.newId();
  tables.insert('quote', {
    QuoteID: id,
    QuoteNumber: quoteNumber,
    Reference: text(body.Reference),
    ContactID: contact,
    Date: text(body.Date),
    Status: text(body.Status) ?? 'DRAFT',
    CurrencyCode: text(body.CurrencyCode),
    CurrencyRate: rate,
    LineAmountTypes: text(body.LineAmountTypes) ?? 'EXCLUSIVE',
    UpdatedDateUTC: stamp(tables),
  });
  addLines(tables, 'quote', { QuoteID: id }, body, 2);
  return id;
}

/** Creates an invoice, and returns its id. `digits`: decimals of unit amounts. */
export function createInvoice(tables: Tables, body: Body, digits: number): string {
  const contact = contactOf(tables, body);
  const rate = rateOf(tables, body.CurrencyCode);
  const invoiceNumber = text(body.InvoiceNumber);
  const used =
    "SELECT 1 AS one FROM invoice WHERE InvoiceNumber = ? COLLATE NOCASE AND Type = 'ACCREC' AND Status <> 'DELETED'";
  if (tables.get(used, invoiceNumber) !== undefined) throw invalid('Invoice # must be unique.');
  const lock = '2020-12-31';
  if (String(body.Date) <= lock) throw invalid('The document date cannot be before the end of year lock date');
  const id = tables.newId();
  tables.insert('invoice', {
    InvoiceID: id,
    Type: text(body.Type),
    InvoiceNumber: invoiceNumber,
    ContactID: contact,
    Date: text(body.Date),
    DueDate: text(body.DueDate),
    Status: text(body.Status) ?? 'DRAFT',
    CurrencyCode: text(body.CurrencyCode),
    CurrencyRate: rate,
    LineAmountTypes: text(body.LineAmountTypes) ?? 'Exclusive',
    UpdatedDateUTC: stamp(tables),
  });
  addLines(tables, 'invoice', { InvoiceID: id }, body, digits);
  tables.run('UPDATE contact SET IsCustomer = 1 WHERE ContactID = ?', contact);
  return id;
}

/** Pays an invoice, and returns the id of the payment. */
export function createPayment(tables: Tables, body: Body): string {
  const id = text(member(body.Invoice, 'InvoiceID'));
  const row = tables.get('SELECT * FROM invoice WHERE lower(InvoiceID) = lower(?)', id);
  if (row === undefined) throw invalid('Invoice could not be found');
  if (row.Status !== 'AUTHORISED') throw invalid('Payments can only be made against Authorised documents');
  const amount = Number(body.Amount);
  if (!(amount > 0)) throw invalid('Payment amount must be greater than zero');
  const due = amountDue(tables, row);
  if (amount > due) throw invalid('Payment amount exceeds the amount outstanding on this document');
  const code = text(member(body.Account, 'Code'));
  const bank = tables.get('SELECT * FROM account WHERE Code = ?', code);
  if (bank === undefined || (bank.Type !== 'BANK' && bank.EnablePaymentsToAccount !== 1))
    throw invalid(`Account code '${code}' is not valid for this payment`);
  const paymentId = tables.newId();
  const time = stamp(tables);
  tables.insert('payment', {
    ...{ PaymentID: paymentId, PaymentType: 'ACCRECPAYMENT', InvoiceID: row.InvoiceID, Date: text(body.Date) },
    ...{ Amount: cents(amount), AccountID: bank.AccountID, Reference: text(body.Reference), Status: 'AUTHORISED' },
    UpdatedDateUTC: time,
  });
  const status = cents(due - amount) === 0 ? 'PAID' : 'AUTHORISED';
  tables.run(
    'UPDATE invoice SET Status = ?, UpdatedDateUTC = ? WHERE InvoiceID = ?',
    status,
    time,
    row.InvoiceID ?? null,
  );
  return paymentId;
}
