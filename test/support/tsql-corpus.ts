/** T-SQL statements of ERPs. */

/** Statements in the style of SQL Server's own tools. */
export const schema = `
SET ANSI_NULLS ON
GO
CREATE TABLE [dbo].[SLCustomerAccount](
  [SLCustomerAccountID] [bigint] IDENTITY(1,1) NOT NULL,
  [CustomerAccountNumber] [nvarchar](8) NOT NULL,
  [CustomerAccountName] [nvarchar](60) NOT NULL,
  [CreditLimit] [money] NULL,
  [AccountIsOnHold] [bit] NOT NULL CONSTRAINT [DF_hold] DEFAULT ((0)),
  [DateTimeUpdated] [datetime] NOT NULL DEFAULT (getdate()),
  [Opened] [date] NULL,
  [RowGuid] [uniqueidentifier] NOT NULL DEFAULT (newid()),
  [Rate] [decimal](18, 5) NULL,
  [Notes] [nvarchar](max) NULL,
  [Version] [timestamp] NOT NULL,
  CONSTRAINT [PK_SLCustomerAccount] PRIMARY KEY CLUSTERED ([SLCustomerAccountID] ASC) WITH (PAD_INDEX = OFF) ON [PRIMARY]
) ON [PRIMARY]
GO
CREATE NONCLUSTERED INDEX [IX_number] ON [dbo].[SLCustomerAccount] ([CustomerAccountNumber] ASC) INCLUDE ([CustomerAccountName])
GO
CREATE TABLE dbo.SLPosted (PostedID int NOT NULL PRIMARY KEY, SLCustomerAccountID bigint NOT NULL, Ref varchar(20), Value money NOT NULL, Due datetime2(3))
ALTER TABLE [dbo].[SLPosted] WITH CHECK ADD CONSTRAINT [FK_x] FOREIGN KEY([SLCustomerAccountID]) REFERENCES [dbo].[SLCustomerAccount] ([SLCustomerAccountID])
ALTER TABLE [dbo].[SLPosted] CHECK CONSTRAINT [FK_x]
GO
CREATE SEQUENCE dbo.Numbers START WITH 500
GO
CREATE PROCEDURE dbo.DoIt @a int AS BEGIN SET NOCOUNT ON; SELECT @a; END
GO
SET IDENTITY_INSERT [dbo].[SLCustomerAccount] ON
INSERT INTO [dbo].[SLCustomerAccount] ([SLCustomerAccountID], [CustomerAccountNumber], [CustomerAccountName], CreditLimit, AccountIsOnHold, DateTimeUpdated, Opened, Rate)
VALUES (1, N'ABB001', N'Abbey Retail', 5000.0000, 0, '20250131 23:59:58', '20240229', 1.50000),
       (2, N'O''B001', N'O''Brien''s 50% [Ltd]', NULL, 1, '20250201 00:00:01', NULL, NULL)
INSERT INTO SLPosted (PostedID, SLCustomerAccountID, Ref, Value, Due) VALUES (10, 1, 'INV-1', 10.10, '2025-03-01T10:20:30.123')
INSERT INTO SLPosted (PostedID, SLCustomerAccountID, Ref, Value, Due) VALUES (11, 1, NULL, 20.20, NULL)
`;

