import { describe, expect, it } from 'vitest';
import type { SqlValue } from '../../../../engine/sources/source.ts';
import { compileStatement } from '../../../../engine/sources/sql/text/statement.ts';
import { parseTemplate } from '../../../../engine/sources/sql/text/template.ts';
import type { BindArguments } from '../../../../engine/sources/sql/text/value-slots.ts';
import type { Wrap } from '../../../../engine/sources/sql/text/wrap.ts';
import { type DialectName, dialects } from '../../../support/kinds.ts';

type Values = Readonly<Record<string, SqlValue | readonly SqlValue[]>>;

function call(values: Values, more: Partial<BindArguments> = {}): BindArguments {
  return { value: (name) => values[name], isGiven: (name) => values[name] !== undefined, ...more };
}

function compile(dialect: DialectName, sql: string, wrap: Wrap = {}, columns?: readonly string[]) {
  return compileStatement(parseTemplate(sql, dialects[dialect].lexicon).template, wrap, dialects[dialect], columns);
}

describe('a query that nothing is asked of', () => {
  it('is unchanged', () => {
    const statement = compile('postgres', 'select a from t where b = :b and c = :b.c');
    expect(statement.bind(call({ b: 'x', 'b.c': 7 }))).toMatchObject({
      sql: 'select a from t where b = $1 and c = $2',
      values: ['x', 7],
    });
  });
  it('keeps or drops each optional block', () => {
    const statement = compile('sqlite', 'select a from t where 1 = 1 [[ and b = :b ]] [[ and c in (:c, :d) ]]');
    expect(statement.bind(call({})).sql.trim()).toBe('select a from t where 1 = 1');
    expect(statement.bind(call({ c: 1, b: 2 }))).toMatchObject({
      sql: 'select a from t where 1 = 1  and b = ?  ',
      values: [2],
    });
    expect(statement.bind(call({ c: 1, d: 2 }))).toMatchObject({
      sql: 'select a from t where 1 = 1   and c in (?, ?) ',
      values: [1, 2],
    });
  });
  it('gives PostgreSQL a list as one array', () => {
    const statement = compile('postgres', 'select a from t where b IN ( :rows.b ) and c = :c');
    const bound = (list: readonly SqlValue[]) => statement.bind(call({ 'rows.b': list, c: 'c' }));
    const sql = 'select a from t where b = ANY($1 ) and c = $2';
    expect(bound([])).toMatchObject({ sql: 'select a from t where b IN ( NULL ) and c = $1', values: ['c'] });
    expect(bound([5])).toMatchObject({ sql, values: ['{"5"}', 'c'] });
    expect(bound(['a"b', 'c\\,d', '', 'NULL', null])).toMatchObject({
      sql,
      values: [String.raw`{"a\"b","c\\,d","","NULL",NULL}`, 'c'],
    });
  });
  it.each([
    'select a from t where b not in (:rows.b)',
    'select a from t where b in (:rows.b, 7)',
    'select a -- in (\n, :rows.b )',
    'select a from t where b in (7, :rows.b)',
  ])('expands it where it does not stand alone in an IN: %s', (sql) => {
    const { sql: text, values } = compile('postgres', sql).bind(call({ 'rows.b': [5, 6] }));
    expect(text).toBe(sql.replace(':rows.b', '$1, $2'));
    expect(values).toEqual([5, 6]);
  });
  it('points into the query behind an array', () => {
    const text = 'select a from t where b in (:rows.b) and wrong = 1';
    const { sample } = compile('postgres', text);
    expect(sample.locate(sample.sql.indexOf('wrong'))?.offset).toBe(text.indexOf('wrong'));
    expect(sample.locate(sample.sql.indexOf('$1'))?.offset).toBe(text.indexOf(':rows.b'));
  });
  it('expands lists to powers of two', () => {
    const statement = compile('sqlite', 'select a from t where b in (:rows.b) and c = :c');
    const bound = (list: readonly number[]) => statement.bind(call({ 'rows.b': list, c: 'c' }));
    expect(bound([])).toMatchObject({ sql: 'select a from t where b in (NULL) and c = ?', values: ['c'] });
    expect(bound([5])).toMatchObject({ sql: 'select a from t where b in (?) and c = ?', values: [5, 'c'] });
    expect(bound([5, 6, 7])).toMatchObject({
      sql: 'select a from t where b in (?, ?, ?, ?) and c = ?',
      values: [5, 6, 7, 7, 'c'],
    });
    expect(bound(Array.from({ length: 33 }, (_, index) => index)).values).toHaveLength(65);
  });
  it('refuses a missing value by name', () => {
    expect(() => compile('sqlite', 'select :a.b').bind(call({}))).toThrow(':a.b');
  });
  it('passes question marks and backslashes of the query', () => {
    const statement = compile('postgres', "select a ? 'x\\?' from t where b = :b", { limit: true });
    expect(statement.bind(call({ b: 1 }, { limit: 2 }))).toMatchObject({
      sql: "select q.* from (select a ? 'x\\?' from t where b = $1\n) as q limit $2",
      values: [1, 2],
    });
  });
});

