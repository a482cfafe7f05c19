/** The cash receipt journal: lines that API v2.0 puts into its batches, and batches that are posted as a whole. */
import type { ODataStore, Row } from '../../../src/workbench/testing/odata-double/store.ts';
import { type Body, decimal, refused, text } from './body.ts';
import { type Clock, own } from './documents.ts';
import { checkPeriod, type Ledger } from './ledger.ts';
import { guidOf } from './values.ts';

export interface Payments {
  createPayment(journal: string, body: Body): Row;
  /** Posts all lines of a batch, or none. */
  postJournal(id: string): void;
}

export function createPayments(store: ODataStore, ledger: Ledger, clock: Clock): Payments {
  /** In the currency of the customer, since a line of the API names none; the invoice must be in the same one. */
  function postPayment(line: Row): void {
    const [customer, day, amount] = [String(line.customerNumber), String(line.postingDate), Number(line.amount)];
    checkPeriod(store, day);
    const payer = store.get('SELECT * FROM customers WHERE number = ?', customer);
    if (payer?.blocked === 'All')
      throw refused(`You cannot create this type of document when Customer ${customer} is blocked with type All`);
    const currency = payer?.currencyCode === own ? '' : String(payer?.currencyCode);
    const owed = store.get(
      "SELECT * FROM CustomerLedgerEntries WHERE Document_Type = 'Invoice' AND Document_No = ? AND Open = 1",
      String(line.appliesToInvoiceNumber),
    );
    if (owed === undefined) throw refused(`There is no Cust. Ledger Entry for invoice ${line.appliesToInvoiceNumber}.`);
    if (owed.Currency_Code !== currency) throw refused('All entries in one application must be in the same currency.');
    const payment = ledger.post({
      type: 'Payment',
      number: String(line.documentNumber),
      external: String(line.externalDocumentNumber),
      customer,
      day,
      amount,
      currency,
      text: String(line.description),
    });
    ledger.apply(payment, Number(owed.Entry_No), -amount, day);
  }

  return {
    createPayment(journal, body) {
      const customer = store.get('SELECT 1 AS one FROM customers WHERE number = ?', text(body, 'customerNumber'));
      if (customer === undefined) throw refused('The "customerNumber" does not match to a Customer.');
      const invoice = text(body, 'appliesToInvoiceNumber');
      const id = guidOf(`payment/${store.next('payment line')}`);
      const line = {
        ...store.columns('customerPayments', body),
        id,
        journalId: journal,
        lineNumber: store.next(`line ${journal}`) * 10_000,
        customerNumber: text(body, 'customerNumber'),
        postingDate: text(body, 'postingDate'),
        documentNumber: `CR${10_000 + store.next('CR')}`,
        externalDocumentNumber: text(body, 'externalDocumentNumber').toUpperCase(),
        amount: decimal(body, 'amount', 0),
        appliesToInvoiceNumber: invoice,
        description: text(body, 'description'),
        lastModifiedDateTime: clock.time(),
      };
      store.insert('customerPayments', line);
      return line;
    },
    postJournal(id) {
      const batch = store.all('SELECT * FROM customerPayments WHERE journalId = ? ORDER BY lineNumber', id);
      const others = store.all('SELECT * FROM journalLines WHERE journalId = ?', id);
      if (batch.length + others.length === 0) throw refused('There is nothing to post.');
      for (const line of batch) postPayment(line);
      store.run('DELETE FROM customerPayments WHERE journalId = ?', id);
      store.run('DELETE FROM journalLines WHERE journalId = ?', id);
    },
  };
}
