import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Match } from '../../../../engine/sources/sql/text/search.ts';
import { compileStatement } from '../../../../engine/sources/sql/text/statement.ts';
import { parseTemplate } from '../../../../engine/sources/sql/text/template.ts';
import { testedDialects } from '../../../support/dialects.ts';
import { dialects } from '../../../support/kinds.ts';
import { type Bench, bench, longText, soon, sql } from './bench.ts';

const long = 'x'.repeat(10_000);
const names: readonly (readonly [string, string | null])[] = [
  ["O'Brien & Sons", 'OB-1'],
  ['100% Wool', 'W%1'],
  ['under_score', 'U_1'],
  ['underXscore', 'U-1'],
  ['back\\slash', 'B\\1'],
  ['bang! 50!%', '!'],
  ['[a-z] brackets', '[1]'],
  ['a brackets', 'a1'],
  ['Müller GmbH', 'MÜL'],
  ['MÜLLER KG', 'mül-2'],
  ['Muller Ltd', null],
  ['東京 商店', '東-1'],
  ['😀 Emoji 😀', '😀'],
  ['broken \ufffd mark', '\ufffd'],
  ['Red Bike', 'RB'],
  ['red bike, large', 'RB-L'],
  ['Bike, red', 'RB-0'],
  ['bike', 'BIKE'],
  ['The bike', null],
  ['ДОМ дом', 'Д'],
  ['"quoted" `tick`', '"'],
  [`long ${long}`, 'LONG'],
];
const rows = names.map(([name, sku], index) => ({ id: index + 1, name, sku }));

const texts: readonly string[] = [
  '',
  '   ',
  "'",
  "o'brien",
  '%',
  '0%',
  '_',
  'r_s',
  '\\',
  'k\\s',
  '!',
  '!%',
  '[a-z]',
  '[',
  'müller',
  'MÜLLER',
  'muller',
  '東京',
  '商店 東京',
  '😀',
  'emoji 😀',
  'red bike',
  'BIKE RED',
  'bike',
  'дом',
  '"',
  '`',
  'rb',
  'RB-',
  'bike rb-l',
  'nothing here',
  long,
  `${long}y`,
  'a\u0000b',
  '\u0000',
  "'; drop table thing; --",
  '\ud800',
  'mark \ude00',
  '\ufffd',
  'red  \t bike',
  Array.from({ length: 40 }, (_, index) => `${'bike'.slice(0, 1 + (index % 4))}`).join(' '),
  [...'abcdefghijklmnopqrstuvwxyz0123456789!%_'].join(' '),
  `bike red ${[...'abcdefghijklmnopqrstuvwxyz0123456789'].join(' ')}`,
];

const lower = (text: string) => text.toLowerCase();

/** The rule, written down again without SQL. */
function oracle(text: string, match: Match, columns: readonly ('name' | 'sku')[]): readonly number[] {
  // No database can store them.
  if (text.includes('\u0000') || !text.isWellFormed()) return [];
  const words = text
    .split(/\s+/)
    .filter((word) => word !== '')
    .map(lower);
  const whole = match === 'words' ? words.join(' ') : lower(text);
  const hits = rows.flatMap((row) => {
    const values = columns
      .map((column) => row[column])
      .filter((value) => value !== null)
      .map(lower);
    const equal = values.some((value) => value === whole);
    const starts = values.some((value) => value.startsWith(whole));
    const contains = words.every((word) => values.some((value) => value.includes(word)));
    const hit = whole === '' || { words: contains, prefix: starts, exact: equal }[match];
    const rank = whole === '' || match === 'exact' || equal ? 0 : starts ? 1 : 2;
    return hit ? [{ rank, name: lower(row.name), id: row.id }] : [];
  });
  // By code points, as the databases of this test compare.
  const order = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
  return hits.sort((a, b) => a.rank - b.rank || order(a.name, b.name) || a.id - b.id).map(({ id }) => id);
}

for (const dialect of testedDialects) {
  describe(`search on ${dialect}`, () => {
    let testBench: Bench;
    const text = longText[dialect];
    const word = dialect === 'mssql' ? 'nvarchar' : 'varchar';
    beforeAll(async () => {
      testBench = await bench(
        dialect,
        `create table thing (id integer primary key, name ${text} not null, sku ${word}(20))`,
      );
      const marks = [1, 2, 3].map(dialects[dialect].placeholder);
      const insert = `insert into thing values (${marks.join(', ')})`;
      await testBench.source.transaction(soon(), async (session) => {
        for (const { id, name, sku } of rows) await session.execute(sql(insert, id, name, sku));
      });
    });
    afterAll(() => testBench.end());

    for (const match of ['words', 'prefix', 'exact'] satisfies Match[]) {
      for (const columns of [['name'], ['name', 'sku']] satisfies ('name' | 'sku')[][]) {
        const wrap = { search: { columns, match, name: 'name', id: 'id' }, limit: true };
        const { template } = parseTemplate('select id, name, sku from thing -- all', dialects[dialect].lexicon);
        const statement = compileStatement(template, wrap, dialects[dialect]);
        for (const text of texts) {
          const shown = text.length > 60 ? `${text.slice(0, 20)}… (${text.length})` : JSON.stringify(text);
          it(`${match} in ${columns.join()}: ${shown}`, async () => {
            const bound = statement.bind({ value: () => undefined, isGiven: () => false, search: text, limit: 500 });
            const foundRows = await testBench.source.read(bound, soon());
            // SQL Server compares no pattern beyond 4,000 characters: such a word is found nowhere.
            const isTooLong = dialect === 'mssql' && match === 'words' && text.length > 4_000;
            expect(foundRows.map(({ id }) => id)).toEqual(isTooLong ? [] : oracle(text, match, columns));
          });
        }
      }
    }
  });
}