describe('a wrapped query', () => {
  const wrap: Wrap = {
    since: [{ columns: ['_changed'], value: 'text' }],
    where: [{ column: 'date', operator: '<', value: 'end' }],
    order: [
      { column: 'orderDate', descending: true },
      { column: 'id.part', descending: false },
    ],
    limit: true,
    offset: true,
  };
  it('has conditions, order and page, on SQLite', () => {
    const { sql, values } = compile('sqlite', 'select * from t where x = :x', wrap).bind(
      call({ x: 'y', end: '2020-01-01' }, { since: ['2019-01-01 00:00:00'], limit: 20, offset: 40 }),
    );
    expect(sql).toBe(
      'select q.* from (select * from t where x = ?\n) as q where q."_changed" >= ? and q."date" < ? ' +
        'order by q."orderDate" desc, q."id.part" limit ? offset ?',
    );
    expect(values).toEqual(['y', '2019-01-01 00:00:00', '2020-01-01', 20, 40]);
  });
  it('compares whole numbers as such where a column is too small for them, on PostgreSQL', () => {
    const since = [{ columns: ['_changed'], value: 'integer' }] as const;
    const { sql, values } = compile('postgres', 'select * from t', { since }).bind(
      call({}, { since: [7_226_582_400] }),
    );
    expect(sql).toBe('select q.* from (select * from t\n) as q where q."_changed" >= cast($1 as bigint)');
    expect(values).toEqual([7_226_582_400]);
  });
  it('has no since when none is given, on PostgreSQL, with the columns as the database spells them', () => {
    const columns = ['_changed', 'Date', 'orderdate', 'id.Part'];
    const { sql, values } = compile('postgres', 'select * from t where x = :x', wrap, columns).bind(
      call({ x: 'y', end: '2020-01-01' }, { limit: 20 }),
    );
    expect(sql).toBe(
      'select q.* from (select * from t where x = $1\n) as q where q."Date" < $2 ' +
        'order by q."orderdate" desc, q."id.Part" limit $3 offset $4',
    );
    expect(values).toEqual(['y', '2020-01-01', 20, 0]);
  });
  it('folds names on PostgreSQL while the columns are unknown, unless the query quotes them', () => {
    const order = [
      { column: 'erpId', descending: false },
      { column: 'erpName', descending: false },
    ];
    const { sql } = compile('postgres', 'select a as "erpId", b as erpName from t', { order }).bind(call({}));
    expect(sql).toBe(
      'select q.* from (select a as "erpId", b as erpName from t\n) as q order by q."erpId", q."erpname"',
    );
  });
  it('refuses a column that the query does not have', () => {
    const order = [{ column: 'b', descending: false }];
    expect(() => compile('postgres', 'select a from t', { order }, ['a'])).toThrow('no column b');
  });
  it('sums exactly', () => {
    const sum: Wrap = { select: 'sum', where: [{ column: 'date', operator: '>=', value: 'from' }] };
    const values = call({ from: '2020-01-01' });
    expect(compile('sqlite', 'select * from t', sum).bind(values).sql).toBe(
      'select decimal_sum(q."amount") as total, count(*) as n, count(q."amount") as filled ' +
        'from (select * from t\n) as q where q."date" >= ?',
    );
    expect(compile('mysql', 'select * from t', sum).bind(values).sql).toBe(
      'select coalesce(sum(cast(q.`amount` as decimal(65, 10))), 0) as total, count(*) as n, ' +
        'count(q.`amount`) as filled from (select * from t\n) as q where q.`date` >= ?',
    );
    expect(compile('postgres', 'select * from t', sum).bind(values).sql).toBe(
      'select coalesce(sum(cast(q."amount" as numeric)), 0) as total, count(*) as n, count(q."amount") as filled ' +
        'from (select * from t\n) as q where q."date" >= $1',
    );
  });
});

