/** One service with a defect on each of many endpoints, for the rules that no service of one defect breaks. */
import type { RuleName } from '../../../../../src/workbench/checks/validation/index.ts';
import { changing, type Defect, rowsOf } from '../defective-service.ts';

/** Balances begin at zero in each period. */
const withoutOpening = changing('/customer-statement/get', (answer) => {
  let cents = 0;
  const lines = rowsOf(answer.lines).map((line) => {
    cents += Math.round((Number(line.debit) - Number(line.credit)) * 100);
    return { ...line, balance: cents / 100 };
  });
  return { ...answer, openingBalance: 0, closingBalance: cents / 100, lines };
});

const parts: readonly (readonly [Defect, readonly `${RuleName} ${string}`[]])[] = [
  [changing('/health', (answer) => ({ ...answer, service: '' })), ['empty-text /health']],
  [withoutOpening, ['statement-chain /customer-statement/get']],
  [
    changing('/catalog/customers/addresses', (answer) => ({
      ...answer,
      hits: rowsOf(answer.hits).map((row) => ({ ...row, addressKind: 'shipping' })),
    })),
    ['filter /catalog/customers/addresses'],
  ],
  [
    changing('/pricing/resolve', (answer) => ({
      ...answer,
      systemUnitPrice: answer.systemUnitPrice ?? 1,
      source: 'list',
    })),
    ['unknown-id /pricing/resolve'],
  ],
  [changing('/sales-orders/usage', (answer) => ({ ...answer, units: 1.5 })), ['field-type /sales-orders/usage']],
  [
    changing('/sale-draft', (answer) => ({ ...answer, receivedAt: '2026-01-01T00:00:00+00:00' })),
    ['instant /sale-draft'],
  ],
  [changing('/debtors/list', (answer) => ({ ...answer, hasMore: true })), ['has-more /debtors/list']],
  [
    changing('/credit/customer', ({ currency: _currency, ...answer }) => ({ ...answer, limit: 1 })),
    ['missing-field /credit/customer', 'unknown-field /credit/customer'],
  ],
  [
    changing('/catalog/products/search', (answer) => ({ ...answer, hits: rowsOf(answer.hits).toReversed() })),
    ['stable-order /catalog/products/search'],
  ],
  [
    changing('/purchase-orders/list', (answer, { limit }) => ({
      ...answer,
      orders:
        limit === 1
          ? answer.orders
          : [...rowsOf(answer.orders).slice(0, 1), ...rowsOf(answer.orders).slice(1).toReversed()],
    })),
    ['newest-first /purchase-orders/list'],
  ],
];

/** All of them at once. */
export const manyDefects: Defect = parts.reduce<Defect>(
  (inner, [defect]) =>
    (call, forward) =>
      defect(call, (passed) => inner(passed, forward)),
  (call, forward) => forward(call),
);

export const manyFound: readonly string[] = parts.flatMap(([, rules]) => rules).sort();
