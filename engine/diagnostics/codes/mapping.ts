/** MAP25x to MAP28x: the mapping checked against the contract. */
import type { CodeEntry } from './code-entry.ts';

export const mappingCodes = {
  MAP251: {
    title: 'unknown contract field',
    explanation:
      'The contract has no such field in this answer. Correct the name. Names that begin with _ are available for internal columns.',
    wrong: 'fields: { erpNmae: _name }',
    right: 'fields: { erpName: _name }',
    oneCause: true,
  },
  MAP252: {
    title: 'required field without a value',
    explanation:
      'The contract requires this field in every row, but neither a column of the query nor `fields` provides it. Add a column with the name of the field.',
    wrong: 'query: SELECT Code AS erpDebtorId FROM Customer',
    right: 'query: SELECT Code AS erpDebtorId, Name AS name FROM Customer',
  },
  MAP253: {
    title: 'column missing from the query',
    explanation:
      'The keys search, order, since and page use the output columns of the query, by their output names. Add the column to the query, with a leading _ if it is not part of the answer.',
    wrong: 'since: { by: _changed }\nquery: SELECT Id AS erpInvoiceId FROM Invoice',
    right: 'since: { by: _changed }\nquery: SELECT Id AS erpInvoiceId, ModifiedAt AS _changed FROM Invoice',
    oneCause: true,
  },
  MAP254: {
    title: 'missing join column',
    explanation:
      '`on` pairs a column of the attached query with a column of the rows, and one of the two does not exist. Select it, with a leading _ if it is not part of the answer.',
    wrong: 'on: { _invoice: erpInvoiceId }\nquery: SELECT Text AS description FROM InvoiceLine',
    right: 'on: { _invoice: erpInvoiceId }\nquery: SELECT InvoiceId AS _invoice, Text AS description FROM InvoiceLine',
    oneCause: true,
  },
  MAP255: {
    title: 'find does not return its key',
    explanation:
      'The engine compares the stored key of the document that `find` returns with the requested key exactly, because a database may treat po-1 and PO-1 as equal. Select the stored key AS "key".',
    wrong: 'SELECT Id AS saleId FROM SalesOrder WHERE Ref = :key',
    right: 'SELECT Id AS saleId, Ref AS "key" FROM SalesOrder WHERE Ref = :key',
  },
  MAP256: {
    title: 'missing column of the account statement',
    explanation:
      'The entries of an account statement need the columns date, amount, reference and description; `currency` needs a column currency; `opening` and `balance` need a column balance.',
    wrong: 'currency: SELECT Curr FROM Customer WHERE Code = :customerErpId',
    right: 'currency: SELECT Curr AS currency FROM Customer WHERE Code = :customerErpId',
    oneCause: true,
  },
  MAP257: {
    title: 'duplicate column',
    explanation:
      'Two columns of the query have the same name; upper and lower case are not distinguished. It is undefined which one wins. Rename or remove one.',
    wrong: 'SELECT c.Name AS name, a.Name AS NAME',
    right: 'SELECT c.Name AS name, a.Name AS _address',
  },
  MAP258: {
    title: 'column unknown to the contract',
    explanation:
      'The name of the column is not a field of the answer, so its value would be dropped. The usual cause is a misspelt field. Use the name of a field, or a leading _ for an internal column.',
    wrong: 'SELECT Code AS erpId, Name AS erpNmae, City AS city FROM Customer',
    right: 'SELECT Code AS erpId, Name AS erpName, City AS city FROM Customer',
    oneCause: true,
  },
  MAP261: {
    title: 'missing endpoint',
    explanation:
      'Every endpoint of the contract must be mapped, or declared `unavailable` with a reason, so that none is forgotten by accident.',
    wrong: 'endpoints: {}',
    right: 'endpoints:\n  /sales-orders/usage: { unavailable: This ERP keeps no order lines. }',
  },
  MAP262: {
    title: 'not supported by this endpoint',
    explanation:
      'The contract does not allow this here: paging on a list without pages, `since` where the request has no modifiedSince, a search in a field that is not a text. Remove the key.',
    wrong: '/debtors/list:\n  since: { by: _changed }',
    right: '/invoices/list:\n  since: { by: _changed }',
  },
  MAP264: {
    title: 'unknown request field',
    explanation: 'The request of this endpoint has no such field. The message lists its fields.',
    wrong: 'search: { text: name, in: [erpName] }',
    right: 'search: { text: query, in: [erpName] }',
    oneCause: true,
  },
  MAP266: {
    title: 'duplicate or reserved name',
    explanation:
      'Steps, attached reads and loop variables are referenced by name, so each name must be unique. request, settings, rows, key, now and today are reserved. Choose another name.',
    wrong: 'prepare: [{ key: { rows: lines } }]',
    right: 'prepare: [{ lines: { rows: lines } }]',
  },
  MAP267: {
    title: 'unknown ids cannot be detected',
    explanation:
      'This endpoint must reject an id that the ERP does not have, but an empty result looks the same as an unknown id. Add `exists` for this kind of id.',
    wrong: 'ids: { customer: { type: integer } }',
    right: 'ids: { customer: { type: integer, exists: SELECT 1 FROM Customer WHERE Id = :id } }',
  },
  MAP269: {
    title: 'code not allowed by the contract',
    explanation:
      'The contract lists the values of this field, and the code map produces another one. Map to one of the listed values.',
    wrong: 'codes: { addressKind: { D: delivery } }',
    right: 'codes: { addressKind: { D: shipping } }',
    oneCause: true,
  },
  MAP270: {
    title: 'column type does not match since',
    explanation:
      'According to the database, a column of `since` has another type than the one it is compared as. The comparison would fail or select the wrong rows. Use `as` to state how the time is stored, or CAST the column in the query.',
    wrong: 'since: { by: _changed }\nquery: SELECT ..., tms AS _changed FROM Invoice   # seconds since 1970',
    right: 'since: { by: _changed, as: unix }\nquery: SELECT ..., tms AS _changed FROM Invoice',
  },
  MAP275: {
    title: 'column type does not match the contract',
    explanation:
      'According to the statement or the database, the type of this column cannot be the type of the contract field with the same name, so every answer would be rejected. Check for a wrong column or a wrong name after AS.',
    wrong: 'query: SELECT i.id AS erpInvoiceId, CAST(i.posted AS date) AS amountTotal, ...',
    right: 'query: SELECT i.id AS erpInvoiceId, i.total AS amountTotal, CAST(i.posted AS date) AS issueDate, ...',
  },
  MAP281: {
    title: 'optional field not mentioned',
    explanation:
      'The field is optional in the contract, and no column, expression or attached read provides it. It is unclear whether the ERP lacks it or it was forgotten. Provide the field, or declare it `absent` with a reason. The declaration does not change the answer.',
    wrong: '/debtors/list:\n  query: SELECT Code AS erpDebtorId, Name AS name FROM Customer',
    right:
      '/debtors/list:\n  query: SELECT Code AS erpDebtorId, Name AS name FROM Customer\n  absent: { email: This ERP keeps no e-mail addresses. }',
    atStart: 'nothing',
  },
  MAP282: {
    title: 'absent field has a value',
    explanation:
      'The field is declared absent, but a column, an expression or an attached read provides it. One of the two is outdated. If only some versions of the ERP lack the field, make the declaration depend on a fact.',
    wrong:
      'absent: { email: This ERP keeps none. }\nquery: SELECT Code AS erpDebtorId, Name AS name, Mail AS email ...',
    right: 'absent: { email: { when: not has_mail, reason: Versions before 9 keep none. } }',
  },
  MAP283: {
    title: 'required field declared absent',
    explanation:
      'The contract requires this field in every answer and defines no substitute, so no valid answer would be possible. Provide the field; if the ERP cannot, declare the endpoint `unavailable`.',
    wrong: 'absent: { currency: This ERP has one currency. }',
    right: `fields: { currency: "'EUR'" }`,
  },
  MAP284: {
    title: 'open decision',
    explanation:
      'The endpoint has open questions under `decide`, or open places: comments that begin with `?` in its SQL or expressions, such as `NULL /*? k.MAIL or k.MAIL2 */ AS email`. Most come from `engine init`, which reads the database but does not know the business. Implement the decision in the endpoint, and remove the question or the comment. Until then the service does not start with this profile; `engine test` and `engine run` skip the endpoint.',
    wrong: '/sales-orders/list:\n  decide: { status: "What do 10 and 20 mean?" }\n  query: ...',
    right: '/sales-orders/list:\n  codes: { status: { 10: draft, 20: authorised } }\n  query: ...',
  },
  MAP285: {
    title: 'required request field not used',
    explanation:
      'Nothing that answers the request uses this required field. In a read the condition is lost, so that one customer would see the rows of all others. In a write the value does not reach the ERP. Each read of a `union`, and `entries`, `opening` and `balance` of an account statement, must use the field by itself. If this ERP needs no such condition or has no place for the value, declare it under `ignored` with the reason.',
    wrong: '/catalog/customers/addresses:\n  query: SELECT a.id AS erpLocationId, ... FROM address a',
    right:
      '/catalog/customers/addresses:\n  query: SELECT a.id AS erpLocationId, ... FROM address a WHERE a.account_no = :customerId',
    atStart: 'warning',
  },
  MAP286: {
    title: 'another spelling of a word of the contract',
    explanation:
      'The contract shows a word for this field, and the profile has almost the same one: in another case, or with a letter more or less. The platform compares the letters. States that the contract does not show may have any word.',
    wrong: '/invoices/list: { codes: { status: { POSTED: AUTHORIZED } } }',
    right: '/invoices/list: { codes: { status: { POSTED: AUTHORISED } } }',
    atStart: 'nothing',
    oneCause: true,
  },
  MAP287: {
    title: 'order of a list not determined',
    explanation:
      'The contract orders this list newest first, but the profile has no `order`, or an ascending one; without `order` the engine sorts by id. For the items of an attached list the profile alone decides: without `order` and without ORDER BY the database returns them in any order, and in another one tomorrow.',
    wrong: '/sales-orders/list: { query: SELECT ... }',
    right: '/sales-orders/list: { order: [-orderDate, -erpSoId], query: SELECT ... }',
    atStart: 'nothing',
  },
  MAP288: {
    title: 'key of another type than the lookup',
    explanation:
      'The engine compares the column `key` of `find` with the key of the request, letter by letter. Keys are texts, but this column or expression is a number, a date or a list: 0042 comes back as 42, and 2026-01-31 with a time. The document is not found, and a repeat fails or writes a second one. Convert it to the text that was written.',
    wrong: 'find: { query: "SELECT id AS erpInvoiceId, CAST(ext_no AS int) AS key FROM invoice WHERE ext_no = :key" }',
    right: 'find: { query: "SELECT id AS erpInvoiceId, ext_no AS key FROM invoice WHERE ext_no = :key" }',
    atStart: 'nothing',
  },
  MAP289: {
    title: 'page key that is not unique',
    explanation:
      'Several rows of the list have the same key. A page that ends between them cannot say where the next one begins, so that the request fails. The usual cause is a join that multiplies rows: then documents appear twice. Otherwise add a column to `page: { key }`.',
    wrong: 'page: { key: [debtorName] }\nquery: SELECT ... FROM invoice i JOIN address a ON a.customer = i.customer',
    right: 'page: { key: [erpInvoiceId] }\nquery: SELECT ... FROM invoice i',
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;
