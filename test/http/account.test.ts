/** Account statements, and ids that must exist, for an ERP without a ledger: invoices and payments are two lists. */
import { afterEach, describe, expect, it } from 'vitest';
import { contract } from '../../src/contract/index.ts';
import { closeAll, type Double, httpDouble, later } from '../engine/sources/http/double.ts';
import { type ErpEngine, openErp } from '../support/erp.ts';

afterEach(closeAll);

/** What is owed before 2026 is 5. */
const ledger = {
  invoices: [
    { no: 'I1', day: '2026-01-10', sum: 100.1 },
    { no: 'I3', day: '2026-02-20', sum: 50 },
    { no: 'I2', day: '2026-02-05T09:30:00', sum: 0.2 },
  ],
  payments: [
    { no: 'P1', day: '2026-02-06', sum: 100.1 },
    { no: 'P2', day: '2026-03-01', sum: '10.00' },
  ],
};
/** 5 + 100.1 + 0.2 + 50 - 100.1 - 10 */
const owed = 45.2;

const fields = (name: string, amount: string): object => ({
  date: 'day',
  reference: 'no',
  description: `'${name}'`,
  amount,
});
const lists = (params: object): object[] => [
  { get: '/invoices', params, fields: fields('Invoice', 'sum') },
  { get: '/payments', params, fields: fields('Payment', '$multiply(sum, -1)') },
];

const customer = '/customers/{{ customerErpId }}';
const missing = [{ when: '$status = 404', is: 'empty' }];
const statementOf = (params: object, opening: object): object => ({
  currency: { get: customer, outcomes: missing, fields: { currency: 'currency' } },
  opening,
  balance: { get: customer, fields: { balance: 'owed' } },
  entries: { union: lists(params) },
});
const brought = { get: customer, fields: { balance: 'brought' } };

interface Answers {
  /** What the ERP says is owed, time after time; the last one from then on. */
  readonly balances?: readonly number[];
  readonly invoices?: readonly object[];
  readonly exists?: number;
}

/** The ERP knows the customer 1; it takes the days of a request for both ends included. */
async function open(
  statement: object,
  { balances = [owed], invoices = ledger.invoices, exists = 404 }: Answers = {},
): Promise<{ readonly engine: ErpEngine; readonly double: Double }> {
  let asked = 0;
  const double = await httpDouble((seen, response) => {
    const { pathname, searchParams } = new URL(seen.path, 'http://erp');
    const send = (body: unknown, status = 200): void =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const within = (rows: readonly { readonly day?: string }[]): unknown =>
      rows.filter(({ day = '' }) => {
        const on = day.slice(0, 10);
        return on >= (searchParams.get('from') ?? '') && on <= (searchParams.get('to') ?? '9');
      });
    switch (pathname) {
      case '/invoices':
        return send(within(invoices));
      case '/payments':
        return send(within(ledger.payments));
      case '/balance':
        return send({ balance: searchParams.get('before') === '2026-02-01' ? 105.1 : null });
      case '/customers/1': {
        const balance = balances[Math.min(asked, balances.length - 1)];
        if (seen.headers['x-wants'] === 'balance') asked += 1;
        return send({ currency: 'EUR', brought: 5, owed: balance });
      }
      default:
        return send({}, pathname === '/exists/2' ? exists : 404);
    }
  });
  const endpoints = contract.endpoints.filter(({ path }) => ['/health', '/customer-statement/get'].includes(path));
  const profile = {
    profile: 'two-lists',
    contract: '1',
    ids: { customer: { type: 'integer', exists: { get: '/exists/{{ id }}' } } },
    sources: { erp: { http: double.url, page: { whole: true } } },
    endpoints: { '/customer-statement/get': { statement } },
  };
  const engine = await openErp(JSON.stringify(profile), { ...contract, endpoints });
  later(() => engine.close());
  return { engine, double };
}

const february = { customerErpId: '1', periodStart: '2026-02-01', periodEnd: '2026-02-28' };
const expected = {
  currency: 'EUR',
  openingBalance: 105.1,
  closingBalance: 55.2,
  lines: [
    { date: '2026-02-05', reference: 'I2', description: 'Invoice', debit: 0.2, credit: 0, balance: 105.3 },
    { date: '2026-02-06', reference: 'P1', description: 'Payment', debit: 0, credit: 100.1, balance: 5.2 },
    { date: '2026-02-20', reference: 'I3', description: 'Invoice', debit: 50, credit: 0, balance: 55.2 },
  ],
};