describe('search', () => {
  const wrap: Wrap = { search: { columns: ['name', 'sku'], match: 'words', name: 'name', id: 'id' }, limit: true };
  const search = (dialect: DialectName, text: string, match: 'words' | 'prefix' | 'exact' = 'words', rare = false) => {
    const wrapWithMatch = wrap.search && { ...wrap, search: { ...wrap.search, match } };
    return compile(dialect, 'select * from t', wrapWithMatch).bind(call({}, { search: text, limit: 5, rare }));
  };
  it('asks for every word in any column, on SQLite', () => {
    expect(search('sqlite', '  Red  BIKE red ')).toMatchObject({
      sql:
        'select q.* from (select * from t\n) as q where ' +
        '(instr(engine_fold(q."name"), ?) > 0 or instr(engine_fold(q."sku"), ?) > 0) and ' +
        '(instr(engine_fold(q."name"), ?) > 0 or instr(engine_fold(q."sku"), ?) > 0) order by ' +
        'case when engine_fold(q."name") = ? or engine_fold(q."sku") = ? then 0 ' +
        'when instr(engine_fold(q."name"), ?) = 1 or instr(engine_fold(q."sku"), ?) = 1 then 1 else 2 end, ' +
        'engine_fold(q."name"), q."id" limit ?',
      values: ['red', 'red', 'bike', 'bike', ...Array(4).fill('red bike red'), 5],
    });
  });
  it('escapes wildcards, on PostgreSQL', () => {
    const name = 'lower(cast(q."name" as text))';
    const sku = 'lower(cast(q."sku" as text))';
    const value = (position: number) => `lower(cast($${position} as text))`;
    const like = (column: string, position: number) => `${column} like ${value(position)}`;
    expect(search('postgres', '5%_\\', 'prefix')).toMatchObject({
      sql:
        `select q.* from (select * from t\n) as q where ` +
        `(((cast(q."name" as text) like $1) and ${like(name, 2)}) or ` +
        `((cast(q."sku" as text) like $3) and ${like(sku, 4)})) order by ` +
        `case when ${name} = (select ${value(5)}) or ${sku} = (select ${value(6)}) then 0 else 1 end, ${name}, q."id" limit $7`,
      values: [...Array(4).fill('5\\%\\_\\\\%'), '5%_\\', '5%_\\', 5],
    });
  });
  it('folds the case of the words once for a statement, on PostgreSQL', () => {
    const name = 'lower(cast(q."name" as text))';
    const sku = 'lower(cast(q."sku" as text))';
    const value = (position: number) => `(select lower(cast($${position} as text)))`;
    expect(search('postgres', 'red').sql).toBe(
      `select q.* from (select * from t\n) as q where (${name} like ${value(1)} or ${sku} like ${value(2)}) order by ` +
        `case when ${name} = ${value(3)} or ${sku} = ${value(4)} then 0 ` +
        `when ${name} like ${value(5)} or ${sku} like ${value(6)} then 1 else 2 end, ${name}, q."id" limit $7`,
    );
  });
  it('compares as the column does on MySQL, by code points where the server refused that', () => {
    const lowerOf = (column: string) => `lower(${column})`;
    const point = (column: string) => `lower(convert(${column} using utf8mb4)) collate utf8mb4_bin`;
    const expected = (fold: (column: string) => string, spellings: number) => {
      const columns = ['q.`name`', 'q.`sku`'].map(fold);
      const each = (test: string) => columns.map((column) => `${column} ${test}`).join(' or ');
      const like = `like ${fold('?')} escape '!'`;
      // What an index serves: beginnings as the column compares them, and ranges of code points.
      const starts = ['q.`name`', 'q.`sku`'].map((column) =>
        Array(spellings).fill(`${column} like ? escape '!' or ${column} >= ? and ${column} < ?`).join(' or '),
      );
      const narrowed = columns.map((column, index) => `((${starts[index]}) and ${column} ${like})`).join(' or ');
      return (
        `select q.* from (select * from t\n) as q where (${spellings === 0 ? each(like) : narrowed}) order by ` +
        `case when ${each(`= ${fold('?')}`)} then 0 else 1 end, ${columns[0]}, q.\`id\` limit ?`
      );
    };
    const values = (text: string, ...starts: readonly string[]) => [
      ...[...starts, `${text}%`, ...starts, `${text}%`],
      ...[text, text, 5],
    ];
    const spelled = ['gr%', 'gr', 'gs', 'gR%', 'gR', 'gS', 'Gr%', 'Gr', 'Gs', 'GR%', 'GR', 'GS'];
    expect(search('mysql', 'Größe', 'prefix')).toMatchObject({
      sql: expected(lowerOf, 4),
      values: values('Größe', ...spelled),
    });
    expect(search('mysql', '大きさ', 'prefix')).toMatchObject({ sql: expected(lowerOf, 0), values: values('大きさ') });
    expect(search('mysql', '大きさ', 'prefix', true)).toMatchObject({
      sql: expected(point, 0),
      values: values('大きさ'),
    });
  });
  it('matches everything for an empty text', () => {
    expect(search('sqlite', '  ')).toMatchObject({
      sql: 'select q.* from (select * from t\n) as q order by engine_fold(q."name"), q."id" limit ?',
      values: [5],
    });
  });
  it('matches nothing for a text with U+0000', () => {
    expect(search('sqlite', 'a\u0000').sql).toContain('where 1 = 0 order by');
  });
  it('compares for equality', () => {
    const test = (column: string) =>
      `((${column} glob ? or ${column} glob ?) and ${column} like ? escape '!' and engine_fold(${column}) = ?)`;
    expect(search('sqlite', 'A', 'exact')).toMatchObject({
      sql:
        `select q.* from (select * from t\n) as q where (${test('q."name"')} or ${test('q."sku"')}) ` +
        'order by engine_fold(q."name"), q."id" limit ?',
      values: [...['a*', 'A*', 'A%', 'a'], ...['a*', 'A*', 'A%', 'a'], 5],
    });
  });
});

describe('sample', () => {
  it('has every block, and the place of each piece of its text', () => {
    const sql = 'select nope from t where 1 = 1 [[ and x = :x ]] and nowhere = 2';
    const { sample } = compile('postgres', sql, { limit: true });
    for (const word of ['nope', 'nowhere']) {
      expect(sample.locate(sample.sql.indexOf(word))).toMatchObject({ part: undefined, offset: sql.indexOf(word) });
    }
    expect(sample.locate(sample.sql.indexOf('$1'))).toMatchObject({ offset: sql.indexOf(':x') });
    expect(sample.locate(0)).toBeUndefined();
  });
});
