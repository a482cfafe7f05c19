import { describe, expect, it } from 'vitest';
import { nest } from '../../../../engine/sources/sql/text/nesting.ts';
import { compileStatement } from '../../../../engine/sources/sql/text/statement.ts';
import { type Piece, parseTemplate } from '../../../../engine/sources/sql/text/template.ts';
import { dialects } from '../../../support/kinds.ts';

function shown(pieces: readonly Piece[]): string {
  return pieces
    .map((piece) => {
      if (piece.kind === 'text') return piece.text;
      return piece.kind === 'block' ? `<[${shown(piece.pieces)}]>` : `<${piece.name}>`;
    })
    .join('');
}
function taken(sql: string, dialect: 'mssql' | 'postgres' = 'mssql') {
  const { head, body, tail } = nest(parseTemplate(sql, dialects[dialect].lexicon).template, dialects[dialect]);
  return [shown(head), shown(body), tail.trim()];
}

describe('common table expressions of T-SQL', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['', 'select a from t'],
    ['with a as (select 1 as x) ', 'select x from a'],
    ['WITH a AS (select 1 as x), b (y) AS (select x from a where z = :z)\n', 'SELECT y FROM b'],
    ['-- first\nwith a as (select 1 as x)', '(select x from a) union all select 2'],
    ['with [select] as (select 1 as x) ', 'select x from [select]'],
    ['with "a b" ([x (], y) as (select \')\', 2) ', 'select x from "a b"'],
    ["with a as (select ')' as x /* ) */ -- )\n) ", 'select x from a'],
    ['with a as (select 1 as x where 1 = 1 [[ and y = :y ]] ) ', 'select x from a [[ where x = :x ]]'],
    ["with xmlnamespaces ('urn:x' as n), a as (select 1 as x) ", 'select x from a'],
    // Not at the beginning: a hint, or one inside parentheses.
    ['', 'select a from t with (nolock) where b in (select c from d)'],
  ];
  it.each(cases)('%s | %s', (head, body) => {
    const plain = (text: string) =>
      text.replaceAll(/\[\[ (.*?) \]\]/g, '<[ $1 ]>').replaceAll(/:(\w+)(?=[ )\n\]]|$)/g, '<$1>');
    expect(taken(head + body)).toEqual([plain(head), plain(body), '']);
  });

  it('stay where they are in other dialects', () => {
    const sql = 'with a as (select 1 as x) select x from a order by x';
    expect(taken(sql, 'postgres')).toEqual(['', sql, '']);
  });

  it('keep their places, and their values their order', () => {
    const sql = 'with a as (select 1 as x where y = :y) select nope from a where z = :z';
    const { template } = parseTemplate(sql, dialects.mssql.lexicon);
    const statement = compileStatement(template, { limit: true }, dialects.mssql);
    const bound = statement.bind({ value: (name) => name, isGiven: () => true, limit: 5 });
    expect(bound).toEqual({
      sql: 'with a as (select 1 as x where y = @p1) select top (@p2) q.* from (select nope from a where z = @p3\n) as q',
      values: ['y', 5, 'z'],
      names: [':y', 'limit', ':z'],
    });
    const { sample } = statement;
    expect(sample.locate(sample.sql.indexOf('nope'))).toMatchObject({ offset: sql.indexOf('nope') });
    expect(sample.locate(sample.sql.indexOf('@p1'))).toMatchObject({ offset: sql.indexOf(':y') });
  });
});

describe('hints to the optimizer', () => {
  const option = (sql: string) => {
    const { body, tail, foot } = nest(parseTemplate(sql, dialects.mssql.lexicon).template, dialects.mssql);
    return [shown(body), tail.trim(), shown(foot)];
  };
  it.each([
    ['select a from t ', '', 'option (recompile)'],
    ['select a from t order by a ', 'offset 0 rows', "OPTION (HASH JOIN, USE HINT ('X'))"],
    ['select a from t where b = :b\n', '', 'Option (optimize for unknown) -- slow\n'],
    // Not at the end: a name, a text, a table.
    ["select [option], 'option (x)' as option_x from t", '', ''],
    ['select a from (select 1 as a) as [option]', '', ''],
  ])('%s | %s | %s', (body, tail, foot) => {
    expect(option(body + foot)).toEqual([body.replace(':b', '<b>'), tail, foot]);
  });

  it('come after the frame, and the values keep their order', () => {
    const sql = 'with a as (select 1 as x) select x from a where z = :z order by x option (maxdop 1)';
    const statement = compileStatement(
      parseTemplate(sql, dialects.mssql.lexicon).template,
      { limit: true },
      dialects.mssql,
    );
    expect(statement.bind({ value: (name) => name, isGiven: () => true, limit: 5 })).toEqual({
      sql: 'with a as (select 1 as x) select top (@p1) q.* from (select x from a where z = @p2 order by x \noffset 0 rows\n) as q\noption (maxdop 1)',
      values: [5, 'z'],
      names: ['limit', ':z'],
    });
    const { sample } = statement;
    expect(sample.locate(sample.sql.indexOf('maxdop'))).toMatchObject({ offset: sql.indexOf('maxdop') });
  });
});

describe('an order in parentheses', () => {
  const legal = 'offset 0 rows';
  const cases: readonly (readonly [string, string])[] = [
    ['select a from t order by a', legal],
    ['select a from t ORDER\n BY a desc, b', legal],
    ['select a from t union all select b from u order by a', legal],
    ['with a as (select top 3 x from t order by x) select x from a order by x', legal],
    ['select a from t', ''],
    ['select top 5 a from t order by a', ''],
    ['select distinct top (5) a from t order by a', ''],
    ['select a from t order by a offset 5 rows', ''],
    ['select a from t order by a for json path', ''],
    ['select row_number() over (order by a) as n from t', ''],
    ["select 'order by' as [order by] from t -- order by a", ''],
    ['with a as (select top 3 x from t order by x) select x from a', ''],
  ];
  it.each(cases)('%s', (sql, tail) => {
    expect(taken(sql).at(-1)).toBe(tail);
  });
  it('is not changed if the query has no frame', () => {
    const { template } = parseTemplate('select a from t order by a', dialects.mssql.lexicon);
    const { bind } = compileStatement(template, {}, dialects.mssql);
    expect(bind({ value: () => 1, isGiven: () => true }).sql).toBe('select a from t order by a');
  });
});
