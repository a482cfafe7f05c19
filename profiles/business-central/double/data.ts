/**
 * The company: a British wholesaler whose own currency is GBP. Some records are said one by one, since people look at them; the others come from
 * short rules, so that there are several pages of everything.
 */
import type { ODataStore } from '../../../src/workbench/testing/odata-double/store.ts';
import type { Documents } from './documents.ts';
import type { Ledger } from './ledger.ts';
import { addMasterData, addPrices, dayAt } from './master-data.ts';
import { cents, guidOf } from './values.ts';

const invoiceCount = 124;

function addOrders(store: ODataStore, documents: Documents): void {
  for (let index = 0; index < 36; index += 1) {
    const lines = [
      { lineType: 'Item', lineObjectNumber: String(1000 + (index % 8)), quantity: 4 + index },
      { lineType: 'Comment', description: 'Deliver before noon' },
    ];
    const { id } = documents.createOrder({
      customerNumber: `C${String(10 + (index % 12) * 10).padStart(5, '0')}`,
      externalDocumentNumber: `PO-${7000 + index}`,
      orderDate: dayAt(300 + index * 9),
      // Some begin with a comment.
      salesOrderLines: index % 5 === 4 ? lines.toReversed() : lines,
    });
    const status = ['Draft', 'In_x0020_Review', 'Open'][index % 3] ?? '';
    store.run('UPDATE salesOrders SET status = ? WHERE id = ?', status, String(id));
    if (status === 'Open')
      store.run(
        "UPDATE salesOrderLines SET invoicedQuantity = 3 WHERE documentId = ? AND lineType = 'Item'",
        String(id),
      );
  }
}

/** Cancels an invoice by a corrective credit memo, credits a part of it, or is about to. */
function addCreditMemo(
  store: ODataStore,
  ledger: Ledger,
  invoice: string,
  amount: number,
  kind: 'cancels' | 'credits' | 'released',
): void {
  const cancels = kind === 'cancels';
  const row = store.get('SELECT * FROM salesInvoices WHERE number = ?', invoice);
  const entry = store.get(
    "SELECT Entry_No FROM CustomerLedgerEntries WHERE Document_Type = 'Invoice' AND Document_No = ?",
    invoice,
  );
  if (row === undefined || entry === undefined) throw new Error(`There is no invoice ${invoice}.`);
  const number = `PS-CR${104_000 + store.next('PS-CR')}`;
  const [customer, day, id] = [String(row.customerNumber), String(row.invoiceDate), guidOf(number)];
  const same = [
    'customerNumber',
    'customerName',
    'billToCustomerNumber',
    'billToName',
    'currencyCode',
    'lastModifiedDateTime',
  ] as const;
  store.insert('salesCreditMemos', {
    ...Object.fromEntries(same.map((name) => [name, row[name] ?? ''])),
    id,
    number,
    postingDate: day,
    creditMemoDate: day,
    dueDate: day,
    totalAmountExcludingTax: amount,
    totalAmountIncludingTax: amount,
    status: cancels ? 'Corrective' : 'Open',
    invoiceNumber: invoice,
  });
  const line = {
    id: guidOf(`${number}/1`),
    documentId: id,
    sequence: 10_000,
    lineType: 'Account',
    lineObjectNumber: '6110',
  };
  const amounts = { quantity: 1, unitPrice: amount, amountExcludingTax: amount, amountIncludingTax: amount };
  store.insert('salesCreditMemoLines', { ...line, ...amounts, description: `Credit for ${invoice}` });
  const currency = row.currencyCode === 'GBP' ? '' : String(row.currencyCode);
  // Nobody has posted what is only released, though it is called open.
  if (kind === 'released') return;
  const credit = ledger.post({
    type: 'Credit_x0020_Memo',
    number,
    customer,
    day,
    amount: -amount,
    currency,
    text: `Credit memo ${number}`,
  });
  if (cancels) store.run("UPDATE salesInvoices SET status = 'Canceled', remainingAmount = 0 WHERE number = ?", invoice);
  if (cancels) ledger.apply(credit, Number(entry.Entry_No), amount, day);
}

