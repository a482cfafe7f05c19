/** Invoices, credit notes, advances and payments of the organisation that the double begins with. */
import type { Tables } from '../../../doubles/tables.ts';
import { idOf, nextOf } from './ids.ts';
import { addLines, someLines } from './lines.ts';
import { amountDue, totalsOf } from './records.ts';
import { cents } from './replies.ts';

/** Customers, each with the currency and the rate of its invoices. */
const customers: readonly (readonly [contact: number, currency: string, rate: number])[] = [
  [2, 'NZD', 1],
  [3, 'NZD', 1],
  [4, 'CHF', 0.5271],
  [5, 'NZD', 1],
  [6, 'NZD', 1],
  [7, 'NZD', 1],
  [8, 'AUD', 0.937053],
  [9, 'JPY', 92.1],
  [10, 'NZD', 1],
  [11, 'NZD', 1],
  [12, 'NZD', 1],
  [7, 'USD', 0.612345],
];
const states = [
  'AUTHORISED',
  'PAID',
  'AUTHORISED',
  'PAID',
  'VOIDED',
  'AUTHORISED',
  'DRAFT',
  'PAID',
  'SUBMITTED',
  'AUTHORISED',
  'DELETED',
] as const;
const forms = ['Exclusive', 'Exclusive', 'Inclusive', 'NoTax'] as const;

const two = (n: number): string => String(n).padStart(2, '0');
const dayOf = (n: number): string => `2026-${two(1 + (n % 8))}-${two(1 + ((n * 5) % 28))}`;
/** The time of the last change: some days after the date, at a different second for each document. */
const changedAt = (day: string, n: number): string =>
  `${day}T${two(n % 24)}:${two((n * 7) % 60)}:${two((n * 13) % 60)}Z`;

interface Paid {
  readonly InvoiceID?: string;
  readonly CreditNoteID?: string;
  readonly OverpaymentID?: string;
}

function pay(tables: Tables, type: string, settled: Paid, amount: number, day: string, status = 'AUTHORISED'): void {
  const payments = nextOf(tables, 'payment');
  tables.insert('payment', {
    ...{
      PaymentID: idOf('payment', payments),
      PaymentType: type,
      ...settled,
      Date: day,
      Amount: amount,
      Status: status,
    },
    ...{ AccountID: idOf('account', 1 + (payments % 2)), Reference: `DD ${payments}` },
    UpdatedDateUTC: changedAt(day, payments),
  });
}

function addInvoice(tables: Tables, n: number): void {
  const [contact, currency, rate] = customers[n % customers.length] ?? [2, 'NZD', 1];
  const [id, day, status] = [idOf('invoice', n), dayOf(n), states[n % states.length] ?? 'AUTHORISED'];
  const types = forms[n % forms.length] ?? 'Exclusive';
  tables.insert('invoice', {
    ...{ InvoiceID: id, Type: 'ACCREC', InvoiceNumber: n === 42 ? '2026/0042' : `INV-${String(n).padStart(4, '0')}` },
    ...{ ContactID: idOf('contact', contact), Date: day, DueDate: n % 9 === 0 ? null : `2026-${two(2 + (n % 8))}-20` },
    ...{
      Status: status,
      CurrencyCode: currency,
      CurrencyRate: rate,
      LineAmountTypes: types,
      UpdatedDateUTC: changedAt(day, n),
    },
  });
  addLines(tables, { kind: 'invoice', id, types, lines: someLines(n) });
  const { Total } = totalsOf(tables, 'invoice', id, types);
  const later = `2026-09-${two(1 + (n % 28))}`;
  const part = cents(Total / 3);
  if (status === 'PAID') {
    pay(tables, 'ACCRECPAYMENT', { InvoiceID: id }, part, day);
    pay(tables, 'ACCRECPAYMENT', { InvoiceID: id }, cents(Total - part), later);
  }
  if (status === 'AUTHORISED' && n % 4 === 1) pay(tables, 'ACCRECPAYMENT', { InvoiceID: id }, part, later);
  // A payment that was reversed.
  if (status === 'AUTHORISED' && n % 5 === 2) pay(tables, 'ACCRECPAYMENT', { InvoiceID: id }, part, later, 'DELETED');
}

/** A credit note for a customer; part of it settles the customer's oldest open invoice. */
function addCreditNote(tables: Tables, n: number): void {
  const [contact, currency, rate] = customers[(n * 2) % customers.length] ?? [2, 'NZD', 1];
  const status = ['AUTHORISED', 'AUTHORISED', 'VOIDED', 'DRAFT', 'PAID'][n % 5] ?? 'AUTHORISED';
  const [id, day] = [idOf('creditNote', n), `2026-08-${two(n)}`];
  tables.insert('creditNote', {
    ...{ CreditNoteID: id, Type: 'ACCRECCREDIT', CreditNoteNumber: `CN-${String(n).padStart(4, '0')}`, Date: day },
    ...{ ContactID: idOf('contact', contact), Status: status, CurrencyCode: currency, CurrencyRate: rate },
    ...{ LineAmountTypes: 'Exclusive', UpdatedDateUTC: changedAt(day, n) },
  });
  const line = { text: 'Mic stand, returned', quantity: 1, price: 7.77 + n };
  addLines(tables, { kind: 'creditNote', id, types: 'Exclusive', lines: [line] });
  const { Total } = totalsOf(tables, 'creditNote', id, 'Exclusive');
  if (status === 'PAID') pay(tables, 'ARCREDITPAYMENT', { CreditNoteID: id }, Total, `2026-09-${two(n)}`);
  if (status === 'AUTHORISED' && n % 2 === 0) allocate(tables, { CreditNoteID: id }, [contact, currency], 3.33, day);
}

