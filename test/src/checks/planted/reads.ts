/** Defects of searches, lookups and statements. */
import { changing, type Defect, errorReply, jsonOf, replacing, rewriting, rowsOf } from '../defective-service.ts';
import type { PlantedDefect } from './defect.ts';

const customers = '/catalog/customers/search';
const products = '/catalog/products/search';
const sku = '/catalog/products/by-sku';
const statement = '/customer-statement/get';
type Row = Readonly<Record<string, unknown>>;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const isUnknown = (id: unknown): boolean => text(id).startsWith('no-such');

/** Keeps the hits whose name passes the test. Texts without letters are left to the service. */
const hitsWhere = (path: string, field: string, test: (name: string, query: string) => boolean): Defect =>
  changing(path, (answer, { query }) => ({
    ...answer,
    hits: rowsOf(answer.hits).filter((row) => test(text(row[field]), text(query).trim())),
  }));

const reversed = (path: string, property: string, when: (request: Row) => boolean = () => true): Defect =>
  changing(path, (answer, request) =>
    when(request) ? { ...answer, [property]: rowsOf(answer[property]).toReversed() } : answer,
  );

/** A search text that stands for another one. */
const searchingFor = (path: string, query: string, instead: string): Defect =>
  rewriting(path, (request) => (request.query === query ? { ...request, query: instead } : request));

function everyOtherReversed(): Defect {
  let count = 0;
  return reversed(customers, 'hits', () => {
    count += 1;
    return count % 2 === 0;
  });
}

/** Unknown ids are answered as if they were this one. */
const instead = (path: string, field: string, known: string): Defect =>
  rewriting(path, (request) => (isUnknown(request[field]) ? { ...request, [field]: known } : request));

const swappedPeriod = (path: string): Defect =>
  rewriting(path, (request) => {
    const { periodStart, periodEnd } = request;
    if (typeof periodStart !== 'string' || typeof periodEnd !== 'string' || periodStart <= periodEnd) return request;
    return { ...request, periodStart: periodEnd, periodEnd: periodStart };
  });

const statementLines = (
  change: (line: Row, balance: number) => { readonly line: Row; readonly balance: number },
): Defect =>
  changing(statement, (answer) => {
    let balance = Number(answer.openingBalance);
    const lines = rowsOf(answer.lines).map((line) => {
      const changed = change(line, balance);
      balance = Math.round(changed.balance * 100) / 100;
      return { ...changed.line, balance };
    });
    return { ...answer, lines, closingBalance: lines.length === 0 ? answer.closingBalance : balance };
  });

/** Each period begins at zero. */
const withoutOpening = changing(statement, (answer) => {
  let balance = 0;
  const lines = rowsOf(answer.lines).map((line) => {
    balance = Math.round((balance + Number(line.debit) - Number(line.credit)) * 100) / 100;
    return { ...line, balance };
  });
  return { ...answer, openingBalance: 0, closingBalance: balance, lines };
});

/** The sign of every amount is turned, so that the sums are still right. */
const turnedSides = changing(statement, (answer) => {
  const turned = (value: unknown): number => 0 - Number(value);
  const lines = rowsOf(answer.lines).map(({ debit, credit, ...line }) => ({
    ...line,
    ...{ debit: credit, credit: debit, balance: turned(line.balance) },
  }));
  return {
    ...answer,
    lines,
    openingBalance: turned(answer.openingBalance),
    closingBalance: turned(answer.closingBalance),
  };
});

/** The first statement of a period is answered for ever. */
function staleStatement(): Defect {
  const first = new Map<string, Promise<Awaited<ReturnType<Defect>>>>();
  return (call, forward) => {
    if (call.path !== statement) return forward(call);
    const known = first.get(call.body) ?? forward(call);
    first.set(call.body, known);
    return known;
  };
}

const emptyStatement: Defect = async (call, forward) => {
  const { customerErpId } = jsonOf(call.body);
  if (call.path !== statement || !isUnknown(customerErpId)) return forward(call);
  const answer = { schemaVersion: '1', currency: 'EUR', asOf: '2026-01-01', periodStart: '2025-01-01', lines: [] };
  const body = JSON.stringify({ ...answer, periodEnd: '2026-01-01', openingBalance: 0, closingBalance: 0 });
  return { status: 200, headers: { 'content-type': 'application/json' }, body };
};

