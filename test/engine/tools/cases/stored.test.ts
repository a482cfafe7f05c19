/** `stored` of a case: rows of the ERP's tables, compared with the texts that a database gives. */
import { describe, expect, it } from 'vitest';
import { storedDifferences } from '../../../../engine/tools/index.ts';

const query = 'SELECT no, total, paid FROM invoice ORDER BY no';
const rows = [
  { no: '2026/0042', total: '5.050', paid: null },
  { no: '0042', total: '119', paid: '2026-11-20' },
];
const spec = (expected: readonly Readonly<Record<string, unknown>>[]) => ({ query, rows: [...expected] });

describe('stored rows', () => {
  it('numbers are compared by their decimals, texts and NULL as they are', () => {
    const wanted = [
      { no: '2026/0042', total: 5.05, paid: null },
      { no: '0042', total: 119, paid: '2026-11-20' },
    ];
    expect(storedDifferences(spec(wanted), rows, 'stored[0]')).toEqual([]);
  });

  it.each([
    ['another amount', { no: '2026/0042', total: 5.06, paid: null }, 'stored[0].rows[0].total'],
    ['a number for a text', { no: 42, total: 5.05, paid: null }, 'stored[0].rows[0].no'],
    ['a value for NULL', { no: '2026/0042', total: 5.05, paid: '2026-11-20' }, 'stored[0].rows[0].paid'],
    ['a column that is not expected', { no: '2026/0042', total: 5.05 }, 'stored[0].rows[0].paid'],
  ])('%s is a difference', (_name, first, at) => {
    expect(storedDifferences(spec([first]), rows.slice(0, 1), 'stored[0]')).toMatchObject([{ at }]);
  });

  it('a further row and a missing one are differences', () => {
    const first = { no: '2026/0042', total: 5.05, paid: null };
    expect(storedDifferences(spec([first]), rows, 'stored[1]')).toMatchObject([{ at: 'stored[1].rows[1]' }]);
    expect(storedDifferences(spec([first]), [], 'stored[1]')).toMatchObject([{ at: 'stored[1].rows[0]' }]);
  });
});