function allocate(
  tables: Tables,
  from: Readonly<Record<string, string>>,
  [contact, currency]: readonly [number, string],
  amount: number,
  day: string,
): void {
  const open = tables
    .all(
      "SELECT * FROM invoice WHERE ContactID = ? AND CurrencyCode = ? AND Status = 'AUTHORISED' AND Type = 'ACCREC'",
      idOf('contact', contact),
      currency,
    )
    .find((invoice) => amountDue(tables, invoice) > amount);
  if (open === undefined) throw new Error(`Contact ${contact} has no open invoice of more than ${amount}`);
  const allocations = nextOf(tables, 'allocation');
  tables.insert('allocation', {
    AllocationID: idOf('allocation', allocations),
    InvoiceID: open.InvoiceID,
    Amount: amount,
    Date: day,
    ...from,
  });
}

function addAdvances(tables: Tables): void {
  const advance = (
    kind: 'overpayment' | 'prepayment',
    n: number,
    contact: number,
    total: number,
    more: object,
  ): string => {
    const id = idOf(kind, n);
    const key = kind === 'overpayment' ? 'OverpaymentID' : 'PrepaymentID';
    tables.insert(kind, {
      ...{
        [key]: id,
        ContactID: idOf('contact', contact),
        Type: `RECEIVE-${kind.toUpperCase()}`,
        Date: `2026-08-1${n}`,
      },
      ...{ Status: 'AUTHORISED', Total: total, CurrencyCode: 'NZD', Reference: `${kind} ${n}` },
      ...{ UpdatedDateUTC: `2026-08-1${n}T09:30:00Z`, ...more },
    });
    return id;
  };
  const first = advance('overpayment', 1, 2, 50, {});
  allocate(tables, { OverpaymentID: first }, [2, 'NZD'], 20.01, '2026-08-21');
  const second = advance('overpayment', 2, 5, 12.34, { Status: 'PAID', Type: 'AROVERPAYMENT' });
  pay(tables, 'AROVERPAYMENTPAYMENT', { OverpaymentID: second }, 12.34, '2026-08-22');
  advance('overpayment', 3, 6, 99, { Status: 'VOIDED' });
  advance('overpayment', 4, 13, 500, { Type: 'SPEND-OVERPAYMENT' });
  const paid = advance('prepayment', 1, 11, 100, {});
  allocate(tables, { PrepaymentID: paid }, [11, 'NZD'], 33.33, '2026-08-23');
  advance('prepayment', 2, 8, 40, { CurrencyCode: 'AUD', CurrencyRate: 0.937053 });
  advance('prepayment', 3, 13, 70, { Type: 'SPEND-PREPAYMENT' });
}

function addBills(tables: Tables): void {
  for (const [n, contact] of [13, 10].entries()) {
    const id = idOf('invoice', 900 + n);
    tables.insert('invoice', {
      ...{
        InvoiceID: id,
        Type: 'ACCPAY',
        InvoiceNumber: `INV-000${n + 1}`,
        ContactID: idOf('contact', contact),
        Date: '2026-05-05',
      },
      ...{
        DueDate: '2026-06-05',
        Status: 'AUTHORISED',
        CurrencyCode: 'NZD',
        LineAmountTypes: 'Exclusive',
        UpdatedDateUTC: '2026-05-05T10:00:00Z',
      },
    });
    addLines(tables, { kind: 'invoice', id, types: 'Exclusive', lines: someLines(n + 1) });
    pay(tables, 'ACCPAYPAYMENT', { InvoiceID: id }, 5, '2026-06-01');
  }
  const note = idOf('creditNote', 900);
  tables.insert('creditNote', {
    ...{
      CreditNoteID: note,
      Type: 'ACCPAYCREDIT',
      CreditNoteNumber: 'SCN-1',
      ContactID: idOf('contact', 10),
      Date: '2026-05-06',
    },
    ...{
      Status: 'AUTHORISED',
      CurrencyCode: 'NZD',
      LineAmountTypes: 'Exclusive',
      UpdatedDateUTC: '2026-05-06T10:00:00Z',
    },
  });
  addLines(tables, { kind: 'creditNote', id: note, types: 'Exclusive', lines: someLines(1) });
}

export function fillDocuments(tables: Tables): void {
  for (let n = 1; n <= 96; n += 1) addInvoice(tables, n);
  // A customer with many invoices.
  for (let n = 1; n <= 55; n += 1) addInvoice(tables, 108 + 12 * n);
  for (let n = 1; n <= 20; n += 1) addCreditNote(tables, n);
  addAdvances(tables);
  addBills(tables);
}
