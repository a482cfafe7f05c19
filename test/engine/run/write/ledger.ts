/** Invariants of the demo ERP that hold at any time, after every write and every failure. */
import { createHash } from 'node:crypto';
import { cents, sumOf } from '../../../support/cents.ts';
import type { DemoDatabase, TextRow } from '../../../support/demo.ts';

/** All tables of the fixture. */
const erpTables = [
  ...['currency', 'company', 'number_range', 'price_list', 'customer', 'customer_address', 'item', 'price_list_item'],
  ...['customer_price', 'customer_po', 'sales_order', 'sales_order_line', 'invoice', 'invoice_line', 'receipt'],
  ...['allocation', 'account_entry'],
] as const;
type Table = (typeof erpTables)[number] | 'engine_claims';
type Contents = (table: Table) => readonly TextRow[];

/** The tables of the database, including the engine's claims if it keeps any. */
const tablesOf = ({ claims }: DemoDatabase): readonly Table[] =>
  claims === 'table' ? [...erpTables, 'engine_claims'] : erpTables;

async function contents(database: DemoDatabase): Promise<Contents> {
  const all = new Map<Table, readonly TextRow[]>();
  for (const table of tablesOf(database)) all.set(table, await database.rows(`SELECT * FROM ${table}`));
  return (table) => all.get(table) ?? [];
}

/** What any write moves, in one query: rows of every table, numbers given out, sums of balances and open amounts. */
export async function tally(database: DemoDatabase): Promise<TextRow> {
  const counts = tablesOf(database).map((table) => `(SELECT COUNT(*) FROM ${table}) AS ${table}`);
  const sums = [
    '(SELECT SUM(next_no) FROM number_range) AS numbers',
    '(SELECT ROUND(SUM(balance), 2) FROM customer) AS balances',
    '(SELECT ROUND(SUM(open_amount), 2) FROM account_entry) AS open_amounts',
  ];
  const [row = {}] = await database.rows(`SELECT ${[...counts, ...sums].join(', ')}`);
  return row;
}

/** Row count and digest of every table: equal snapshots mean that nothing at all has changed. */
export async function snapshot(database: DemoDatabase): Promise<Readonly<Record<string, string>>> {
  const all = await contents(database);
  const digest = (rows: readonly TextRow[]) =>
    createHash('sha256')
      .update(
        rows
          .map((row) => JSON.stringify(row))
          .sort()
          .join('\n'),
      )
      .digest('hex');
  return Object.fromEntries(
    tablesOf(database).map((table) => [table, `${all(table).length} rows, ${digest(all(table))}`]),
  );
}

/** Groups by a column. */
function by(rows: readonly TextRow[], column: string): ReadonlyMap<string | null, readonly TextRow[]> {
  return Map.groupBy(rows, (row) => row[column] ?? null);
}

/** Lines of a document count 1, 2, 3 without a gap. */
function counted(lines: readonly TextRow[]): boolean {
  const numbers = lines.map((line) => Number(line.line_no)).sort((a, b) => a - b);
  return numbers.every((number, index) => number === index + 1);
}

function* orderFaults(all: Contents): Generator<string> {
  const lines = by(all('sales_order_line'), 'order_id');
  const orderIds = new Set(all('sales_order').map((order) => order.order_id ?? null));
  for (const id of lines.keys()) if (!orderIds.has(id)) yield `lines of order ${id}, which does not exist`;
  for (const { order_id: id = null } of all('sales_order')) {
    const ownLines = lines.get(id) ?? [];
    if (ownLines.length === 0 || !counted(ownLines))
      yield `order ${id} has the lines ${ownLines.map((line) => line.line_no)}`;
  }
}

function* invoiceFaults(all: Contents): Generator<string> {
  const lines = by(all('invoice_line'), 'invoice_id');
  const entries = by(all('account_entry'), 'invoice_id');
  const settled = by(
    all('allocation').filter(({ undone }) => undone === '0'),
    'invoice_id',
  );
  const invoiceIds = new Set(all('invoice').map((invoice) => invoice.invoice_id ?? null));
  for (const id of lines.keys()) if (!invoiceIds.has(id)) yield `lines of invoice ${id}, which does not exist`;
  for (const { invoice_id: id = null, kind, state, total } of all('invoice')) {
    const ownLines = lines.get(id) ?? [];
    if (ownLines.length === 0 || !counted(ownLines))
      yield `invoice ${id} has the lines ${ownLines.map((line) => line.line_no)}`;
    if (sumOf(ownLines.map(({ amount }) => amount)) !== cents(total)) yield `invoice ${id} is not the sum of its lines`;
    if (state === 'DRAFT' || kind === 'CREDIT') continue;
    const booked = (entries.get(id) ?? []).filter((entry) => entry.kind === 'INVOICE');
    const [entry] = booked;
    if (booked.length !== 1 || cents(entry?.amount) !== cents(total))
      yield `invoice ${id} is not entered once, in full`;
    const paid = sumOf((settled.get(id) ?? []).map(({ amount }) => amount));
    if (state === 'POSTED' && cents(entry?.open_amount) !== cents(total) - paid) yield `invoice ${id} is open wrongly`;
  }
}

function* paymentFaults(all: Contents): Generator<string> {
  const entries = by(all('account_entry'), 'receipt_id');
  const allocations = by(all('allocation'), 'receipt_id');
  for (const { receipt_id: id = null, amount } of all('receipt')) {
    const booked = (entries.get(id) ?? []).filter((entry) => entry.kind === 'RECEIPT');
    if (booked.length !== 1 || cents(booked[0]?.amount) !== -cents(amount)) yield `receipt ${id} is not entered once`;
    const written = (allocations.get(id) ?? []).filter(({ external_ref: ref }) => ref !== null);
    if (written.length > 0 && sumOf(written.map((part) => part.amount ?? null)) !== cents(amount)) {
      yield `receipt ${id} is not allocated in full`;
    }
  }
}

function* accountFaults(all: Contents): Generator<string> {
  const entries = by(all('account_entry'), 'account_no');
  for (const { account_no: account = null, balance, brought_forward: brought } of all('customer')) {
    const sum = cents(brought) + sumOf((entries.get(account) ?? []).map(({ amount }) => amount));
    if (cents(balance) !== sum) yield `the balance of ${account} is ${balance}, its entries make ${sum} cents`;
  }
}

function* claimFaults(all: Contents): Generator<string> {
  for (const claim of all('engine_claims')) {
    if (claim.result === null && claim.released === null)
      yield `the claim of ${claim.natural_key} is committed without a result`;
  }
}

/** All violated invariants; empty if the ledger is sound. With claims, an engine must have been started once. */
export async function ledgerFaults(database: DemoDatabase): Promise<readonly string[]> {
  const all = await contents(database);
  return [orderFaults, invoiceFaults, paymentFaults, accountFaults, claimFaults].flatMap((check) => [...check(all)]);
}
