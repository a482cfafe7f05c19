import { describe, expect, it } from 'vitest';
import { sortRows } from '../../../engine/plan/order.ts';

const column = (name: string, descending = false) => ({ column: name, descending });

describe('sortRows', () => {
  it('orders numbers by value, decimal text among them', async () => {
    const rows = [{ n: 10 }, { n: '9.5' }, { n: '98765432109876543210' }, { n: -1 }];
    expect((await sortRows(rows, [column('n')])).map(({ n }) => n)).toEqual([-1, '9.5', 10, '98765432109876543210']);
  });

  it('orders days as texts, newest first where asked', async () => {
    const rows = [{ d: '2026-01-02' }, { d: '2026-01-10' }, { d: '2025-12-31' }];
    expect((await sortRows(rows, [column('d', true)])).map(({ d }) => d)).toEqual([
      '2026-01-10',
      '2026-01-02',
      '2025-12-31',
    ]);
  });

  it('goes on to the next column, and keeps the order of equal rows', async () => {
    const rows = [
      { a: 1, b: 2, c: 'x' },
      { a: 1, b: 1, c: 'y' },
      { a: 0, b: 1, c: 'z' },
      { a: 1, b: 2, c: 'v' },
    ];
    expect((await sortRows(rows, [column('a'), column('b', true)])).map(({ c }) => c)).toEqual(['z', 'x', 'v', 'y']);
  });

  it.each([true, false])('puts missing values last, descending: %s', async (descending) => {
    const rows = [{ id: 1, a: null }, { id: 2, a: 5 }, { id: 3 }];
    expect((await sortRows(rows, [column('a', descending)])).map(({ id }) => id)).toEqual([2, 1, 3]);
  });

  it('sorts a long list in turns like a short one', async () => {
    // 7,919 and 20,011 are prime: each remainder comes once, and each key three times.
    const rows = Array.from({ length: 60_033 }, (_none, id) => ({
      id,
      key: (id * 7_919) % 20_011,
      text: `R ${id % 7}`,
    }));
    let [turns, isOver] = [0, false];
    const count = (): void => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    const sorted = await sortRows(rows, [column('text', true), column('key')]);
    isOver = true;
    // A turn takes 4 ms, and a million comparisons more than 20 ms.
    expect(turns).toBeGreaterThan(5);
    const wanted = rows.toSorted((a, b) => (a.text < b.text ? 1 : a.text > b.text ? -1 : a.key - b.key || a.id - b.id));
    expect(sorted).toEqual(wanted);
  });
});
