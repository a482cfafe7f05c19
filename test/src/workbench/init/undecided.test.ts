/** What looks right and may be wrong is a question: a wrong proposal is worse than none. */
import { describe, expect, it } from 'vitest';
import { proposedFor } from './proposals.ts';

const customers = `
  create table customer (id integer primary key, name text not null, city text, email text, credit_limit numeric);
  insert into customer values (17, 'Nordwind GmbH', 'Kiel', 'post@nordwind.example', 5000), (18, 'Südwind AG', 'Ulm', 'post@suedwind.example', 900);`;

describe('the table of products', () => {
  const path = '/catalog/products/search';

  it('is a question where a word of its name is unknown and no key confirms it', async () => {
    const items = `
      create table zqx_items (id integer primary key, item_code text not null unique, description text not null);
      insert into zqx_items values (1, 'A-100', 'Beaker'), (2, 'A-101', 'Funnel');`;
    const { endpoint } = await proposedFor(customers + items);
    expect(endpoint(path).questions.get('erpProductId')).toContain('Is zqx_items the right table');
  });

  it('has a title somewhere, so that a missing one is no absent field', async () => {
    const items = `
      create table product (id integer primary key, code text not null unique, tmpl_id integer not null);
      insert into product values (1, 'A-100', 7), (2, 'A-101', 8);`;
    const { endpoint } = await proposedFor(customers + items);
    expect(endpoint(path).questions.get('erpDesc')).toContain('No column of product looks like it');
    expect(endpoint(path).keys.join('\n')).not.toContain('absent');
  });
});

it('asks for an optional field that no column looks like: another table may have it', async () => {
  const { endpoint } = await proposedFor(`
    create table client (id integer primary key, name text not null, city text, credit_limit numeric);
    insert into client values (17, 'Nordwind GmbH', 'Kiel', 100);`);
  expect(endpoint('/debtors/list').questions.get('email')).toContain('No column of client looks like it');
});

it('takes a text that is named like a table for a text where no row shows a key', async () => {
  const { endpoint } = await proposedFor(`
    create table client (id integer primary key, name text not null, email varchar(100), city text);
    create table email (id varchar(20) primary key, addressee text);`);
  expect(endpoint('/debtors/list').parts.find(({ field }) => field === 'email')?.from).toBe('client.email');
});

describe('the entries of the account of a customer', () => {
  const path = '/customer-statement/get';
  const entries = (key: string, more = ''): string => `${customers}
    create table account_entry (id integer primary key, customer_id integer ${key} references customer (id),
      entry_date date not null, amount numeric not null, reference text);
    insert into account_entry values (1, 17, '2026-03-02', 119.37, 'INV-1'), (2, 18, '2026-03-03', -20, 'R 17');${more}`;

  it('are those of a ledger in which every row has a customer', async () => {
    const { endpoint } = await proposedFor(entries('not null'));
    expect(endpoint(path).questions.get('openingBalance')).not.toContain('the right table');
  });

  it('are a question in a ledger that also has other entries', async () => {
    const { endpoint } = await proposedFor(entries(''));
    expect(endpoint(path).questions.get('openingBalance')).toContain('Is account_entry the right table');
  });
});

it('does not take the purchase orders of customers for those to suppliers', async () => {
  const invoices = `
    create table customer_po (id integer primary key, customer_id integer not null references customer (id), po_number text, order_date date, status text);
    create table invoice (id integer primary key, customer_id integer not null references customer (id), number text unique, kind text not null,
      issue_date date, due_date date, total numeric);
    insert into customer_po values (1, 17, '2026/0042', '2026-03-01', 'open');
    insert into invoice values (1, 17, 'INV-1', 'INVOICE', '2026-03-02', '2026-04-01', 119.37), (2, 17, 'R 17', 'CREDIT', '2026-03-03', '2026-04-02', 20);`;
  const { endpoint } = await proposedFor(customers + invoices);
  expect(endpoint('/invoices/list').questions.has('erpInvoiceId')).toBe(false);
});

describe('columns that mark voided, cancelled or draft invoices', () => {
  const invoices = (columns: string, first: string, second: string): string => `${customers}
    create table invoice (id integer primary key, customer_id integer not null references customer (id), number text unique,
      issue_date date, due_date date, total numeric, ${columns});
    insert into invoice values (1, 17, 'INV-1', '2026-03-02', '2026-04-01', 119.37, ${first}), (2, 17, 'INV-2', '2026-03-03', '2026-04-02', 20.01, ${second});`;

  it.each([
    ['storno boolean', '0', '1', 'invoice.storno (0 (1), 1 (1))'],
    ['cancelled integer not null', '0', '1', 'invoice.cancelled (0 (1), 1 (1))'],
    ['is_draft boolean', '0', '1', 'invoice.is_draft (0 (1), 1 (1))'],
    ['voided_at datetime', 'null', "'2026-03-09 10:00:00'", 'invoice.voided_at'],
    ['status text', "'draft'", "'open'", "i.status <> 'draft'"],
  ])('%s: are a question, and never a condition', async (columns, first, second, asked) => {
    const { endpoint } = await proposedFor(invoices(columns, first, second));
    for (const [path, ...more] of [
      ['/customer-invoices/list', 'WHERE i.customer_id = :customerErpId'],
      ['/invoices/list'],
    ] as const) {
      const { questions, keys } = endpoint(path);
      expect(questions.get('status')).toContain(asked);
      expect(keys.filter((line) => /^ *(WHERE|AND)/.test(line)).map((line) => line.trim())).toEqual(more);
    }
  });

  it('do not keep rows that are deleted', async () => {
    const { endpoint } = await proposedFor(invoices('deleted integer not null, storno boolean', '0, 0', '1, 1'));
    expect(endpoint('/invoices/list').keys.join('\n')).toContain('WHERE i.deleted = 0');
  });
});
