/** Rows as the records that the API answers. */
import type { Row, Tables } from '../../../doubles/tables.ts';
import { cents, day, filled, instant } from './replies.ts';

export type Json = Readonly<Record<string, unknown>>;

const sum = (tables: Tables, sql: string, ...ids: readonly string[]): number =>
  cents(Number(tables.get(`SELECT coalesce(${sql}) AS number`, ...ids)?.number ?? 0));

export interface Totals {
  readonly SubTotal: number;
  readonly TotalTax: number;
  readonly Total: number;
}

/** What the lines of a document amount to. `kind`: invoice, creditNote or quote. */
export function totalsOf(tables: Tables, kind: string, id: string, lineAmountTypes: string): Totals {
  const part = (column: string): number =>
    sum(
      tables,
      `(SELECT sum(${column}) FROM ${kind}Line WHERE ${kind[0]?.toUpperCase()}${kind.slice(1)}ID = ?), 0`,
      id,
    );
  const [lines, tax] = [part('LineAmount'), part('TaxAmount')];
  const isNet = lineAmountTypes.toLowerCase() === 'exclusive';
  return { SubTotal: isNet ? lines : cents(lines - tax), TotalTax: tax, Total: isNet ? cents(lines + tax) : lines };
}

export const paidOn = (tables: Tables, column: string, id: string): number =>
  sum(tables, `(SELECT sum(Amount) FROM payment WHERE ${column} = ? AND Status = 'AUTHORISED'), 0`, id);

export const allocatedOf = (tables: Tables, column: string, id: string): number =>
  sum(tables, `(SELECT sum(Amount) FROM allocation WHERE ${column} = ?), 0`, id);

/** What is open of an invoice. */
export function amountDue(tables: Tables, invoice: Row): number {
  if (invoice.Status === 'VOIDED' || invoice.Status === 'DELETED') return 0;
  const id = String(invoice.InvoiceID);
  const { Total } = totalsOf(tables, 'invoice', id, String(invoice.LineAmountTypes));
  return cents(Total - paidOn(tables, 'InvoiceID', id) - allocatedOf(tables, 'InvoiceID', id));
}

const contactIn = (tables: Tables, { ContactID }: Row): Json =>
  filled(tables.get('SELECT ContactID, Name FROM contact WHERE ContactID = ?', ContactID ?? null) ?? {});

/** `digits`: decimals of unit amounts, 2 or 4. */
function linesOf(tables: Tables, kind: string, key: string, id: string, digits: number): readonly Json[] {
  const rows = tables.all(`SELECT * FROM ${kind}Line WHERE ${key} = ? ORDER BY position`, id);
  return rows.map(({ [key]: _, position, ...line }) =>
    filled({ ...line, UnitAmount: line.UnitAmount === null ? null : Number(Number(line.UnitAmount).toFixed(digits)) }),
  );
}

const paymentsOf = (tables: Tables, column: string, id: string): readonly Json[] =>
  tables
    .all(`SELECT * FROM payment WHERE ${column} = ? AND Status = 'AUTHORISED' ORDER BY Date, PaymentID`, id)
    .map(({ PaymentID, Date: date, Amount, Reference }) => filled({ PaymentID, Date: day(date), Amount, Reference }));

export function contact(row: Row): Json {
  return filled({
    ...row,
    IsCustomer: row.IsCustomer === 1,
    IsSupplier: row.IsSupplier === 1,
    Addresses: JSON.parse(String(row.Addresses)),
  });
}

export function item({ UnitPrice, AccountCode, TaxType, ...row }: Row, digits: number): Json {
  const price = UnitPrice === null ? null : Number(Number(UnitPrice).toFixed(digits));
  return filled({ ...row, IsSold: row.IsSold === 1, SalesDetails: filled({ UnitPrice: price, AccountCode, TaxType }) });
}

export const account = (row: Row): Json =>
  filled({ ...row, EnablePaymentsToAccount: row.EnablePaymentsToAccount === 1 });