async function answer(engine: ErpEngine, body: object = february): Promise<unknown> {
  const outcome = await engine.call('/customer-statement/get', body);
  return outcome.ok ? JSON.parse(outcome.json) : outcome.problem;
}
const lines = ({ seen }: Double): string[] =>
  seen.map(({ path }) => path).filter((path) => !path.startsWith('/customers'));

describe('an account statement over HTTP', () => {
  it('adds up complete lists, each requested once', async () => {
    const { engine, double } = await open(statementOf({}, brought));
    expect(await answer(engine)).toMatchObject(expected);
    expect(lines(double)).toEqual(['/invoices', '/payments']);
  });

  it('requests the days before, in and after the period if requests can filter by day', async () => {
    const { engine, double } = await open(statementOf({ from: '{{ $from }}', to: '{{ $to }}' }, brought));
    expect(await answer(engine)).toMatchObject(expected);
    expect(lines(double).sort()).toEqual(
      ['?from=2026-02-01&to=2026-02-28', '?to=2026-01-31', '?from=2026-03-01']
        .flatMap((days) => [`/invoices${days}`, `/payments${days}`])
        .sort(),
    );
  });

  it('requests nothing before the period if the ERP states the opening balance', async () => {
    const opening = { get: '/balance', params: { before: '{{ $from }}' }, fields: { balance: 'balance' } };
    const { engine, double } = await open(statementOf({ from: '{{ $from }}', to: '{{ $to }}' }, opening));
    expect(await answer(engine)).toMatchObject(expected);
    expect(lines(double).filter((path) => path.includes('to=2026-01-31'))).toEqual([]);
    expect(lines(double)).toContain('/balance?before=2026-02-01');
  });

  it('drops entries outside of the requested days', async () => {
    const { engine } = await open(statementOf({ since: '{{ $from }}' }, brought));
    expect(await answer(engine)).toMatchObject(expected);
  });

  const told = {
    ...statementOf({}, brought),
    balance: { get: customer, headers: { 'X-Wants': 'balance' }, fields: { balance: 'owed' } },
  };

  it('reads again if something was posted between two answers', async () => {
    const { engine, double } = await open(told, { balances: [45.21, owed] });
    expect(await answer(engine)).toMatchObject(expected);
    expect(lines(double)).toEqual(['/invoices', '/payments', '/invoices', '/payments']);
  });

  it.each([owed + 0.000_000_000_002, owed - 0.000_000_000_002])(
    'accepts a balance that the ERP has added up in binary: %s',
    async (balance) => {
      const { engine, double } = await open(told, { balances: [balance] });
      expect(await answer(engine)).toMatchObject(expected);
      expect(lines(double)).toHaveLength(2);
    },
  );

  it('is an error if a thousandth is missing, the minor unit of some currencies', async () => {
    const { engine } = await open(told, { balances: [owed + 0.001] });
    expect(await answer(engine)).toMatchObject({ kind: 'broken' });
  });

  it("is an error if the entries do not add up to the ERP's balance", async () => {
    const { engine, double } = await open(told, { balances: [45.21] });
    expect(await answer(engine)).toMatchObject({ kind: 'broken', message: expect.stringContaining('do not add up') });
    expect(lines(double)).toHaveLength(4);
  });

  it.each([
    ['amount', { no: 'I4', day: '2026-01-01' }],
    ['date', { no: 'I4', day: '1 Feb', sum: 1 }],
    ['date', { no: 'I4', sum: 1 }],
  ])('is an error if an entry has no %s: %j', async (field, invoice) => {
    const { engine } = await open(statementOf({}, brought), { invoices: [invoice] });
    expect(await answer(engine)).toMatchObject({ kind: 'broken', message: expect.stringContaining(field) });
  });
});

describe('an id that must exist', () => {
  it.each([
    ['is not known where the ERP says 404', '2', 404, 'invalid'],
    ['is known where it gives a row, so that an account without a currency is an error of the ERP', '2', 200, 'broken'],
    ['is not asked for where no record can have it', 'K1', 200, 'invalid'],
    ['is an open question where the ERP fails', '2', 500, 'broken'],
  ])('%s', async (_title, customerErpId, exists, kind) => {
    const { engine, double } = await open(statementOf({}, brought), { exists });
    expect(await answer(engine, { ...february, customerErpId })).toMatchObject({ kind });
    expect(lines(double).includes('/exists/2')).toBe(customerErpId === '2');
  });
});
