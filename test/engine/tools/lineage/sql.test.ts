/** Which table columns a column of a query is computed from, in the syntax of each dialect. */
import { describe, expect, it } from 'vitest';
import { columnTracer } from '../../../../engine/tools/lineage/sql.ts';
import { type DialectName, kinds } from '../../../support/kinds.ts';

const trace = await columnTracer();
const columns = (sql: string, column: string, dialect: DialectName): readonly string[] => {
  const origin = trace(sql, column, kinds[dialect].polyglot);
  if (!origin.ok) return [`cannot: ${origin.reason === '' ? '' : 'with a reason'}`];
  return [
    ...origin.columns.map((one) => `${one.table}.${one.column}`),
    ...origin.ambiguous.map((name) => `? ${name}`),
  ].sort();
};

describe('columnTracer', () => {
  it.each<[string, DialectName, string, string, readonly string[]]>([
    ['an alias', 'sqlite', 'SELECT c.nm AS name FROM customer c WHERE c.id = ?', 'name', ['customer.nm']],
    [
      'capitals',
      'postgres',
      'SELECT c.nm AS "erpName" FROM s.customer c WHERE c.id = $1',
      'erpName',
      ['s.customer.nm'],
    ],
    [
      'brackets',
      'mssql',
      'SELECT TOP 5 [c].[Name] AS name FROM [dbo].[Customer] c WHERE c.id = @p0',
      'name',
      ['dbo.Customer.Name'],
    ],
    ['backquotes', 'mysql', 'SELECT `c`.`nm` AS name FROM `customer` c LIMIT ?', 'name', ['customer.nm']],
    ['a constant', 'sqlite', "SELECT 'list' AS source FROM item i", 'source', []],
    [
      'CASE, not WHERE',
      'sqlite',
      'SELECT CASE i.a WHEN 1 THEN i.b END AS x FROM item i WHERE i.c = 1',
      'x',
      ['item.a', 'item.b'],
    ],
    ['a derived table', 'mysql', 'SELECT d.m AS x FROM (SELECT MAX(t.v) AS m FROM t GROUP BY t.k) d', 'x', ['t.v']],
    ['a CTE', 'postgres', 'WITH w AS (SELECT SUM(l.q) AS s FROM line l) SELECT w.s AS x FROM w', 'x', ['line.q']],
    ['a union', 'mssql', 'SELECT a.v AS x FROM a UNION ALL SELECT b.w FROM b', 'x', ['a.v', 'b.w']],
    ['a scalar subquery', 'sqlite', 'SELECT (SELECT MAX(z.v) FROM z WHERE z.k = t.k) AS x FROM t', 'x', ['z.v']],
    [
      'an alias of the outer query in a subquery',
      'postgres',
      'SELECT (SELECT CASE WHEN i.kind = 1 THEN x.v ELSE 0 END FROM ext x WHERE x.id = i.id) AS amount FROM sales.invoice i JOIN cust c ON c.id = i.c',
      'amount',
      ['ext.v', 'sales.invoice.kind'],
    ],
    [
      'an alias that two queries give to different tables',
      'sqlite',
      'SELECT (SELECT i.total + x.v FROM ext x) + (SELECT SUM(i.w) FROM other i) AS amount FROM invoice i',
      'amount',
      ['? i.total', 'ext.v', 'other.w'],
    ],
    ['a value as a key of JSON', 'postgres', "SELECT COALESCE(t.nm ->> $1, t.nm ->> 'en') AS x FROM t", 'x', ['t.nm']],
    ['a column of one of two tables', 'postgres', 'SELECT nm AS x FROM a, b', 'x', ['? nm']],
    ['a column that is not there', 'sqlite', 'SELECT c.nm AS name FROM customer c', 'nam', ['cannot: with a reason']],
    ['what is no SQL', 'sqlite', 'SELECT FROM WHERE', 'x', ['cannot: with a reason']],
  ])('follows %s (%s)', (_what, dialect, sql, column, expected) => {
    expect(columns(sql, column, dialect)).toEqual(expected);
  });
});
