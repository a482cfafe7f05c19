/** Prefix searches: they use an index if there is one, and find the same rows as the comparison. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BoundStatement, type DatabaseAccess, type Row, SourceError } from '../../../../engine/sources/source.ts';
import type { Match } from '../../../../engine/sources/sql/text/search.ts';
import { compileStatement } from '../../../../engine/sources/sql/text/statement.ts';
import { parseTemplate } from '../../../../engine/sources/sql/text/template.ts';
import { testedDialects } from '../../../support/dialects.ts';
import { type DialectName, dialects } from '../../../support/kinds.ts';
import { seed } from '../../../support/seed.ts';
import { type Bench, bench, soon, sql } from './bench.ts';

/** The search in the column `name` of a query, in the form that the catalogue gives for it. */
async function searchFor(dialect: DialectName, { source }: Bench, query: string, match: Match) {
  const { template } = parseTemplate(query, dialects[dialect].lexicon);
  const searched = { columns: ['name'], match };
  const forms = await source.searchForms?.(query, searched, soon());
  const wrap = { search: { ...searched, id: 'id', ...(forms && { forms }) }, limit: true };
  const statement = compileStatement(template, wrap, dialects[dialect]);
  return (text: string, rare = false): BoundStatement =>
    statement.bind({ value: () => undefined, isGiven: () => false, search: text, rare, limit: 500 });
}

/** As the engine asks: in the second way where the database refuses the text. */
async function ask(source: DatabaseAccess, statementOf: (rare: boolean) => BoundStatement): Promise<readonly Row[]> {
  try {
    return await source.read(statementOf(false), soon());
  } catch (error) {
    if (!(error instanceof SourceError) || error.unfit.length === 0) throw error;
    return source.read(statementOf(true), soon());
  }
}

/** Letters with relatives beyond ASCII, wildcards of every dialect, characters of two code units, accents of their own. */
const alphabet = [
  ...['i', 'I', 'İ', 'ı', 'k', 'K', '\u212a', 's', 'S', 'ſ', 'ß', 'ẞ', 'Σ', 'σ', 'ς', 'a', 'A', 'Å', '\u212b'],
  ...['é', 'É', '\u0301', '\u0307', '%', '_', '[', ']', '^', '*', '?', '!', '\\', "'", '-', '0', '7', ' ', '😀', '𝔸'],
];
/** MariaDB's `utf8mb4_general_ci` takes U+212B for another letter than its own small letter, so that it is lost there: it is no letter of today. */
const unlike = (value: string) => value.replaceAll('\u212b', '');
const text = (maxLength: number) =>
  fc.array(fc.constantFrom(...alphabet), { minLength: 1, maxLength }).map((characters) => characters.join('').trim());
const western = (value: string) => value.replaceAll(/[^\0-\u00ff]/g, '');

interface Column {
  readonly name: string;
  readonly type: string;
  readonly held?: (value: string) => string;
  /** What its index is on; the column itself where it is not given. */
  readonly index?: string;
}

const columns: Readonly<Record<DialectName, readonly Column[]>> = {
  sqlite: [
    { name: 'plain', type: 'text' },
    { name: 'nocase', type: 'text collate nocase' },
  ],
  postgres: [
    { name: 'plain', type: 'text' },
    { name: 'english', type: 'varchar(20) collate "en-x-icu"' },
    { name: 'turkish', type: 'text collate "tr-x-icu"' },
    { name: 'ordered', type: 'text', index: 'lower(ordered) text_pattern_ops' },
    {
      name: 'ordered_english',
      type: 'varchar(20) collate "en-x-icu"',
      index: 'lower(ordered_english) varchar_pattern_ops',
    },
    { name: 'ordered_turkish', type: 'text collate "tr-x-icu"', index: 'lower(ordered_turkish) text_pattern_ops' },
  ],
  mysql: [
    { name: 'plain', type: 'varchar(20)' },
    { name: 'general', type: 'varchar(20) character set utf8mb4 collate utf8mb4_general_ci', held: unlike },
    { name: 'unicode', type: 'varchar(20) character set utf8mb4 collate utf8mb4_unicode_ci' },
    { name: 'western', type: 'varchar(20) character set latin1 collate latin1_swedish_ci', held: western },
    { name: 'swapped', type: 'varchar(20) character set latin1 collate latin1_bin', held: western },
  ],
  mssql: [{ name: 'plain', type: 'nvarchar(20)' }],
};

