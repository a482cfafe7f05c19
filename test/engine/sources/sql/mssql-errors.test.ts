import { RequestError } from 'tedious/lib/errors.js';
import { describe, expect, it } from 'vitest';
import { findWriting } from '../../../../engine/compile/sql/read-only.ts';
import { lockRefused } from '../../../../engine/sources/sql/mssql/control-statements.ts';
import { mssqlError } from '../../../../engine/sources/sql/mssql/errors.ts';
import { kinds } from '../../../support/kinds.ts';

function told(number: number, message: string, more: { readonly lineNumber?: number; readonly class?: number } = {}) {
  return Object.assign(new RequestError(message, 'EREQUEST'), { number, lineNumber: 1, class: 16, ...more });
}

describe('errors of SQL Server', () => {
  const cases: readonly (readonly [number, string])[] = [
    [18456, 'denied'],
    [4060, 'denied'],
    [229, 'denied'],
    [230, 'denied'],
    [208, 'statement'],
    [207, 'statement'],
    [102, 'statement'],
    [156, 'statement'],
    [11526, 'statement'],
    [2627, 'constraint'],
    [2601, 'constraint'],
    [547, 'constraint'],
    [515, 'constraint'],
    [8152, 'value'],
    [2628, 'value'],
    [8115, 'value'],
    [245, 'value'],
    [241, 'value'],
    [8114, 'value'],
    [1205, 'conflict'],
    [1222, 'conflict'],
    [lockRefused, 'conflict'],
    [10928, 'throttled'],
    [10929, 'throttled'],
    [40501, 'throttled'],
    [49918, 'throttled'],
    [40613, 'unreachable'],
    [50000, 'broken'],
  ];
  it.each(cases)('%i is %s', (number, kind) => {
    expect(mssqlError(told(number, 'x'))).toMatchObject({ kind, connectionLost: kind === 'unreachable' });
  });

  it('of which there are several are classified by the first known one', () => {
    const several = new AggregateError([told(50000, 'the trigger says no'), told(547, 'conflicted with a constraint')]);
    expect(mssqlError(several)).toMatchObject({ kind: 'constraint' });
  });

  it('that end the connection say so', () => {
    expect(mssqlError(told(823, 'x', { class: 24 }))).toMatchObject({ kind: 'broken', connectionLost: true });
  });

  it.each([
    [
      2627,
      "Violation of PRIMARY KEY constraint 'pk'. Cannot insert duplicate key in object 'dbo.doc'. The duplicate key value is (K-secret).",
    ],
    [
      2628,
      "String or binary data would be truncated in table 'erp.dbo.doc', column 'no'. Truncated value: 'K-secret'.",
    ],
    [245, "Conversion failed when converting the varchar value 'K-secret' to data type int."],
    [245, "Conversion failed when converting the nvarchar value 'K-secret' to data type int."],
    [248, "The conversion of the nvarchar value 'K-secret' overflowed an int column."],
  ])('%i is told without the value', (number, message) => {
    const error = mssqlError(told(number, message));
    expect(error.message).not.toContain('secret');
    expect(error.message).toContain(message.slice(0, 20));
    expect(error.cause).toBeUndefined();
  });

  const sql = "select 'nothing', a\nfrom dbo.doc as d\n  where d.[nothing] = 1";
  it.each([
    [207, "Invalid column name 'nothing'.", 1, sql.lastIndexOf('nothing')],
    [208, "Invalid object name 'dbo.doc'.", 1, sql.indexOf('doc')],
    [102, "Incorrect syntax near '='.", 3, sql.indexOf('=')],
    [156, "Incorrect syntax near the keyword 'where'.", 3, sql.indexOf('where')],
    [8120, 'Column is invalid in the select list.', 3, sql.indexOf('where')],
  ])('%i points at its place', (number, message, lineNumber, position) => {
    expect(mssqlError(told(number, message, { lineNumber }), sql)).toMatchObject({ kind: 'statement', position });
  });

  it('an error about values points at its line', () => {
    const batch = "insert into doc values ('INV-1')\n  insert into doc values ('INV-1')";
    const message = "Violation of PRIMARY KEY constraint 'doc_key'. The duplicate key value is (INV-1).";
    expect(mssqlError(told(2627, message, { lineNumber: 2 }), batch)).toMatchObject({
      kind: 'constraint',
      position: batch.lastIndexOf('insert'),
    });
  });
});

describe('a read in T-SQL', () => {
  const reads = [
    'select a from t',
    'with a as (select 1 as x) select x from a',
    'select \'delete from t\' as [update], "insert" from t -- drop table t',
    'select a from t inner merge join u on t.a = u.a option (merge join)',
    'select t.updated, t.inserted_at, intoxicated from t',
    'select dateadd(day, 1, a) as [create] from t for json path',
  ];
  it.each(reads)('%s', (sql) => {
    expect(findWriting(sql, kinds.mssql)).toBeUndefined();
  });
  it.each([
    ['select a into b from t', 'into'],
    ['with a as (select 1 as x) delete a', 'delete'],
    ['select 1 delete t', 'delete'],
    ['select 1 exec sp_who', 'exec'],
    ['with a as (select 1 as x) update top (1) a set x = 2', 'update'],
    ['with a as (select 1 as x) insert t select x from a', 'insert'],
    ['with a as (select 1 as x) merge t using a on 1 = 1 when matched then delete', 'merge'],
  ])('%s changes data', (sql, word) => {
    expect(findWriting(sql, kinds.mssql)).toEqual({ offset: sql.indexOf(`${word} `), length: word.length, word });
  });
});