export const readDefects: readonly PlantedDefect[] = [
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
  {
    id: 'lookups/addresses',
    path: '/catalog/customers/addresses',
    what: 'the kind is ignored',
    rule: 'filter',
    defect: () => rewriting('/catalog/customers/addresses', ({ kind: _kind, ...request }) => request),
  },
  {
    id: 'lookups/addresses',
    path: '/catalog/customers/addresses',
    what: 'an unknown customer has addresses',
    rule: 'unknown-id',
    defect: () => instead('/catalog/customers/addresses', 'customerId', 'K10001'),
  },
  {
    id: 'lookups/prices',
    path: '/pricing/resolve',
    what: 'a missing price has a source',
    rule: 'price-source',
    defect: () => changing('/pricing/resolve', (answer) => ({ ...answer, source: 'list' })),
  },
  {
    id: 'lookups/prices',
    path: '/pricing/resolve',
    what: 'a missing price is 0',
    rule: 'unknown-id',
    defect: () =>
      changing('/pricing/resolve', (answer) =>
        answer.systemUnitPrice === null ? { ...answer, systemUnitPrice: 0, source: 'list' } : answer,
      ),
  },
  {
    id: 'lookups/credit',
    path: '/credit/customer',
    what: 'an unknown customer has credit',
    rule: 'unknown-id',
    defect: () => instead('/credit/customer', 'customerErpId', 'K10001'),
  },
  {
    id: 'lookups/credit',
    path: '/credit/customer',
    what: 'money is computed in binary',
    rule: 'number-noise',
    defect: () => changing('/credit/customer', (answer) => ({ ...answer, creditUsed: 0.1 + 0.2 })),
  },
  {
    id: 'lookups/usage',
    path: '/sales-orders/usage',
    what: 'both parts of a period count what the whole has',
    rule: 'usage-sum',
    defect: () =>
      rewriting('/sales-orders/usage', (request) => ({ ...request, periodStart: '1990-01-01', periodEnd: null })),
  },
  {
    id: 'lookups/usage',
    path: '/sales-orders/usage',
    what: 'an unknown SKU has usage',
    rule: 'unknown-id',
    defect: () =>
      changing('/sales-orders/usage', (answer, request) => (isUnknown(request.sku) ? { ...answer, units: 1 } : answer)),
  },
  {
    id: 'lookups/usage-period',
    path: '/sales-orders/usage',
    what: 'a period that ends before it begins is turned round',
    rule: 'invalid-field',
    defect: () => swappedPeriod('/sales-orders/usage'),
  },
  {
    id: 'lookups/usage-period',
    path: '/sales-orders/usage',
    what: 'a period without an end ends before the last orders',
    rule: 'usage-sum',
    defect: () =>
      changing('/sales-orders/usage', (answer, request) =>
        request.periodEnd === null ? answer : { ...answer, units: Number(answer.units) + 1 },
      ),
  },
  {
    id: 'lookups/orders',
    path: '/sales-orders/list',
    what: 'the customer is ignored',
    rule: 'filter',
    defect: () => rewriting('/sales-orders/list', ({ customerErpId: _customer, ...request }) => request),
  },
  {
    id: 'lookups/orders',
    path: '/purchase-orders/list',
    what: 'the oldest come first',
    rule: 'newest-first',
    defect: () => reversed('/purchase-orders/list', 'orders'),
  },
  {
    id: 'lookups/customer-invoices',
    path: '/customer-invoices/list',
    what: 'the oldest come first',
    rule: 'newest-first',
    defect: () => reversed('/customer-invoices/list', 'invoices'),
  },
  {
    id: 'lookups/customer-invoices',
    path: '/customer-invoices/list',
    what: 'an unknown customer is refused',
    rule: 'status',
    defect: () => async (call, forward) =>
      call.path === '/customer-invoices/list' && isUnknown(jsonOf(call.body).customerErpId)
        ? errorReply(422, 'VALIDATION_FAILED', 'customerErpId')
        : forward(call),
  },
  {
    id: 'statement/sums',
    path: statement,
    what: 'payments are not subtracted',
    rule: 'statement-sum',
    defect: () => statementLines((line, balance) => ({ line, balance: balance + Number(line.debit) })),
  },
  {
    id: 'statement/consecutive-periods',
    path: statement,
    what: 'each period begins at zero',
    rule: 'statement-chain',
    defect: () => withoutOpening,
  },
  {
    id: 'statement/sides',
    path: statement,
    what: 'what the customer owes is negative',
    rule: 'statement-side',
    defect: () => turnedSides,
  },
  {
    id: 'statement/pushed-invoice',
    path: statement,
    what: 'statements are cached',
    rule: 'statement-sum',
    defect: staleStatement,
  },
  {
    id: 'statement/echo',
    path: statement,
    what: 'asOf is always today',
    rule: 'statement-echo',
    defect: () => changing(statement, (answer) => ({ ...answer, asOf: new Date().toISOString().slice(0, 10) })),
  },
  {
    id: 'statement/echo',
    path: statement,
    what: 'null in periodStart is refused',
    rule: 'status',
    defect: () => async (call, forward) =>
      call.path === statement && jsonOf(call.body).periodStart === null
        ? errorReply(422, 'VALIDATION_FAILED', 'periodStart')
        : forward(call),
  },
  {
    id: 'statement/refusals',
    path: statement,
    what: 'a period that ends before it begins is turned round',
    rule: 'invalid-field',
    defect: () => swappedPeriod(statement),
  },
  {
    id: 'statement/refusals',
    path: statement,
    what: 'an unknown customer has an empty account',
    rule: 'unknown-id',
    defect: () => emptyStatement,
  },
  {
    id: 'statement/refusals',
    path: statement,
    what: 'a refusal has a page of the web server',
    rule: 'error-body',
    defect: () => replacing(statement, 422, (reply) => ({ ...reply, body: '<h1>422</h1>' })),
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
