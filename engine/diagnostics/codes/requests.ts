/** REQ6xx: HTTP requests to an ERP. */
import type { CodeEntry } from './code-entry.ts';

export const requestCodes = {
  REQ601: {
    title: 'invalid base URL',
    explanation:
      'The base URL of a source is http:// or https://, a host, and an optional path. It cannot contain credentials, query parameters or a fragment. Put credentials under `auth`, and query parameters for every request under `request`.',
    wrong: 'http: erp.example.com/api',
    right: 'http: https://erp.example.com/api',
  },
  REQ602: {
    title: 'read for another kind of source',
    explanation:
      '`query` and `call` read from a database, `get` and `post` from an HTTP ERP. The source of this read is of the other kind. Select another source with `use`, or write the read for this source.',
    wrong: 'sources: { erp: { http: https://erp.example.com } }\nquery: SELECT 1 AS units',
    right: 'sources: { erp: { http: https://erp.example.com } }\nget: /units',
    oneCause: true,
  },
  REQ603: {
    title: 'read that changes the ERP',
    explanation:
      'Reads may be sent and repeated at any time, but `patch` and `delete` change data in the ERP. Put changes under `write`.',
    wrong: 'find: { delete: /orders/7 }',
    right: 'find: { get: /orders/7 }',
  },
  REQ604: {
    title: 'quoted value in a query literal',
    explanation:
      'In filters and keys the engine writes a value as a literal of the query language of the source, including its quotes. Additional quotes in the profile would leave the value outside of both pairs. Remove them.',
    wrong: '$filter: ["number eq \'{{ sku }}\'"]',
    right: '$filter: ["number eq {{ sku }}"]',
  },
  REQ605: {
    title: 'optional value in a path',
    explanation:
      'The request may omit this field, and the path would then address another record, or all records. Use `params`: a parameter is omitted together with its value.',
    wrong: 'get: /customers/{{ customerErpId }}/orders   # optional on this endpoint',
    right: 'get: /orders\nparams: { customer: "{{ customerErpId }}" }',
  },
  REQ606: {
    title: 'unknown paging of the ERP',
    explanation:
      'An ERP returns a long list in pages. Without a description of the paging, the first page would count as the whole list. Describe it in the source or in the read: by a link in the response, by a cursor, or by page or row numbers. Numbers are sent with {{ $page }} or {{ $offset }} in the request.',
    wrong: 'get: /invoices   # on /invoices/list',
    right: 'get: /invoices\nparams: { skip: "{{ $offset }}", top: "{{ $limit }}" }\npage: { by: offset, size: 100 }',
    oneCause: true,
  },
  REQ607: {
    title: 'incomplete $each',
    explanation:
      'In a body or a list of terms, { $each: ..., $item: ... } repeats an item: `$each` is JSONata that returns the list, `$item` is the template of one item. No other keys are allowed next to them.',
    wrong: 'lines: { $each: lines, sku: "{{ sku }}" }',
    right: 'lines: { $each: lines, $item: { sku: "{{ sku }}" } }',
  },
  REQ608: {
    title: 'invalid request',
    explanation:
      'A path cannot contain query parameters or a fragment, and a header name consists of letters, digits and hyphens. Put query parameters under `params`, where their values are encoded.',
    wrong: 'get: /customers?top=10',
    right: 'get: /customers\nparams: { top: 10 }',
  },
  REQ609: {
    title: 'step that may complete partially',
    explanation:
      'A step with `each` sends one request per item. If it stops in between, it is unknown which items the ERP has processed, and sending all of them again would duplicate some. It is allowed if the ERP processes each request only once, by a key in the request; declare this with `repeatable: true`. Otherwise send all items in one request.',
    wrong: 'each: { line: $lines }\npost: /OrderLines',
    right:
      'each: { line: $lines }\nput: /OrderLines({{ $key & "-" & $line.number }})\nrepeatable: true   # the same line, however often',
  },
  REQ610: {
    title: 'step that find cannot verify',
    explanation:
      'After a crash or a lost response, only `find` shows how far a write over HTTP got, and later steps use the results of earlier ones. Every step except the first therefore needs `done`, which states how the document shows that the step is complete, and the names under `fields` must be columns of `find`.',
    wrong:
      'find: { get: /Invoices, fields: { erpInvoiceId: id, key: number } }\nwrite:\n  - invoice: { post: /Invoices }\n  - post: { post: "/Invoices({{ $found.erpInvoiceId }})/post" }',
    right:
      'find: { get: /Invoices, fields: { erpInvoiceId: id, key: number, _state: state } }\nwrite:\n  - invoice: { post: /Invoices, fields: { erpInvoiceId: id } }\n  - post: { post: "/Invoices({{ $invoice.erpInvoiceId }})/post", done: "_state != \'DRAFT\'" }',
  },
  REQ611: {
    title: 'fact cannot be determined',
    explanation:
      'The ERP answered the request of a fact in a way that means neither true nor false: with an error, or by refusing the request. 404 means false; declare other responses that mean false under `outcomes`.',
    wrong: 'facts: { has_lots: { get: /lots } }   # 400 where the module is missing',
    right: 'facts: { has_lots: { get: /lots, outcomes: [{ when: $status = 400, is: empty }] } }',
  },
  REQ612: {
    title: 'value that cannot be missing here',
    explanation:
      'In a step of a write, {{? x }} leaves out its part of the request if x has no value, and {{ x ?? null }} sends null in a body. In a path, a part that is left out would address another record. In a read it would return more than intended, so only optional fields of the request are left out there. A parameter, a header and a text inside a longer text have no null.',
    wrong: 'params: { taxRule: "{{ $party._taxRule ?? null }}" }',
    right: 'params: { taxRule: "{{? $party._taxRule }}" }   # in a step of `write`',
  },
  REQ613: {
    title: 'missing right in the ERP',
    explanation:
      'The ERP denied the `probe` of a step to the login of the profile, so it would deny the step too. Grant the right in the ERP. A probe is a request that the ERP checks for the right first and then rejects, because its content is incomplete; every response other than 401, 403 or an outcome `denied` shows that the right is there. As a warning: the probe could not show it, or the ERP accepted it and may have changed something.',
    wrong:
      'write: [{ invoice: { post: /invoices, json: { number: "{{ $key }}" }, probe: { post: /invoices, json: {} } } }]   # the ERP answers 403',
    right:
      'write: [{ invoice: { post: /invoices, json: { number: "{{ $key }}" }, probe: { post: /invoices, json: {} } } }]   # 400',
  },
  REQ614: {
    title: 'undo that cannot be relied on',
    explanation:
      'If the ERP refuses a later step of a write over HTTP, `undo` removes what an earlier one has created. It must address the document that the ERP has confirmed, so it uses a result of its step, such as the id. It counts when `find` no longer shows the step, so the write needs a lookup. A step with `each` creates several things, and has only the result of the first one.',
    wrong:
      'write:\n  - invoice: { post: /Invoices, fields: { erpInvoiceId: id }, undo: { delete: "/Invoices?reference={{ $key }}" } }\n  - posting: { post: "/Invoices({{ $invoice.erpInvoiceId }})/post", done: _posted }',
    right:
      'write:\n  - invoice: { post: /Invoices, fields: { erpInvoiceId: id }, undo: { delete: "/Invoices({{ $invoice.erpInvoiceId }})", repeatable: true } }\n  - posting: { post: "/Invoices({{ $invoice.erpInvoiceId }})/post", done: _posted }',
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;
