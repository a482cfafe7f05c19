/** Requests that look for parts of a profile: the ERP is a function that says which points a request reaches. */
import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../../../engine/index.ts';
import { contract } from '../../../../src/contract/index.ts';
import { createChosenCalls } from '../../../../src/workbench/record/calls/chosen-calls.ts';
import { explore } from '../../../../src/workbench/record/calls/explore.ts';
import { createKnownValues } from '../../../../src/workbench/record/calls/known-values.ts';
import type { CallToRecord, RecordedCall } from '../../../../src/workbench/record/session.ts';

type Reached = Readonly<Record<string, (request: CallToRecord['request']) => boolean>>;

const answer = (json: object): Outcome => ({
  ok: true,
  json: JSON.stringify({ schemaVersion: contract.version, ...json }),
});

/** Runs calls, and counts them. `points`: by name, the requests that reach them. */
function erpWith(points: Reached, outcome: (request: CallToRecord['request']) => Outcome) {
  const requests: CallToRecord['request'][] = [];
  const call = async ({ path, request }: CallToRecord): Promise<RecordedCall> => {
    requests.push(request);
    const reached = Object.entries(points).flatMap(([point, reaches]) => (reaches(request) ? [point] : []));
    const ran = { statements: [], exchanges: [], hashedKey: undefined, isStopped: false };
    return { path, request, outcome: outcome(request), points: new Set(reached), ...ran };
  };
  return { requests, session: { call } };
}

const endpoint = (path: string) => {
  const foundEndpoint = contract.endpoints.find((one) => one.path === path);
  if (foundEndpoint === undefined) throw new Error(`There is no endpoint ${path}`);
  return foundEndpoint;
};

const list = endpoint('/invoices/list');
const payment = endpoint('/payments/push');
const invoice = endpoint('/invoices/push');

const open = {
  erpInvoiceId: '2026/0042',
  invoiceNumber: 'INV-1',
  erpDebtorId: 'R 17',
  debtorName: 'Nordlicht',
  issueDate: '2026-03-20',
  dueDate: '2026-04-19',
  currency: 'KWD',
  amountTotal: 97.505,
  amountOutstanding: 33.335,
  status: 'AUTHORISED',
  lines: [],
};

async function exploring(path: string, points: Reached, most = 100) {
  const erp = erpWith(points, () => answer({ erpPaymentId: '1', erpInvoiceId: '2' }));
  const knownValues = createKnownValues();
  const listed = { statements: [], exchanges: [], hashedKey: undefined, isStopped: false, points: new Set<string>() };
  const outcome = answer({ invoices: [open, { ...open, erpInvoiceId: '2026/0043' }], hasMore: false });
  knownValues.add(list, { path: list.path, request: { page: 1 }, outcome, ...listed });
  for (const number of [1, 2, 3]) {
    const customers = answer({ hits: [{ erpId: `K ${number}`, erpName: 'Nordlicht' }] });
    knownValues.add(endpoint('/catalog/customers/search'), { path: '', request: {}, ...listed, outcome: customers });
    const products = answer({ hits: [{ erpProductId: `4711-${number}`, sku: `HX-${number}`, name: 'Bolt' }] });
    knownValues.add(endpoint('/catalog/products/search'), { path: '', request: {}, ...listed, outcome: products });
  }
  const chosen = createChosenCalls(new Set(), 0);
  const input = { contract, session: erp.session, chosen, knownValues, most, stamp: 'test' };
  await explore({ ...input, endpoints: [endpoint(path)] });
  return { requests: erp.requests, chosen: chosen.calls() };
}

describe('further calls', () => {
  it('pay invoices of answers with amounts near limits, and name banks that do not exist', async () => {
    const { chosen } = await exploring(payment.path, {
      second: ({ erpInvoiceId }) => erpInvoiceId === '2026/0043',
      'unknown id': ({ erpInvoiceId }) => erpInvoiceId === '9999/9999',
      'too much': ({ amount }) => Number(amount) > 1_000_000,
      'too many decimals': ({ amount }) => Number(amount) === 0.000001,
      'another bank': ({ bankAccountCode }) => bankAccountCode === 'ZZ-9999',
      'long ago': ({ paymentDate }) => paymentDate === '1990-01-01',
    });
    expect(new Set(chosen.flatMap(({ points }) => [...points]))).toEqual(
      new Set(['second', 'unknown id', 'too much', 'too many decimals', 'another bank', 'long ago']),
    );
    // Only calls that reach something are recorded.
    expect(chosen.length).toBeLessThanOrEqual(6);
  });

  it('vary a request that has reached something', async () => {
    const { chosen } = await exploring(payment.path, {
      bank: ({ bankAccountCode }) => bankAccountCode === 'ZZ-9999',
      'bank and amount': ({ bankAccountCode, amount }) => bankAccountCode === 'ZZ-9999' && amount === 0.01,
    });
    expect(chosen.flatMap(({ points }) => [...points])).toContain('bank and amount');
  });

  it('combine customers with products', async () => {
    const { chosen } = await exploring('/pricing/resolve', {
      price: ({ customerErpId, productErpId }) => customerErpId === 'K 3' && productErpId === '4711-2',
    });
    expect(chosen.map(({ request }) => request)).toEqual([{ customerErpId: 'K 3', productErpId: '4711-2' }]);
  });

  it('end where nothing new is reached, and at the limit', async () => {
    expect((await exploring(invoice.path, {})).requests.length).toBeLessThanOrEqual(60);
    expect((await exploring(payment.path, {}, 7)).requests).toHaveLength(7);
    expect((await exploring(payment.path, {}, 0)).requests).toEqual([]);
  });

  it('give documents numbers of their own, and try the number of a document that the ERP has', async () => {
    const { requests } = await exploring(invoice.path, {}, 40);
    const numbers = requests.map(({ invoiceNumber }) => invoiceNumber);
    const recordedNumbers = numbers.filter((number) => /^R-test-/.test(String(number)));
    expect(recordedNumbers.length).toBeGreaterThan(20);
    expect(new Set(recordedNumbers).size).toBe(recordedNumbers.length);
    expect(numbers).toContain('INV-1');
  });

  it('vary the lines: negative, with more decimals, twice', async () => {
    const { chosen } = await exploring(
      invoice.path,
      {
        negative: ({ lines }) => JSON.stringify(lines).includes('-1.5'),
        two: ({ lines }) => Array.isArray(lines) && lines.length === 2,
        price: ({ lines }) => JSON.stringify(lines).includes('"unitPrice":0.000001'),
      },
      200,
    );
    expect(new Set(chosen.flatMap(({ points }) => [...points]))).toEqual(new Set(['negative', 'two', 'price']));
  });
});

describe('chosen calls', () => {
  const refused: Outcome = { ok: false, problem: { kind: 'broken', message: 'The ERP failed.' } };

  it('are the first of each endpoint, and those that reach a new point; failures of the ERP reach nothing', () => {
    const steps = { statements: [], exchanges: [], hashedKey: undefined, isStopped: false };
    const chosen = createChosenCalls(new Set(), 1);
    const call = (limit: number, point: string, outcome: Outcome = answer({})): boolean =>
      chosen.offer({ path: list.path, request: { limit }, outcome, points: new Set([point]), ...steps });
    expect([call(1, 'a'), call(2, 'a'), call(3, 'b', refused), call(4, 'b'), call(4, 'c')]).toEqual([
      true,
      false,
      false,
      true,
      false,
    ]);
    expect(chosen.calls().map(({ request }) => request.limit)).toEqual([1, 4]);
  });
});
