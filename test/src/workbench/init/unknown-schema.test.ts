/** Schemas that nobody tuned the rules for: what fits twice, or what the rows contradict, is a question. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyFolder, type Folder, sqliteFile } from './init-folder.ts';
import { proposedFor } from './proposals.ts';

const customers = `
  create table customer (id integer primary key, name text not null, city text, email text, credit_limit numeric);
  insert into customer values (17, 'Nordwind GmbH', 'Kiel', 'post@nordwind.example', 5000), (18, 'Südwind AG', 'Ulm', 'post@suedwind.example', 900);`;

/** Invoices, credit notes and receipts in one table; a receipt is allocated to an invoice two months later. */
const ledger = `${customers}
  create table movement_kind (code integer primary key, title text not null);
  create table customer_movement (id integer primary key, kind integer not null references movement_kind (code), number text not null,
    customer_id integer not null references customer (id), document_date date not null, total numeric not null);
  create table movement_allocation (id integer primary key, giver integer not null references customer_movement (id),
    taker integer not null references customer_movement (id), amount numeric not null, allocation_date date not null);
  insert into movement_kind values (1, 'Sales Invoice'), (2, 'Credit Note'), (3, 'Money in');
  insert into customer_movement values (1, 1, 'INV-1', 17, '2026-03-02', 119.37), (2, 1, 'INV-2', 18, '2026-03-03', 20.01),
    (3, 2, 'CN-1', 17, '2026-03-04', -7.03), (4, 3, 'R 17', 17, '2026-03-09', -112.34);
  insert into movement_allocation values (1, 4, 1, 112.34, '2026-05-11'), (2, 3, 1, 7.03, '2026-05-11');`;

describe('two keys at the same table', () => {
  it('are a question with both columns', async () => {
    const { questions } = (await proposedFor(ledger)).endpoint('/payments/list');
    expect(questions.get('erpInvoiceId')).toMatch(/settled: (giver or taker|taker or giver)\?/);
    expect(questions.get('erpPaymentId')).toContain('not allocations of credit notes');
  });

  const named = (keys: string): string => `${customers}
    create table invoice (id integer primary key, customer_id integer not null references customer (id), number text unique, issue_date date, total numeric);
    create table payment (id integer primary key, customer_id integer references customer (id), payment_date date, amount numeric);
    create table payment_allocation (id integer primary key, ${keys}, amount numeric not null);
    insert into invoice values (1, 17, 'INV-1', '2026-03-02', 119.37);
    insert into payment values (5, 17, '2026-03-09', 119.37);`;

  it('are none where one of them is named as that of the invoice', async () => {
    const { endpoint } = await proposedFor(
      `${named('payment_id integer references payment (id), invoice_id integer references invoice (id), origin integer references invoice (id)')}
       insert into payment_allocation values (1, 5, 1, 1, 119.37);`,
    );
    const { questions, parts } = endpoint('/payments/list');
    expect(questions.has('erpInvoiceId')).toBe(false);
    expect(parts.find(({ field }) => field === 'erpInvoiceId')?.from).toBe('payment_allocation.invoice_id');
    expect(parts.find(({ field }) => field === 'paymentDate')?.from).toBe('payment.payment_date');
  });

  it('never give a column that is the key of the payment as the invoice', async () => {
    const { endpoint } = await proposedFor(ledger);
    const query = endpoint('/payments/list').keys.join('\n');
    for (const column of ['giver', 'taker'])
      expect(query.includes(`a.${column} AS erpInvoiceId`) && query.includes(`r.id = a.${column}`)).toBe(false);
  });

  it('are a question for the lines of invoices, too', async () => {
    const { endpoint } = await proposedFor(`${named('invoice_id integer references invoice (id)')}
      create table invoice_line (id integer primary key, doc_a integer references invoice (id), doc_b integer references invoice (id),
        line_text text, quantity numeric, unit_price numeric, line_amount numeric);
      insert into invoice_line values (1, 1, 1, 'Beaker', 3, 39.79, 119.37);`);
    expect(endpoint('/invoices/list').questions.get('lines')).toMatch(
      /doc_[ab] the invoice of a line\? doc_[ab] could be it, too/,
    );
  });
});

describe('the day of a payment', () => {
  it('is a question where it is that of the allocation', async () => {
    const { questions } = (await proposedFor(ledger)).endpoint('/payments/list');
    expect(questions.get('paymentDate')).toContain(
      'movement_allocation.allocation_date may be the day of the allocation',
    );
    expect(questions.get('paymentDate')).toContain('customer_movement.document_date');
  });
});

