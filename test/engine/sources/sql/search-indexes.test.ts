/** Searches for words on PostgreSQL use a trigram index on the column or an expression of it, and find what the usual condition finds. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileStatement } from '../../../../engine/sources/sql/text/statement.ts';
import { parseTemplate } from '../../../../engine/sources/sql/text/template.ts';
import { dialects } from '../../../support/kinds.ts';
import { seed } from '../../../support/seed.ts';
import { type Bench, bench, soon, sql } from './bench.ts';

/** An index on the expression `of`, and how a search uses it. */
const indexes = [
  { name: 'col', of: 'col', form: { kind: 'column' } },
  { name: 'low', of: 'lower(low)', form: undefined },
  { name: 'upp', of: 'upper(upp)', form: { kind: 'calls', calls: ['upper'] } },
  { name: 'una', of: 'plain_text(lower(una))', form: undefined },
  { name: 'raw', of: 'f_unaccent(raw)', form: { kind: 'calls', calls: ['f_unaccent'] } },
  { name: 'acc', of: 'f_unaccent(lower(acc))', form: { kind: 'calls', calls: ['f_unaccent', 'lower'] } },
  {
    name: 'own',
    of: 'lower(erp."own.unaccent"(own))',
    form: { kind: 'calls', calls: ['lower', 'erp."own.unaccent"'] },
  },
] as const;

const schema = `create extension pg_trgm; create extension unaccent; create schema erp;
  create function f_unaccent(text) returns text language sql immutable as $$ select public.unaccent('public.unaccent', $1) $$;
  create function plain_text(text) returns text language sql immutable as $$ select $1 $$;
  create function erp."own.unaccent"(text) returns text language sql immutable as $$ select public.unaccent('public.unaccent', $1) $$`;

const tableOf = (table: string, type: string): string =>
  `create table ${table} (id integer primary key, plain ${type}, ${indexes.map(({ name }) => `${name} ${type}`).join(', ')})`;

const indexesOf = (table: string): readonly string[] =>
  indexes.map(({ name, of }, place) => {
    const method = place % 2 === 0 ? 'gin' : 'gist';
    return `create index ${table}_${name} on ${table} using ${method} (${of} ${method}_trgm_ops)`;
  });

const collations = [
  { table: 'libc', type: 'text' },
  { table: 'english', type: 'varchar(40) collate "en-x-icu"' },
  { table: 'turkish', type: 'text collate "tr-x-icu"' },
] as const;

const inWords = (columns: readonly string[]) => ({ columns, match: 'words' }) as const;

const columns = ['plain', ...indexes.map(({ name }) => name)];
const queryOf = (table: string): string =>
  `select id, ${columns.map((name) => `${name} as "${name}Name"`).join(', ')} from ${table}`;

/** The search in one column, in the form that the catalogue gives for it. */
async function searchIn({ source }: Bench, table: string, column: string) {
  const dialect = dialects.postgres;
  const { template } = parseTemplate(queryOf(table), dialect.lexicon);
  const given = ['id', ...columns.map((name) => `${name}Name`)];
  const searched = `${column}Name`;
  const forms = await source.searchForms?.(queryOf(table), inWords([searched]), soon());
  const wrap = { search: { columns: [searched], match: 'words', id: 'id', forms }, limit: true } as const;
  const statement = compileStatement(template, wrap, dialect, given);
  const bind = (search: string) => statement.bind({ value: () => undefined, isGiven: () => false, search, limit: 500 });
  return { form: forms?.[searched], bind };
}

const alphabet = [
  ...['i', 'I', 'İ', 'ı', 'k', 'K', '\u212a', 's', 'S', 'ſ', 'ß', 'ẞ', 'Σ', 'σ', 'ς', 'a', 'A', 'Å', '\u212b', 'Æ'],
  ...['é', 'É', 'e', '\u0301', '\u0307', 'ö', 'Ö', 'n', 'R', '%', '_', '!', '\\', "'", '-', '0', '7', ' ', '😀'],
];
const text = (maxLength: number): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...alphabet), { minLength: 1, maxLength }).map((characters) => characters.join('').trim());

