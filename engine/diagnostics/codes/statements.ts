/** SQL4xx: statements. */
import type { CodeEntry } from './code-entry.ts';

export const statementCodes = {
  SQL401: {
    title: 'quote or comment is not closed',
    explanation:
      'A string, a quoted name or a comment begins and never ends, so that all that follows belongs to it. Close it; a quote inside a string is doubled.',
    wrong: "WHERE Name = 'O'Neill'",
    right: "WHERE Name = 'O''Neill'",
  },
  SQL402: {
    title: 'block is not closed',
    explanation:
      'An optional block begins with [[ and ends with ]], both with white space on their inner side. One of the two is missing.',
    wrong: '[[ AND o.Customer = :customerErpId ]',
    right: '[[ AND o.Customer = :customerErpId ]]',
  },
  SQL403: {
    title: 'block inside a block',
    explanation:
      'Optional blocks cannot be nested: it would not be clear what stands when only one of the fields was given. Write two blocks one after the other.',
    wrong: '[[ AND a = :a [[ AND b = :b ]] ]]',
    right: '[[ AND a = :a ]] [[ AND b = :b ]]',
  },
  SQL404: {
    title: 'several statements',
    explanation:
      'One key holds one statement; a second one after a semicolon would not be run by every database. Give each its own step.',
    wrong: 'exec: UPDATE a SET x = 1; UPDATE b SET y = 1',
    right: '- first: { exec: UPDATE a SET x = 1 }\n- second: { exec: UPDATE b SET y = 1 }',
  },
  SQL405: {
    title: 'database refuses the statement',
    explanation:
      'The grammar of the database, or the database itself when it was asked, refuses the statement, which was not run. The message is its own; the mark shows where it points, if it does. Where it says that a value is not given, the statement is wrong without the optional block around that value.',
    wrong: 'query: SELCT Code AS erpId FROM Customer',
    right: 'query: SELECT Code AS erpId FROM Customer',
  },
  SQL406: {
    title: 'unknown table, column or function',
    explanation:
      'The statement names something that the database does not have, or that the login may not see. Correct the name, the schema before it, or the rights of the login.',
    wrong: 'query: SELECT Cod AS erpId FROM Customer',
    right: 'query: SELECT Code AS erpId FROM Customer',
  },
  SQL407: {
    title: 'read that writes',
    explanation:
      'A statement that changes data stands where data is only read. Reads may be repeated at any time. Changes belong under `write`, as `exec`.',
    wrong: 'query: DELETE FROM Customer RETURNING Code AS erpId',
    right: 'query: SELECT Code AS erpId FROM Customer',
  },
  SQL408: {
    title: 'statement without a result',
    explanation:
      'Rows are wanted here, and the statement returns no columns. PostgreSQL, for one, takes a SELECT without any. Name the columns.',
    wrong: 'query: SELECT FROM Customer',
    right: 'query: SELECT Code AS erpId FROM Customer',
  },
  SQL409: {
    title: 'statement is empty',
    explanation: 'There is nothing here but white space and comments. Write the statement, or remove the key.',
    wrong: 'query: -- to do',
    right: 'query: SELECT Code AS erpId FROM Customer',
  },
  SQL410: {
    title: 'template in a statement',
    explanation:
      'SQL holds values by name and is never put together from texts, so that no data can become SQL. Write :settings.x for the value of a setting, and a part for a name of a table.',
    wrong: "WHERE Company = '${company}'",
    right: 'WHERE Company = :settings.company',
  },
  SQL411: {
    title: 'placeholder of the database',
    explanation:
      'Placeholders such as ? and $1 count values by position, which the engine does by itself. Write the value by its name.',
    wrong: 'WHERE Code = ?',
    right: 'WHERE Code = :customerErpId',
  },
  SQL412: {
    title: 'written for another database',
    explanation:
      'Something in this statement belongs to another database: this one refuses it, or takes it for something else. Where it is a warning, this database may have a function of that name of its own, or takes it in newer versions; it has the last word when the service starts.',
    wrong: 'query: SELECT TOP 1 Code AS erpId FROM Customer   # on PostgreSQL',
    right: 'query: SELECT Code AS erpId FROM Customer LIMIT 1',
  },
  SQL413: {
    title: 'statement could not be read',
    explanation:
      'For SQL Server and MySQL the engine has no grammar of the database itself. The one that it uses instead does not know every statement, so this is a warning: it is often a slip of the pen. When the service starts, the database is asked and has the last word.',
    wrong: 'query: SELECT Code erpId Name FROM Customer',
    right: 'query: SELECT Code AS erpId, Name AS erpName FROM Customer',
  },
  SQL414: {
    title: 'not the ERP that the profile is for',
    explanation:
      "A fact that has an `else` is not true of the database: it is another version or edition of the ERP, another product, or another database on the same server. The message is the profile's own.",
    wrong: 'facts: { v9: { table: Ledger9, else: This is not Acme 9. } }   # and there is no table Ledger9',
    right: 'connection: { database: ACME9 }',
  },
  SQL415: {
    title: 'no variant fits this ERP',
    explanation:
      'Every variant of a part, or every read or step of a list, has a `when`, and none of them holds for this database. Add one without `when` as the last, or a fact with an `else` that says what the profile is for.',
    wrong: 'first: [{ when: v8, query: SELECT ... }, { when: v9, query: SELECT ... }]   # and it is version 7',
    right: 'facts: { v8: { table: Ledger8 }, v9: { table: Ledger9, else: This is not Acme 9. } }',
  },
  SQL416: {
    title: 'decimal that is taken for something else',
    explanation:
      'A value takes its type from what stands around it. Beside a whole number it is one for PostgreSQL and SQL Server: they refuse 12.5 then, and the request fails with 502. MySQL reckons with binary fractions. Say the type of the value. Where it goes into a column that holds whole numbers, `digits` has it refused with its field before anything is asked. Without the database this is found only where the number stands beside the value.',
    wrong: 'exec: INSERT INTO payment (cents) VALUES (:amount * 100)   # on PostgreSQL',
    right: 'exec: INSERT INTO payment (cents) VALUES (:amount::numeric * 100)',
  },
  SQL420: {
    title: 'database without stored procedures',
    explanation:
      'SQLite keeps no procedures, so there is nothing that `call` could call. Write the statements themselves, each as a step of its own.',
    wrong: '- order: { call: { procedure: insert_order } }   # on SQLite',
    right: '- order: { exec: INSERT INTO orders (ref) VALUES (:key) RETURNING id }',
  },
  SQL421: {
    title: 'procedure that cannot be called',
    explanation:
      'The database has no procedure of this name, or shows it to the login of this service as little as if there were none, or does not let it call it, or has several that take these parameters. Correct the name and its schema, grant EXECUTE, or name more parameters.',
    wrong: 'call: { procedure: taSopHdrIvcInsrt }',
    right: 'call: { procedure: dbo.taSopHdrIvcInsert }',
  },
  SQL422: {
    title: 'parameters of a procedure',
    explanation:
      'What is given or wanted under `with`, `out` and `returns` does not go with what the procedure declares: a name that it does not have, an output that is none, a parameter without a default that is given no value. A warning tells of outputs that nothing looks at: many procedures report their failures there, and in no other way.',
    wrong: 'call: { procedure: dbo.insertOrder, with: { refrence: :key } }',
    right: 'call: { procedure: dbo.insertOrder, with: { reference: :key }, out: { error: error } }',
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;
