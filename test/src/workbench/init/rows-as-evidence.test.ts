/** What rows show: companies, the sign of credit notes, states with their number of rows, and times of changes. */
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { checked, emptyFolder, sqliteFile } from './init-folder.ts';
import { proposedFor } from './proposals.ts';

const folder = emptyFolder();
afterAll(() => folder.remove());

describe('a column of the company', () => {
  const tables = (rows: string): string => `
    create table customer (id integer primary key, company_id integer not null, name text not null, city text, email text, credit_limit numeric);
    create table product (id integer primary key, company_id integer, code text not null unique, description text not null, sell_price numeric);
    create table sales_order (id integer primary key, company_id integer not null, customer_id integer not null references customer (id),
      order_number text unique, order_date date, status text);
    ${rows}`;
  const customers =
    "insert into customer values (17, 1, 'Nordwind GmbH', 'Kiel', 'a@nordwind.example', 5000), (18, COMPANY, 'Südwind AG', 'Ulm', 'b@suedwind.example', 900);";
  const products = "insert into product values (1, 1, 'A-100', 'Beaker', 3.37), (2, null, 'A-101', 'Funnel', 11.9);";

  it('is a setting with that company, if there is one', async () => {
    const { endpoint, profile } = await proposedFor(tables(customers.replace('COMPANY', '1') + products));
    expect(profile).toContain(
      'company: { env: ACME_COMPANY, type: integer, default: 1, description: "Company of the installation: company_id, which 3 tables have. Rows by company: 1 (3)" }',
    );
    expect(endpoint('/debtors/list').keys.join('\n')).toContain('c.company_id = :settings.company');
    expect(endpoint('/debtors/list').questions.size).toBe(0);
    // A product without a company is a product of the only one.
    expect(endpoint('/catalog/products/search').keys.join('\n')).not.toContain(':settings.company');
    expect(endpoint('/catalog/products/search').questions.has('erpProductId')).toBe(false);
  });

  it('is asked for once if there are several, and rows without one are a question', async () => {
    const { endpoint } = await proposedFor(tables(customers.replace('COMPANY', '3') + products));
    expect(endpoint('/catalog/customers/search').questions.get('erpId')).toContain('there are 1 (2), 3 (1)');
    expect(endpoint('/debtors/list').questions.size).toBe(0);
    expect(endpoint('/catalog/products/search').questions.get('erpProductId')).toContain('without a company');
  });

  it('gives a profile that the check accepts but for the questions', async () => {
    sqliteFile(join(folder.path, 'erp.sqlite'), [tables(customers.replace('COMPANY', '3') + products)]);
    const { err } = await folder.run('init', '--file', 'erp.sqlite', '--name', 'acme', '--yes', '--sample', '0');
    expect(err).toBe('');
    expect((await checked(folder, 'acme/profile.yaml')).codes).toEqual(['MAP284']);
  });
});

it('does not take the name of a customer for a company', async () => {
  const { endpoint, profile } = await proposedFor(`
    create table kunde (kdnr integer primary key, firma text not null, ort text, email text, kreditlimit numeric);
    create table ansprechpartner (id integer primary key, kdnr integer references kunde (kdnr), firma text);
    create table interessent (id integer primary key, firma text);
    insert into kunde values (17, 'Nordwind', 'Kiel', 'a@nordwind.example', 5000), (18, 'Südwind', 'Ulm', 'b@suedwind.example', 900);
    insert into ansprechpartner values (1, 17, 'Nordwind');
    insert into interessent values (1, 'Ostwind');`);
  expect(profile).not.toContain('ACME_COMPANY');
  expect(endpoint('/debtors/list').parts.find(({ field }) => field === 'name')?.from).toBe('kunde.firma');
});

