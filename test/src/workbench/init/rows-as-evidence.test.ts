/** What rows show: credit notes, states with their number of rows, and times of changes. */
import { describe, expect, it } from 'vitest';
import { proposedFor } from './proposals.ts';

it('takes the company of a customer for its name', async () => {
  const { endpoint } = await proposedFor(`
    create table kunde (kdnr integer primary key, firma text not null, ort text, email text, kreditlimit numeric);
    create table ansprechpartner (id integer primary key, kdnr integer references kunde (kdnr), firma text);
    create table interessent (id integer primary key, firma text);
    insert into kunde values (17, 'Nordwind', 'Kiel', 'a@nordwind.example', 5000), (18, 'Südwind', 'Ulm', 'b@suedwind.example', 900);
    insert into ansprechpartner values (1, 17, 'Nordwind');
    insert into interessent values (1, 'Ostwind');`);
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

  it('keep their amounts where these are negative', async () => {
    const { endpoint } = await proposedFor(
      documents(`${invoice}, (2, 17, 'R 17', 'GS', '2026-03-05', '2026-04-04', 'EUR', -20.01, -20.01, 'posted')`),
    );
    expect(endpoint('/invoices/list').questions.has('amountTotal')).toBe(false);
    expect(endpoint('/invoices/list').keys.join('\n')).toContain('i.total AS amountTotal');
  });

  it('are a question where rows have several kinds and no amount is negative', async () => {
    const { endpoint } = await proposedFor(
      documents(`${invoice}, (2, 17, 'R 17', 'GS', '2026-03-05', '2026-04-04', 'EUR', 20.01, 20.01, 'posted')`),
    );
    expect(endpoint('/invoices/list').questions.get('amountTotal')).toContain(
      'has GS (1), RE (1), and no total is negative: which are credit notes',
    );
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

it('keeps codes of currencies, countries and units in the fixture, in columns that are called names, and replaces the names of customers', async () => {
  const { fixtureRows } = await proposedFor(
    `create table currencies (id integer primary key, name text not null unique);
     create table countries (id integer primary key, name text not null);
     create table customer (id integer primary key, name text not null, city text, email text,
       currency_id integer not null references currencies (id), country_id integer not null references countries (id));
     insert into currencies values (1, 'EUR');
     insert into countries values (1, 'DE'), (2, 'AT');
     insert into customer values (17, 'Nordwind GmbH', 'Kiel', 'post@nordwind.example', 1, 1), (18, 'Bergland AG', 'Graz', 'post@bergland.example', 1, 2);`,
    20,
  );
  for (const code of ["(1, 'EUR')", "(1, 'DE')", "(2, 'AT')"]) expect(fixtureRows).toContain(code);
  expect(fixtureRows).not.toMatch(/nordwind|bergland/i);
});
