/** Which tables and columns a statement uses, in the syntax of each dialect. */
import { describe, expect, it } from 'vitest';
import { resolveNames } from '../../../../engine/tools/lineage/resolve.ts';
import { type DialectName, kinds } from '../../../support/kinds.ts';

const columnsByTable: Readonly<Record<string, readonly string[]>> = { a: ['id', 'x'], b: ['id', 'y'], z: ['k', 'v'] };

async function namesIn(dialect: DialectName, sql: string): Promise<readonly string[]> {
  const read = (await kinds[dialect].references())(sql);
  if (!read.ok) return [`cannot: ${read.reason}`];
  const { touched, unknown } = resolveNames(read.scope, (table) => columnsByTable[table]);
  const shown = touched.flatMap(({ table, column, use }) => {
    const mark = use === 'written' ? '=' : use === 'whole' ? '*' : '';
    return column === undefined ? [] : [`${table}.${column}${mark}`];
  });
  return [...new Set([...shown, ...unknown.map(({ name }) => `? ${name}`)])].sort();
}

const all: readonly DialectName[] = ['sqlite', 'postgres', 'mysql', 'mssql'];

const cases: readonly (readonly [string, readonly DialectName[], string, readonly string[]])[] = [
  ['columns of one table', all, 'SELECT nm AS name FROM c WHERE blocked = 0', ['c.blocked', 'c.nm']],
  [
    'joins and EXISTS',
    all,
    'SELECT c.nm AS n FROM s.cust c JOIN d ON d.k = c.k WHERE EXISTS (SELECT 1 FROM e WHERE e.k = c.z)',
    ['d.k', 'e.k', 's.cust.k', 's.cust.nm', 's.cust.z'],
  ],
  [
    'a CTE, which is no table',
    all,
    'WITH w AS (SELECT l.q AS s FROM line l) SELECT w.s AS x FROM w ORDER BY x',
    ['line.q'],
  ],
  ['a derived table', all, 'SELECT d.m AS x FROM (SELECT MAX(t.v) AS m FROM t GROUP BY t.k) d', ['t.k', 't.v']],
  ['both sides of a union', all, 'SELECT a.x FROM a UNION ALL SELECT b.y FROM b', ['a.x', 'b.y']],
  ['unqualified names, by the catalogue', all, 'SELECT x, y, id FROM a, b', ['? id', 'a.x', 'b.y']],
  ['an alias in ORDER BY', all, 'SELECT a.x AS nm FROM a ORDER BY nm', ['a.x']],
  [
    'what a query has from around it',
    all,
    'SELECT (SELECT z.v FROM z WHERE z.k = y) AS v FROM b',
    ['b.y', 'z.k', 'z.v'],
  ],
  [
    'nothing where two could have it',
    all,
    'SELECT (SELECT f.v FROM f WHERE f.k = y) AS v FROM b',
    ['? y', 'f.k', 'f.v'],
  ],
  ['USING', ['sqlite', 'postgres', 'mysql'], 'SELECT a.x FROM a JOIN b USING (id)', ['a.id', 'a.x', 'b.id']],
  ['*', all, 'SELECT * FROM a', ['a.id*', 'a.x*']],
  ['INSERT', all, 'INSERT INTO t (m, n) SELECT a.x, 1 FROM a', ['a.x', 't.m=', 't.n=']],
  ['UPDATE', all, 'UPDATE t SET m = n + 1 WHERE k = 1', ['t.k', 't.m=', 't.n']],
  ['DELETE', all, 'DELETE FROM t WHERE k = 1', ['t.k']],
  [
    'ON CONFLICT and RETURNING',
    ['sqlite', 'postgres'],
    'INSERT INTO t (m) VALUES (1) ON CONFLICT (k) DO UPDATE SET n = excluded.o RETURNING id',
    ['t.id', 't.k', 't.m=', 't.n=', 't.o'],
  ],
  [
    'ON DUPLICATE KEY',
    ['mysql'],
    'INSERT INTO t (m) VALUES (1) ON DUPLICATE KEY UPDATE n = o',
    ['t.m=', 't.n=', 't.o'],
  ],
  [
    'OUTPUT, and UPDATE by an alias',
    ['mssql'],
    'UPDATE c SET c.m = 1 OUTPUT inserted.id AS id FROM [dbo].[Customer] c WHERE c.k = @p1',
    ['dbo.Customer.id', 'dbo.Customer.k', 'dbo.Customer.m='],
  ],
  ['a function among the tables', ['sqlite'], 'SELECT j.value AS v FROM a, json_each(a.x) AS j', ['a.x']],
  [
    'LATERAL',
    ['postgres'],
    'SELECT l.v FROM a, LATERAL (SELECT z.v FROM z WHERE z.k = a.id) l',
    ['a.id', 'z.k', 'z.v'],
  ],
  [
    'MERGE',
    ['mssql'],
    'MERGE INTO a USING b ON a.id = b.id WHEN MATCHED THEN UPDATE SET x = b.y;',
    ['a.id', 'a.x=', 'b.id', 'b.y'],
  ],
];

describe('resolveNames', () => {
  it.each(
    cases.flatMap(([what, dialects, sql, expected]) => dialects.map((one) => [what, one, sql, expected] as const)),
  )('follows %s (%s)', async (_what, dialect, sql, expected) => {
    expect(await namesIn(dialect, sql)).toEqual(expected);
  });

  it.each(all)('knows where a name stands, behind signs of any length (%s)', async (dialect) => {
    const sql = "SELECT '😀é' AS x, c.nm AS n FROM c";
    const read = (await kinds[dialect].references())(sql);
    const [column] = read.ok ? resolveNames(read.scope, () => undefined).touched.filter((one) => one.column) : [];
    expect(sql.slice(column?.range.offset).slice(0, column?.range.length)).toBe('c.nm');
  });
});
