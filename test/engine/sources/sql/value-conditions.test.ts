/** Conditions that compare a column with a value: only those that every row must fulfil count. */
import { describe, expect, it } from 'vitest';
import { valueConditions } from '../../../../engine/sources/sql/text/value-conditions.ts';
import { wordsOf } from '../../../../engine/sources/sql/text/words.ts';
import { type DialectName, dialects } from '../../../support/kinds.ts';

const shownConditions = (sql: string, dialect: DialectName): readonly string[] =>
  valueConditions(wordsOf(sql, dialects[dialect].lexicon)).map(
    ({ qualifier, column, placeholder, offset, length }) =>
      `${qualifier ?? ''}.${column} ${placeholder} ${sql.slice(offset, offset + length)}`,
  );

const cases: readonly (readonly [dialect: DialectName, sql: string, wanted: readonly string[]])[] = [
  ['postgres', 'select 1 from a where a.No = $1', ['a.no 0 a.No']],
  ['postgres', 'select 1 from a where "No" = $1 and b = 7 and c = $2', ['.no 0 "No"', '.c 1 c']],
  ['postgres', "select x::int, '$1', $1 from a where b = any($3) and (c = $2)", ['.b 2 b', '.c 1 c']],
  ['mysql', 'select ? from a join b on b.id = ? where a.x in (?) order by 1', ['b.id 1 b.id', 'a.x 2 a.x']],
  ['sqlite', 'select 1 from a where b = ? and (c = 1 or d = 2) limit ?', ['.b 0 b']],
  ['mssql', 'select 1 from a where [b c] = @p2 group by x', ['.b c 1 [b c]']],
  // The condition is one of several alternatives, or is turned round.
  ['postgres', 'select 1 from a where b = $1 or c = 2', []],
  ['postgres', 'select 1 from a where (b = $1 or c = $2) and d = $3', ['.d 2 d']],
  ['postgres', 'select 1 from a where (b = $1 and c = $2) or d = $3', []],
  ['postgres', 'select 1 from a where not (b = $1)', []],
  ['postgres', 'select case when b = $1 then 1 end from a', []],
  ['mysql', 'select 1 from a where b not in (?)', []],
  // It is no comparison of the column alone.
  ['postgres', 'select 1 from a where lower(b) = $1', []],
  ['postgres', 'select 1 from a where b = $1 + 1', []],
  ['postgres', 'select 1 from a where b = $1::int', []],
  ['postgres', 'select 1 from a where c + b = $1', []],
  ['postgres', 'select 1 from a where b >= $1', []],
  // An OR around a subquery is none of its conditions.
  ['postgres', 'select 1 from a where x = 1 or exists (select 1 from b where b.y = $1)', ['b.y 0 b.y']],
];

describe('conditions with a value', () => {
  it.each(cases)('%s: %s', (dialect, sql, wanted) => {
    expect(shownConditions(sql, dialect)).toEqual(wanted);
  });
});
