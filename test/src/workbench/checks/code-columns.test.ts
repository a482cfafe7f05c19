/** Which columns of a table are codes: few different values, each in two rows on average. */
import { expect, it } from 'vitest';
import type { DataRow, DataTable } from '../../../../src/workbench/checks/core/erp-data.ts';
import { type ErpRow, isCodeColumn, type Rows } from '../../../../src/workbench/checks/metamorphic/rows.ts';
import { codesOf } from '../../../../src/workbench/checks/themes/columns/codes.ts';

const table: DataTable = {
  name: 'orders',
  columns: [
    { name: 'id', type: 'integer', nullable: false },
    { name: 'state', type: 'text', nullable: true },
    { name: 'customer', type: 'integer', nullable: false },
    { name: 'town', type: 'text', nullable: false },
    { name: 'total', type: 'decimal', nullable: false },
  ],
  key: ['id'],
  uniqueKeys: [],
  references: [{ columns: ['customer'], table: 'customers', targetColumns: ['id'], isInferred: false }],
};

/** Rows with these states, and with three towns in turn. */
function rowsOf(states: readonly (string | null)[]): Rows {
  const all = states.map((state, index): ErpRow => {
    const row: DataRow = { id: String(index), state, customer: '1', town: `T${index % 3}`, total: '5' };
    return { table, row };
  });
  return { tables: [table], inTable: () => all, targetsOf: () => [], referredToBy: () => [], referringTo: () => [] };
}

it('a code has two rows for each value, NULL among them; a key, a name with other values in most rows, and more than 12 values are none', () => {
  const few = rowsOf(['open', 'open', null, null]);
  const codes = (rows: Rows) => table.columns.flatMap(({ name }) => (isCodeColumn(rows, table, name) ? [name] : []));
  expect(codes(few)).toEqual(['state', 'customer', 'total']);
  expect(codes(rowsOf(['open', 'closed', 'open', null]))).toEqual(['customer', 'total']);
  const numbered = (count: number) => rowsOf(Array.from({ length: 60 }, (_, index) => `S${index % count}`));
  expect(codes(numbered(12))).toEqual(['state', 'customer', 'town', 'total']);
  expect(codes(numbered(13))).toEqual(['customer', 'town', 'total']);
});

it('the codes of kinds and states are no references and no amounts, and have no value for NULL', () => {
  expect(
    codesOf(rowsOf(['open', 'open', null, null]), table).map(({ column, values }) => [column.name, values]),
  ).toEqual([['state', ['open']]]);
});