/** Each statement with its rows. The expected values come from Microsoft's documentation of the functions. */
export const reads: readonly [
  sql: string,
  rows: readonly Readonly<Record<string, unknown>>[],
  values?: readonly (string | number)[],
][] = [
  [
    'SELECT TOP 1 [CustomerAccountNumber] AS erpId FROM dbo.SLCustomerAccount ORDER BY [CustomerAccountNumber] DESC',
    [{ erpId: "O'B001" }],
  ],
  [
    'SELECT a.customeraccountnumber AS [erpLocationId.customer] FROM SLCUSTOMERACCOUNT a WITH (NOLOCK) WHERE a.SLCustomerAccountID = 1',
    [{ 'erpLocationId.customer': 'ABB001' }],
  ],
  [
    "SELECT CustomerAccountNumber AS id FROM SLCustomerAccount WHERE CustomerAccountNumber = 'abb001'",
    [{ id: 'ABB001' }],
  ],
  [
    "SELECT ISNULL(Ref, '') + '/' + c.CustomerAccountNumber AS ref FROM SLPosted p JOIN SLCustomerAccount c ON c.SLCustomerAccountID = p.SLCustomerAccountID ORDER BY PostedID",
    [{ ref: 'INV-1/ABB001' }, { ref: '/ABB001' }],
  ],
  [
    'SELECT CONVERT(varchar(10), Due, 120) AS a, CONVERT(varchar(8), Due, 112) AS b, CONVERT(varchar(10), Due, 103) AS c FROM SLPosted WHERE PostedID = 10',
    [{ a: '2025-03-01', b: '20250301', c: '01/03/2025' }],
  ],
  [
    'SELECT CONVERT(date, Due) AS d, CAST(Due AS date) AS e FROM SLPosted WHERE PostedID = 10',
    [{ d: '2025-03-01', e: '2025-03-01' }],
  ],
  [
    "SELECT DATEDIFF(day, '2025-01-31 23:59:58', DateTimeUpdated) AS n FROM SLCustomerAccount ORDER BY 1",
    [{ n: 0 }, { n: 1 }],
  ],
  [
    'SELECT DATEDIFF(month, a.DateTimeUpdated, b.DateTimeUpdated) AS m, DATEDIFF(year, a.DateTimeUpdated, b.DateTimeUpdated) AS y FROM SLCustomerAccount a, SLCustomerAccount b WHERE a.SLCustomerAccountID = 1 AND b.SLCustomerAccountID = 2',
    [{ m: 1, y: 0 }],
  ],
  [
    "SELECT DATEADD(month, 1, CAST('2025-01-31' AS date)) AS d, DATEADD(dd, -1, Opened) AS e FROM SLCustomerAccount WHERE SLCustomerAccountID = 1",
    [{ d: '2025-02-28', e: '2024-02-28' }],
  ],
  [
    'SELECT YEAR(Opened) AS y, MONTH(Opened) AS m, DAY(Opened) AS d, DATEPART(quarter, Opened) AS q, EOMONTH(Opened) AS e FROM SLCustomerAccount WHERE SLCustomerAccountID = 1',
    [{ y: 2024, m: 2, d: 29, q: 1, e: '2024-02-29' }],
  ],
  [
    "SELECT IIF(AccountIsOnHold = 1, N'hold', N'open') AS s FROM SLCustomerAccount ORDER BY SLCustomerAccountID",
    [{ s: 'open' }, { s: 'hold' }],
  ],
  [
    "SELECT LEN('abc  ') AS l, CHARINDEX('C', 'abc') AS c, STUFF('abcdef', 2, 3, 'X') AS s, REPLICATE('0', 3) AS r, RIGHT('00000' + '42', 5) AS p",
    [{ l: 3, c: 3, s: 'aXef', r: '000', p: '00042' }],
  ],
  [
    'SELECT c.CustomerAccountNumber AS id, x.Value AS v FROM SLCustomerAccount c OUTER APPLY (SELECT TOP (1) p.Value FROM SLPosted p WHERE p.SLCustomerAccountID = c.SLCustomerAccountID ORDER BY p.Value DESC) x ORDER BY 1',
    [
      { id: 'ABB001', v: 20.2 },
      { id: "O'B001", v: null },
    ],
  ],
  [
    'SELECT c.CustomerAccountNumber AS id FROM SLCustomerAccount c CROSS APPLY (SELECT 1 AS one FROM SLPosted p WHERE p.SLCustomerAccountID = c.SLCustomerAccountID AND p.Ref IS NOT NULL) x',
    [{ id: 'ABB001' }],
  ],
  [
    "SELECT STRING_AGG(CAST(PostedID AS varchar(10)), ', ') WITHIN GROUP (ORDER BY PostedID DESC) AS ids FROM SLPosted",
    [{ ids: '11, 10' }],
  ],
  [
    'WITH t (id, total) AS (SELECT SLCustomerAccountID, SUM(Value) FROM SLPosted GROUP BY SLCustomerAccountID) SELECT total FROM t OPTION (RECOMPILE)',
    [{ total: 30.3 }],
  ],
  [
    'SELECT SUM(Value) OVER (ORDER BY PostedID ROWS UNBOUNDED PRECEDING) AS running FROM SLPosted ORDER BY PostedID',
    [{ running: 10.1 }, { running: 30.3 }],
  ],
  [
    "SELECT CustomerAccountName AS n FROM SLCustomerAccount WHERE CustomerAccountName LIKE '%50[%] [[]L%'",
    [{ n: "O'Brien's 50% [Ltd]" }],
  ],
  [
    'SELECT CustomerAccountNumber AS n FROM SLCustomerAccount WHERE CustomerAccountNumber LIKE @p1',
    [{ n: 'ABB001' }],
    ['abb%'],
  ],
  [
    'SELECT CustomerAccountNumber AS n FROM SLCustomerAccount WHERE (@p1 IS NULL OR SLCustomerAccountID = @p2) ORDER BY 1 OFFSET @p3 ROWS FETCH NEXT @p4 ROWS ONLY',
    [{ n: 'ABB001' }],
    ['x', 1, 0, 5],
  ],
  [
    'SELECT CAST(Value AS decimal(10,1)) AS d, ROUND(Value, 0) AS r, CAST(Rate AS float) AS f FROM SLPosted p JOIN SLCustomerAccount c ON c.SLCustomerAccountID = p.SLCustomerAccountID WHERE PostedID = 10',
    [{ d: 10.1, r: 10, f: 1.5 }],
  ],
  [
    "SELECT TRY_CONVERT(int, 'x') AS a, TRY_CAST('7' AS int) AS b, COALESCE(NULL, 3) AS c, NULLIF(1, 1) AS d",
    [{ a: null, b: 7, c: 3, d: null }],
  ],
  ["SELECT Ref AS r FROM SLPosted WHERE LTRIM(RTRIM(Ref)) = 'inv-1'", [{ r: 'INV-1' }]],
  ['SELECT 7 / 2 AS whole, 7 % 2 AS rest, 7 / 2.0 AS part', [{ whole: 3, rest: 1, part: 3.5 }]],
  [
    "SELECT CASE WHEN EXISTS (SELECT 1 FROM sys.columns WHERE object_id = OBJECT_ID(N'dbo.SLPosted') AND name = N'REF') THEN 1 ELSE 0 END AS has",
    [{ has: 1 }],
  ],
  [
    "SELECT v.Kind AS k FROM SLPosted p CROSS APPLY (VALUES ('a'), ('b')) v(Kind) WHERE p.PostedID = 10 ORDER BY 1",
    [{ k: 'a' }, { k: 'b' }],
  ],
  [
    'SELECT DISTINCT TOP (5) c.SLCustomerAccountID AS [Customer Id] FROM SLPosted p INNER JOIN [dbo].[SLCustomerAccount] AS c ON p.SLCustomerAccountID = c.SLCustomerAccountID',
    [{ 'Customer Id': 1 }],
  ],
];
