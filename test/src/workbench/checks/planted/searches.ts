/** Defects of searches. */
import { changing, type Defect, errorReply, jsonOf, rewriting, rowsOf } from '../defective-service.ts';
import type { PlantedDefect } from './defect.ts';
import { isUnknown, type Row, reversed, text } from './rewrites.ts';

const customers = '/catalog/customers/search';
const products = '/catalog/products/search';
const sku = '/catalog/products/by-sku';

/** Keeps the hits whose name passes the test. Texts without letters are left to the service. */
const hitsWhere = (path: string, field: string, test: (name: string, query: string) => boolean): Defect =>
  changing(path, (answer, { query }) => ({
    ...answer,
    hits: rowsOf(answer.hits).filter((row) => test(text(row[field]), text(query).trim())),
  }));

/** A search text is replaced by another one. */
const searchingFor = (path: string, query: string, instead: string): Defect =>
  rewriting(path, (request) => (request.query === query ? { ...request, query: instead } : request));

function everyOtherReversed(): Defect {
  let count = 0;
  return reversed(customers, 'hits', () => {
    count += 1;
    return count % 2 === 0;
  });
}

export const searchDefects: readonly PlantedDefect[] = [
  {
    id: 'search/by-name',
    path: customers,
    what: 'capitals and small letters differ',
    rule: 'found',
    defect: () => hitsWhere(customers, 'erpName', (name, query) => name.includes(query)),
  },
  {
    id: 'search/by-words',
    path: customers,
    what: 'words must stand in the order of the name',
    rule: 'found',
    defect: () => hitsWhere(customers, 'erpName', (name, query) => name.toLowerCase().includes(query.toLowerCase())),
  },
  {
    id: 'search/by-words',
    path: products,
    what: 'one word of several is enough',
    rule: 'search-match',
    defect: () =>
      rewriting(products, (request) => ({ ...request, query: text(request.query).replace(/ zqxjkv$/, '') })),
  },
  { id: 'search/order', path: customers, what: 'the order changes', rule: 'stable-order', defect: everyOtherReversed },
  {
    id: 'search/order',
    path: products,
    what: 'the exact match comes last',
    rule: 'best-first',
    defect: () => exactLast,
  },
  {
    id: 'search/literals',
    path: customers,
    what: 'a percent sign is a wildcard',
    rule: 'wildcard',
    defect: () => searchingFor(customers, '%', ''),
  },
  {
    id: 'search/literals',
    path: products,
    what: 'an underscore is a wildcard',
    rule: 'wildcard',
    defect: () => searchingFor(products, '_', ''),
  },
  {
    id: 'search/unknown-text',
    path: customers,
    what: 'letters of other scripts break the service',
    rule: 'status',
    defect: () => async (call, forward) =>
      call.path === customers && call.body.includes('東京') ? errorReply(500, 'INTERNAL_ERROR') : forward(call),
  },
  {
    id: 'search/unknown-text',
    path: products,
    what: 'an unknown word finds everything',
    rule: 'search-match',
    defect: () => searchingFor(products, 'zqxjkv-7f3a', ''),
  },
  {
    id: 'sku/exact-first',
    path: sku,
    what: 'the SKU itself is not found',
    rule: 'found',
    defect: () =>
      changing(sku, (answer, request) => ({
        ...answer,
        hits: rowsOf(answer.hits).filter(({ erpSku }) => erpSku !== request.sku),
      })),
  },
  {
    id: 'sku/prefix',
    path: sku,
    what: 'only the SKU itself is found',
    rule: 'found',
    defect: () =>
      changing(sku, (answer, request) => ({
        ...answer,
        hits: rowsOf(answer.hits).filter(({ erpSku }) => erpSku === request.sku),
      })),
  },
  {
    id: 'sku/not-contained',
    path: sku,
    what: 'descriptions are searched, too',
    rule: 'sku-match',
    defect: () => async (call, forward) => {
      const reply = await forward(call);
      const request = jsonOf(call.body);
      if (call.path !== sku || rowsOf(jsonOf(reply.body).hits).length > 0) return reply;
      return forward({ ...call, path: products, body: JSON.stringify({ schemaVersion: '1', query: request.sku }) });
    },
  },
  {
    id: 'sku/literals',
    path: sku,
    what: 'a percent sign is a wildcard',
    rule: 'wildcard',
    defect: () => async (call, forward) =>
      call.path === sku && jsonOf(call.body).sku === '%'
        ? forward({ ...call, path: products, body: '{"schemaVersion":"1","query":""}' })
        : forward(call),
  },
  {
    id: 'sku/literals',
    path: sku,
    what: 'an unknown SKU finds another one',
    rule: 'sku-match',
    defect: () => async (call, forward) =>
      call.path === sku && isUnknown(jsonOf(call.body).sku)
        ? forward({ ...call, path: products, body: '{"schemaVersion":"1","query":"","limit":1}' })
        : forward(call),
  },
];

/** Hits that equal the text come after the others. */
const exactLast = changing(products, (answer, { query }) => {
  const hits = rowsOf(answer.hits);
  const isExact = ({ erpDesc }: Row): boolean => erpDesc === query;
  // A name that no other record contains has nothing to come after.
  const others = hits.filter((row) => !isExact(row));
  const filler = { erpSku: 'FILLER', erpDesc: `${text(query)} filler`, erpProductId: 'filler' };
  const rest = others.length === 0 && text(query) !== '' ? [filler] : others;
  return text(query) === '' ? answer : { ...answer, hits: [...rest, ...hits.filter(isExact)] };
});