/** Invoices open, part-paid, paid, paid together by one payment, canceled, credited and not posted; one payment is reversed. */
function addInvoices(store: ODataStore, ledger: Ledger, documents: Documents): void {
  const waiting: { readonly entry: number; readonly amount: number }[] = [];
  for (let index = 0; index < invoiceCount; index += 1) {
    const customer = `C${String(10 + (index % 20) * 10).padStart(5, '0')}`;
    const day = dayAt(index * 5);
    const lines = [
      { lineType: 'Account', lineObjectNumber: '6110', description: 'Goods', quantity: 2, unitPrice: 40 + index },
      { lineType: 'Item', lineObjectNumber: String(1000 + (index % 8)), quantity: 3, unitPrice: 10 },
    ];
    const { id, currencyCode } = documents.createInvoice({
      // The goods of one go to another customer than the bill.
      customerNumber: index === 20 ? 'C00060' : customer,
      billToCustomerNumber: customer,
      customerPurchaseOrderReference: `OLD-${index}`,
      externalDocumentNumber: `OLD-${index}`,
      invoiceDate: day,
      postingDate: day,
      // Some are agreed to be paid late: what is open is not the same as what is overdue.
      dueDate: index % 40 === 19 ? '2030-06-30' : dayAt(index * 5 + 30),
      salesInvoiceLines: index % 9 === 8 ? lines.toReversed() : lines,
    });
    documents.postInvoice(String(id));
    const row = store.get('SELECT * FROM salesInvoices WHERE id = ?', String(id));
    store.run('UPDATE salesInvoices SET lastModifiedDateTime = ? WHERE id = ?', `${day}T16:20:00Z`, String(id));
    const entry = Number(store.get('SELECT max(Entry_No) AS no FROM CustomerLedgerEntries')?.no);
    const amount = Number(row?.totalAmountIncludingTax);
    const currency = currencyCode === 'GBP' ? '' : String(currencyCode);
    const paid = (part: number, appliedAfter = 0): number => {
      const number = `CR${5000 + index}`;
      const payment = ledger.post({
        type: 'Payment',
        number,
        customer,
        day: dayAt(index * 5 + 20),
        amount: -part,
        currency,
        text: 'Payment',
      });
      ledger.apply(payment, entry, part, dayAt(index * 5 + 20 + appliedAfter));
      return payment;
    };
    const kind = index % 10;
    if (kind <= 4) paid(amount);
    // Applied days after it was posted.
    else if (kind === 5) paid(cents(amount / 3), 4);
    else if (kind === 6 && index < 100) addCreditMemo(store, ledger, String(row?.number), amount, 'cancels');
    else if (kind === 7) addCreditMemo(store, ledger, String(row?.number), 12.5, index === 17 ? 'released' : 'credits');
    else if (index === 28) ledger.reverse(paid(amount), dayAt(index * 5 + 25));
    // Invoices of one customer, paid at once below.
    if (index % 20 === 9) waiting.push({ entry, amount });
  }
  // Nobody has posted these.
  for (const [reference, status] of [
    ['NEW-1', 'Draft'],
    ['NEW-2', 'In_x0020_Review'],
    // Released: the API calls it open, as if it were posted.
    ['NEW-3', 'Open'],
  ] as const) {
    const { id } = documents.createInvoice({
      customerNumber: 'C00010',
      customerPurchaseOrderReference: reference,
      salesInvoiceLines: [{ lineType: 'Account', lineObjectNumber: '6110', quantity: 1, unitPrice: 77 }],
    });
    store.run('UPDATE salesInvoices SET status = ? WHERE id = ?', status, String(id));
  }
  const owed = waiting.slice(0, 3);
  const sum = cents(owed.reduce((total, { amount }) => total + amount, 0));
  const split = ledger.post({
    type: 'Payment',
    number: 'CR9000',
    customer: 'C00100',
    day: '2026-09-01',
    amount: -sum,
    currency: 'USD',
    text: 'Payment',
  });
  for (const { entry, amount } of owed) ledger.apply(split, entry, amount, '2026-09-01');
  const fee = ledger.post({
    ...{
      type: 'Finance_x0020_Charge_x0020_Memo',
      number: 'FC-1',
      customer: 'C00010',
      day: '2026-08-01',
      amount: 15,
      text: 'Interest',
    },
  } as const);
  const paid = ledger.post({
    type: 'Payment',
    number: 'CR9001',
    customer: 'C00010',
    day: '2026-08-15',
    amount: -15,
    text: 'Payment',
  });
  ledger.apply(paid, fee, 15, '2026-08-15');
}

export function fill(store: ODataStore, ledger: Ledger, documents: Documents): void {
  addMasterData(store);
  addPrices(store);
  addOrders(store, documents);
  addInvoices(store, ledger, documents);
}
