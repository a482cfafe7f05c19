import { describe, expect, it } from 'vitest';
import { absence, compositesOf, rowCleaner, spelling } from '../../../engine/compile/columns/row-cleaner.ts';

describe('spelling', () => {
  const fields = ['erpId', 'erpName'];
  it('a field of the contract in any case is that field', () => {
    expect(spelling('erpid', fields, 'SELECT id AS ERPID')).toBe('erpId');
    expect(spelling('ERPNAME', fields, '')).toBe('erpName');
  });

  it('another column is spelled as the query spells it, where the database folded it', () => {
    expect(spelling('_changed', fields, 'SELECT x AS _Changed')).toBe('_Changed');
    expect(spelling('_CHANGED', fields, 'SELECT x AS _Changed')).toBe('_Changed');
  });

  it('the alias counts, not its parts', () => {
    expect(spelling('_orderdate', fields, 'SELECT o._ORDERDATE AS _orderDate FROM o')).toBe('_orderDate');
  });

  it('part of a longer word is not the column', () => {
    expect(spelling('_no', fields, 'SELECT a AS _NO, b AS _Nothing')).toBe('_NO');
  });

  it('a column that the text does not name keeps the name that the database gave', () => {
    expect(spelling('sum(x)', fields, 'SELECT *')).toBe('sum(x)');
  });
});

describe('absence', () => {
  const isAbsent = absence(['1753-01-01', '', '-', 999, false]);
  it.each([null, undefined, '', '   ', '-', ' - ', '1753-01-01', '1753-01-01 00:00:00', 999, 999n, '999', false])(
    '%s is none',
    (value) => {
      expect(isAbsent(value)).toBe(true);
    },
  );

  it.each([
    '1753-01-01T00:00:00.000',
    '1753-01-01T00:00Z',
    '1753-01-01 00:00:00+00',
    '1753-01-01 00:00:00-05:00',
    '1753-01-01 00:00:00+00:53:28',
  ])('%s is a blank date with a midnight behind it', (value) => {
    expect(isAbsent(value)).toBe(true);
  });

  it('bytes are a value', () => {
    expect(isAbsent(Buffer.from('-'))).toBe(false);
    expect(isAbsent(Buffer.alloc(0))).toBe(false);
  });

  it.each([0, '0', '--', '1753-01-01 00:00:01', '1753-01-01 12:00', '1753-01-02', true, 998, 'none'])(
    '%s is a value',
    (value) => {
      expect(isAbsent(value)).toBe(false);
    },
  );

  it('null alone is none where the profile names nothing', () => {
    const plain = absence([]);
    expect([null, undefined, '', 0, false].map(plain)).toEqual([true, true, false, false, false]);
  });
});

describe('composite ids', () => {
  const idOf = (field: string) =>
    field === 'erpId' ? ({ parts: { company: 'integer', code: 'text' } } as const) : undefined;

  it('are found among columns whose field has parts, with the parts in their declared order', () => {
    expect(compositesOf(['erpId.code', 'erpId.company', 'other.x', 'erpName'], idOf)).toEqual([
      { field: 'erpId', columns: ['erpId.company', 'erpId.code'] },
    ]);
  });

  it('are joined from trimmed parts, and missing when a part is', () => {
    const columns = [
      { reportedName: 'a', name: 'erpId.company' },
      { reportedName: 'b', name: 'erpId.code' },
      { reportedName: 'c', name: 'erpName' },
    ];
    const clean = rowCleaner(columns, compositesOf(['erpId.x'], idOf), absence(['-'])).run;
    expect(clean({ a: 7, b: 'A:1  ', c: 'x' })).toMatchObject({ erpId: '7:A%3A1', erpName: 'x' });
    expect(clean({ a: 7, b: '-', c: null })).toEqual({ 'erpId.company': 7 });
  });
});
