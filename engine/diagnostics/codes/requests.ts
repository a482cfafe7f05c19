/** REQ6xx: requests to an ERP by HTTP. */
import type { CodeEntry } from './code-entry.ts';

export const requestCodes = {
  REQ601: {
    title: 'base address that is none',
    explanation:
      'The base address of a source is http:// or https://, a host, and perhaps a path. User names, options and fragments have no place in it: what lets the service in stands under `auth`, and options of every request under `request`.',
    wrong: 'http: erp.example.com/api',
    right: 'http: https://erp.example.com/api',
  },
  REQ602: {
    title: 'read for another kind of source',
    explanation:
      'A `query` or `call` asks a database, a `get` or `post` asks an ERP by HTTP, and the source of this read is of the other kind. Name the right one in `use`, or write the read for the source that there is.',
    wrong: 'sources: { erp: { http: https://erp.example.com } }\nquery: SELECT 1 AS units',
    right: 'sources: { erp: { http: https://erp.example.com } }\nget: /units',
  },
  REQ603: {
    title: 'read that would change the ERP',
    explanation:
      'A read may be sent at any time, and again; `patch` and `delete` change what the ERP has. What changes the ERP goes under `write`.',
    wrong: 'find: { delete: /orders/7 }',
    right: 'find: { get: /orders/7 }',
  },
  REQ604: {
    title: 'value in quotes of its own',
    explanation:
      'In filters and keys a value is written as a literal of the source, with its quotes. Quotes around it in the profile would be a second pair, and the text of the value would stand outside of both.',
    wrong: '$filter: ["number eq \'{{ sku }}\'"]',
    right: '$filter: ["number eq {{ sku }}"]',
  },
  REQ605: {
    title: 'optional value in a path',
    explanation:
      'The request may leave this field out, and the path would then lead to another record, or to all of them. Options under `params` are left out with their value.',
    wrong: 'get: /customers/{{ customerErpId }}/orders   # optional on this endpoint',
    right: 'get: /orders\nparams: { customer: "{{ customerErpId }}" }',
  },
  REQ606: {
    title: 'pages of the ERP are not known',
    explanation:
      'An ERP gives a long list in pages of its own. Without a word on how they follow each other, the first one would pass for the whole list. Say it in the source or in the read: by a link in the answer, by a cursor, by numbers of pages or rows. What is counted is asked for with {{ $page }} or {{ $offset }} in the request.',
    wrong: 'get: /invoices   # on /invoices/list',
    right: 'get: /invoices\nparams: { skip: "{{ $offset }}", top: "{{ $limit }}" }\npage: { by: offset, size: 100 }',
  },
  REQ607: {
    title: 'repeated part is not complete',
    explanation:
      'In a body or a list of terms, { $each: ..., $item: ... } stands once for each item of a list: `$each` is JSONata that gives the list, `$item` is what stands there. Other keys have no place beside them.',
    wrong: 'lines: { $each: lines, sku: "{{ sku }}" }',
    right: 'lines: { $each: lines, $item: { sku: "{{ sku }}" } }',
  },
  REQ608: {
    title: 'request that cannot be sent',
    explanation:
      'A path has no options and no fragment, and the name of a header has letters, digits and hyphens. Options stand under `params`, where their values are encoded.',
    wrong: 'get: /customers?top=10',
    right: 'get: /customers\nparams: { top: 10 }',
  },
  REQ609: {
    title: 'step that may be done in part',
    explanation:
      'A step with `each` sends a request for every item of a list. Where it breaks off, nothing tells which of them the ERP has done, and to send all again would do some twice. It is possible where the ERP does each request once by a key that it carries, which `repeatable: true` says; else all items belong into one request.',
    wrong: 'each: { line: $lines }\npost: /OrderLines',
    right:
      'each: { line: $lines }\nput: /OrderLines({{ $key & "-" & $line.number }})\nrepeatable: true   # the same line, however often',
  },
  REQ610: {
    title: 'step that the look-up does not show',
    explanation:
      'After a crash or a lost answer only `find` tells how far a write over HTTP has come, and later steps take from it what an earlier one gave. So each step but the first says with `done` how the document shows it, and what a step gives under `fields` has the name of a column of `find`.',
    wrong:
      'find: { get: /Invoices, fields: { erpInvoiceId: id, key: number } }\nwrite:\n  - invoice: { post: /Invoices }\n  - post: { post: "/Invoices({{ $found.erpInvoiceId }})/post" }',
    right:
      'find: { get: /Invoices, fields: { erpInvoiceId: id, key: number, _state: state } }\nwrite:\n  - invoice: { post: /Invoices, fields: { erpInvoiceId: id } }\n  - post: { post: "/Invoices({{ $invoice.erpInvoiceId }})/post", done: "_state != \'DRAFT\'" }',
  },
  REQ611: {
    title: 'fact that the ERP does not tell',
    explanation:
      'The request of a fact was answered in a way that says neither yes nor no: with an error, or by refusing it. 404 is a no; which other answers are one is said under `outcomes`.',
    wrong: 'facts: { has_lots: { get: /lots } }   # 400 where the module is missing',
    right: 'facts: { has_lots: { get: /lots, outcomes: [{ when: $status = 400, is: empty }] } }',
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;
