/** Incoming payments by bank transfer, and what they settle. */
import type { ODataStore, Row } from '../../../src/workbench/testing/odata-double/store.ts';
import { decimalsOf } from './documents.ts';
import { post } from './ledger.ts';
import { addParts } from './parts.ts';
import { converted } from './prices.ts';
import { type Body, dayOf, local, Refused, records, rounded } from './values.ts';

/** Sets of the documents that a payment settles, by the type of the document. */
const settled: Readonly<Record<string, 'Invoices' | 'DownPayments'>> = {
  it_Invoice: 'Invoices',
  it_DownPayment: 'DownPayments',
};

/** First number of the default series. */
const firstNumber = 310_000;

export interface Payments {
  add(body: Body): Row;
}

/** `today`: the current day of the server. */
export function createPayments(store: ODataStore, today: () => string): Payments {
  /** Reduces what is open of a document, and returns the applied amount in both currencies. */
  function apply(line: Body, number: number): Body {
    const set = settled[String(line.InvoiceType ?? 'it_Invoice')] ?? 'Invoices';
    const document = store.get(`SELECT * FROM ${set} WHERE DocEntry = ?`, Number(line.DocEntry));
    if (document === undefined || document.DocumentStatus !== 'bost_Open')
      throw new Refused('Invoice is already closed or blocked', '-5002');
    const currency = String(document.DocCurrency);
    const isForeign = currency !== local.code;
    const given = Number((isForeign ? line.AppliedFC : line.SumApplied) ?? 0);
    const applied = rounded(given, decimalsOf(store, currency));
    const inLocal = isForeign ? rounded(converted(store, applied, currency, local.code), local.decimals) : applied;
    const paid = rounded(Number(document.PaidToDate) + inLocal, local.decimals);
    const paidForeign = isForeign ? rounded(Number(document.PaidToDateFC) + applied, 6) : 0;
    const total = Number(isForeign ? document.DocTotalFc : document.DocTotal);
    const sum = isForeign ? paidForeign : paid;
    if (applied <= 0 || sum > total) throw new Refused('Payment amount is greater than the balance due', '-5002');
    const isClosed = sum === total;
    store.run(
      `UPDATE ${set} SET PaidToDate = ?, PaidToDateFC = ?, DocumentStatus = ? WHERE DocEntry = ?`,
      ...[isClosed ? Number(document.DocTotal) : paid, paidForeign, isClosed ? 'bost_Close' : 'bost_Open'],
      Number(line.DocEntry),
    );
    return {
      LineNum: number,
      [set === 'Invoices' ? 'Invoice' : 'DownPayment']: Number(line.DocEntry),
      SumApplied: inLocal,
      AppliedFC: isForeign ? applied : 0,
      InstallmentId: 1,
    };
  }

  return {
    add(body) {
      const customer = String(body.CardCode);
      if (store.get('SELECT 1 AS one FROM BusinessPartners WHERE CardCode = ?', customer) === undefined)
        throw new Refused('Enter a valid business partner code');
      if (store.get('SELECT 1 AS one FROM OACT WHERE AcctCode = ?', String(body.TransferAccount)) === undefined)
        throw new Refused(`G/L account '${body.TransferAccount}' does not exist`, '-10');
      const day = dayOf(body.DocDate ?? today());
      const entry = store.next('IncomingPayments');
      const rows = records(body.PaymentInvoices).map(apply);
      const currency = String(body.DocCurrency ?? local.code);
      const sum = rounded(converted(store, Number(body.TransferSum ?? 0), currency, local.code), local.decimals);
      store.insert('IncomingPayments', {
        ...store.columns('IncomingPayments', body),
        DocEntry: entry,
        DocNum: firstNumber + entry,
        DocType: 'rCustomer',
        DocDate: day,
        DocCurrency: currency,
        Cancelled: 'tNO',
      });
      addParts(store, 'IncomingPayments', entry, rows);
      post(store, {
        type: '24',
        customer,
        day,
        reference: String(firstNumber + entry),
        text: `Incoming Payments - ${customer}`,
        amount: -sum,
      });
      return { DocEntry: entry };
    },
  };
}
