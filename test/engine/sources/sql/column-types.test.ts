/** The column types that each database reports. */
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { ColumnType } from '../../../../engine/sources/source.ts';
import { testedDialects } from '../../../support/dialects.ts';
import type { DialectName } from '../../../support/kinds.ts';
import { type Bench, bench, soon } from './bench.ts';

/** Columns of one table, by what they hold. SQLite does not say: any column of it holds anything. */
const declared: Readonly<Record<DialectName, readonly (readonly [string, ColumnType | undefined])[]>> = {
  sqlite: [
    ['timestamp', undefined],
    ['integer', undefined],
  ],
  postgres: [
    ['timestamptz', 'instant'],
    ['timestamp(0)', 'datetime'],
    ['date', 'date'],
    ['time', 'time'],
    ['smallint', 'number'],
    ['numeric(18,2)', 'number'],
    ['double precision', 'number'],
    ['varchar(10)', 'text'],
    ['char(10)', 'text'],
    ['bytea', 'binary'],
    ['uuid', 'other'],
    ['timetz', 'other'],
  ],
  mysql: [
    ['timestamp null', 'instant'],
    ['datetime(3)', 'datetime'],
    ['date', 'date'],
    ['time', 'time'],
    ['tinyint', 'number'],
    ['bigint unsigned', 'number'],
    ['decimal(18,2)', 'number'],
    ['double', 'number'],
    ['varchar(10)', 'text'],
    ['char(10)', 'text'],
    ['longtext', 'text'],
    ['binary(8)', 'binary'],
    ['blob', 'binary'],
    ['year', 'other'],
  ],
  mssql: [
    ['datetimeoffset(7)', 'instant'],
    ['datetime', 'datetime'],
    ['smalldatetime', 'datetime'],
    ['datetime2(0)', 'datetime'],
    ['date', 'date'],
    ['time(0)', 'time'],
    ['bigint', 'number'],
    ['money', 'number'],
    ['varchar(10)', 'text'],
    ['nchar(10)', 'text'],
    ['rowversion', 'binary'],
    ['uniqueidentifier', 'other'],
  ],
};

describe.each(testedDialects)('types of columns on %s', (dialect) => {
  let testBench: Bench;
  beforeAll(async () => {
    const columns = declared[dialect].map(([type], index) => `c${index} ${type}`);
    testBench = await bench(dialect, `create table typed (${columns.join(', ')})`);
  });
  afterAll(() => testBench.end());

  it('are those of the table, also through a query in parentheses', async () => {
    const names = declared[dialect].map((_, index) => `c${index}`);
    const { columns, types } = await testBench.source.describe(`select q.* from (select * from typed) as q`, soon());
    expect(columns).toEqual(names);
    expect(types).toEqual(declared[dialect].map(([, type]) => type));
  });

  // SQLite does not say what an expression gives.
  if (dialect === 'sqlite') return;
  it('tell an expression in binary floating point from a stored column', async () => {
    const float = dialect === 'mssql' ? 'float' : 'double precision';
    const amounts = await bench(dialect, `create table amounts (gross ${float}, paid ${float}, net decimal(19, 4))`);
    onTestFinished(() => amounts.end());
    const { computedInBinary } = await amounts.source.describe(
      'select gross, gross - paid as balance, net * 2 as twice, cast(gross - paid as decimal(19, 4)) as exact from amounts',
      soon(),
    );
    expect(computedInBinary).toEqual(['balance']);
  });
});
