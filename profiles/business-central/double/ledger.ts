/** What posting does: documents that become entries of the customer ledger, and payments that are applied to them. */
import type { ODataStore, Row } from '../../../src/workbench/testing/odata-double/store.ts';
import { Refused, refused } from './body.ts';
import { cents, guidOf } from './values.ts';

export interface Entry {
  readonly type: 'Invoice' | 'Credit_x0020_Memo' | 'Payment' | 'Finance_x0020_Charge_x0020_Memo';
  readonly number: string;
  readonly external?: string;
  readonly customer: string;
  readonly day: string;
  readonly due?: string;
  /** In the currency; positive is owed by the customer. */
  readonly amount: number;
  /** Blank: the company's own. */
  readonly currency?: string;
  readonly text: string;
}

export interface Ledger {
  /** Posts an entry; gives its number. */
  post(entry: Entry): number;
  /** Applies a payment or credit memo to an entry that is owed; gives the number of the detailed entry on that side. */
  apply(credit: number, owed: number, amount: number, day: string): number;
  /** Takes all applications of a payment back, and posts its opposite. */
  reverse(payment: number, day: string): void;
}

/** Refuses a day on which nothing may be posted. */
export function checkPeriod(store: ODataStore, day: string): void {
  const setup = store.get('SELECT * FROM generalLedgerSetup');
  const until = String(setup?.allowPostingTo);
  if (day < String(setup?.allowPostingFrom) || (until !== '0001-01-01' && day > until))
    throw refused('Posting Date is not within your range of allowed posting dates.');
}

/** `clock` gives the time of changes, ISO 8601. */
export function createLedger(store: ODataStore, clock: () => string): Ledger {
  const entryOf = (no: number): Row => {
    const row = store.get('SELECT * FROM CustomerLedgerEntries WHERE Entry_No = ?', no);
    if (row === undefined)
      throw new Refused(400, `The Cust. Ledger Entry ${no} does not exist.`, 'Internal_RecordNotFound');
    return row;
  };
  const rateOf = (currency: string): number =>
    currency === '' ? 1 : Number(store.get('SELECT rate FROM currency WHERE code = ?', currency)?.rate);

  function detail(of: Row, type: string, amount: number, day: string, document: Row): number {
    const no = store.next('detail');
    store.insert('DetailedCustLedgEntries', {
      Entry_No: no,
      Cust_Ledger_Entry_No: Number(of.Entry_No),
      Entry_Type: type,
      Posting_Date: day,
      Document_Type: String(document.Document_Type),
      Document_No: String(document.Document_No),
      Customer_No: String(of.Customer_No),
      Currency_Code: String(of.Currency_Code),
      Amount: amount,
      Amount_LCY: cents(amount * rateOf(String(of.Currency_Code))),
    });
    return no;
  }

  /** What is left of an entry, and of the invoice behind it. A part payment leaves the invoice's time of change alone. */
  function settle(no: number, change: number): void {
    const entry = entryOf(no);
    const left = cents(Number(entry.Remaining_Amount) + change);
    store.run(
      'UPDATE CustomerLedgerEntries SET Remaining_Amount = ?, Open = ? WHERE Entry_No = ?',
      left,
      left === 0 ? 0 : 1,
      no,
    );
    const number = String(entry.Document_No);
    const table = entry.Document_Type === 'Invoice' ? 'salesInvoices' : 'salesCreditMemos';
    if (entry.Document_Type === 'Invoice')
      store.run("UPDATE salesInvoices SET remainingAmount = ? WHERE number = ? AND status <> 'Draft'", left, number);
    const status = left === 0 ? 'Paid' : 'Open';
    store.run(
      `UPDATE ${table} SET status = ?, lastModifiedDateTime = ? WHERE number = ? AND status IN ('Open', 'Paid') AND status <> ?`,
      ...[status, clock(), number, status],
    );
  }

  const ledger: Ledger = {
    post({ type, number, external = '', customer, day, due = day, amount, currency = '', text }) {
      const no = store.next('entry');
      const row: Row = {
        Entry_No: no,
        Posting_Date: day,
        Document_Date: day,
        Document_Type: type,
        Document_No: number,
        External_Document_No: external,
        Customer_No: customer,
        Description: text,
        Currency_Code: currency,
        Amount: amount,
        Amount_LCY: cents(amount * rateOf(currency)),
        Remaining_Amount: amount,
        Due_Date: due,
        Open: 1,
      };
      store.insert('CustomerLedgerEntries', row);
      // Both sides: what the customer owes, and what it is owed for.
      for (const [account, side] of [
        ['2310', amount],
        ['6110', -amount],
      ] as const) {
        const entryNumber = store.next('ledger entry');
        store.insert('generalLedgerEntries', {
          id: guidOf(`ledger entry ${entryNumber}`),
          entryNumber,
          postingDate: day,
          documentNumber: number,
          documentType: type,
          accountNumber: account,
          description: text,
          debitAmount: Math.max(side, 0),
          creditAmount: Math.max(-side, 0),
        });
      }
      detail(row, 'Initial_x0020_Entry', amount, day, row);
      return no;
    },
    apply(credit, owed, amount, day) {
      const [document, entry] = [entryOf(credit), entryOf(owed)];
      detail(document, 'Application', amount, day, document);
      const no = detail(entry, 'Application', -amount, day, document);
      settle(credit, amount);
      settle(owed, -amount);
      return no;
    },
    reverse(payment, day) {
      const document = entryOf(payment);
      const applied = store.all(
        "SELECT * FROM DetailedCustLedgEntries WHERE Document_No = ? AND Entry_Type = 'Application' AND Unapplied = 0",
        String(document.Document_No),
      );
      for (const row of applied) {
        const of = entryOf(Number(row.Cust_Ledger_Entry_No));
        const no = detail(of, 'Application', -Number(row.Amount), day, document);
        store.run(
          'UPDATE DetailedCustLedgEntries SET Unapplied = 1 WHERE Entry_No IN (?, ?)',
          no,
          Number(row.Entry_No),
        );
        settle(Number(row.Cust_Ledger_Entry_No), -Number(row.Amount));
      }
      const opposite = ledger.post({
        type: 'Payment',
        number: String(document.Document_No),
        customer: String(document.Customer_No),
        day,
        amount: -Number(document.Amount),
        text: `Reversal of ${document.Document_No}`,
      });
      for (const no of [payment, opposite])
        store.run(
          'UPDATE CustomerLedgerEntries SET Reversed = 1, Open = 0, Remaining_Amount = 0 WHERE Entry_No = ?',
          no,
        );
    },
  };
  return ledger;
}
