/** MAP1xx: valid YAML that violates the grammar of the profile language. */
import type { CodeEntry } from './code-entry.ts';

export const grammarCodes = {
  MAP101: {
    title: 'unknown key',
    explanation:
      'The profile language has no such key here. Unknown keys are rejected because ignoring a misspelt key would silently change what the profile does. Correct the spelling, or move the key to where it belongs.',
    wrong: '/debtors/list:\n  serch: { text: query, in: [name] }',
    right: '/catalog/customers/search:\n  search: { text: query, in: [erpName] }',
    oneCause: true,
  },
  MAP102: {
    title: 'missing key',
    explanation: 'A key that is required here is missing. Add it; the message names the key and its purpose.',
    wrong: 'sources:\n  erp: { sql: sqlite }',
    right: 'sources:\n  erp: { sql: sqlite, connection: { file: acme.db } }',
  },
  MAP103: {
    title: 'wrong type of value',
    explanation:
      'A text, a number, a list or a map is expected here, and the value has another type. In YAML, unquoted numbers and words such as true are not texts. Quote them if a text is meant.',
    wrong: 'contract: 1',
    right: 'contract: "1"',
  },
  MAP104: {
    title: 'value not allowed',
    explanation: 'Only a fixed set of values is allowed here. Choose one of the values that the message lists.',
    wrong: 'search: { text: query, in: [erpName], match: fuzzy }',
    right: 'search: { text: query, in: [erpName], match: words }',
    oneCause: true,
  },
  MAP105: {
    title: 'mutually exclusive keys',
    explanation:
      'Two keys specify the same thing in different ways, such as where the rows come from, so one of them would have to be ignored. Keep one.',
    wrong: 'query: SELECT 1 AS units\nfirst: [{ query: SELECT 2 AS units }]',
    right: 'query: SELECT 1 AS units',
  },
  MAP106: {
    title: 'unknown endpoint',
    explanation:
      'The contract has no endpoint with this path. Paths begin with a slash and must be spelt exactly as in the contract.',
    wrong: 'endpoints:\n  /invoice/list: {}',
    right: 'endpoints:\n  /invoices/list: {}',
  },
  MAP107: {
    title: 'malformed value',
    explanation:
      'The value has the right type but not the required format: a name with a space in it, a duration without a unit, a number out of range. The message states the expected format.',
    wrong: 'limits: { timeout: ten seconds }',
    right: 'limits: { timeout: 10s }',
    oneCause: true,
  },
  MAP108: {
    title: 'unquoted braces',
    explanation: 'Without quotes, YAML reads {{ x }} as a map inside a map, not as a text. Quote the whole text.',
    wrong: 'one: {{ sku }} is unknown',
    right: 'one: "{{ sku }} is unknown"',
    oneCause: true,
  },
  MAP109: {
    title: 'expression split at a comma',
    explanation:
      'Inside { } and [ ], YAML ends an entry at every comma, even between the parentheses of a function call. Quote the expression, or write it on its own line.',
    wrong: 'fields: { city: $substring(_town, 0, 3) }',
    right: 'fields: { city: "$substring(_town, 0, 3)" }',
  },
  MAP110: {
    title: 'number in an unsupported notation',
    explanation:
      'Notations such as 010, 0x10 and 1e5 are read differently by different parsers, and ERP codes often look like them, so they remain texts. Write numbers in plain digits.',
    wrong: 'lengths: { poNumber: 030 }',
    right: 'lengths: { poNumber: 30 }',
  },
  MAP111: {
    title: 'empty value',
    explanation: 'An empty text, list or map has no effect here. Add content, or remove the key.',
    wrong: 'order: []',
    right: 'order: [-orderDate]',
  },
  MAP112: {
    title: 'read without a source of rows',
    explanation:
      'Nothing specifies where the rows come from. Add one of the keys that do, such as query, first or union, or declare the endpoint unavailable and give the reason.',
    wrong: '/debtors/list:\n  page: { key: [erpDebtorId] }',
    right:
      '/debtors/list:\n  page: { key: [erpDebtorId] }\n  query: SELECT Code AS erpDebtorId, Name AS name FROM Customer',
  },
  MAP113: {
    title: 'key does not apply to this endpoint',
    explanation:
      'The key is part of the language but has no meaning for this kind of endpoint or read, for example `statement` on a list or `write` on a search. Remove it.',
    wrong: '/debtors/list:\n  write: [{ order: { exec: DELETE FROM t } }]',
    right: '/debtors/list:\n  query: SELECT Code AS erpDebtorId, Name AS name FROM Customer',
  },
  MAP114: {
    title: 'empty answer for an endpoint that is not a list',
    explanation:
      'Only a list can be answered as empty. An empty price, account statement or written document would be invented data. Remove `answer`; callers then get an error that says that the endpoint is not provided.',
    wrong: '/sale-draft: { unavailable: No orders here., answer: empty }',
    right: '/sale-draft: { unavailable: No orders here. }',
  },
  MAP115: {
    title: 'unsupported contract version',
    explanation:
      'The profile is written for a contract version that this service does not support. Use the supported version, and check the mapping against it.',
    wrong: 'contract: "2"',
    right: 'contract: "1"',
  },
  MAP116: {
    title: 'incomplete write',
    explanation:
      'A write needs both `find`, which looks the document up by its key so that a retry does not create a duplicate, and `write`, which creates it. Add the missing one.',
    wrong: '/sale-draft:\n  write: [{ order: { exec: INSERT ... } }]',
    right: '/sale-draft:\n  find: { query: SELECT ... WHERE Ref = :key }\n  write: [{ order: { exec: INSERT ... } }]',
  },
  MAP117: {
    title: 'paging over a union',
    explanation:
      'Paging walks one query in the order of a key. The rows of several reads have no common order. Combine them in SQL with UNION ALL, and page that query.',
    wrong: 'page: { key: [erpInvoiceId] }\nunion: [{ query: SELECT ... }, { query: SELECT ... }]',
    right: 'page: { key: [erpInvoiceId] }\nquery: SELECT ... UNION ALL SELECT ...',
  },
  MAP118: {
    title: 'change marker does not match its columns',
    explanation:
      '`as` of `since` states how the ERP stores the time of a change. date, unix, unix-ms and version apply to a single column; hhmmss, hhmm, seconds and hundredths apply to the second of two columns. Give as many columns as the format needs, `clock` only if the format has a local time, and `version` only with `as: version`.',
    wrong: 'since: { by: _changed_time, as: hhmmss }',
    right: 'since: { by: [_changed_on, _changed_time], as: hhmmss }',
  },
  MAP119: {
    title: 'unreachable variant',
    explanation:
      'The first variant whose `when` holds is used. A variant without `when` always holds, so the variants after it are never used. Put it last.',
    wrong: 'parts: { branch: [{ sql: 0 }, { when: has_branches, sql: o.Branch }] }',
    right: 'parts: { branch: [{ when: has_branches, sql: o.Branch }, { sql: 0 }] }',
  },
  MAP120: {
    title: 'procedure for a list',
    explanation:
      'The engine searches, sorts, limits and pages a list by wrapping its query in further SQL. A procedure cannot be wrapped, so procedures are supported only for single answers, lookups and reads of `prepare`. Use a query for a list.',
    wrong: '/debtors/list:\n  call: { procedure: dbo.debtors, readOnly: true }',
    right: '/debtors/list:\n  query: SELECT Code AS erpDebtorId, Name AS name FROM Customer',
  },
  MAP121: {
    title: 'procedure in a read without readOnly',
    explanation:
      'Reads may be repeated at any time and must not change data. The engine cannot inspect a procedure, so `readOnly: true` must state that it only reads. PostgreSQL and MySQL run it in a read-only session, SQL Server in a transaction that is rolled back.',
    wrong: 'call: { procedure: dbo.price }',
    right: 'call: { procedure: dbo.price, readOnly: true }',
  },
  MAP122: {
    title: 'paging without a key',
    explanation:
      'Each page of a query starts after the key of the last row of the previous page, and `page` does not name the columns of that key. The other keys of `page` describe how an HTTP ERP pages.',
    wrong: 'page: { max: 200 }\nquery: SELECT ...',
    right: 'page: { key: [erpInvoiceId], max: 200 }\nquery: SELECT ...',
  },
  MAP131: {
    title: 'circular extends',
    explanation:
      'A profile extends itself, directly or through other profiles. Remove one `extends` to break the circle.',
    wrong: 'profile: acme\nextends: ./acme.yaml',
    right: 'profile: acme\nextends: demo',
  },
  MAP132: {
    title: 'overlay changes something the base does not have',
    explanation:
      'The overlay removes, changes or adds to something that the base profile does not have, or that is not a map or list there. `engine show` prints the base.',
    wrong: 'extends: demo\nendpoints:\n  /sale-draft:\n    $without: [lenghts]',
    right: 'extends: demo\nendpoints:\n  /sale-draft:\n    $without: [lengths]',
  },
  MAP133: {
    title: 'invalid overlay directive',
    explanation:
      '`$without` takes a list of names, or `all`. `$before` and `$after` take lists and are used where the base has a list. List entries can be changed by name if each has a key `name` or a single key, as steps do. Other lists can only be replaced or extended.',
    wrong: 'extends: demo\nendpoints:\n  /pricing/resolve:\n    first: { $before: { query: SELECT ... } }',
    right: 'extends: demo\nendpoints:\n  /pricing/resolve:\n    first: { $before: [{ query: SELECT ... }] }',
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;
