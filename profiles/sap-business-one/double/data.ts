/** The books of the company: a German wholesaler whose currency is the euro. */
import type { ODataStore } from '../../../src/workbench/testing/odata-double/store.ts';
import type { DocumentSet, Documents } from './documents.ts';
import { ledgerTables, post } from './ledger.ts';
import { addMasterData, customerAt, customerCount, dayAt, itemAt } from './master-data.ts';
import { addParts, partTables } from './parts.ts';
import type { Payments } from './payments.ts';
import { priceTables } from './prices.ts';
import { rounded } from './values.ts';

export const furtherTables = `${ledgerTables}${priceTables}${partTables}
  CREATE TABLE OACT (AcctCode TEXT PRIMARY KEY);
  CREATE TABLE closed (firstDay TEXT NOT NULL, lastDay TEXT NOT NULL);`;

/** The query that README.md stores. */
const accountQuery = `SELECT T0.TransId, T0.Line_ID, T0.RefDate, T0.BaseRef, T0.LineMemo, T0.Debit, T0.Credit FROM JDT1 T0
  WHERE T0.ShortName = :customer AND T0.RefDate >= :firstDay AND T0.RefDate <= :lastDay ORDER BY T0.RefDate, T0.TransId, T0.Line_ID`;

const invoiceCount = 84;

/** A customer who is active, by a running number; 7 and 14 have currencies with other decimals. */
const activeAt = (index: number): number => index % 19;

function addOrders(store: ODataStore, documents: Documents): void {
  const delivered = new Set<number>();
  for (let index = 0; index < 60; index += 1) {
    const customer = index < 24 ? 0 : activeAt(index);
    const { DocEntry } = documents.add('Orders', {
      CardCode: customerAt(customer),
      NumAtCard: index % 5 === 4 ? null : `PO-${7000 + index}`,
      DocDate: dayAt(300 + index * 4),
      DocDueDate: dayAt(310 + index * 4),
      DocumentLines: [
        { ItemCode: itemAt(1 + (index % 8)), Quantity: 4 + index },
        ...(index % 3 === 0 ? [{ ItemCode: itemAt(3), Quantity: 2 }] : []),
        // Two pieces, although the item is sold in boxes of 12.
        ...(index % 9 === 0 ? [{ ItemCode: itemAt(3), Quantity: 18, UnitsOfMeasurment: 1 }] : []),
      ],
    });
    const change = (values: string): void =>
      store.run(`UPDATE Orders SET ${values} WHERE DocEntry = ?`, Number(DocEntry));
    if (index % 7 === 3) change("DocumentStatus = 'bost_Close'");
    if (index % 11 === 5) change("DocumentStatus = 'bost_Close', Cancelled = 'tYES', CancelStatus = 'csYes'");
    if (index % 13 === 6) change("Confirmed = 'tNO'");
    // A third of the first open order of some customers is delivered, and not invoiced.
    const order = store.get('SELECT * FROM Orders WHERE DocEntry = ?', Number(DocEntry));
    if (customer % 3 !== 1 || delivered.has(customer) || order?.DocumentStatus !== 'bost_Open') continue;
    delivered.add(customer);
    store.insert('ODLN', {
      DocEntry: store.next('ODLN'),
      CardCode: customerAt(customer),
      BaseEntry: Number(DocEntry),
      DocTotal: rounded(Number(order.DocTotal) / 3, 2),
    });
  }
  const draft = (customer: number, reference: string, kind = 'oOrders', status = 'bost_Open'): void => {
    const { DocEntry } = documents.add('Drafts', {
      CardCode: customerAt(customer),
      NumAtCard: reference,
      DocDate: '2026-03-02',
      DocumentLines: [{ ItemCode: itemAt(2), Quantity: 3 }],
    });
    store.run(
      'UPDATE Drafts SET DocObjectCode = ?, DocumentStatus = ? WHERE DocEntry = ?',
      kind,
      status,
      Number(DocEntry),
    );
  };
  draft(1, 'PO-7003');
  draft(0, 'ENTWURF-1', 'oQuotations');
  draft(0, 'ENTWURF-2', 'oOrders', 'bost_Close');
}

