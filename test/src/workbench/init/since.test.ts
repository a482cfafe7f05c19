/** `since` of the list of invoices: proposed with a question, with what the rows show, and never for a list without `modifiedSince`. */
import { expect, it } from 'vitest';
import { proposedFor } from './proposals.ts';

const invoices = (stamp: string, row: string) => `
  create table customers (customer_no varchar(10) primary key, name varchar(60) not null, updated_at timestamp);
  create table invoices (invoice_no varchar(20) primary key, customer_no varchar(10) not null references customers, invoice_date date not null,
    due_date date, currency char(3) not null, total_amount decimal(12,2) not null, open_amount decimal(12,2) not null, created_at timestamp, ${stamp});
  insert into customers values ('K 17', 'Nordwind GmbH', '2026-03-02 08:15:00');
  insert into invoices values ('R 17', 'K 17', '2026-03-02', '2026-04-01', 'EUR', 119.37, 19.37, '2026-03-02 08:15:00', ${row}),
    ('2026/0042', 'K 17', '2026-03-03', '2026-04-02', 'EUR', 7.01, 7.01, '2026-03-03 09:00:00', NULL);`;

it('a time of the last change is proposed with a question that says what the rows show', async () => {
  const { endpoint } = await proposedFor(invoices('updated_at timestamp', "'2026-03-09 11:30:00'"));
  const { keys, questions } = endpoint('/invoices/list');
  expect(keys).toContain('since: { by: _changed, overlap: 2m }');
  expect(keys.join('\n')).toContain('i.updated_at AS _changed');
  expect(questions.get('modifiedSince')).toContain(
    'invoices.updated_at (it has a value in 1 of 2 rows, 1 different ones, later than created_at in 1), a payment and a cancellation too?',
  );
  const debtors = endpoint('/debtors/list');
  expect([debtors.questions.has('modifiedSince'), debtors.keys.join('\n').includes('_changed')]).toEqual([
    false,
    false,
  ]);
});

it('a rowversion beside the open amount needs no question', async () => {
  const { endpoint } = await proposedFor(invoices('row_stamp rowversion', "x'00000000000007d1'"));
  const { keys, questions } = endpoint('/invoices/list');
  expect(keys).toContain('since: { by: _version, as: version, version: SELECT MIN_ACTIVE_ROWVERSION() }');
  expect(keys.join('\n')).toContain('i.row_stamp AS _version');
  expect(questions.has('modifiedSince')).toBe(false);
});

it('without such a column there is no since', async () => {
  const { endpoint } = await proposedFor(invoices('note varchar(40)', "'paid in part'"));
  const { keys, questions, comments } = endpoint('/invoices/list');
  expect([keys.some((line) => line.startsWith('since')), questions.has('modifiedSince')]).toEqual([false, false]);
  expect(comments.join('\n')).toContain('each sync gets all invoices');
});
