import { describe, expect, it } from 'vitest';
import { sortRows } from '../../../engine/plan/index.ts';

const column = (name: string, descending = false) => ({ column: name, descending });

describe('sortRows', () => {
  it('orders numbers by value, decimal text among them', () => {
    const rows = [{ n: 10 }, { n: '9.5' }, { n: '98765432109876543210' }, { n: -1 }];
    expect(sortRows(rows, [column('n')]).map(({ n }) => n)).toEqual([-1, '9.5', 10, '98765432109876543210']);
  });

  it('orders days as texts, newest first where asked', () => {
    const rows = [{ d: '2026-01-02' }, { d: '2026-01-10' }, { d: '2025-12-31' }];
    expect(sortRows(rows, [column('d', true)]).map(({ d }) => d)).toEqual(['2026-01-10', '2026-01-02', '2025-12-31']);
  });

  it('goes on to the next column, and keeps the order of equal rows', () => {
    const rows = [
      { a: 1, b: 2, c: 'x' },
      { a: 1, b: 1, c: 'y' },
      { a: 0, b: 1, c: 'z' },
      { a: 1, b: 2, c: 'v' },
    ];
    expect(sortRows(rows, [column('a'), column('b', true)]).map(({ c }) => c)).toEqual(['z', 'x', 'v', 'y']);
  });

  it.each([true, false])('puts missing values last, descending: %s', (descending) => {
    const rows = [{ id: 1, a: null }, { id: 2, a: 5 }, { id: 3 }];
    expect(sortRows(rows, [column('a', descending)]).map(({ id }) => id)).toEqual([2, 1, 3]);
  });
});