/** Quotes have dates without an offset. */
const bare = (date: string | undefined): string | undefined => date?.replace('+0000', '');

export function quote(tables: Tables, { ContactID, ...row }: Row): Json {
  const id = String(row.QuoteID);
  return filled({
    ...row,
    Date: bare(day(row.Date)),
    UpdatedDateUTC: bare(instant(row.UpdatedDateUTC)),
    Contact: contactIn(tables, { ContactID: ContactID ?? null }),
    ...totalsOf(tables, 'quote', id, String(row.LineAmountTypes)),
    LineItems: linesOf(tables, 'quote', 'QuoteID', id, 2),
  });
}

export function invoice(tables: Tables, row: Row, digits: number): Json {
  const { ContactID, ...members } = row;
  const id = String(row.InvoiceID);
  return filled({
    ...members,
    Date: day(row.Date),
    DueDate: day(row.DueDate),
    UpdatedDateUTC: instant(row.UpdatedDateUTC),
    Contact: contactIn(tables, { ContactID: ContactID ?? null }),
    ...totalsOf(tables, 'invoice', id, String(row.LineAmountTypes)),
    AmountDue: amountDue(tables, row),
    AmountPaid: paidOn(tables, 'InvoiceID', id),
    AmountCredited: allocatedOf(tables, 'InvoiceID', id),
    LineItems: linesOf(tables, 'invoice', 'InvoiceID', id, digits),
    Payments: paymentsOf(tables, 'InvoiceID', id),
  });
}

export function creditNote(tables: Tables, { ContactID, ...row }: Row, digits: number): Json {
  const id = String(row.CreditNoteID);
  const totals = totalsOf(tables, 'creditNote', id, String(row.LineAmountTypes));
  const left = cents(totals.Total - paidOn(tables, 'CreditNoteID', id) - allocatedOf(tables, 'CreditNoteID', id));
  return filled({
    ...row,
    Date: day(row.Date),
    UpdatedDateUTC: instant(row.UpdatedDateUTC),
    Contact: contactIn(tables, { ContactID: ContactID ?? null }),
    ...totals,
    RemainingCredit: left,
    LineItems: linesOf(tables, 'creditNote', 'CreditNoteID', id, digits),
    Payments: paymentsOf(tables, 'CreditNoteID', id),
  });
}

/** An overpayment or a prepayment. */
export function advance(tables: Tables, key: 'OverpaymentID' | 'PrepaymentID', { ContactID, ...row }: Row): Json {
  const id = String(row[key]);
  const refunds = key === 'OverpaymentID' ? paymentsOf(tables, key, id) : [];
  const refunded = key === 'OverpaymentID' ? paidOn(tables, key, id) : 0;
  const allocations = tables.all(`SELECT * FROM allocation WHERE ${key} = ? ORDER BY Date, AllocationID`, id);
  return filled({
    ...row,
    Date: day(row.Date),
    UpdatedDateUTC: instant(row.UpdatedDateUTC),
    Contact: contactIn(tables, { ContactID: ContactID ?? null }),
    RemainingCredit: cents(Number(row.Total) - refunded - allocatedOf(tables, key, id)),
    Allocations: allocations.map(({ AllocationID, InvoiceID, Amount, Date: date }) => ({
      ...{ AllocationID, Amount, Date: day(date) },
      Invoice: { InvoiceID },
    })),
    Payments: refunds,
  });
}

export function payment(tables: Tables, row: Row): Json {
  const { InvoiceID, CreditNoteID, OverpaymentID, AccountID, ...members } = row;
  const settled = tables.get(
    'SELECT InvoiceID, InvoiceNumber, Type, CurrencyCode FROM invoice WHERE InvoiceID = ?',
    InvoiceID ?? null,
  );
  return filled({
    ...members,
    Date: day(row.Date),
    UpdatedDateUTC: instant(row.UpdatedDateUTC),
    Account: filled(tables.get('SELECT AccountID, Code FROM account WHERE AccountID = ?', AccountID ?? null) ?? {}),
    Invoice: settled && filled(settled),
  });
}