/** Settles a part of an invoice by a credit memo. */
function credit(store: ODataStore, documents: Documents, entry: number, amount: number, isApplied: boolean): void {
  const invoice = store.get('SELECT * FROM Invoices WHERE DocEntry = ?', entry);
  if (invoice === undefined) throw new Error(`There is no invoice ${entry}.`);
  const isForeign = Number(invoice.DocTotalFc) !== 0;
  const { DocEntry } = documents.add('CreditNotes', {
    CardCode: invoice.CardCode,
    DocCurrency: invoice.DocCurrency,
    DocDate: invoice.DocDate,
    DocumentLines: [
      {
        ItemCode: 'ERLOES',
        ItemDescription: 'Gutschrift',
        Quantity: 1,
        UnitPrice: amount,
        DiscountPercent: 0,
        VatGroup: 'A0',
      },
    ],
  });
  if (!isApplied) return;
  const total = Number(store.get('SELECT DocTotal FROM CreditNotes WHERE DocEntry = ?', Number(DocEntry))?.DocTotal);
  store.run(
    "UPDATE CreditNotes SET PaidToDate = DocTotal, PaidToDateFC = DocTotalFc, DocumentStatus = 'bost_Close' WHERE DocEntry = ?",
    Number(DocEntry),
  );
  store.run(
    'UPDATE Invoices SET PaidToDate = round(PaidToDate + ?, 2), PaidToDateFC = round(PaidToDateFC + ?, 3) WHERE DocEntry = ?',
    ...[total, isForeign ? amount : 0, entry],
  );
}

/** Cancels an invoice: its amount is settled by a cancellation document. */
function cancel(store: ODataStore, documents: Documents, entry: number): void {
  const invoice = store.get('SELECT * FROM Invoices WHERE DocEntry = ?', entry);
  if (invoice === undefined) throw new Error(`There is no invoice ${entry}.`);
  const settled = "PaidToDate = DocTotal, PaidToDateFC = DocTotalFc, DocumentStatus = 'bost_Close'";
  store.run(`UPDATE Invoices SET ${settled}, Cancelled = 'tYES', CancelStatus = 'csYes' WHERE DocEntry = ?`, entry);
  const { DocEntry } = documents.add('Invoices', {
    CardCode: invoice.CardCode,
    NumAtCard: invoice.NumAtCard,
    DocDate: invoice.DocDate,
    DocumentLines: JSON.parse(String(invoice.DocumentLines)),
  });
  store.run(`UPDATE Invoices SET ${settled}, CancelStatus = 'csCancellation' WHERE DocEntry = ?`, Number(DocEntry));
  const cancellation = store.get('SELECT DocNum, DocTotal FROM Invoices WHERE DocEntry = ?', Number(DocEntry));
  // The double has charged the account for it; a cancellation credits it.
  const amount = -2 * Number(cancellation?.DocTotal);
  const payer = String(invoice.FatherCard ?? invoice.CardCode);
  post(store, {
    type: '13',
    customer: payer,
    day: String(invoice.DocDate),
    reference: String(cancellation?.DocNum),
    text: 'Storno',
    amount,
  });
}

