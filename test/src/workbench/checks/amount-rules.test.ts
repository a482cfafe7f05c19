/** Flags that follow from amounts, and signs of accounts. */
import { expect, it } from 'vitest';
import type { DataRow } from '../../../../src/workbench/checks/core/erp-data.ts';
import { rulesFor } from '../../../../src/workbench/checks/metamorphic/row-rules.ts';
import { readRows } from '../../../../src/workbench/checks/metamorphic/rows.ts';
import { column, dataOf, reference, table } from './made-up-data.ts';

const account = table('account', [column('id', 'integer')]);
const invoice = table('invoice', [
  ...[column('id', 'integer'), column('open', 'text'), column('total', 'decimal'), column('paid', 'decimal')],
  ...[column('number', 'text'), column('remark', 'text')],
]);
const entry = table(
  'entry',
  [column('id', 'integer'), column('account_id', 'integer'), column('kind', 'text'), column('amount', 'decimal')],
  [],
  [reference('account_id', 'account')],
);

/** The paid ones of these invoices are closed. */
const invoices = ['119.00', '59.50', '10.71', '238.00', '0.36', '77.35', '12.61', '4.28', '95.20', '33.33'].map(
  (total, index): DataRow => ({
    ...{ id: String(index + 1), number: `2026/00${index + 42}`, total },
    ...(index % 2 === 0
      ? { open: 'f', paid: total, remark: 'Paid in full' }
      : { open: 't', paid: index === 3 ? '38.00' : '0', remark: 'To be paid' }),
  }),
);
/** Receivables are negative, as in xTuple's ledger. The other side of an invoice is positive; a payment exchanges both. */
const entries = invoices.flatMap(({ id, total }): readonly DataRow[] => [
  { id: `${id}1`, account_id: '1', kind: 'IN', amount: `-${total}` },
  { id: `${id}2`, account_id: '2', kind: 'IN', amount: total ?? null },
  { id: `${id}3`, account_id: '1', kind: 'PA', amount: total ?? null },
]);

async function breach(written: 'invoice' | 'entry', row: DataRow): Promise<string | undefined> {
  const all = (more: readonly DataRow[], moreEntries: readonly DataRow[]) =>
    readRows(
      dataOf([
        [account, [{ id: '1' }, { id: '2' }]],
        [invoice, [...invoices, ...more]],
        [entry, [...entries, ...moreEntries]],
      ]),
    );
  const before = await all([], []);
  const added = { ...(written === 'invoice' ? invoices[0] : entries[0]), ...row, id: '999' };
  const now = written === 'invoice' ? await all([added], []) : await all([], [added]);
  const record = now.tables.flatMap(now.inTable).find((one) => one.row.id === '999');
  if (record === undefined) throw new Error('The row is not there.');
  return rulesFor(before, record, 'Europe/Berlin').flatMap((rule) => rule(now, record)?.text ?? [])[0];
}

it('a flag follows from two amounts', async () => {
  expect(await breach('invoice', { open: 't' })).toBe(
    'invoice.open is t; in all 10 rows of the ERP it is f exactly where total equals paid, which holds in this row',
  );
  expect(await breach('invoice', { paid: '100' })).toBe(
    'invoice.open is f; in all 10 rows of the ERP it is f exactly where total equals paid, which does not hold in this row',
  );
  expect(await breach('invoice', { open: 't', paid: '100' })).toBeUndefined();
});

it('a text that many rows have is no flag', async () => {
  expect(await breach('invoice', { remark: 'Order 4711' })).toBeUndefined();
});

it('the amounts of an account have one sign for each kind of document', async () => {
  expect(await breach('entry', { amount: '119' })).toBe(
    'entry.amount is 119; all 10 rows of the ERP with the same account_id, kind are negative',
  );
  expect(await breach('entry', { amount: '-7.01' })).toBeUndefined();
  expect(await breach('entry', { kind: 'PA', amount: '7.01' })).toBeUndefined();
});
