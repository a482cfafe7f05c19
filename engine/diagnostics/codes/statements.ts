/** SQL4xx: SQL statements, facts about the database and stored procedures. */
import type { CodeEntry } from './code-entry.ts';

export const statementCodes = {
  SQL401: {
    title: 'unclosed quote or comment',
    explanation:
      'A string, a quoted name or a comment is never closed, so it includes everything that follows. Close it. A quote inside a string is doubled.',
    wrong: "WHERE Name = 'O'Neill'",
    right: "WHERE Name = 'O''Neill'",
  },
  SQL402: {
    title: 'unclosed block',
    explanation:
      'An optional block starts with [[ and ends with ]], each with white space on the inner side. One of the two is missing.',
    wrong: '[[ AND o.Customer = :customerErpId ]',
    right: '[[ AND o.Customer = :customerErpId ]]',
  },
  SQL403: {
    title: 'nested blocks',
    explanation:
      'Optional blocks cannot be nested, because the result would be ambiguous if only one of the fields is given. Write two blocks one after the other.',
    wrong: '[[ AND a = :a [[ AND b = :b ]] ]]',
    right: '[[ AND a = :a ]] [[ AND b = :b ]]',
  },
  SQL404: {
    title: 'several statements',
    explanation:
      'A key holds one statement. Not every database would run a second one after a semicolon. Use a separate step for each.',
    wrong: 'exec: UPDATE a SET x = 1; UPDATE b SET y = 1',
    right: '- first: { exec: UPDATE a SET x = 1 }\n- second: { exec: UPDATE b SET y = 1 }',
  },
  SQL405: {
    title: 'statement rejected by the database',
    explanation:
      'The grammar of the database, or the database itself when it described the statement, rejects it. The statement was not run. The message is the one of the database; the mark shows the reported position, if there is one. If the message says that a value is missing, the statement is invalid without the optional block around that value.',
    wrong: 'query: SELCT Code AS erpId FROM Customer',
    right: 'query: SELECT Code AS erpId FROM Customer',
  },
  SQL406: {
    title: 'unknown table, column or function',
    explanation:
      'The statement refers to something that the database does not have or that the login may not see. Correct the name or its schema, or grant the login access.',
    wrong: 'query: SELECT Cod AS erpId FROM Customer',
    right: 'query: SELECT Code AS erpId FROM Customer',
    oneCause: true,
  },
  SQL407: {
    title: 'read that writes',
    explanation:
      'A statement that changes data or locks rows is used as a read. Reads may be repeated at any time. Put changes under `write`, as `exec`. Only the reads of `prepare` may lock rows, if they use the database of the write.',
    wrong: 'query: DELETE FROM Customer RETURNING Code AS erpId',
    right: 'query: SELECT Code AS erpId FROM Customer',
    oneCause: true,
  },
  SQL408: {
    title: 'statement without a result',
    explanation:
      'Rows are expected here, but the statement returns no columns. PostgreSQL, for example, accepts a SELECT without columns. Name the columns.',
    wrong: 'query: SELECT FROM Customer',
    right: 'query: SELECT Code AS erpId FROM Customer',
  },
  SQL409: {
    title: 'empty statement',
    explanation: 'The text holds only white space and comments. Write the statement, or remove the key.',
    wrong: 'query: -- to do',
    right: 'query: SELECT Code AS erpId FROM Customer',
  },
  SQL410: {
    title: 'template in a statement',
    explanation:
      'SQL refers to values by name and is never assembled from texts, so that data can never become SQL. Use :settings.x for the value of a setting, and a part for a table name.',
    wrong: "WHERE Company = '${company}'",
    right: 'WHERE Company = :settings.company',
    oneCause: true,
  },
  SQL411: {
    title: 'positional placeholder',
    explanation:
      'Placeholders such as ? and $1 bind values by position, which the engine does itself. Refer to the value by name.',
    wrong: 'WHERE Code = ?',
    right: 'WHERE Code = :customerErpId',
  },
  SQL412: {
    title: 'syntax of another database',
    explanation:
      'The statement uses the syntax or a function of another database: this one rejects it or gives it another meaning. As a warning, it means that this database may have its own function of that name, or supports the syntax in newer versions. The database itself decides when the service starts.',
    wrong: 'query: SELECT TOP 1 Code AS erpId FROM Customer   # on PostgreSQL',
    right: 'query: SELECT Code AS erpId FROM Customer LIMIT 1',
    oneCause: true,
  },
  SQL413: {
    title: 'statement cannot be parsed',
    explanation:
      'For SQL Server and MySQL the engine does not use the grammar of the database itself but a substitute that does not cover every statement, so this is a warning. It is often a typo. The database itself decides when the service starts.',
    wrong: 'query: SELECT Code erpId Name FROM Customer',
    right: 'query: SELECT Code AS erpId, Name AS erpName FROM Customer',
  },
  SQL414: {
    title: 'database does not match the profile',
    explanation:
      'A fact with an `else` is false for this database: it belongs to another version or edition of the ERP, to another product, or is another database on the same server. The message comes from the profile.',
    wrong: 'facts: { v9: { table: Ledger9, else: This is not Acme 9. } }   # there is no table Ledger9',
    right: 'connection: { database: ACME9 }',
  },
  SQL415: {
    title: 'no variant fits this ERP',
    explanation:
      'Every variant of a part, or every read or step of a list, has a `when`, and none of them holds for this database. Add a last variant without `when`, or a fact with an `else` that states what the profile supports.',
    wrong: 'first: [{ when: v8, query: SELECT ... }, { when: v9, query: SELECT ... }]   # the ERP is version 7',
    right: 'facts: { v8: { table: Ledger8 }, v9: { table: Ledger9, else: This is not Acme 9. } }',
  },
  SQL416: {
    title: 'decimal bound as another type',
    explanation:
      'The database infers the type of a value from its context. Next to a whole number, PostgreSQL and SQL Server infer an integer, reject 12.5, and the request fails with 502. MySQL calculates with binary fractions. Cast the value to its type. If it goes into a column of whole numbers, `digits` rejects the request with the name of the field before any statement runs. Without a database this is found only if the number is next to the value.',
    wrong: 'exec: INSERT INTO payment (cents) VALUES (:amount * 100)   # on PostgreSQL',
    right: 'exec: INSERT INTO payment (cents) VALUES (:amount::numeric * 100)',
  },
  SQL417: {
    title: 'alternative without a block',
    explanation:
      '`[[else ]]` is used if the optional block immediately before it is left out. White space and comments may be between the two, in the same text. Write the optional block first; each has one alternative.',
    wrong: 'WHERE i.open = 1 [[else AND i.kind IS NULL ]]',
    right: 'WHERE i.open = 1 [[ AND i.kind = :kind ]] [[else AND i.kind IS NULL ]]',
  },
  SQL418: {
    title: 'limit in the query of a list',
    explanation:
      'The engine puts conditions, order and limits around the query of a list. A LIMIT, TOP or FETCH at the end of the query itself is applied before them: the other rows are in no page, and no search finds them. An attached query runs once for all parent rows, so that a limit takes the rows of the last ones. A limit of more than one row in a query that is joined like a table, or in WITH, is a warning. A limit in LATERAL, APPLY, IN or a single value is not reported, nor is TOP 100 PERCENT.',
    wrong: '/debtors/list: { page: { key: [erpDebtorId] }, query: SELECT ... FROM Customer LIMIT 100 }',
    right: '/debtors/list: { page: { key: [erpDebtorId] }, query: SELECT ... FROM Customer }',
    atStart: 'warning',
  },
  SQL419: {
    title: 'join without a condition',
    explanation:
      'The join combines every row with every row: its condition is missing, always true, or does not name the joined table. Rows of other documents appear, or rows appear several times. CROSS JOIN says that every combination is wanted, and is not reported.',
    wrong: 'FROM invoice i JOIN customer c ON 1 = 1',
    right: 'FROM invoice i JOIN customer c ON c.id = i.customer_id',
    atStart: 'nothing',
  },
  SQL420: {
    title: 'database without stored procedures',
    explanation:
      'SQLite has no stored procedures, so `call` is not possible. Write the statements themselves, each as its own step.',
    wrong: '- order: { call: { procedure: insert_order } }   # on SQLite',
    right: '- order: { exec: INSERT INTO orders (ref) VALUES (:key) RETURNING id }',
    oneCause: true,
  },
  SQL421: {
    title: 'procedure cannot be called',
    explanation:
      'The database has no procedure with this name, or hides it from the login, or does not allow the login to execute it, or has several overloads that accept these parameters. Correct the name and its schema, grant EXECUTE, or name more parameters.',
    wrong: 'call: { procedure: taSopHdrIvcInsrt }',
    right: 'call: { procedure: dbo.taSopHdrIvcInsert }',
    oneCause: true,
  },
  SQL422: {
    title: 'procedure parameters do not match',
    explanation:
      'The names under `with`, `out` and `returns` do not match the declaration of the procedure: an unknown name, an output that is not an output parameter, or a parameter without a default that gets no value. A warning reports outputs that are not read: many procedures report failures only there.',
    wrong: 'call: { procedure: dbo.insertOrder, with: { refrence: :key } }',
    right: 'call: { procedure: dbo.insertOrder, with: { reference: :key }, out: { error: error } }',
  },
  SQL423: {
    title: 'value in quotes',
    explanation:
      'A `:name` in quotes is a text: the database compares with the characters of the name, and finds nothing. Values are written without quotes, whatever their type.',
    wrong: "WHERE Code = ':customerErpId'",
    right: 'WHERE Code = :customerErpId',
    atStart: 'warning',
    oneCause: true,
  },
  SQL424: {
    title: 'login without the right to run a statement',
    explanation:
      'The statement is correct, but the login of the service may not run it: a privilege on a table, a column, a function or a sequence is missing. Every request that needs it would fail with 502, while /health is fine. `engine check --connect` tests the privileges of all statements without running them.',
    wrong: 'GRANT SELECT ON customer TO middleware   -- but the profile also reads invoice',
    right: 'GRANT SELECT ON customer, invoice TO middleware',
    oneCause: true,
  },
  SQL425: {
    title: 'typographic quote',
    explanation:
      'The statement contains a quote as word processors and chats write it. Databases know only the straight quotes: single ones around texts, double ones around names. The error that a database reports is about a later place.',
    wrong: 'SELECT ‘EUR’ AS currency',
    right: "SELECT 'EUR' AS currency",
    oneCause: true,
  },
  SQL426: {
    title: 'no index for a read',
    explanation:
      'For a search, for the pages of a list, for `since`, or for a condition with a value of the request, the database reads all rows of a table with at least 10,000 rows, and the table has no index that serves it. The plan of the statement, the indexes and the number of rows are those that the database reports; the statement is not run. On SQL Server the engine asks for no plan: the indexes alone decide. The hint shows an index that would serve the read. Creating it is a decision of those who run the ERP: an index takes space, costs a little at every change, and its creation may lock the table. This is advice, found only by `engine check --connect`: it fails no check, not even with `--strict`.',
    wrong: 'query: SELECT c.no AS erpId FROM Customer c WHERE c.vat = :vatId   # 120,000 customers, no index on vat',
    right: 'CREATE INDEX ON Customer (vat)',
  },
  SQL427: {
    title: 'indexes of a search cannot be read',
    explanation:
      'The engine writes a search so that an index of the searched columns serves it. It reads the indexes from the database, and tests their functions with a text. One of these requests has failed. The search works, but in the usual form, lower(column) LIKE, which may read the whole table. Correct what the message names: a function of an index, or a right to read the system catalogue.',
    wrong: 'CREATE INDEX ON Customer USING gin (plain(Name) gin_trgm_ops)   -- plain() fails for long texts',
    right: 'CREATE OR REPLACE FUNCTION plain(text) ...   -- accepts every text',
  },
  SQL428: {
    title: 'statement that reaches out of the database',
    explanation:
      'The statement reads or writes files, runs a program, connects to another server or loads code: COPY, pg_read_file, lo_export and dblink of PostgreSQL; LOAD_FILE, INTO OUTFILE and LOAD DATA of MySQL; xp_cmdshell, OPENROWSET and BULK INSERT of SQL Server; load_extension and ATTACH of SQLite. A rollback does not undo it, so that `--rehearse` would not be harmless, and a profile from an untrusted author could read files of the server. A procedure of the ERP may do these things; its own login should not have the right to them.',
    wrong: "query: SELECT pg_read_file('/etc/passwd') AS name",
    right: 'query: SELECT name FROM customer',
    oneCause: true,
  },
  SQL429: {
    title: 'amount computed in binary floating point',
    explanation:
      'The ERP stores amounts as FLOAT or DOUBLE, and the statement calculates with them. A stored amount is answered with 15 significant digits, so that 0.1 + 0.2 is 0.3. That does not help for the difference of two amounts: a paid invoice can have an open amount of 0.00000000000000006. Cast the result to a decimal with the digits that the ERP uses; ROUND of a DOUBLE is a DOUBLE again. PostgreSQL, MySQL, MariaDB and SQL Server name the type of a computed column with --connect; SQLite does not.',
    wrong: 'query: SELECT i.no AS erpInvoiceId, i.gross - i.paid AS amountOpen   # gross and paid are DOUBLE',
    right: 'query: SELECT i.no AS erpInvoiceId, CAST(i.gross - i.paid AS DECIMAL(19, 4)) AS amountOpen',
  },
  SQL430: {
    title: 'written number without declared digits',
    explanation:
      'The contract does not allow a number of a request to be rounded. PostgreSQL, MySQL, MariaDB and SQL Server round a number without an error when a column with fewer decimals stores it: an amount of 0.00001 becomes a payment of 0. Declare the digits of the column under `digits`; the engine then refuses a number with more, and names its field. For a column of type DOUBLE or FLOAT declare the digits that the ERP works with, at most 15. The catalogue of the database tells the types, so that only --connect finds it.',
    wrong: 'exec: INSERT INTO payment (amount) VALUES (:amount)   # amount is DECIMAL(12, 2), and nothing is declared',
    right: 'digits: { amount: [12, 2] }',
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;
