/**
 * Advice about indexes from the catalogue of SQL Server. There is no SQL Server for these tests: the catalogue is that of the stand-in, and the plan of a read is
 * not asked for.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IndexNeed } from '../../../../engine/sources/sql/index-rules.ts';
import { describeOrigins } from '../../../../engine/sources/sql/mssql/describe.ts';
import { checkDatabases } from '../../../../engine/tools/check/check-databases.ts';
import { contract } from '../../../../src/contract/index.ts';
import type { FixtureDatabase } from '../../../../src/workbench/testing/databases/fixture-database.ts';
import { standInTestServer } from '../../../../src/workbench/testing/databases/stand-in.ts';
import type { TestDatabaseServer } from '../../../../src/workbench/testing/databases/test-database-server.ts';
import { completed } from '../../../support/check-profile.ts';
import { kinds } from '../../../support/kinds.ts';
import { providedUrl } from '../../../support/provided.ts';

// In the stand-in every text is one without a limit, which no key of an index can contain.
const schema = `
CREATE TABLE Digit (N int NOT NULL);
INSERT INTO Digit VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9);
CREATE TABLE Item (Id int NOT NULL PRIMARY KEY, Code nvarchar(max) NOT NULL, Title nvarchar(80) NOT NULL, Note nvarchar(500) NULL);
CREATE TABLE Invoice (Id int NOT NULL PRIMARY KEY, No nvarchar(20) NOT NULL, Debtor int NOT NULL, [Day] date NOT NULL, Changed datetime2 NOT NULL, Total decimal(12, 2) NOT NULL);
`;
const number = '10000 * e.N + 1000 * d.N + 100 * c.N + 10 * b.N + a.N';
const numbers = 'FROM Digit a, Digit b, Digit c, Digit d, Digit e WHERE e.N < 2';
const fill = [
  `INSERT INTO Item (Id, Code, Title, Note) SELECT ${number}, 'ART-7', 'Bolt', 'x' ${numbers}`,
  `INSERT INTO Invoice (Id, No, Debtor, [Day], Changed, Total) SELECT ${number}, 'INV-1', 4711, '2026-01-31', '2026-01-31T10:00:00', 119.05 ${numbers}`,
  // The stand-in counts the rows of a table when an index is created.
  'CREATE INDEX item_title ON Item (Title)',
  'CREATE INDEX invoice_total ON Invoice (Total)',
];

const profile = completed(`profile: advice
contract: "1"
sources:
  erp: { sql: mssql, connection: { server: erp.example.com } }
endpoints:
  /catalog/products/search:
    search: { text: query, in: [erpDesc] }
    query: SELECT i.Code AS erpSku, i.Note AS erpDesc, i.Id AS erpProductId FROM Item i
  /catalog/products/by-sku:
    search: { text: sku, in: [erpSku], match: prefix }
    query: SELECT i.Code AS erpSku, i.Title AS erpDesc, i.Id AS erpProductId FROM Item i
  /credit/customer:
    query: SELECT 0 AS creditLimit, 0 AS creditUsed, 'EUR' AS currency FROM Invoice v WHERE v.Debtor = :customerErpId
  /invoices/list:
    page: { key: [erpInvoiceId] }
    since: { by: _changed }
    query: |
      SELECT i.Id AS erpInvoiceId, i.No AS invoiceNumber, i.Debtor AS erpDebtorId, i.No AS debtorName, i.[Day] AS issueDate,
             'EUR' AS currency, i.Total AS amountTotal, i.Total AS amountOutstanding, 'AUTHORISED' AS status, i.Changed AS _changed
      FROM Invoice i
`);

describe('advice on SQL Server', () => {
  let server: TestDatabaseServer;
  let database: FixtureDatabase;
  beforeAll(async () => {
    server = await standInTestServer(providedUrl('postgresUrl'), async () => undefined);
    const file = { path: '/x/schema.sql', name: 'fixture/schema.sql', text: schema };
    database = await server.make([{ scripts: [file], rows: [] }], 'UTC');
    for (const sql of fill) await database.run(sql);
  });
  afterAll(async () => {
    await database?.drop();
    await server?.close();
  });

  async function advice(): Promise<readonly (readonly [message: string, index: string | undefined])[]> {
    const connectors = new Map(database.connect === undefined ? [] : [['erp', database.connect]]);
    const findings = await checkDatabases({
      ...{ text: profile, file: 'profile.yaml', folder: import.meta.dirname, contract, environment: {}, now: Date.now },
      testOverrides: {
        connections: new Map(),
        connectors,
        documentTime: Date.now,
        tables: 'leave',
        observe: () => undefined,
        clock: Date.now,
      },
    });
    return findings
      .filter(({ code }) => code === 'SQL426')
      .map(({ message, hint }) => [message.replace(/ \(about.*/, ''), /CREATE INDEX .*/.exec(hint)?.[0]]);
  }

  it('names the indexes of the catalogue that are missing, and ends with them', async () => {
    const findings = await advice();
    expect(findings).toEqual([
      ['The condition on debtor may read all rows of Invoice', 'CREATE INDEX [Invoice_debtor] ON [Invoice] (debtor)'],
      ['`since` by _changed may read all rows of invoice', 'CREATE INDEX invoice_changed ON invoice (changed)'],
    ]);
    for (const [, sql] of findings) await database.run(sql ?? '');
    expect(await advice()).toEqual([]);
  });
});