describe('credit notes', () => {
  const documents = (rows: string): string => `
    create table customer (id integer primary key, name text not null, city text, email text, credit_limit numeric);
    create table invoice (id integer primary key, customer_id integer not null references customer (id), number text unique, kind text not null,
      issue_date date, due_date date, currency text, total numeric, open_amount numeric, status text);
    create table invoice_line (id integer primary key, invoice_id integer not null references invoice (id), line_text text, quantity numeric,
      unit_price numeric, line_amount numeric);
    insert into customer values (17, 'Nordwind GmbH', 'Kiel', 'a@nordwind.example', 5000);
    insert into invoice values ${rows};`;
  const invoice = "(1, 17, 'INV-1', 'RE', '2026-03-02', '2026-04-01', 'EUR', 119.37, 0, 'posted')";

  it('get their sign where their kind is a known word and their amounts are positive, and so do their lines', async () => {
    const { endpoint } =
      await proposedFor(`${documents(`${invoice}, (2, 17, 'R 17', 'GS', '2026-03-05', '2026-04-04', 'EUR', 20.01, 20.01, 'posted')`)}
      insert into invoice_line values (1, 1, 'Beaker', 3, 39.79, 119.37), (2, 2, 'Beaker, broken', 1, 20.01, 20.01);`);
    const { keys, questions } = endpoint('/invoices/list');
    const query = keys.join('\n');
    expect(questions.has('amountTotal')).toBe(false);
    expect(query).toMatch(/CASE WHEN i\.("kind"|kind) IN \('GS'\) THEN -i\.total ELSE i\.total END AS amountTotal/);
    expect(query).toMatch(
      /CASE WHEN i\.("kind"|kind) IN \('GS'\) THEN -i\.open_amount ELSE i\.open_amount END AS amountOutstanding/,
    );
    expect(query).toMatch(
      /CASE WHEN i\.("kind"|kind) IN \('GS'\) THEN -l\.line_amount ELSE l\.line_amount END AS amount/,
    );
    expect(query).toContain('JOIN invoice i ON i.id = l.invoice_id');
  });

  it('keep their amounts where these are negative', async () => {
    const { endpoint } = await proposedFor(
      documents(`${invoice}, (2, 17, 'R 17', 'GS', '2026-03-05', '2026-04-04', 'EUR', -20.01, -20.01, 'posted')`),
    );
    expect(endpoint('/invoices/list').questions.has('amountTotal')).toBe(false);
    expect(endpoint('/invoices/list').keys.join('\n')).toContain('i.total AS amountTotal');
  });

  it('are a question where a kind is unknown, or where some amounts are negative and some are not', async () => {
    const unknown = await proposedFor(
      documents(`${invoice}, (2, 17, 'R 17', '4', '2026-03-05', '2026-04-04', 'EUR', 20.01, 20.01, 'posted')`),
    );
    expect(unknown.endpoint('/invoices/list').questions.get('amountTotal')).toContain(
      'has 4 (1, positive), RE (1, positive): which are credit notes',
    );
    const mixed = await proposedFor(
      documents(`${invoice}, (2, 17, 'R 17', 'GS', '2026-03-05', '2026-04-04', 'EUR', -20.01, -20.01, 'posted'),
      (3, 17, 'R 18', 'GS', '2026-03-06', '2026-04-05', 'EUR', 7.03, 7.03, 'posted')`),
    );
    expect(mixed.endpoint('/invoices/list').questions.get('amountTotal')).toContain('GS (2, both)');
  });
});

const orders = `
  create table customer (id integer primary key, name text not null, city text, email text, credit_limit numeric);
  create table sales_order (id integer primary key, customer_id integer not null references customer (id), order_number text unique, order_date date, status text);
  insert into customer values (17, 'Nordwind GmbH', 'Kiel', 'a@nordwind.example', 5000),
    (18, 'Südwind AG', 'Ulm', 'b@suedwind.example', 900), (19, 'Ost', 'Ulm', null, 0);
  insert into sales_order values (1, 17, 'SO-1', '2026-03-01', 'open'), (2, 17, 'SO-2', '2026-03-01', 'open'), (3, 18, 'SO-3', '2026-03-02', 'zq');`;

it('writes states as codes with their number of rows, and leaves a value without a known word to be completed', async () => {
  const { keys, questions } = (await proposedFor(orders)).endpoint('/sales-orders/list');
  expect(keys.slice(-4)).toEqual(['codes:', '  status:', '    "open": open # 2 rows', '    # "zq": ? # 1 row']);
  expect(questions.get('status')).toContain('zq (1)');
});