let testBench: Bench;
const values = fc.sample(text(9), { seed, numRuns: 250 });
const rows = 5_000;
beforeAll(async () => {
  const tables = [...collations.map(({ table, type }) => tableOf(table, type)), tableOf('many', 'varchar(80)')];
  testBench = await bench('postgres', [schema, ...tables].join(';\n'));
  await testBench.source.transaction(soon(), async (session) => {
    for (const { table } of collations) {
      const insert = `insert into ${table} select id, ${columns.map(() => 'name').join(', ')} from json_to_recordset($1::json) as r(id int, name text)`;
      await session.execute(sql(insert, JSON.stringify(values.map((name, id) => ({ id, name })))));
    }
    const name = "'ÄÖ-' || upper(md5(n::text))";
    await session.execute(
      sql(`insert into many select n, ${columns.map(() => name).join(', ')} from generate_series(1, ${rows}) as n`),
    );
    const tables = ['many', ...collations.map(({ table }) => table)];
    for (const statement of [...tables.flatMap(indexesOf), 'analyze']) await session.execute(sql(statement));
  });
});
afterAll(() => testBench.end());

describe.for(collations)('in a column of type $type', ({ table }) => {
  it.for(indexes)('an index on $of gives the hits of the usual condition', async ({ name, form: expected }) => {
    const usual = await searchIn(testBench, table, 'plain');
    expect(usual.form).toBeUndefined();
    const { form, bind } = await searchIn(testBench, table, name);
    // The search text is folded by the collation of the database, the column by its own.
    expect(form).toEqual(table !== 'libc' && name === 'col' ? { kind: 'calls', calls: [] } : expected);
    const asked = fc.oneof(
      text(4),
      fc.tuple(fc.constantFrom(...values), fc.nat(4), fc.nat(5), fc.boolean()).map(([whole, from, length, isUpper]) => {
        const part = [...whole].slice(from, from + length + 1).join('');
        return isUpper ? part.toUpperCase() : part.toLowerCase();
      }),
    );
    let hits = 0;
    await fc.assert(
      fc.asyncProperty(asked, async (search) => {
        fc.pre(search.trim() !== '');
        const [searchHits, all] = await Promise.all(
          [bind(search), usual.bind(search)].map((one) => testBench.source.read(one, soon())),
        );
        hits += searchHits?.length ?? 0;
        expect(searchHits?.map(({ id }) => id)).toEqual(all?.map(({ id }) => id));
      }),
      { seed, numRuns: 100 },
    );
    expect(hits, `seed ${seed}`).toBeGreaterThan(50);
  });
});

it.for(indexes.filter(({ name }) => name !== 'una'))('a search uses an index on $of', async ({ name }) => {
  const { bind } = await searchIn(testBench, 'many', name);
  for (const number of [17, 4711]) {
    const hash = createHash('md5').update(String(number)).digest('hex');
    const bound = bind(`${hash.slice(0, 9)} ö-${hash.slice(0, 7)}`);
    expect((await testBench.source.read(bound, soon())).map(({ id }) => id)).toEqual([number]);
    const plan = await testBench.source.read({ ...bound, sql: `explain ${bound.sql}` }, soon());
    expect(JSON.stringify(plan)).toContain(`many_${name}`);
  }
});

it('an index on a part of the table, or with another operator class, changes nothing', async () => {
  await testBench.source.transaction(soon(), async (session) => {
    await session.execute(sql('create table partly (id integer primary key, name text, code text)'));
    await session.execute(sql('create index on partly using gin (name gin_trgm_ops) where id > 7'));
    await session.execute(sql('create index on partly (code text_pattern_ops)'));
  });
  const forms = testBench.source.searchForms?.(
    'select id, name, code, name || code as both from partly',
    inWords(['name', 'code', 'both']),
    soon(),
  );
  expect(await forms).toEqual({});
});

it('a search by prefix or exact uses an index with text_pattern_ops on the column in lower case, if that is its first part', async () => {
  await testBench.source.transaction(soon(), async (session) => {
    await session.execute(sql('create table parts (id integer primary key, code text, name text, place varchar(9))'));
    await session.execute(sql('create index on parts (lower(code) text_pattern_ops, lower(name) text_pattern_ops)'));
    await session.execute(sql('create index on parts (lower(place))'));
  });
  const columns = ['code', 'name', 'place'];
  for (const match of ['prefix', 'exact'] as const) {
    const forms = testBench.source.searchForms?.('select * from parts', { columns, match }, soon());
    expect(await forms).toEqual({ code: { kind: 'ordered' } });
  }
});