describe('the rules of SQL Server', () => {
  const { indexes } = kinds.mssql;
  const need = (columns: readonly string[], use: IndexNeed['use']): IndexNeed => ({
    table: { schema: 'dbo', table: 'Sales Order' },
    columns,
    use,
  });

  it.each([
    [['equal', 'range', 'order', 'prefix', 'exact'], ['Code']],
    [['equal'], ['Other', 'Code']],
  ] as const)('an index that begins with the column serves %s', (uses, columns) => {
    const all = ['equal', 'range', 'order', 'words', 'prefix', 'exact'] as const;
    expect(all.filter((use) => indexes?.serves({ column: 'CODE' }, need(columns, use)))).toEqual(uses);
  });

  // 900 bytes is the limit of a key before SQL Server 2016: 450 characters of nvarchar.
  it.each([
    ['nvarchar(450)', true],
    ['nvarchar(451)', false],
    ['varchar(900)', true],
    ['varchar(max)', false],
    ['ntext', false],
    ['decimal(28,10)', true],
  ])('a column of type %s can be in a key: %s', (type, isPossible) => {
    const made = indexes?.create(need(['No]'], 'equal'), new Map([['no]', type]]));
    expect(made?.sql).toBe(isPossible ? 'CREATE INDEX [Sales Order_No]]] ON dbo.[Sales Order] ([No]]])' : undefined);
  });

  it('no index serves a search inside of a text', () => {
    expect(indexes?.create(need(['Code'], 'words'), new Map([['code', 'nvarchar(30)']]))).toBeUndefined();
  });
});

it('reads from which columns of tables a result comes, without the hidden columns of keys', async () => {
  const row = (name: string, from: readonly (string | null)[], is_hidden = false) => {
    const [source_schema = null, source_table = null, source_column = null] = from;
    return { name, is_hidden, source_schema, source_table, source_column };
  };
  const asked: unknown[] = [];
  const origins = await describeOrigins('select i.Code as erpSku, 1 as one from Item i', async (question, values) => {
    asked.push(question, values);
    return [row('erpSku', ['dbo', 'Item', 'Code']), row('one', []), row('Id', ['dbo', 'Item', 'Id'], true)];
  });
  expect(origins).toEqual([{ schema: 'dbo', table: 'Item', column: 'Code' }, undefined]);
  expect(asked).toEqual([
    'exec sys.sp_describe_first_result_set @tsql = @p1, @params = @p2, @browse_information_mode = 1',
    ['select i.Code as erpSku, 1 as one from Item i', null],
  ]);
});