/** Tables of one content with an index each, as an ERP or its administrator may have made it. */
const tables: Readonly<Record<DialectName, string>> = {
  sqlite: `create table binary_order (id integer primary key, code text); create index a on binary_order (code);
    create table nocase (id integer primary key, code text collate nocase); create index b on nocase (code)`,
  postgres: `create table folded (id integer primary key, code varchar(20) collate "en-x-icu");
    create index a on folded (lower(code) text_pattern_ops);
    create table pattern (id integer primary key, code varchar(20) collate "en-x-icu");
    create index b on pattern (code varchar_pattern_ops);
    create table c_order (id integer primary key, code text collate "C");
    create index c on c_order (code)`,
  mysql: `create table general (id integer primary key, code varchar(20) collate utf8mb4_general_ci, key (code));
    create table binary_order (id integer primary key, code varchar(20) collate utf8mb4_bin, key (code));
    create table western (id integer primary key, code varchar(20) character set latin1, key (code))`,
  mssql: 'create table plain (id integer primary key, code nvarchar(20), index a (code))',
};
const indexed: Readonly<Record<DialectName, readonly string[]>> = {
  sqlite: ['binary_order', 'nocase'],
  postgres: ['folded', 'pattern', 'c_order'],
  mysql: ['general', 'binary_order', 'western'],
  // Its plans are shown by a setting of the session, not by a statement.
  mssql: [],
};
const fill: Readonly<Record<DialectName, (count: number, code: string) => readonly string[]>> = {
  sqlite: (count, code) => [
    ...indexed.sqlite.map(
      (table) =>
        `with recursive s(n) as (select 1 union all select n + 1 from s where n < ${count})
         insert into ${table} select n, ${code} || printf('%05d', n) from s`,
    ),
    'analyze',
  ],
  postgres: (count, code) =>
    indexed.postgres.flatMap((table) => [
      `insert into ${table} select n, ${code} || lpad(n::text, 5, '0') from generate_series(1, ${count}) as n`,
      `analyze ${table}`,
    ]),
  mysql: (count, code) =>
    indexed.mysql.map(
      (table) =>
        `insert into ${table} with recursive d(n) as (select 0 union all select n + 1 from d where n < 9)
         select 1 + a.n + 10 * b.n + 100 * c.n + 1000 * e.n + 10000 * f.n,
                concat(${code}, lpad(1 + a.n + 10 * b.n + 100 * c.n + 1000 * e.n + 10000 * f.n, 5, '0'))
         from d a, d b, d c, d e, d f where f.n < ${count / 10_000}`,
    ),
  mssql: () => [],
};
const explain: Readonly<Record<DialectName, string>> = {
  sqlite: 'explain query plan',
  postgres: 'explain',
  mysql: 'explain',
  mssql: '',
};
const throughIndex: Readonly<Record<DialectName, RegExp>> = {
  sqlite: /SEARCH \w+ USING (COVERING )?INDEX/,
  postgres: /Index (Only )?Scan/,
  mysql: /"type":"(range|ref)"/,
  mssql: /^/,
};

describe.for(testedDialects)('on %s', (dialect) => {
  describe('hits', () => {
    let testBench: Bench;
    const tested = columns[dialect];
    const values = fc.sample(text(6), { seed, numRuns: 300 });
    beforeAll(async () => {
      const made = tested.map(({ name, type }) => `${name} ${type}`);
      const indexes = tested.map(({ name, index = name }) => `create index thing_${name} on thing (${index})`);
      testBench = await bench(
        dialect,
        [`create table thing (id integer primary key, ${made.join(', ')})`, ...indexes].join(';\n'),
      );
      const marks = ['id', ...tested].map((_, index) => dialects[dialect].placeholder(index + 1));
      await testBench.source.transaction(soon(), async (session) => {
        for (const [id, value] of values.entries()) {
          const row = tested.map(({ held }) => held?.(value) ?? value);
          await session.execute(sql(`insert into thing values (${marks.join(', ')})`, id, ...row));
        }
      });
    });
    afterAll(() => testBench.end());

    for (const { name } of tested) {
      for (const match of ['prefix', 'exact'] satisfies Match[]) {
        it(`of ${match} in a column ${name} are those without an index`, async () => {
          const { search, searchRare = search, placeholder } = dialects[dialect];
          const bind = await searchFor(dialect, testBench, `select id, ${name} as name from thing`, match);
          /** The comparison alone. */
          const decides = (asked: string, rare: boolean): BoundStatement => {
            const { equals, startsWith, bind: patterns } = rare ? searchRare : search;
            const condition = (match === 'exact' ? equals : startsWith)(name, placeholder(1));
            const value = match === 'exact' ? patterns.equals(asked) : patterns.startsWith(asked);
            return sql(`select id from thing where ${condition}`, value);
          };
          const given = fc.oneof(
            text(4),
            fc.tuple(fc.constantFrom(...values), fc.nat(6), fc.boolean()).map(([whole, length, up]) => {
              const start = match === 'exact' ? whole : [...whole].slice(0, length + 1).join('');
              return up ? start.toUpperCase() : start.toLowerCase();
            }),
          );
          let hits = 0;
          await fc.assert(
            fc.asyncProperty(given, async (asked) => {
              fc.pre(asked !== '');
              const hitIds = (await ask(testBench.source, (rare) => bind(asked, rare))).map(({ id }) => Number(id));
              const all = await ask(testBench.source, (rare) => decides(asked, rare));
              hits += hitIds.length;
              expect(hitIds.sort((a, b) => a - b)).toEqual(all.map(({ id }) => Number(id)).sort((a, b) => a - b));
            }),
            { seed, numRuns: 300 },
          );
          expect(hits, `seed ${seed}`).toBeGreaterThan(100);
        });
      }
    }
  });

  describe('an index', () => {
    let testBench: Bench;
    const count = 20_000;
    const code = "'ART-'";
    beforeAll(async () => {
      testBench = await bench(dialect, tables[dialect]);
      await testBench.source.transaction(soon(), async (session) => {
        for (const statement of fill[dialect](count, code)) await session.execute(sql(statement));
      });
    });
    afterAll(() => testBench.end());

    for (const table of indexed[dialect]) {
      for (const match of ['prefix', 'exact'] satisfies Match[]) {
        it(`serves a search by ${match} in ${table}`, async () => {
          const bind = await searchFor(dialect, testBench, `select id, code as name from ${table}`, match);
          for (const asked of ['art-0123', 'ART-0123', 'Art-01234']) {
            const bound = bind(asked);
            // As often as PostgreSQL needs to find out whether one plan may serve for all values.
            for (let time = 0; time < 7; time += 1) {
              const foundRows = await testBench.source.read(bound, soon());
              expect(foundRows.length).toBe(
                match === 'exact' ? Number(asked.length === 9) : asked.length === 9 ? 1 : 10,
              );
            }
            const plan = await testBench.source.read({ ...bound, sql: `${explain[dialect]} ${bound.sql}` }, soon());
            expect(JSON.stringify(plan)).toMatch(throughIndex[dialect]);
          }
        });
      }
    }
  });
});
