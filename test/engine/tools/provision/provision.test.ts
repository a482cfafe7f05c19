/** The words of the page on the shipped profiles, as it defines them, for a profile that has each of them once. */
import { describe, expect, it } from 'vitest';
import { noBases } from '../../../../engine/index.ts';
import { type Provision, providedBy } from '../../../../engine/tools/index.ts';
import { uncheckedIn } from '../../../../src/build/pages/profiles/unchecked.ts';
import { contract } from '../../../../src/contract/index.ts';

const profile = `
profile: acme
title: Acme
contract: "1"
settings:
  user: { env: ACME_USER }
  prefix: { env: ACME_PREFIX, default: x_ }
sources:
  erp: { sql: postgres, connection: { host: localhost, database: acme, user: "\${user}" } }
  api: { http: https://api.example.com }
facts:
  has_terms: { table: terms }
  has_notes: { use: api, get: /notes }
parts:
  open: (SELECT SUM(p.amount) FROM payment p WHERE p.invoice = i.id)
endpoints:
  /catalog/customers/search:
    search: { text: query, in: [erpName] }
    query: "SELECT c.id AS \\"erpId\\", c.name AS \\"erpName\\", 'SUM(' AS _text /* COUNT( */ FROM customer c"
  /catalog/products/by-sku:
    fields: { erpSku: no, erpDesc: name, erpProductId: id }
    first: [{ get: /items/exact, rows: value }, { get: /items/like, rows: value }]
  /pricing/resolve:
    first:
      - { query: SELECT p.price AS "systemUnitPrice" FROM special p WHERE p.item = :productErpId }
      - { query: SELECT i.price AS "systemUnitPrice" FROM item i WHERE i.id = :productErpId }
  /credit/customer:
    get: /credit
    fields: { creditUsed: $total(invoices.open), creditLimit: limit, currency: currency }
  /purchase-orders/list: { unavailable: orders go to vendors, answer: empty }
  /sales-orders/list:
    unavailable: { when: not has_terms, reason: Old ones have no orders. }
    query: SELECT o.id AS "erpSoId" FROM orders o
  /customer-invoices/list:
    query: SELECT i.id AS "erpInvoiceId", i.total - {open} AS "amountOpen" FROM invoice i
    absent: { dueDate: { when: not has_terms, reason: Old ones have no terms. } }
  /debtors/list:
    absent: { email: No addresses are kept. }
    union:
      - { get: /debtors, page: { whole: true } }
      - { when: has_notes, get: /notes, page: { whole: true } }
      - { when: has_terms, get: /new, page: { whole: true } }
      - { when: not has_terms, get: /old, page: { whole: true } }
  /customer-statement/get:
    statement:
      currency: SELECT 'EUR' AS currency
      entries: { query: 'SELECT e.day AS date, e.amount AS amount FROM entry e WHERE e.c = :customerErpId' }
  /sale-draft:
    find: { query: 'SELECT o.id AS "saleId", o.ref AS key FROM orders o WHERE o.ref = :key' }
    write: [{ order: { exec: "INSERT INTO orders (ref) VALUES (:key)" } }]
  /payments/push:
    find: { query: 'SELECT p.id AS "erpPaymentId", p.ref AS key FROM payment p WHERE p.ref = :key' }
    prepare: [{ all: { query: SELECT COUNT(*) AS _n FROM payment } }]
    write: [{ payment: { post: /payments, json: { ref: "{{ $key }}" } } }]
`;

const provided = providedBy(profile, noBases, contract);

function of(path: string): Provision {
  const foundEndpoint = provided?.endpoints.get(path);
  if (foundEndpoint === undefined) throw new Error(`no ${path}`);
  return foundEndpoint;
}

const given = { kind: 'provided', computedBy: [], lacks: [] } as const;

describe('what is told of a profile', () => {
  it.each<[string, Provision]>([
    ['/catalog/customers/search', { ...given, sources: ['SQL'] }],
    ['/catalog/products/by-sku', { ...given, sources: ['HTTP'] }],
    ['/pricing/resolve', { ...given, sources: ['SQL'], computedBy: ['the first of 2 reads that has one'] }],
    ['/credit/customer', { ...given, sources: ['HTTP'], computedBy: ['$total'] }],
    ['/purchase-orders/list', { kind: 'unavailable', reason: 'orders go to vendors', answersEmpty: true }],
    ['/customer-statement/get', { ...given, sources: ['SQL'], computedBy: ['the engine adds up entries'] }],
    ['/sale-draft', { ...given, sources: ['SQL'], computedBy: ["statements into the ERP's tables"] }],
    ['/payments/push', { ...given, sources: ['SQL', 'HTTP'] }],
    [
      '/sales-orders/list',
      {
        ...given,
        sources: ['SQL'],
        lacks: [{ subject: undefined, when: 'not has_terms', reason: 'Old ones have no orders.' }],
      },
    ],
    [
      '/customer-invoices/list',
      {
        ...given,
        sources: ['SQL'],
        computedBy: ['SUM'],
        lacks: [
          { subject: { kind: 'field', name: 'dueDate' }, when: 'not has_terms', reason: 'Old ones have no terms.' },
        ],
      },
    ],
    [
      '/debtors/list',
      {
        ...given,
        sources: ['HTTP'],
        lacks: [
          { subject: { kind: 'read', name: 'GET /notes' }, when: 'not has_notes', reason: undefined },
          { subject: { kind: 'field', name: 'email' }, when: undefined, reason: 'No addresses are kept.' },
        ],
      },
    ],
  ])('%s', (path, provision) => {
    expect(of(path)).toEqual(provision);
  });

  it('settings that an installation must give, and facts', () => {
    expect(provided).toMatchObject({ title: 'Acme', settings: ['user', 'prefix'], required: ['user'] });
    expect(provided?.facts).toEqual(['has_terms', 'has_notes']);
  });
});

it('comments say what is unchecked, with the endpoint, over several lines', () => {
  const text = [
    '# Lines marked "unchecked" rest on what was read.',
    'sources:',
    '  erp:',
    "    limits: { a: 'x # y' } # unchecked: no figures",
    '                           # are published',
    'endpoints:',
    '  # About orders.',
    '  # unchecked: their words. All of them.',
    '  /sales-orders/list:',
    '    # unchecked: one',
    '    # unchecked: two,',
    '    # and more',
    '',
    '    # Another thing, which is known. unchecked: three.',
    '    # That is all.',
    "    query: 'unchecked: no comment'",
  ].join('\n');
  expect(uncheckedIn(text)).toEqual([
    { line: 4, section: 'sources', text: 'no figures are published' },
    { line: 8, section: '/sales-orders/list', text: 'their words. All of them.' },
    { line: 10, section: '/sales-orders/list', text: 'one' },
    { line: 11, section: '/sales-orders/list', text: 'two, and more' },
    { line: 14, section: '/sales-orders/list', text: 'three. That is all.' },
  ]);
});
