import { readFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { beforeAll, describe, expect, it } from 'vitest';

const folder = new URL('../../profiles/demo/', import.meta.url);
const text = (name: string): string => readFileSync(new URL(name, folder), 'utf8');

interface Invoice {
  invoice_id: number;
  doc_no: string | null;
  kind: 'INVOICE' | 'CREDIT';
  state: 'DRAFT' | 'POSTED' | 'VOID';
  account_no: string;
  total: number;
}
interface Entry {
  account_no: string;
  kind: 'INVOICE' | 'CREDIT' | 'VOID' | 'RECEIPT' | 'REVERSAL';
  doc_no: string;
  amount: number;
  open_amount: number;
  invoice_id: number | null;
  receipt_id: number | null;
}
interface Receipt {
  receipt_id: number;
  account_no: string;
  amount: number;
  state: 'POSTED' | 'REVERSED';
}
interface Allocation {
  receipt_id: number | null;
  credit_id: number | null;
  invoice_id: number;
  amount: number;
  undone: 0 | 1;
}

let database: Database.Database;
let invoices: readonly Invoice[];
let entries: readonly Entry[];
let receipts: readonly Receipt[];
let allocations: readonly Allocation[];

function rows<Row>(sql: string): Row[] {
  return database.prepare<[], Row>(sql).all();
}

/** Whole cents: their sums are exact, where sums of the stored binary fractions are not. Never minus zero. */
function cents(amount: number): number {
  return Math.round(amount * 100) || 0;
}

/** The sum of `amount` in cents over those rows for which `belongs` holds. */
function total<Row extends { readonly amount: number }>(list: readonly Row[], belongs: (row: Row) => boolean): number {
  return list.filter(belongs).reduce((sum, row) => sum + cents(row.amount), 0);
}

/** The README's table under a heading: what is between backticks in the first column, and the name in the second. */
function named(heading: string): [string, string][] {
  const [, section = ''] = text('README.md').split(`\n## ${heading}\n`);
  const [table = ''] = section.split('\n## ');
  return [...table.matchAll(/^\| `([^`]+)` \| (.+?) \|/gm)].map(([, code = '', name = '']) => [code, name]);
}

beforeAll(() => {
  database = new Database(':memory:');
  database.pragma('foreign_keys = on');
  database.exec(text('fixture/schema.sql'));
  database.exec(text('fixture/data.sql'));
  invoices = rows('SELECT * FROM invoice');
  entries = rows('SELECT * FROM account_entry');
  receipts = rows('SELECT * FROM receipt');
  allocations = rows('SELECT * FROM allocation');
});

describe('the demo fixture is big enough', () => {
  it.each([
    ['more than one page of 100 customers', 'SELECT COUNT(*) AS n FROM customer', 101],
    ['items', 'SELECT COUNT(*) AS n FROM item WHERE active = 1', 149],
    ['five pages of 100 invoices, nearly', "SELECT COUNT(*) AS n FROM invoice WHERE state <> 'DRAFT'", 401],
    ['four pages of 100 payments, nearly', 'SELECT COUNT(*) AS n FROM allocation WHERE receipt_id > 0', 301],
    ['more orders than the highest limit', 'SELECT COUNT(*) AS n FROM sales_order WHERE state > 5', 101],
    ['more purchase orders than the highest limit', 'SELECT COUNT(*) AS n FROM customer_po', 101],
    ['more than 50 invoices of K10001', "SELECT COUNT(*) AS n FROM invoice WHERE account_no = 'K10001'", 52],
  ])('%s', (_, sql, least) => {
    expect(rows<{ n: number }>(sql)[0]?.n).toBeGreaterThanOrEqual(least);
  });
});

describe('the demo fixture adds up', () => {
  it('totals every document as the sum of its lines', () => {
    const lines = rows<{ invoice_id: number; amount: number }>('SELECT * FROM invoice_line');
    const wrong = invoices.filter((i) => total(lines, (l) => l.invoice_id === i.invoice_id) !== cents(i.total));
    expect(wrong).toEqual([]);
  });

  it('bills every customer in the currency of the account', () => {
    const sql = 'SELECT i.doc_no FROM invoice i JOIN customer c USING (account_no) WHERE i.currency <> c.currency';
    expect(rows(sql)).toEqual([]);
  });

  it('has one signed entry for each document, and none for a draft', () => {
    const wrong = invoices.filter((i) => {
      const entriesOfInvoice = entries.filter((e) => e.invoice_id === i.invoice_id && e.kind === i.kind);
      const [entry] = entriesOfInvoice;
      if (i.state === 'DRAFT') return entriesOfInvoice.length !== 0;
      if (entriesOfInvoice.length !== 1 || entry === undefined) return true;
      const signed = i.kind === 'CREDIT' ? -cents(i.total) : cents(i.total);
      return cents(entry.amount) - signed !== 0 || entry.account_no !== i.account_no || entry.doc_no !== i.doc_no;
    });
    expect(wrong).toEqual([]);
  });

  it('leaves open on every entry what allocations have not settled', () => {
    const live = allocations.filter((a) => a.undone === 0);
    const expected = (e: Entry): number => {
      const document = invoices.find((i) => i.invoice_id === e.invoice_id);
      switch (e.kind) {
        case 'INVOICE':
          return document?.state === 'VOID' ? 0 : cents(e.amount) - total(live, (a) => a.invoice_id === e.invoice_id);
        case 'CREDIT':
          return cents(e.amount) + total(live, (a) => a.credit_id === e.invoice_id);
        case 'RECEIPT': {
          const reversed = receipts.some((r) => r.receipt_id === e.receipt_id && r.state === 'REVERSED');
          return reversed ? 0 : cents(e.amount) + total(live, (a) => a.receipt_id === e.receipt_id);
        }
        case 'VOID':
        case 'REVERSAL':
          return 0;
      }
    };
    expect(entries.filter((e) => cents(e.open_amount) - expected(e) !== 0)).toEqual([]);
  });

  it('enters every receipt, and takes a reversed one and a voided invoice back in full', () => {
    const booked = (kind: Entry['kind'], r: Receipt) =>
      total(entries, (e) => e.receipt_id === r.receipt_id && e.kind === kind && e.account_no === r.account_no);
    expect(receipts.filter((r) => booked('RECEIPT', r) !== -cents(r.amount))).toEqual([]);
    const reversed = receipts.filter((r) => r.state === 'REVERSED');
    expect(reversed.map((r) => booked('REVERSAL', r))).toEqual(reversed.map((r) => cents(r.amount)));
    const voided = invoices.filter((i) => i.state === 'VOID');
    expect(voided.length).toBeGreaterThan(0);
    expect(voided.map((i) => total(entries, (e) => e.invoice_id === i.invoice_id))).toEqual(voided.map(() => 0));
  });

  it('balances every account: brought forward plus entries, and plus what is open', () => {
    interface Account {
      account_no: string;
      brought_forward: number;
      balance: number;
    }
    const wrong = rows<Account>('SELECT * FROM customer').filter((c) => {
      const entriesOfAccount = entries.filter((e) => e.account_no === c.account_no);
      const open = entriesOfAccount.reduce((sum, e) => sum + cents(e.open_amount), 0);
      const balance = cents(c.balance) - cents(c.brought_forward);
      return balance - total(entriesOfAccount, () => true) !== 0 || balance - open !== 0;
    });
    expect(wrong).toEqual([]);
  });

  it('numbers new records above all that are there', () => {
    const [top] = rows<{ orders: number; postings: number }>(`
      SELECT (SELECT MAX(order_id) FROM sales_order) AS orders, MAX(id) AS postings FROM (
        SELECT invoice_id AS id FROM invoice UNION SELECT receipt_id FROM receipt
        UNION SELECT allocation_id FROM allocation UNION SELECT entry_id FROM account_entry)`);
    const next = new Map(
      rows<{ code: string; next_no: number }>('SELECT * FROM number_range').map((r) => [r.code, r.next_no]),
    );
    expect(next.get('ORDER')).toBeGreaterThan(top?.orders ?? Number.POSITIVE_INFINITY);
    expect(next.get('POSTING')).toBeGreaterThan(top?.postings ?? Number.POSITIVE_INFINITY);
  });
});

describe('the README names cases that exist', () => {
  it('customers', () => {
    const listed = named('Customers with special cases');
    const customers = rows<{ account_no: string; name: string }>('SELECT * FROM customer');
    expect(listed.length).toBeGreaterThanOrEqual(20);
    expect(customers.map((c) => [c.account_no, c.name])).toEqual(expect.arrayContaining(listed));
  });

  it('items', () => {
    const listed = named('Items with special cases');
    const items = rows<{ item_code: string; title: string }>('SELECT * FROM item');
    expect(listed.length).toBeGreaterThanOrEqual(15);
    expect(items.map((i) => [i.item_code, i.title])).toEqual(expect.arrayContaining(listed));
  });
});