function addInvoices(store: ODataStore, documents: Documents, payments: Payments): void {
  const pay = (set: DocumentSet, parts: readonly (readonly [entry: number, share: number])[], day: string): void => {
    const rows = parts.map(([entry, share]) => {
      const document = store.get(`SELECT * FROM ${set} WHERE DocEntry = ?`, entry);
      if (document === undefined) throw new Error(`There is no document ${entry}.`);
      const isForeign = Number(document.DocTotalFc) !== 0;
      const decimals = document.DocCurrency === 'KWD' ? 3 : document.DocCurrency === 'JPY' ? 0 : 2;
      return {
        document,
        isForeign,
        amount: rounded(Number(isForeign ? document.DocTotalFc : document.DocTotal) * share, decimals),
      };
    });
    const [first] = rows;
    payments.add({
      CardCode: first?.document.FatherCard ?? first?.document.CardCode,
      DocDate: day,
      DocCurrency: first?.document.DocCurrency,
      TransferAccount: '_SYS00000000343',
      TransferSum: rows.reduce((sum, { amount }) => sum + amount, 0),
      TransferReference: `Kontoauszug ${day}`,
      PaymentInvoices: rows.map(({ document, isForeign, amount }) => ({
        DocEntry: document.DocEntry,
        InvoiceType: set === 'Invoices' ? 'it_Invoice' : 'it_DownPayment',
        ...(isForeign ? { AppliedFC: amount } : { SumApplied: amount }),
      })),
    });
  };
  const together: number[] = [];
  for (let index = 0; index < invoiceCount; index += 1) {
    const customer = index < 55 ? 4 : activeAt(index);
    const day = dayAt(20 + index * 4);
    const { DocEntry } = documents.add('Invoices', {
      CardCode: customerAt(customer),
      NumAtCard: `2026/${String(index).padStart(4, '0')}`,
      DocDate: day,
      DocDueDate: index % 10 === 8 ? '2030-06-30' : dayAt(50 + index * 4),
      NumberOfInstallments: index === 78 ? 3 : 1,
      DocumentLines: [
        // Users change the text of some lines.
        {
          ItemCode: itemAt(1 + (index % 8)),
          ...(index % 4 === 3 ? { ItemDescription: 'Laut Angebot' } : {}),
          Quantity: 3 + (index % 5),
        },
        {
          ItemCode: itemAt(4),
          ...(index % 4 === 1 ? { ItemDescription: 'Kabel nach Maß' } : {}),
          Quantity: index % 6 === 2 ? 2 : 1,
          UnitPrice: 33.33,
          DiscountPercent: index % 3 === 0 ? 7.5 : 0,
        },
      ],
    });
    const entry = Number(DocEntry);
    const paidOn = dayAt(40 + index * 4);
    const kind = index % 10;
    if (kind <= 3) pay('Invoices', [[entry, 1]], paidOn);
    else if (kind === 4) pay('Invoices', [[entry, 1 / 3]], paidOn);
    else if (kind === 5) credit(store, documents, entry, 12, true);
    else if (kind === 6 && index > 60) credit(store, documents, entry, 5, false);
    else if (kind === 7 && index < 60) cancel(store, documents, entry);
    else if (kind === 9 && customer === 4) together.push(entry);
  }
  pay(
    'Invoices',
    together.slice(0, 3).map((entry) => [entry, 1] as const),
    '2026-02-11',
  );
  for (const [customer, share] of [
    [2, 1],
    [6, 0.5],
    [8, 0],
  ] as const) {
    const { DocEntry } = documents.add('DownPayments', {
      CardCode: customerAt(customer),
      DocDate: '2026-03-16',
      DownPaymentType: 'dptInvoice',
      DocumentLines: [{ ItemCode: itemAt(5), Quantity: 2 }],
    });
    if (share > 0) pay('DownPayments', [[Number(DocEntry), share]], '2026-03-20');
  }
  // A request is no posting; the double has posted it.
  const { DocEntry } = documents.add('DownPayments', {
    CardCode: customerAt(2),
    DocDate: '2026-04-01',
    DownPaymentType: 'dptRequest',
    DocumentLines: [{ ItemCode: itemAt(5), Quantity: 1 }],
  });
  const request = store.get('SELECT DocNum FROM DownPayments WHERE DocEntry = ?', Number(DocEntry));
  store.run("DELETE FROM JDT1 WHERE TransType = '203' AND BaseRef = ?", String(request?.DocNum));
  // One payment is cancelled, which opens its invoice again; one is a payment to an account.
  const last = store.get('SELECT * FROM IncomingPayments ORDER BY DocEntry DESC LIMIT 1');
  const cancelled = store.next('IncomingPayments');
  store.insert('IncomingPayments', { ...last, DocEntry: cancelled, Cancelled: 'tYES' });
  const settled = store.all('SELECT * FROM RCT2 WHERE DocNum = ?', Number(last?.DocEntry));
  addParts(store, 'IncomingPayments', cancelled, settled);
  store.insert('IncomingPayments', {
    ...last,
    DocEntry: store.next('IncomingPayments'),
    DocType: 'rAccount',
    PaymentInvoices: [],
  });
}

export function fill(store: ODataStore, documents: Documents, payments: Payments): void {
  addMasterData(store);
  store.insert('SQLQueries', {
    SqlCode: 'EngineAccount',
    SqlName: 'Account of a customer',
    SqlText: accountQuery,
    ParamList: 'customer,firstDay,lastDay',
  });
  addOrders(store, documents);
  addInvoices(store, documents, payments);
  // Postings by hand: an opening balance, and interest.
  for (let index = 0; index < customerCount; index += 5)
    post(store, {
      type: '30',
      customer: customerAt(index),
      day: '2025-01-01',
      reference: String(9000 + index),
      text: 'Eröffnungsbilanz',
      amount: 100.1 + index,
    });
  post(store, {
    type: '30',
    customer: customerAt(4),
    day: '2026-05-31',
    reference: '9100',
    text: 'Verzugszinsen',
    amount: 7.77,
  });
}
