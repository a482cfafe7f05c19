/** Which tables and columns exist in a database: names are bound as values, in any case, and never become SQL. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tableName } from '../../../../engine/sources/sql/catalogue.ts';
import { testedDialects } from '../../../support/dialects.ts';
import { type DialectName, kinds } from '../../../support/kinds.ts';
import { type Bench, bench, soon } from '../../sources/sql/bench.ts';

const strange: Readonly<Record<DialectName, string>> = {
  sqlite: '"CRONUS$It"";m[a]%_"',
  postgres: '"CRONUS$It"";m[a]%_"',
  mysql: '`CRONUS$It";m[a]%_`',
  mssql: '[CRONUS$It";m[a]]%_]',
};
const ownSchema: Readonly<Record<DialectName, string>> = {
  sqlite: 'main',
  postgres: 'public',
  mysql: '',
  mssql: 'dbo',
};

describe.each(testedDialects)('tables on %s', (dialect) => {
  let testBench: Bench;
  let schema = ownSchema[dialect];
  beforeAll(async () => {
    testBench = await bench(
      dialect,
      `create table Branch (Code varchar(9) primary key, Town varchar(9));
       create table ${strange[dialect]} (no integer);
       create view open_branch as select Code as Branch_Code from Branch`,
    );
    if (dialect === 'mysql') {
      const [row] = await testBench.source.read({ sql: 'select database() as name', values: [] }, soon());
      schema = String(row?.name);
    }
  });
  afterAll(() => testBench.end());

  const columns = async (text: string): Promise<readonly string[]> => {
    const table = tableName(text);
    if (table === undefined) throw new Error(`${text} is no table`);
    const rows = await testBench.source.read(kinds[dialect].catalogue.columnsOf(table), soon());
    return rows.map(({ name }) => String(name).toLowerCase()).sort();
  };

  it('are found with their columns, in any case unless names are case-sensitive in the database', async () => {
    expect(await columns('Branch')).toEqual(['code', 'town']);
    if (dialect !== 'mssql') expect(await columns('BRANCH')).toEqual(['code', 'town']);
    expect(await columns('open_branch')).toEqual(['branch_code']);
  });
  it('are found in their schema', async () => {
    expect(await columns(`${schema}.Branch`)).toEqual(['code', 'town']);
    expect(await columns('information_schema.Branch')).toEqual([]);
  });
  it('have any name', async () => {
    expect(await columns('CRONUS$It";m[a]%_')).toEqual(['no']);
  });
  it.each([
    '',
    'Bran%',
    'Branch_',
    'Branch"',
    "Branch' or '1'='1",
    'Branch; drop table Branch',
    '"Branch"',
    '[Branch]',
    '`Branch`',
  ])('are not found by %j', async (name) => {
    expect(await columns(name)).toEqual([]);
    expect(await columns('Branch')).toEqual(['code', 'town']);
  });
});
