/** MAP2xx, first part: names that a profile gives and uses: settings, parts, sources, values, ids. */
import type { CodeEntry } from './code-entry.ts';

export const nameCodes = {
  MAP201: {
    title: 'unknown setting',
    explanation:
      'A setting is used that the profile does not declare. Declare it under `settings`, or correct its name.',
    wrong: 'connection: { file: "${databse}" }',
    right: 'settings: { database: { env: ACME_DB } }\nconnection: { file: "${database}" }',
  },
  MAP202: {
    title: 'setting without a value',
    explanation:
      'A setting that has no default must be given by the installation, and its environment variable is not set, or empty. Set it; secrets belong in the environment, never in the profile.',
    wrong: 'db_password: { env: ACME_DB_PASSWORD, secret: true }   # and the variable is not set',
    right: 'ACME_DB_PASSWORD=... engine --profile acme',
  },
  MAP203: {
    title: 'setting with an unsuitable value',
    explanation:
      'The value of the setting does not have the declared type, or does not match the pattern as a whole. Correct the value where it comes from.',
    wrong: 'company: { env: COMPANY, pattern: "[A-Z]{3}" }   # COMPANY=acme gmbh',
    right: 'COMPANY=ACM',
  },
  MAP204: {
    title: 'broken regular expression',
    explanation:
      'The pattern cannot be read as a regular expression of JavaScript. Most often a bracket is not closed, or a backslash must be doubled inside double quotes.',
    wrong: 'pattern: "[A-Z"',
    right: 'pattern: "[A-Z]+"',
  },
  MAP205: {
    title: 'setting that nothing uses',
    explanation:
      'The setting is declared, and no source, part, statement or expression names it. Whoever installs the profile would fill it in for nothing. Take it away, or use it where it was meant.',
    wrong: 'settings: { branch: { env: ACME_BRANCH } }   # and no :settings.branch',
    right: 'WHERE o.Branch = :settings.branch',
  },
  MAP206: {
    title: 'setting of the wrong type for its use',
    explanation:
      'Codes need a setting of type map; values in SQL need one that is no map and no secret. Declare the type that fits the use.',
    wrong: 'settings: { currencies: { default: EUR } }\ncodes: { currency: "${currencies}" }',
    right: 'settings: { currencies: { type: map, default: { 1: EUR } } }\ncodes: { currency: "${currencies}" }',
  },
  MAP211: {
    title: 'unknown part',
    explanation:
      'Names in braces in SQL stand for parts, and there is no part of this name and no part "*" that stands for all others. Declare it under `parts`.',
    wrong: 'query: SELECT No AS erpId FROM {Customer}',
    right: 'parts: { Customer: { table: "${prefix}Customer" } }',
  },
  MAP212: {
    title: 'parts contain each other',
    explanation:
      'Following the parts named in this one leads back to it, so that the text would never end. Write one of them out.',
    wrong: 'parts: { a: "{b}", b: "{a}" }',
    right: 'parts: { a: "{b}", b: SELECT 1 }',
  },
  MAP213: {
    title: 'malformed table part',
    explanation:
      'A table part is a table name with settings in it; the part "*" also needs a * at the place of the name in braces. Correct the pattern.',
    wrong: 'parts: { "*": { table: "${prefix}" } }',
    right: 'parts: { "*": { table: "${prefix}*" } }',
  },
  MAP214: {
    title: 'part that nothing uses',
    explanation:
      'The part is declared, and no statement has its name in braces. It is a leftover, or the name is misspelt where it should stand. Take it away, or use it.',
    wrong: 'parts: { open: o.State < 40 }   # and no {open}',
    right: 'WHERE {open}',
  },
  MAP221: {
    title: 'unknown source',
    explanation: '`use` names a source that is not declared under `sources`. Correct the name, or declare the source.',
    wrong: 'use: archive',
    right: 'sources: { archive: { sql: sqlite, connection: { file: archive.db } } }',
  },
  MAP222: {
    title: 'source not named',
    explanation:
      'The profile has several databases, or several ERPs by HTTP, and this read does not say which one it asks. Add `use`.',
    wrong: 'query: SELECT 1 AS units',
    right: 'use: erp\nquery: SELECT 1 AS units',
  },
  MAP224: {
    title: 'unknown time zone',
    explanation:
      'Time zones are named as in the IANA database, by region and city. Abbreviations are refused since several zones share one.',
    wrong: 'clock: CET/Berlin',
    right: 'clock: Europe/Berlin',
  },
  MAP231: {
    title: 'unknown value in SQL',
    explanation:
      'A name after a colon is a value: a field of the request, :settings.x, :rows.x in an attached read, :key, :now, :today or the result of an earlier step. This is none of them.',
    wrong: 'WHERE c.Code = :customerErpID',
    right: 'WHERE c.Code = :customerErpId',
  },
  MAP232: {
    title: 'optional value outside a block',
    explanation:
      'The request may leave this field out, and the condition would then compare with nothing. Put the condition in [[ ]], so that it stands only when the field was given.',
    wrong: 'WHERE o.Customer = :customerErpId',
    right: 'WHERE 1 = 1 [[ AND o.Customer = :customerErpId ]]',
  },
  MAP233: {
    title: 'required value in a block',
    explanation:
      'This value is always there, so that the block always stands. Without the brackets the statement says what it does.',
    wrong: 'WHERE 1 = 1 [[ AND i.Customer = :customerErpId ]]   # required on this endpoint',
    right: 'WHERE i.Customer = :customerErpId',
  },
  MAP234: {
    title: 'result of a step that is not there',
    explanation:
      'A step can use what earlier steps returned. This step or column does not exist, or comes later. Correct the name, the order of the steps, or what the statement returns.',
    wrong: '- line: { exec: "INSERT INTO l VALUES (:order.id)" }\n- order: { exec: "INSERT INTO o ... RETURNING id" }',
    right: '- order: { exec: "INSERT INTO o ... RETURNING id" }\n- line: { exec: "INSERT INTO l VALUES (:order.id)" }',
  },
  MAP235: {
    title: 'list where one value is wanted',
    explanation: 'A list of values can only stand inside IN ( ). Compare with IN, or use a single value.',
    wrong: 'WHERE l.Invoice = :rows.erpInvoiceId',
    right: 'WHERE l.Invoice IN (:rows.erpInvoiceId)',
  },
  MAP236: {
    title: 'block without a value',
    explanation:
      'A block in [[ ]] stands when the optional field in it was given. Without such a field nothing decides. Remove the brackets, or use the field.',
    wrong: '[[ AND o.Open = 1 ]]',
    right: 'AND o.Open = 1',
  },
  MAP237: {
    title: 'look-up that a repeat may not find again',
    explanation:
      'Where a source keeps no claims (claims: lock), a repeat is answered with the document that `find` finds. What is another one each time (:now, :today), and what a repeat under the same key may state otherwise, would hide the document, so that it were written twice, or change the answer. Compare with :key and the fields that it is made of, and select what the ERP has stored.',
    wrong: 'find: { query: "SELECT id AS saleId, :now AS receivedAt ... WHERE ref = :key" }',
    right: 'find: { query: "SELECT id AS saleId, created AS receivedAt ... WHERE ref = :key" }',
  },
  MAP241: {
    title: 'unknown kind of id',
    explanation:
      'Ids are declared for the kinds of records of the contract: customer, debtor, location, product, purchaseOrder, salesOrder, sale, invoice, payment. Use one of them.',
    wrong: 'ids: { client: { type: integer } }',
    right: 'ids: { customer: { type: integer } }',
  },
  MAP242: {
    title: 'composite id used in part',
    explanation:
      'An id with parts is compared part by part (:erpInvoiceId.type), each named as it is declared; an id without parts is one value.',
    wrong: 'WHERE i.Id = :erpInvoiceId',
    right: 'WHERE i.Type = :erpInvoiceId.type AND i.Id = :erpInvoiceId.number',
  },
  MAP243: {
    title: 'exists does not look at the id',
    explanation:
      'The statement that tells whether an id exists must compare with :id, or with all of its parts, and a request for it must hold {{ id }}; without that it gives the same answer for every id.',
    wrong: 'exists: SELECT 1 FROM Customer',
    right: 'exists: SELECT 1 FROM Customer WHERE Code = :id',
  },
  MAP245: {
    title: 'unknown fact',
    explanation:
      '`when` names a fact about the ERP, with `not` before it for its opposite, and there is no such fact. Declare it under `facts`, or correct its name.',
    wrong: 'first: [{ when: has_branch, query: SELECT ... }]',
    right: 'facts: { has_branch: { table: Branch } }',
  },
  MAP246: {
    title: 'fact that nothing uses',
    explanation:
      'The fact is asked at every start, no `when` names it, and it has no `else`, so that its answer changes nothing. Take it away, or use it.',
    wrong: 'facts: { has_branch: { table: Branch } }   # and no when: has_branch',
    right: 'first: [{ when: has_branch, query: SELECT ... }]',
  },
  MAP247: {
    title: 'fact that asks nothing',
    explanation:
      'A fact is true where a table exists, with all of the `columns` that it names, where a query gives a row, or where a request has a good answer. Say which table, query or request; a table is a name, or schema.name.',
    wrong: 'facts: { v9: { columns: [credit_limit] } }',
    right: 'facts: { v9: { table: customer, columns: [credit_limit] } }',
  },
  MAP248: {
    title: 'fact that depends on facts',
    explanation:
      'Facts choose the variants of parts, so that a fact cannot use such a part itself: what it stands for would not be known when the fact is asked.',
    wrong: 'facts: { v9: { query: "SELECT 1 FROM {versions}" } }   # {versions} has variants',
    right: 'facts: { v9: { query: SELECT 1 FROM Version WHERE Major >= 9 } }',
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;
