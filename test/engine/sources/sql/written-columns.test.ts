/** The columns that an INSERT or UPDATE fills with a value as it is: an expression that calculates with it is none. */
import { describe, expect, it } from 'vitest';
import { wordsOf } from '../../../../engine/sources/sql/text/words.ts';
import { writtenColumns } from '../../../../engine/sources/sql/text/written-columns.ts';
import { type DialectName, dialects } from '../../../support/kinds.ts';

const shownColumns = (sql: string, dialect: DialectName): readonly string[] =>
  writtenColumns(wordsOf(sql, dialects[dialect].lexicon)).map(
    ({ table, column, placeholder, offset, length }) =>
      `${table}.${column} ${placeholder} ${sql.slice(offset, offset + length)}`,
  );

const cases: readonly (readonly [dialect: DialectName, sql: string, wanted: readonly string[]])[] = [
  ['postgres', 'insert into pay (no, "Sum") values ($2, $1)', ['pay.no 1 $2', 'pay.sum 0 $1']],
  ['postgres', 'INSERT INTO a.pay (x, y) VALUES (lower($1), $2::numeric(9, 2)) RETURNING id', ['a.pay.y 1 $2']],
  ['mysql', 'insert pay (x, y, z) values (-?, cast(? as decimal(30, 9)), ? * 2)', ['pay.x 0 ?', 'pay.y 1 ?']],
  ['mysql', 'insert into pay (x, y) select coalesce(?, ?), 1 from invoice where id = ?', ['pay.x 0 ?', 'pay.x 1 ?']],
  ['mssql', 'insert into [pay] ([x]) output inserted.id values (@p3)', ['pay.x 2 @p3']],
  ['postgres', 'update pay set x = $1, y = y - $2, z = $3 + 1 where id = $4', ['pay.x 0 $1', 'pay.y 1 $2']],
  ['mysql', 'update pay p set p.x = ?, p.y = p.y + ? where p.id = ?', ['pay.x 0 ?', 'pay.y 1 ?']],
  ['postgres', "update pay set note = 'a, b = $9', x = (select max(y) from z where w = $1), v = $2", ['pay.v 1 $2']],
  ['postgres', 'insert into pay values ($1, $2)', []],
  ['postgres', 'delete from pay where x = $1', []],
  ['postgres', 'insert into pay (', []],
];

describe('columns that a statement fills', () => {
  it.each(cases)('%s: %s', (dialect, sql, wanted) => {
    expect(shownColumns(sql, dialect)).toEqual(wanted);
  });
});
