/** MAP1xx: YAML, but not the language of profiles. */
import type { CodeEntry } from './code-entry.ts';

export const grammarCodes = {
  MAP101: {
    title: 'unknown key',
    explanation:
      'The language has no such key at this place. It is refused since a misspelt key that is ignored would change what the profile does. Correct its spelling, or move it where it belongs.',
    wrong: '/debtors/list:\n  serch: { text: query, in: [name] }',
    right: '/catalog/customers/search:\n  search: { text: query, in: [erpName] }',
  },
  MAP102: {
    title: 'key is missing',
    explanation: 'A key that is always needed at this place is not there. Add it.',
    wrong: 'sources:\n  erp: { sql: sqlite }',
    right: 'sources:\n  erp: { sql: sqlite, connection: { file: acme.db } }',
  },
  MAP103: {
    title: 'value of the wrong type',
    explanation:
      'A text, a number, a list or a map is expected here, and something else stands there. Words such as true and numbers are no texts in YAML unless they are quoted.',
    wrong: 'contract: 1',
    right: 'contract: "1"',
  },
  MAP104: {
    title: 'value that is not allowed',
    explanation:
      'Only a few values are allowed here, and this is none of them. Choose one of those that the message lists.',
    wrong: 'search: { text: query, in: [erpName], match: fuzzy }',
    right: 'search: { text: query, in: [erpName], match: words }',
  },
  MAP105: {
    title: 'keys that exclude each other',
    explanation:
      'Two keys give two answers to one question, such as where the rows come from, so that one would have to be ignored. Keep one of them.',
    wrong: 'query: SELECT 1 AS units\nfirst: [{ query: SELECT 2 AS units }]',
    right: 'query: SELECT 1 AS units',
  },
  MAP106: {
    title: 'unknown endpoint',
    explanation:
      'The contract has no endpoint with this path. Paths begin with a slash and are spelt exactly as in the contract.',
    wrong: 'endpoints:\n  /invoice/list: {}',
    right: 'endpoints:\n  /invoices/list: {}',
  },
  MAP107: {
    title: 'malformed value',
    explanation:
      'The value has the right type and the wrong form: a name with a blank in it, a duration without a unit, a number out of its bounds. The message says which form is wanted.',
    wrong: 'limits: { timeout: ten seconds }',
    right: 'limits: { timeout: 10s }',
  },
  MAP108: {
    title: 'braces without quotes',
    explanation:
      'To YAML, {{ x }} without quotes is a map inside a map and not a text. Put quotes around the whole text.',
    wrong: 'one: {{ sku }} is unknown',
    right: 'one: "{{ sku }} is unknown"',
  },
  MAP109: {
    title: 'expression split at its comma',
    explanation:
      'Inside { } and [ ] YAML takes each comma for the end of an entry, also within the brackets of a function. Quote the expression, or give it a line of its own.',
    wrong: 'fields: { city: $substring(_town, 0, 3) }',
    right: 'fields: { city: "$substring(_town, 0, 3)" }',
  },
  MAP110: {
    title: 'number in an unusual form',
    explanation:
      'Numbers such as 010, 0x10 or 1e5 mean different things to different readers, and an ERP has codes that look like them, so they stay texts. Write a number in plain digits.',
    wrong: 'lengths: { poNumber: 030 }',
    right: 'lengths: { poNumber: 30 }',
  },
  MAP111: {
    title: 'nothing where something is needed',
    explanation: 'An empty text, list or map does nothing at this place. Fill it, or remove its key.',
    wrong: 'order: []',
    right: 'order: [-orderDate]',
  },
  MAP112: {
    title: 'read without a source of rows',
    explanation:
      'Nothing here says where the rows come from. Give one of the keys that do, such as query, first or union; an endpoint can also be declared unavailable with its reason.',
    wrong: '/debtors/list:\n  page: { key: [erpDebtorId] }',
    right:
      '/debtors/list:\n  page: { key: [erpDebtorId] }\n  query: SELECT Code AS erpDebtorId, Name AS name FROM Customer',
  },
  MAP113: {
    title: 'key that does not belong to this endpoint',
    explanation:
      'The key exists in the language, and means nothing on an endpoint or read of this kind: a statement on a list, for example, or write steps on a search. Remove it.',
    wrong: '/debtors/list:\n  write: [{ order: { exec: DELETE FROM t } }]',
    right: '/debtors/list:\n  query: SELECT Code AS erpDebtorId, Name AS name FROM Customer',
  },
  MAP114: {
    title: 'empty answer for what is no list',
    explanation:
      'Only a list can be answered as empty. A price, a statement or a written document that does not exist would be an invention. Leave `answer` out; callers then learn that the endpoint is not provided.',
    wrong: '/sale-draft: { unavailable: No orders here., answer: empty }',
    right: '/sale-draft: { unavailable: No orders here. }',
  },
  MAP115: {
    title: 'unsupported version of the contract',
    explanation:
      'The profile is written for a version of the contract that this service does not speak. Use the supported version and compare the mapping with it.',
    wrong: 'contract: "2"',
    right: 'contract: "1"',
  },
  MAP116: {
    title: 'incomplete write',
    explanation:
      'A write needs `find`, which looks the document up by its key so that a repeat never makes a second one, and `write`, which makes it. Add the one that is missing.',
    wrong: '/sale-draft:\n  write: [{ order: { exec: INSERT ... } }]',
    right: '/sale-draft:\n  find: { query: SELECT ... WHERE Ref = :key }\n  write: [{ order: { exec: INSERT ... } }]',
  },
  MAP117: {
    title: 'pages over a union',
    explanation:
      'Pages are walked in the order of a key within one query, and the rows of several reads have no common order. Write the union in SQL (UNION ALL) and page that query.',
    wrong: 'page: { key: [erpInvoiceId] }\nunion: [{ query: SELECT ... }, { query: SELECT ... }]',
    right: 'page: { key: [erpInvoiceId] }\nquery: SELECT ... UNION ALL SELECT ...',
  },
  MAP118: {
    title: 'form of a change that does not fit',
    explanation:
      '`as` of `since` says how the ERP keeps the time of a change: date, unix, unix-ms and version are forms of one column; hhmmss, hhmm, seconds and hundredths those of the second of two columns. Name as many columns as the form has, a clock only where there is one, and the `version` of now with `as: version`.',
    wrong: 'since: { by: _changed_time, as: hhmmss }',
    right: 'since: { by: [_changed_on, _changed_time], as: hhmmss }',
  },
  MAP119: {
    title: 'variant that is never chosen',
    explanation:
      'Of a list of variants the first one counts whose `when` holds. One without `when` always holds, so that those behind it are never reached. Put it last.',
    wrong: 'parts: { branch: [{ sql: 0 }, { when: has_branches, sql: o.Branch }] }',
    right: 'parts: { branch: [{ when: has_branches, sql: o.Branch }, { sql: 0 }] }',
  },
  MAP120: {
    title: 'procedure for a list',
    explanation:
      'Rows of a list are searched, ordered, limited and paged by conditions that the engine writes around a query. Around a procedure it can write none, so a procedure gives single answers, look-ups and reads of `prepare`. Write a query for a list.',
    wrong: '/debtors/list:\n  call: { procedure: dbo.debtors, readOnly: true }',
    right: '/debtors/list:\n  query: SELECT Code AS erpDebtorId, Name AS name FROM Customer',
  },
  MAP121: {
    title: 'procedure in a read that may write',
    explanation:
      'A read may be repeated at any time, so it must not change anything. The engine cannot look into a procedure; `readOnly: true` says for it that it only reads. PostgreSQL and MySQL run it on a session that cannot write, SQL Server in a transaction that is rolled back.',
    wrong: 'call: { procedure: dbo.price }',
    right: 'call: { procedure: dbo.price, readOnly: true }',
  },
  MAP122: {
    title: 'page without a key',
    explanation:
      'A query is walked page by page behind the key of the last row, and `page` does not name the columns of that key. The other keys of `page` say how an ERP pages that is reached by HTTP.',
    wrong: 'page: { max: 200 }\nquery: SELECT ...',
    right: 'page: { key: [erpInvoiceId], max: 200 }\nquery: SELECT ...',
  },
  MAP131: {
    title: 'profiles that extend one another',
    explanation:
      'A profile extends itself, or one that leads back to it, so that there is none to begin with. Let one of them extend nothing.',
    wrong: 'profile: acme\nextends: ./acme.yaml',
    right: 'profile: acme\nextends: demo',
  },
  MAP132: {
    title: 'change of what the base does not have',
    explanation:
      'An overlay takes away, changes or adds to something of the profile that it extends, and that has nothing of this name, or no map or list at this place. `engine show` shows what there is.',
    wrong: 'extends: demo\nendpoints:\n  /sale-draft:\n    $without: [lenghts]',
    right: 'extends: demo\nendpoints:\n  /sale-draft:\n    $without: [lengths]',
  },
  MAP133: {
    title: 'change that cannot be made',
    explanation:
      '`$without` holds a list of names, or `all`. `$before` and `$after` hold lists, and stand in the place of a list of the base. Entries are named where each of them has one key, as steps do, or a key `name`; other lists are replaced whole, or added to.',
    wrong: 'extends: demo\nendpoints:\n  /pricing/resolve:\n    first: { $before: { query: SELECT ... } }',
    right: 'extends: demo\nendpoints:\n  /pricing/resolve:\n    first: { $before: [{ query: SELECT ... }] }',
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;
