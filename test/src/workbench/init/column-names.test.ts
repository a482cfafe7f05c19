/** Schemas whose columns have the prefix of their table, and schemas with an internal key beside the public one. */
import { expect, it } from 'vitest';
import { proposedFor } from './proposals.ts';

/** The column of each field of an endpoint. */
const columnsOf = (parts: readonly { readonly field: string; readonly from?: string | undefined }[]) =>
  Object.fromEntries(parts.map(({ field, from }) => [field, from]));

/** In the style of an ERP whose columns begin with the short name of their table. No key is declared. */
const prefixed = `
  create table custinfo (cust_id integer primary key, cust_active integer not null, cust_number text unique, cust_name text, cust_email text);
  create table item (item_id integer primary key, item_number text unique not null, item_descrip1 text, item_active integer);
  create table cohead (cohead_id integer primary key, cohead_number text unique, cohead_cust_id integer, cohead_orderdate date, cohead_status text);
  create table coitem (coitem_id integer primary key, coitem_cohead_id integer, coitem_item_id integer, coitem_qtyord numeric, coitem_price numeric);
  insert into custinfo values (10, 1, 'TTOYS', 'Tremendous Toys Inc.', 'ar@ttoys.example'), (11, 0, 'OLD', 'Old & Sons', 'x@old.example');
  insert into item values (20, 'YTRUCK1', 'Yellow Truck', 1), (21, 'RPAINT1', 'Red Paint', 1);
  insert into cohead values (30, '50271', 10, '2026-03-01', 'O'), (31, '50272', 11, '2026-03-05', 'C');
  insert into coitem values (1, 30, 20, 5, 9.5), (2, 30, 21, 1.5, 3.3333), (3, 31, 20, 2, 10);`;

it('a prefix that all columns of a table have says nothing, in references neither', async () => {
  const { endpoint } = await proposedFor(prefixed, 5, ['order=cohead']);
  expect(columnsOf(endpoint('/debtors/list').parts)).toMatchObject({
    erpDebtorId: 'custinfo.cust_id',
    name: 'custinfo.cust_name',
    email: 'custinfo.cust_email',
  });
  expect(columnsOf(endpoint('/catalog/products/search').parts)).toMatchObject({
    erpSku: 'item.item_number',
    erpDesc: 'item.item_descrip1',
  });
  expect(columnsOf(endpoint('/sales-orders/list').parts)).toMatchObject({
    soNumber: 'cohead.cohead_number',
    customerErpId: 'cohead.cohead_cust_id',
    orderDate: 'cohead.cohead_orderdate',
  });
  expect(endpoint('/sales-orders/usage').keys.join('\n')).toContain('o.cohead_id = l.coitem_cohead_id');
});

it('the fixture has the likely table of an open query', async () => {
  const { endpoint, fixtureSchema } = await proposedFor(prefixed, 5);
  expect(endpoint('/sales-orders/list').keys.join('\n')).toContain('FROM cohead t /*?');
  expect(fixtureSchema).toContain('CREATE TABLE cohead (');
});

it('the id of a record is the one by which other tables name it', async () => {
  const { endpoint } = await proposedFor(`
    create table accounts (record_id integer primary key, id text unique not null, external_key text, name text, email text);
    create table invoices (record_id integer primary key, id text unique not null, account_id text, invoice_date date, currency text);
    insert into accounts values (1, 'a0f1-77', 'K-1', 'Nordwind GmbH', 'post@nordwind.example'), (2, 'b7c2-31', 'K-2', 'Südwind AG', 'post@suedwind.example');
    insert into invoices values (1, 'f001-a', 'a0f1-77', '2026-03-02', 'EUR'), (2, 'f002-b', 'b7c2-31', '2026-03-03', 'EUR');`);
  expect(columnsOf(endpoint('/debtors/list').parts).erpDebtorId).toBe('accounts.id');
  expect(columnsOf(endpoint('/customer-invoices/list').parts)).toMatchObject({ customerErpId: 'invoices.account_id' });
});

it('a unique id to which nothing refers is not the id of the record', async () => {
  const { endpoint } = await proposedFor(`
    create table customer (no integer primary key, uuid text unique, name text, email text);
    create table invoice (no integer primary key, customer_no integer, invoice_date date, total numeric);
    insert into customer values (17, 'a0f1-77', 'Nordwind GmbH', 'post@nordwind.example'), (18, 'b7c2-31', 'Südwind AG', 'post@suedwind.example');
    insert into invoice values (1, 17, '2026-03-02', 119.37), (2, 18, '2026-03-03', 20.01);`);
  expect(columnsOf(endpoint('/debtors/list').parts).erpDebtorId).toBe('customer.no');
});

it.each([
  ['amount', true],
  ['line_amount', false],
  ['total', false],
])('a column %s beside a quantity, without a price, is a question: %s', async (column, isQuestion) => {
  const { endpoint } = await proposedFor(`
    create table customer (id integer primary key, name text, email text);
    create table invoice (id integer primary key, customer_id integer references customer (id), invoice_number text unique, invoice_date date, total numeric);
    create table invoice_line (id integer primary key, invoice_id integer references invoice (id), description text, quantity numeric, ${column} numeric);
    insert into customer values (17, 'Nordwind GmbH', 'post@nordwind.example');
    insert into invoice values (1, 17, '2026/0042', '2026-03-02', 119.37);
    insert into invoice_line values (1, 1, 'Beaker', 3, 39.79);`);
  expect(endpoint('/invoices/list').questions.has('lines.amount')).toBe(isQuestion);
});
