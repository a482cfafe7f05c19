/** The stand-in for SQL Server: T-SQL as ERPs write it, and the rows that the documentation of SQL Server specifies. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SourceEvent } from '../../../../engine/base/events.ts';
import { SourceError } from '../../../../engine/sources/source.ts';
import { tableName } from '../../../../engine/sources/sql/catalogue.ts';
import { openSqlSource, type SqlSource } from '../../../../engine/sources/sql/kind.ts';
import type { FixtureDatabase } from '../../../../src/workbench/testing/databases/fixture-database.ts';
import { standInTestServer } from '../../../../src/workbench/testing/databases/stand-in.ts';
import type { TestDatabaseServer } from '../../../../src/workbench/testing/databases/test-database-server.ts';
import { kinds } from '../../../support/kinds.ts';
import { providedUrl } from '../../../support/provided.ts';
import { reads, schema } from '../../../support/tsql-corpus.ts';

/** What it must refuse to answer, since it would answer otherwise than SQL Server or not at all. */
const gaps: readonly string[] = [
  'SELECT TOP 1 WITH TIES Value FROM SLPosted ORDER BY Value',
  "SELECT Ref FROM SLPosted WHERE Ref LIKE '[A-I]%'",
  "SELECT FORMAT(Value, 'N2') AS f FROM SLPosted",
  'SELECT dbo.fnTotal(PostedID) AS t FROM SLPosted',
  'SELECT PostedID, Ref, Value FROM SLPosted FOR JSON AUTO',
  'SELECT Value FROM OtherCompany.dbo.SLPosted',
];

let server: TestDatabaseServer;
let database: FixtureDatabase;
let source: SqlSource;
let events: SourceEvent[];
const soon = () => ({ deadline: Date.now() + 60_000 });

beforeAll(async () => {
  server = await standInTestServer(providedUrl('postgresUrl'), async () => undefined);
  const file = { path: '/x/schema.sql', name: 'fixture/schema.sql', text: schema };
  database = await server.make([{ scripts: [file], rows: [] }], 'UTC');
  const report = (event: SourceEvent) => void events.push(event);
  const options = { connection: {}, clock: 'Europe/London', report };
  source = await openSqlSource(kinds.mssql, options, database.connect);
});
afterAll(async () => {
  await source.close();
  await server.close();
});

/** Numbers as numbers: how many zeros an exact one carries is no difference. */
const plain = (rows: readonly object[]) =>
  rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        name,
        /^-?\d+(\.\d+)?$/.test(String(value)) && !/^0\d/.test(String(value)) ? Number(value) : value,
      ]),
    ),
  );

describe('T-SQL on the stand-in', () => {
  it.each(reads.map(([sql, rows, values = []]) => ({ sql, rows, values })))('$sql', async ({ sql, rows, values }) => {
    events = [];
    expect(plain(await source.read({ sql, values }, soon()))).toEqual(plain(rows));
  });

  it.each(gaps)('does not answer: %s', async (sql) => {
    events = [];
    await expect(source.read({ sql, values: [] }, soon())).rejects.toThrow(/stand-in for SQL Server could not run/);
    expect(events.map(({ event }) => event)).toEqual(['stand_in_gap']);
  });

  it('a missing column is a fault of the profile', async () => {
    events = [];
    const failure = await source
      .read({ sql: 'SELECT Nmae FROM SLPosted', values: [] }, soon())
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(SourceError);
    expect(events).toEqual([]);
  });

  it('the columns of a table are reported, and none for a missing table', async () => {
    const columns = async (name: string) => {
      const table = tableName(name);
      if (table === undefined) throw new Error(`${name} is no table`);
      const rows = await source.read(kinds.mssql.catalogue.columnsOf(table), soon());
      return rows.map((row) => [row.name, String(row.type).replace(/\(.*/, ''), Number(row.nullable)]);
    };
    // Names are in small letters on the stand-in, and money is a number.
    const posted = [
      ['postedid', 'int', 0],
      ['slcustomeraccountid', 'bigint', 0],
      ['ref', 'nvarchar', 1],
      ['value', 'decimal', 0],
      ['due', 'datetime2', 1],
    ];
    expect(await columns('SLPosted')).toEqual(posted);
    expect(await columns('dbo.SLPOSTED')).toEqual(posted);
    expect(await columns('SLPosting')).toEqual([]);
    // Tables of the server's own catalogue are none of the ERP's.
    const all = await source.read({ sql: 'SELECT name FROM sys.tables', values: [] }, soon());
    expect(all.map((row) => row.name)).not.toContain('sql_features');
  });

  it('writes return the rows of OUTPUT, and the number of changed rows', async () => {
    events = [];
    const results = await source.transaction({ ...soon(), lock: 'a' }, async (session) => [
      await session.execute({
        sql: 'INSERT INTO dbo.SLCustomerAccount (CustomerAccountNumber, CustomerAccountName, AccountIsOnHold) OUTPUT inserted.SLCustomerAccountID AS id, inserted.CustomerAccountNumber AS [Account No] VALUES (@p1, @p2, @p3)',
        values: ['ZED001', 'Zed', true],
      }),
      await session.execute({
        sql: 'UPDATE a SET a.AccountIsOnHold = 0, a.CreditLimit = @p1 OUTPUT inserted.CreditLimit AS [limit] FROM dbo.SLCustomerAccount a INNER JOIN SLPosted p ON p.SLCustomerAccountID = a.SLCustomerAccountID WHERE p.PostedID = @p2',
        values: ['12.50', 10],
      }),
      await session.execute({
        sql: 'DELETE FROM SLPosted OUTPUT deleted.Ref AS ref WHERE PostedID = @p1',
        values: [11],
      }),
      await session.execute({ sql: 'SELECT NEXT VALUE FOR dbo.Numbers AS n', values: [] }),
      await session.execute({
        sql: 'MERGE INTO SLPosted AS t USING (SELECT @p1 AS id) AS s ON t.PostedID = CAST(s.id AS int) WHEN MATCHED THEN UPDATE SET Ref = @p2 WHEN NOT MATCHED THEN INSERT (PostedID, SLCustomerAccountID, Value) VALUES (99, 1, 1);',
        values: ['10', 'MERGED'],
      }),
    ]);
    expect(results.map(({ affected }) => affected)).toEqual([1, 1, 1, expect.any(Number), 1]);
    expect(results.map(({ rows }) => plain(rows))).toEqual([
      [{ id: 3, 'Account No': 'ZED001' }],
      [{ limit: 12.5 }],
      [{ ref: null }],
      [{ n: 500 }],
      [],
    ]);
    expect(await database.run('SELECT Ref FROM [dbo].[SLPosted] WHERE PostedID = 10')).toEqual([{ Ref: 'MERGED' }]);
  });

  it('reports the columns of a statement with the spelling of SQL Server', async () => {
    const facts = await source.describe(
      'SELECT c.SLCustomerAccountID AS erpId, c.Opened FROM SLCustomerAccount c WHERE c.CustomerAccountNumber = @p1',
      soon(),
    );
    expect(facts.columns).toEqual(['erpId', 'Opened']);
  });
});
