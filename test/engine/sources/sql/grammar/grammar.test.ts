/** What each grammar reports about a statement. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Grammar } from '../../../../../engine/sources/sql/grammar/reading.ts';
import { dialectNames, foreignWords, kinds } from '../../../../support/kinds.ts';
import { demoStatements } from './demo-statements.ts';

async function loaded(dialect: 'sqlite' | 'postgres' | 'mysql' | 'mssql', depth: 'start' | 'check' = 'check') {
  const grammar = await kinds[dialect].grammar(depth);
  if (grammar === undefined) throw new Error(`There is no grammar of ${dialect}`);
  return grammar;
}

function spotted(grammar: Grammar, sql: string): string {
  const reading = grammar(sql);
  return reading.kind === 'read'
    ? 'read'
    : `${reading.kind} ${sql.slice(reading.range.offset, reading.range.offset + reading.range.length)}`;
}

function columns(grammar: Grammar, sql: string): readonly (readonly [string, string | undefined])[] | undefined {
  const reading = grammar(sql);
  return reading.kind === 'read' ? reading.columns?.map(({ name, type }) => [name, type] as const) : undefined;
}

describe('the demo', () => {
  it.each(dialectNames)('%s reads every statement', async (dialect) => {
    const grammar = await loaded(dialect);
    // The demo is written for three databases; SQL Server has neither RETURNING nor LIMIT.
    const statements = demoStatements(dialect).filter((sql) => dialect !== 'mssql' || !/returning/i.test(sql));
    expect(statements.length).toBeGreaterThan(30);
    expect(statements.map((sql) => grammar(sql)).filter(({ kind }) => kind !== 'read')).toEqual([]);
    expect(statements.flatMap((sql) => foreignWords(sql, dialect)).filter(({ text }) => text !== 'LIMIT')).toEqual([]);
  });

  it('a service that starts loads none of the big ones', async () => {
    for (const dialect of ['postgres', 'mysql', 'mssql'] as const) {
      expect(await kinds[dialect].grammar('start')).toBeUndefined();
    }
  });
});

describe('PostgreSQL', () => {
  let grammar: Grammar;
  beforeAll(async () => {
    grammar = await loaded('postgres');
  });

  it.each([
    ['select 1', 'read'],
    ["select 'ä😀' as x frm t y", 'refused frm'],
    ['select a from t where', 'refused '],
    ["select 'it''s' || $1 from t where x = any($2)", 'read'],
    ["select E'a\\'b', $tag$ ' $tag$, U&'\\0061' from only t", 'read'],
    ['select a from t limit 1, 2', 'refused limit'],
    ['select $1::date, cast($2 as date), extract(year from $3::date)', 'read'],
    ["select 'ä', a - date $1 from t", 'refused $1'],
    ['select a - interval $1 day from t', 'refused $1'],
    ['select extract($1 from a) from t', 'refused $1'],
  ])('%s', (sql, expected) => {
    expect(spotted(grammar, sql)).toBe(expected);
  });

  it.each([
    ['insert into t values (1) returning a', 'insert'],
    ['with x as (delete from "übergröße" where a = 1 returning a) select a from x', 'DELETE'],
    ['select a into b from t', 'SELECT INTO'],
    ["select 1 as a, (select pg_catalog.setval('s', 1)) from t", 'setval()'],
    ['show all', 'show'],
    ['commit', 'commit'],
  ])('%s writes', (sql, word) => {
    const reading = grammar(sql);
    const writes = reading.kind === 'read' ? reading.writes : [];
    expect(writes.map((writing) => writing.word.toLowerCase())).toContain(word.toLowerCase());
  });

  it('a read does not write', () => {
    const reading = grammar("with n as (select nextval from t) select 'for update', insert, nextval from n, setval");
    expect(reading).toMatchObject({ kind: 'read', writes: [] });
  });

  it('names columns as the server does', () => {
    const sql = `select Code, c."Name", count(*), coalesce(a, b), 1, a + b, a::text, '1'::int4, now(), x.y.z,
      date '2020-01-01' as d, cast(a as timestamp with time zone) t, true as b, 1.5 as n, $1 as p, null as u from c`;
    expect(columns(grammar, sql)).toEqual([
      ['code', undefined],
      ['Name', undefined],
      ['count', 'number'],
      ['coalesce', undefined],
      ['?column?', 'number'],
      ['?column?', undefined],
      ['a', undefined],
      ['int4', 'number'],
      ['now', 'instant'],
      ['z', undefined],
      ['d', 'date'],
      ['t', 'instant'],
      ['b', 'boolean'],
      ['n', 'number'],
      ['p', undefined],
      ['u', undefined],
    ]);
  });

  it('reports no columns if the text does not name them all', () => {
    expect(columns(grammar, 'select a, t.* from t')).toBeUndefined();
    expect(columns(grammar, 'values (1, 2)')).toBeUndefined();
    expect(columns(grammar, 'select a, case when b then c end from t')).toBeUndefined();
  });

  it('takes the names of a union from its first SELECT, and no types', () => {
    expect(columns(grammar, "select 'x' as a from t union all select 2 union select 3")).toEqual([['a', undefined]]);
  });
});

describe('SQLite', () => {
  it.each([
    ["select 'ä😀' as x frm t y", 'refused frm'],
    ['select a from t where t.a = 1 and', 'refused '],
    ['select from1, a from from from2', 'refused from'],
    ['select a from t where a = #', 'refused #'],
    ['select a, b from nowhere, elsewhere where nofunction(a) = b.c', 'read'],
    ['select 1 union select 1, 2', 'refused '],
  ])('%s', async (sql, expected) => {
    expect(spotted(await loaded('sqlite', 'start'), sql)).toBe(expected);
  });

  it('points at the word that is wrong, not at an earlier one of its spelling', async () => {
    const reading = (await loaded('sqlite'))('select "from", a from from t');
    expect(reading).toMatchObject({ kind: 'refused', range: { offset: 22, length: 4 } });
  });

  it('a cast gives no date', async () => {
    expect(columns(await loaded('sqlite'), "select cast(a as date) as d, 'x' as t, count(*) as n, b")).toEqual([
      ['d', undefined],
      ['t', 'text'],
      ['n', 'number'],
      ['b', undefined],
    ]);
  });
});

describe('the other two', () => {
  it('SQL Server', async () => {
    const grammar = await loaded('mssql');
    expect(spotted(grammar, "select 'ä😀' as x frm t y from")).toBe('unread frm');
    expect(columns(grammar, 'select top (5) [No_], c.Name as erpName, cast(d as datetime2) as t from c')).toEqual([
      ['No_', undefined],
      ['erpName', undefined],
      ['t', 'instant'],
    ]);
    expect(columns(grammar, 'select erpId = c.No from c')).toBeUndefined();
  });

  it('MySQL', async () => {
    const grammar = await loaded('mysql');
    expect(spotted(grammar, 'select a b c from t')).toBe('unread c');
    expect(columns(grammar, '(select `a`, cast(b as signed) as n from t) union (select 1, 2)')).toEqual([
      ['a', undefined],
      ['n', undefined],
    ]);
  });
});
