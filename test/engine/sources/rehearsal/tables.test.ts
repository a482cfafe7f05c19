/** Which tables a statement changes, by its text. */
import { describe, expect, it } from 'vitest';
import { differences } from '../../../../engine/sources/rehearsal/changes.ts';
import { callsProcedure, changedTables, nameParts } from '../../../../engine/sources/rehearsal/tables.ts';
import { type DialectName, dialects } from '../../../support/kinds.ts';

describe('changed tables', () => {
  it.for<[DialectName, string, readonly string[]]>([
    ['sqlite', 'insert into orders (a) values (?)', ['orders']],
    ['sqlite', 'insert or ignore into orders select * from item', ['orders']],
    ['sqlite', 'update "My Orders" set a = \'delete from x\'', ['"My Orders"']],
    [
      'postgres',
      'insert into sales.orders (a) values ($1) on conflict (a) do update set a = excluded.a returning id',
      ['sales.orders'],
    ],
    [
      'postgres',
      'with n as (update counter set n = n + 1 returning n) insert into orders select n from n',
      ['counter', 'orders'],
    ],
    ['postgres', 'select 1 from orders for update', []],
    ['postgres', 'delete from only orders -- update other set a = 1', ['orders']],
    ['mysql', 'insert into `orders` (a) values (?) on duplicate key update a = 1', ['`orders`']],
    ['mysql', 'replace into orders values (1)', ['orders']],
    ['mysql', "select replace(a, 'x', 'y') from t", []],
    ['mssql', 'INSERT INTO [dbo].[Orders] (A) OUTPUT inserted.Id VALUES (@p1)', ['[dbo].[Orders]']],
    ['mssql', 'MERGE INTO dbo.Stock AS s USING x ON 1 = 1 WHEN MATCHED THEN UPDATE SET a = 1;', ['dbo.Stock']],
  ])('%s: %s', ([dialect, sql, tables]) => {
    expect(changedTables(sql, dialects[dialect].lexicon)).toEqual(tables);
  });

  it('takes names apart, and knows calls', () => {
    expect(nameParts('[dbo].[My Orders]')).toEqual(['dbo', 'My Orders']);
    expect(nameParts('sales.orders')).toEqual(['sales', 'orders']);
    expect(callsProcedure(' EXEC dbo.put 1', dialects.mssql.lexicon)).toBe(true);
    expect(callsProcedure("select 'call'", dialects.mysql.lexicon)).toBe(false);
  });
});

describe('differences', () => {
  it('counts equal rows of a table without a key', () => {
    const [a, b] = [{ x: 1 }, { x: 2n }];
    expect(differences([], [a, a, b], [a, b, b])).toEqual({ inserted: [b], updated: [], deleted: [a] });
  });

  it('finds changed rows by their key', () => {
    const before = [
      { id: 1, x: 'a' },
      { id: 2, x: 'b' },
    ];
    const after = [
      { id: 2, x: 'c' },
      { id: 3, x: 'd' },
    ];
    expect(differences(['id'], before, after)).toEqual({
      inserted: [{ id: 3, x: 'd' }],
      updated: [{ before: { id: 2, x: 'b' }, after: { id: 2, x: 'c' } }],
      deleted: [{ id: 1, x: 'a' }],
    });
  });
});
