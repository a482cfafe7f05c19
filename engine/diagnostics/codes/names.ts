/** MAP20x to MAP24x: names that a profile declares and uses: settings, parts, sources, values, ids, facts. */
import type { CodeEntry } from './code-entry.ts';

export const nameCodes = {
  MAP201: {
    title: 'unknown setting',
    explanation:
      'The profile uses a setting that it does not declare. Declare it under `settings`, or correct the name.',
    wrong: 'connection: { file: "${databse}" }',
    right: 'settings: { database: { env: ACME_DB } }\nconnection: { file: "${database}" }',
    oneCause: true,
  },
  MAP202: {
    title: 'setting without a value',
    explanation:
      'A setting without a default needs a value from the installation, and its environment variable is unset or empty. Set the variable. Keep secrets in the environment, never in the profile.',
    wrong: 'db_password: { env: ACME_DB_PASSWORD, secret: true }   # the variable is not set',
    right: 'ACME_DB_PASSWORD=... engine --profile acme',
  },
  MAP203: {
    title: 'invalid setting value',
    explanation:
      'The value of the setting does not have the declared type, or does not match the whole pattern. Correct the value where it is set.',
    wrong: 'company: { env: COMPANY, pattern: "[A-Z]{3}" }   # COMPANY=acme gmbh',
    right: 'COMPANY=ACM',
  },
  MAP204: {
    title: 'invalid regular expression',
    explanation:
      'The pattern is not a valid JavaScript regular expression. The usual cause is an unclosed bracket, or a backslash that must be doubled inside double quotes.',
    wrong: 'pattern: "[A-Z"',
    right: 'pattern: "[A-Z]+"',
  },
  MAP205: {
    title: 'unused setting',
    explanation:
      'The setting is declared, but no source, part, statement or expression uses it. An installer would fill it in without effect. Remove it, or use it where it was intended.',
    wrong: 'settings: { branch: { env: ACME_BRANCH } }   # :settings.branch is not used',
    right: 'WHERE o.Branch = :settings.branch',
  },
  MAP206: {
    title: 'setting type does not match its use',
    explanation:
      '`codes` needs a setting of type map. SQL values need a setting that is neither a map nor a secret. Declare the type that matches the use.',
    wrong: 'settings: { currencies: { default: EUR } }\ncodes: { currency: "${currencies}" }',
    right: 'settings: { currencies: { type: map, default: { 1: EUR } } }\ncodes: { currency: "${currencies}" }',
    oneCause: true,
  },
  MAP207: {
    title: 'setting that awaits a consent',
    explanation:
      'The setting names the company of the customer, and the consent of the customer in a browser gives it. No consent has been given yet. Make a link with `engine auth link` and send it to the customer, or set the environment variable of the setting.',
    wrong: 'tenant: { env: XERO_TENANT }   # no consent yet, and the variable is not set',
    right: 'engine auth link',
  },
  MAP211: {
    title: 'unknown part',
    explanation:
      'A name in braces in SQL or in an expression, and `$part` in a request, refer to a part. There is no part with this name. In SQL the part "*" is the default for all names. Declare the part under `parts`.',
    wrong: 'query: SELECT No AS erpId FROM {Customer}',
    right: 'parts: { Customer: { table: "${prefix}Customer" } }',
    oneCause: true,
  },
  MAP212: {
    title: 'circular parts',
    explanation:
      'The part refers back to itself, directly or through other parts, so its text would never end. Write one of them out.',
    wrong: 'parts: { a: "{b}", b: "{a}" }',
    right: 'parts: { a: "{b}", b: SELECT 1 }',
  },
  MAP213: {
    title: 'invalid table part',
    explanation:
      'A table part is a table name that may contain settings. The part "*" must also contain a *, which stands for the name in braces. Correct the pattern.',
    wrong: 'parts: { "*": { table: "${prefix}" } }',
    right: 'parts: { "*": { table: "${prefix}*" } }',
  },
  MAP214: {
    title: 'unused part',
    explanation:
      'The part is declared, but no statement, expression or request uses it. It is obsolete, or its name is misspelt where it is used. Remove it, or use it.',
    wrong: 'parts: { open: o.State < 40 }   # {open} is not used',
    right: 'WHERE {open}',
  },
  MAP215: {
    title: 'part of another kind',
    explanation:
      'A part is SQL, a table, an expression or a part of a request. SQL contains {name} of SQL and tables, an expression {name} of expressions, and a request `$part: name` of request parts. Declare the part as what it is used for, or use another one.',
    wrong: 'parts: { net: "l.Amount - l.Tax" }\nfields: { amount: "{net}" }',
    right: 'parts: { net: { expression: "$subtract(amount, tax)" } }\nfields: { amount: "{net}" }',
    oneCause: true,
  },
  MAP216: {
    title: 'arguments that do not fit a part',
    explanation:
      'A part with parameters is used with one argument for each of them, in their order: {price(:customerErpId, i.id)}. An argument is an SQL expression without optional blocks; it ends at a comma outside of parentheses, or at )}. It cannot name a table by an alias that the query of the part uses for another one. Correct the use, or the list `with` of the part.',
    wrong:
      'parts: { price: { with: [customer, product], sql: "SELECT ... WHERE c = {customer} AND p = {product}" } }\nquery: "{price(:customerErpId)}"',
    right: 'query: "{price(:customerErpId, :productErpId)}"',
  },
  MAP217: {
    title: 'wrong parameter of a part',
    explanation:
      'The SQL of a part uses each of its parameters as {name}, so a parameter needs a name that no other parameter and no part has. Without such a use the argument has no effect, and each use of the part gives the same.',
    wrong: 'parts: { price: { with: [customer], sql: SELECT p.price FROM price p } }',
    right: 'parts: { price: { with: [customer], sql: "SELECT p.price FROM price p WHERE p.customer = {customer}" } }',
  },
  MAP221: {
    title: 'unknown source',
    explanation: '`use` names a source that is not declared under `sources`. Correct the name, or declare the source.',
    wrong: 'use: archive',
    right: 'sources: { archive: { sql: sqlite, connection: { file: archive.db } } }',
    oneCause: true,
  },
  MAP222: {
    title: 'ambiguous source',
    explanation:
      'The profile has several databases, or several HTTP ERPs, and this read does not select one. Add `use`.',
    wrong: 'query: SELECT 1 AS units',
    right: 'use: erp\nquery: SELECT 1 AS units',
    oneCause: true,
  },
  MAP224: {
    title: 'unknown time zone',
    explanation:
      'Time zones are IANA names of a region and a city. Abbreviations are rejected because several zones share the same one.',
    wrong: 'clock: CET/Berlin',
    right: 'clock: Europe/Berlin',
    oneCause: true,
  },
  MAP231: {
    title: 'unknown SQL value',
    explanation:
      'A name after a colon is a value: a field of the request, :settings.x, :rows.x in an attached read, :key, :now, :today, or a result of an earlier step. This name is none of them.',
    wrong: 'WHERE c.Code = :customerErpID',
    right: 'WHERE c.Code = :customerErpId',
    oneCause: true,
  },
  MAP232: {
    title: 'optional value outside a block',
    explanation:
      'The request may omit this field, and the condition would then compare with NULL. Put the condition in [[ ]], so that it applies only when the field is given.',
    wrong: 'WHERE o.Customer = :customerErpId',
    right: 'WHERE 1 = 1 [[ AND o.Customer = :customerErpId ]]',
    oneCause: true,
  },
  MAP233: {
    title: 'required value in a block',
    explanation: 'This value is always present, so the block always applies. Remove the brackets.',
    wrong: 'WHERE 1 = 1 [[ AND i.Customer = :customerErpId ]]   # required on this endpoint',
    right: 'WHERE i.Customer = :customerErpId',
  },
  MAP234: {
    title: 'unknown step result',
    explanation:
      'A step can use the results of earlier steps. This step or column does not exist, comes later, or the step is a list, of which no name is a single value. Correct the name, the order of the steps, or the columns that the statement returns; loop over a list with `each`.',
    wrong: '- line: { exec: "INSERT INTO l VALUES (:order.id)" }\n- order: { exec: "INSERT INTO o ... RETURNING id" }',
    right: '- order: { exec: "INSERT INTO o ... RETURNING id" }\n- line: { exec: "INSERT INTO l VALUES (:order.id)" }',
    oneCause: true,
  },
  MAP235: {
    title: 'list used as a single value',
    explanation: 'A list of values is allowed only inside IN ( ). Compare with IN, or use a single value.',
    wrong: 'WHERE l.Invoice = :rows.erpInvoiceId',
    right: 'WHERE l.Invoice IN (:rows.erpInvoiceId)',
  },
  MAP236: {
    title: 'block without an optional value',
    explanation:
      'A block in [[ ]] applies when the optional field inside it is given. This block contains no optional field. Remove the brackets, or use the field.',
    wrong: '[[ AND o.Open = 1 ]]',
    right: 'AND o.Open = 1',
  },
  MAP237: {
    title: 'find depends on values that differ on a retry',
    explanation:
      'If a source keeps no claims (`claims: lock`), a retry is answered with the document that `find` returns. Values that change between attempts (:now, :today) and fields that a retry with the same key may send differently can hide the document, so that it is written twice, or can change the answer. Compare only with :key and the fields it is derived from, and select what the ERP has stored.',
    wrong: 'find: { query: "SELECT id AS saleId, :now AS receivedAt ... WHERE ref = :key" }',
    right: 'find: { query: "SELECT id AS saleId, created AS receivedAt ... WHERE ref = :key" }',
  },
  MAP241: {
    title: 'unknown kind of id',
    explanation:
      'Ids are declared per kind of record in the contract: customer, debtor, location, product, purchaseOrder, salesOrder, sale, invoice, payment. Use one of these.',
    wrong: 'ids: { client: { type: integer } }',
    right: 'ids: { customer: { type: integer } }',
    oneCause: true,
  },
  MAP242: {
    title: 'wrong use of a composite id',
    explanation:
      'A composite id is compared part by part (:erpInvoiceId.type), using the declared names of its parts. An id without parts is a single value.',
    wrong: 'WHERE i.Id = :erpInvoiceId',
    right: 'WHERE i.Type = :erpInvoiceId.type AND i.Id = :erpInvoiceId.number',
    oneCause: true,
  },
  MAP243: {
    title: 'exists does not use the id',
    explanation:
      'The statement that checks whether an id exists must compare with :id, or with all of its parts; a request must contain {{ id }}. Otherwise the result is the same for every id.',
    wrong: 'exists: SELECT 1 FROM Customer',
    right: 'exists: SELECT 1 FROM Customer WHERE Code = :id',
  },
  MAP245: {
    title: 'unknown fact',
    explanation:
      '`when` names a fact about the ERP, optionally negated with `not`. No fact with this name exists. Declare it under `facts`, or correct the name.',
    wrong: 'first: [{ when: has_branch, query: SELECT ... }]',
    right: 'facts: { has_branch: { table: Branch } }',
    oneCause: true,
  },
  MAP246: {
    title: 'unused fact',
    explanation:
      'The fact is evaluated at every start, but no `when` refers to it and it has no `else`, so it has no effect. Remove it, or use it.',
    wrong: 'facts: { has_branch: { table: Branch } }   # no when: has_branch',
    right: 'first: [{ when: has_branch, query: SELECT ... }]',
  },
  MAP247: {
    title: 'fact without a test',
    explanation:
      'A fact is true if a table exists with all of the listed `columns`, if a query returns a row, or if a request succeeds. Specify a table, a query or a request. A table is a name, or schema.name.',
    wrong: 'facts: { v9: { columns: [credit_limit] } }',
    right: 'facts: { v9: { table: customer, columns: [credit_limit] } }',
  },
  MAP248: {
    title: 'fact depends on another fact',
    explanation:
      'Facts select the variants of parts, so a fact cannot use a part with variants: the variant is not selected yet when the fact is evaluated.',
    wrong: 'facts: { v9: { query: "SELECT 1 FROM {versions}" } }   # {versions} has variants',
    right: 'facts: { v9: { query: SELECT 1 FROM Version WHERE Major >= 9 } }',
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;
