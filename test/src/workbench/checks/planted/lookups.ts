/** Defects of lookups: addresses, prices, credit, usage, orders and invoices of a customer. */
import { changing, type Defect, errorReply, jsonOf, rewriting } from '../defective-service.ts';
import type { PlantedDefect } from './defect.ts';
import { isUnknown, reversed, swappedPeriod } from './rewrites.ts';

/** Unknown ids are answered as if they were this one. */
const instead = (path: string, field: string, knownId: string): Defect =>
  rewriting(path, (request) => (isUnknown(request[field]) ? { ...request, [field]: knownId } : request));

export const lookupDefects: readonly PlantedDefect[] = [
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
];