it('an index on a function that removes characters of ASCII, or cuts a text, is not used', async () => {
  const functions = {
    key_unaccent: "regexp_replace(public.unaccent('public.unaccent', $1), '[^[:alnum:]]', '', 'g')",
    short_unaccent: "left(public.unaccent('public.unaccent', $1), 200)",
    long_unaccent: "public.unaccent('public.unaccent', $1)",
  };
  await testBench.source.transaction(soon(), async (session) => {
    const names = Object.keys(functions);
    const columns = names.map((name) => `${name} text`);
    await session.execute(sql(`create table articles (id integer primary key, name text, ${columns.join(', ')})`));
    await session.execute(sql(`insert into articles values (1, 'R-17/b'${", 'Gehäuse R-17/b'".repeat(names.length)})`));
    await session.execute(sql('create index on articles using gin (name gin_trgm_ops)'));
    for (const [name, body] of Object.entries(functions)) {
      await session.execute(
        sql(`create function ${name}(text) returns text language sql immutable as $$ select ${body} $$`),
      );
      await session.execute(sql(`create index on articles using gin (${name}(${name}) gin_trgm_ops)`));
    }
  });
  const columns = ['name', ...Object.keys(functions)];
  const query = `select id, ${columns.join(', ')} from articles`;
  expect(await testBench.source.searchForms?.(query, inWords(columns), soon())).toEqual({
    name: { kind: 'column' },
    long_unaccent: { kind: 'calls', calls: ['long_unaccent'] },
  });
  const { template } = parseTemplate(query, dialects.postgres.lexicon);
  for (const column of columns) {
    const forms = await testBench.source.searchForms?.(query, inWords([column]), soon());
    const wrap = { search: { columns: [column], match: 'words', id: 'id', forms }, limit: true } as const;
    const statement = compileStatement(template, wrap, dialects.postgres, ['id', ...columns]);
    const bound = statement.bind({ value: () => undefined, isGiven: () => false, search: 'r-17', limit: 5 });
    expect((await testBench.source.read(bound, soon())).length, column).toBe(1);
  }
});

it('a search in a view uses the index of its table, if the view shows the column unchanged', async () => {
  await testBench.source.transaction(soon(), async (session) => {
    for (const statement of [
      'create table erp.partner (id integer primary key, note text, name varchar(60), code text, gone boolean)',
      "insert into erp.partner select n, '', 'Müller ' || upper(md5(n::text)), 'C-' || n, false from generate_series(1, 5000) as n",
      'create index partner_name on erp.partner using gin (name gin_trgm_ops)',
      'create index partner_code on erp.partner using gin (upper(code) gin_trgm_ops)',
      'create view erp.active as select code, id as number, name, name as "Full Name" from erp.partner where not gone',
      'create view customer as select a.*, a.name || a.code as joined, trim(a.name) as trimmed from erp.active as a',
      'create view either as select id, name from erp.partner union all select id, plain from many',
      'analyze erp.partner',
    ])
      await session.execute(sql(statement));
  });
  const query = 'select number as id, name, "Full Name" as full, code, joined, trimmed from customer';
  const columns = ['name', 'full', 'code', 'joined', 'trimmed'];
  const forms = await testBench.source.searchForms?.(query, inWords(columns), soon());
  expect(forms).toEqual({
    name: { kind: 'column' },
    full: { kind: 'column' },
    code: { kind: 'calls', calls: ['upper'] },
  });
  expect(await testBench.source.searchForms?.('select id, name from either', inWords(['name']), soon())).toEqual({});

  const { template } = parseTemplate(query, dialects.postgres.lexicon);
  const wrap = { search: { columns: ['full'], match: 'words', id: 'id', forms }, limit: true } as const;
  const statement = compileStatement(template, wrap, dialects.postgres, ['id', ...columns]);
  const hash = createHash('md5').update('4711').digest('hex');
  const search = `ü ${hash.slice(0, 9)}`;
  const bound = statement.bind({ value: () => undefined, isGiven: () => false, search, limit: 5 });
  expect((await testBench.source.read(bound, soon())).map(({ id }) => id)).toEqual([4711]);
  const plan = await testBench.source.read({ ...bound, sql: `explain ${bound.sql}` }, soon());
  expect(JSON.stringify(plan)).toContain('partner_name');
});