describe('days that mean no date', () => {
  const prices = (rows: string): string => `${customers}
    create table product (id integer primary key, code text not null unique, description text not null);
    create table customer_price (id integer primary key, customer_id integer not null references customer (id),
      product_id integer not null references product (id), price numeric not null, valid_from date, valid_to date not null);
    insert into product values (1, 'A-100', 'Beaker'), (2, 'A-101', 'Funnel');
    insert into customer_price values ${rows};`;

  it('do not end the validity of a price', async () => {
    const { keys } = (
      await proposedFor(prices("(1, 17, 1, 3.37, '2026-01-01', '0000-00-00'), (2, 18, 1, 3.11, null, '0000-00-00')"))
    ).endpoint('/pricing/resolve');
    const query = keys.join('\n');
    expect(query).toContain("(p.valid_to IS NULL OR p.valid_to < '1901-01-01' OR p.valid_to >= :today)");
    expect(query).toContain('(p.valid_from IS NULL OR p.valid_from <= :today)');
  });

  it('change nothing where every row has a date', async () => {
    const { keys } = (await proposedFor(prices("(1, 17, 1, 3.37, '2026-01-01', '2026-12-31')"))).endpoint(
      '/pricing/resolve',
    );
    expect(keys.join('\n')).toContain('AND p.valid_from <= :today');
    expect(keys.join('\n')).toContain('(p.valid_to IS NULL OR p.valid_to >= :today)');
  });

  it('are absent values of the source where a proposal takes the column', async () => {
    const { profile } = await proposedFor(`${customers}
      create table invoice (id integer primary key, customer_id integer not null references customer (id), number text unique, issue_date date, due_date date, total numeric);
      insert into invoice values (1, 17, 'INV-1', '2026-03-02', '2026-04-01', 119.37), (2, 17, 'INV-2', '2026-03-03', '1900-01-01', 20.01);`);
    expect(profile).toContain('absent: [1900-01-01]');
  });

  it('leave rows that are not deleted', async () => {
    const { endpoint } = await proposedFor(`
      create table customer (id integer primary key, name text not null, city text, email text, deleted_at datetime not null);
      insert into customer values (17, 'Nordwind GmbH', 'Kiel', 'post@nordwind.example', '0000-00-00 00:00:00');`);
    expect(endpoint('/debtors/list').keys.join('\n')).toContain("WHERE c.deleted_at < '1901-01-01'");
  });
});

it('proposes no condition that excludes every row', async () => {
  const { endpoint } = await proposedFor(`
    create table product (id integer primary key, code text not null unique, description text not null, discontinued integer not null);
    insert into product values (1, 'A-100', 'Beaker', 1), (2, 'A-101', 'Funnel', 1);`);
  expect(endpoint('/catalog/products/search').keys.join('\n')).not.toContain('discontinued');
});

it('lists the numeric columns where none was recognized, and says nothing about the sign of an amount that was not found', async () => {
  const { endpoint } = await proposedFor(`${customers}
    create table invoice (id integer primary key, customer_id integer not null references customer (id), number text unique, issue_date date, due_date date, total numeric);
    insert into invoice values (1, 17, 'INV-1', '2026-03-02', '2026-04-01', 119.37);
    create table customer_entry (id integer primary key, customer_id integer not null references customer (id), entry_date date not null,
      reference text, zvq numeric not null, zvr numeric not null);
    insert into customer_entry values (1, 17, '2026-03-02', 'INV-1', 119.37, 19.06), (2, 18, '2026-03-03', 'R 17', -20.01, 0);`);
  const { questions } = endpoint('/customer-statement/get');
  expect(questions.get('lines.debit')).toContain('Its numeric columns are zvq, zvr.');
  expect(questions.get('openingBalance')).not.toContain('is negative');
});

describe('a table that --table names without an effect', () => {
  let folder: Folder;
  beforeAll(() => {
    folder = emptyFolder();
    sqliteFile(join(folder.path, 'erp.sqlite'), [
      `${customers}
       create table invoice (id integer primary key, customer_id integer not null references customer (id), number text unique, issue_date date, total numeric);
       create table goods_move (id integer primary key, doc_kind integer, doc_number integer, moved numeric);
       insert into invoice values (1, 17, 'INV-1', '2026-03-02', 119.37);
       insert into goods_move values (1, 10, 1, 3);`,
    ]);
  });
  afterAll(() => folder.remove());

  it('is reported with the reason', async () => {
    const { err } = await folder.run(
      ...['init', '--file', 'erp.sqlite', '--name', 'one', '--yes', '--sample', '0'],
      ...['--table', 'customer=customer', '--table', 'entry=goods_move'],
    );
    expect(err).toContain('--table customer=customer changed nothing: customer is found without it.');
    expect(err).toContain('--table entry=goods_move changed nothing: no key points from goods_move at customer.');
  });

  it('leads to a question about its columns where its key is missing', async () => {
    const { err } = await folder.run(
      ...['init', '--file', 'erp.sqlite', '--name', 'two', '--yes', '--sample', '0'],
      ...['--table', 'invoice-line=goods_move'],
    );
    expect(err).toBe('');
    expect(folder.text('two', 'profile.yaml')).toContain(
      'No key points from it at invoice. Its columns are id, doc_kind, doc_number, moved.',
    );
  });
});
