/** MAP2xx, second part: what the profile gives, held against what the contract wants. */
import type { CodeEntry } from './code-entry.ts';

export const mappingCodes = {
  MAP251: {
    title: 'unknown field of the contract',
    explanation:
      'The contract has no such field in this answer. Correct the name; names that begin with _ are free for your own use.',
    wrong: 'fields: { erpNmae: _name }',
    right: 'fields: { erpName: _name }',
  },
  MAP252: {
    title: 'field that nothing provides',
    explanation:
      'The contract requires this field in every row, and neither a column of the query nor `fields` gives it. Add a column with the name of the field.',
    wrong: 'query: SELECT Code AS erpDebtorId FROM Customer',
    right: 'query: SELECT Code AS erpDebtorId, Name AS name FROM Customer',
  },
  MAP253: {
    title: 'column that the query does not give',
    explanation:
      'The keys search, order, since and page work on the columns of the finished query, by the names that they have there. Add the column to the query, with a leading _ when it is not for the answer.',
    wrong: 'since: { by: _changed }\nquery: SELECT Id AS erpInvoiceId FROM Invoice',
    right: 'since: { by: _changed }\nquery: SELECT Id AS erpInvoiceId, ModifiedAt AS _changed FROM Invoice',
  },
  MAP254: {
    title: 'joined column is missing',
    explanation:
      '`on` pairs a column of the attached query with a column of the rows, and one of the two does not exist. Select it, with a leading _ when it is not for the answer.',
    wrong: 'on: { _invoice: erpInvoiceId }\nquery: SELECT Text AS description FROM InvoiceLine',
    right: 'on: { _invoice: erpInvoiceId }\nquery: SELECT InvoiceId AS _invoice, Text AS description FROM InvoiceLine',
  },
  MAP255: {
    title: 'find does not return its key',
    explanation:
      'The document that `find` returns is compared with the key exactly, since a database may hold po-1 and PO-1 for equal. Select the stored key AS "key".',
    wrong: 'SELECT Id AS saleId FROM SalesOrder WHERE Ref = :key',
    right: 'SELECT Id AS saleId, Ref AS "key" FROM SalesOrder WHERE Ref = :key',
  },
  MAP256: {
    title: 'column of the statement is missing',
    explanation:
      'The entries of a statement of account need date, amount, reference and description; `currency` needs a column currency; `opening` and `balance` need a column balance.',
    wrong: 'currency: SELECT Curr FROM Customer WHERE Code = :customerErpId',
    right: 'currency: SELECT Curr AS currency FROM Customer WHERE Code = :customerErpId',
  },
  MAP257: {
    title: 'column given twice',
    explanation:
      'Two columns of the query have one name; names that differ in capitals alone count as one. Which of them would win is chance. Rename or remove one.',
    wrong: 'SELECT c.Name AS name, a.Name AS NAME',
    right: 'SELECT c.Name AS name, a.Name AS _address',
  },
  MAP258: {
    title: 'column that the contract does not know',
    explanation:
      'A column is named like no field of the answer and would be lost. Most often a field is misspelt. Give it the name of a field, or a leading _ when it is only for work.',
    wrong: 'SELECT Code AS erpId, Name AS erpNmae, City AS city FROM Customer',
    right: 'SELECT Code AS erpId, Name AS erpName, City AS city FROM Customer',
  },
  MAP261: {
    title: 'endpoint is missing',
    explanation:
      'Each endpoint of the contract is either mapped or declared `unavailable` with the reason, so that nothing is forgotten by accident. Do one of the two.',
    wrong: 'endpoints: {}',
    right: 'endpoints:\n  /sales-orders/usage: { unavailable: This ERP keeps no order lines. }',
  },
  MAP262: {
    title: 'not possible on this endpoint',
    explanation:
      'The contract does not foresee this here: pages on a list that is not paged, changes since a time where the request has no modifiedSince, a search for a field that is no text. Remove the key.',
    wrong: '/debtors/list:\n  since: { by: _changed }',
    right: '/invoices/list:\n  since: { by: _changed }',
  },
  MAP264: {
    title: 'unknown field of the request',
    explanation: 'The request of this endpoint has no such field. The message lists those that it has.',
    wrong: 'search: { text: name, in: [erpName] }',
    right: 'search: { text: query, in: [erpName] }',
  },
  MAP266: {
    title: 'name taken twice or reserved',
    explanation:
      'Steps, attached reads and loop variables are used by name, so that each name may stand once; request, settings, rows, key, now and today belong to the language. Choose another one.',
    wrong: 'prepare: [{ key: { rows: lines } }]',
    right: 'prepare: [{ lines: { rows: lines } }]',
  },
  MAP267: {
    title: 'unknown ids cannot be told',
    explanation:
      'This endpoint must refuse an id that the ERP does not know, and an empty result looks the same as an unknown id. Give `exists` for this kind of id.',
    wrong: 'ids: { customer: { type: integer } }',
    right: 'ids: { customer: { type: integer, exists: SELECT 1 FROM Customer WHERE Id = :id } }',
  },
  MAP269: {
    title: 'code that the contract does not allow',
    explanation:
      'The contract lists the values of this field, and the code map gives another one. Map to one of the listed values.',
    wrong: 'codes: { addressKind: { D: delivery } }',
    right: 'codes: { addressKind: { D: shipping } }',
  },
  MAP270: {
    title: 'column that does not hold the time of a change',
    explanation:
      'The database says that a column of `since` holds another type than it is compared as, so that the comparison would be an error or find the wrong rows. Say with `as` how the time is kept, or CAST the column in the query.',
    wrong: 'since: { by: _changed }\nquery: SELECT ..., tms AS _changed FROM Invoice   # seconds since 1970',
    right: 'since: { by: _changed, as: unix }\nquery: SELECT ..., tms AS _changed FROM Invoice',
  },
  MAP275: {
    title: 'column of another type',
    explanation:
      'The statement itself or the database tells what this column holds, and the contract wants something else in the field of its name: every answer would be refused. It may be the wrong column, or a wrong name after AS.',
    wrong: 'query: SELECT i.id AS erpInvoiceId, CAST(i.posted AS date) AS amountTotal, ...',
    right: 'query: SELECT i.id AS erpInvoiceId, i.total AS amountTotal, CAST(i.posted AS date) AS issueDate, ...',
  },
  MAP281: {
    title: 'field without a word',
    explanation:
      'The contract can do without this field, and no column, expression or attached read gives it. Whether this ERP has none or somebody forgot cannot be told. Give the field, or declare it `absent` with the reason; the answer is the same as before.',
    wrong: '/debtors/list:\n  query: SELECT Code AS erpDebtorId, Name AS name FROM Customer',
    right:
      '/debtors/list:\n  query: SELECT Code AS erpDebtorId, Name AS name FROM Customer\n  absent: { email: This ERP keeps no e-mail addresses. }',
  },
  MAP282: {
    title: 'absent field that is given',
    explanation:
      'The field is declared absent, and a column, an expression or an attached read gives it. One of the two is out of date. Where only some versions of the ERP lack the field, let the declaration depend on a fact.',
    wrong:
      'absent: { email: This ERP keeps none. }\nquery: SELECT Code AS erpDebtorId, Name AS name, Mail AS email ...',
    right: 'absent: { email: { when: not has_mail, reason: Versions before 9 keep none. } }',
  },
  MAP283: {
    title: 'required field declared absent',
    explanation:
      'The contract requires this field in every answer and lets nothing stand in for it, so that no answer could be formed. Give the field; where the ERP cannot, the endpoint is `unavailable`.',
    wrong: 'absent: { currency: This ERP has one currency. }',
    right: `fields: { currency: "'EUR'" }`,
  },
  MAP284: {
    title: 'not decided yet',
    explanation:
      'Whoever began this endpoint left a question under `decide`, most often `engine init`, which reads a database and knows nothing of the business. Answer it in the endpoint, and take the question away. Until then no service starts with the profile; `engine test` and `engine run` go on without the endpoint.',
    wrong: '/sales-orders/list:\n  decide: { status: "What do 10 and 20 mean?" }\n  query: ...',
    right: '/sales-orders/list:\n  codes: { status: { 10: draft, 20: authorised } }\n  query: ...',
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;
