/** The measured requests, and the required throughput. */
import { firstWords, type Sizes, secondWords } from './fixture.ts';
import { smallSizes } from './fixture-small.ts';
import type { Call } from './load.ts';
import type { Kind } from './services.ts';

export interface Scenario {
  readonly name: string;
  /** Least throughput as a part of the reference's. */
  readonly least: number;
  /** Most processor time per request as a part of the reference's, beyond the noise of short rounds on a busy machine. */
  readonly mostCpu: number;
  readonly kind: Kind;
  /** Calls to make beforehand, in order: pages are walked from the first one on. */
  readonly walk: readonly Call[];
  /** The n-th call of a caller, both counted from 0. */
  call(caller: number, n: number): Call;
  /** The part of an answer that both services must agree on; by default all of it. */
  readonly compared?: (answer: object, path: string) => unknown;
  /** The same requests before the service had answered the mix; the mix of its kind is measured between the two. */
  readonly before?: Scenario;
  readonly isMix?: true;
}

/** Invoices of odata-stub.ts. */
const odataInvoices = 10_000;

/** Far from each other for neighbours, and the same on every run. */
const spread = (caller: number, n: number): number => ((caller * 1_000_003 + n) * 2_654_435_761) % 2 ** 32;

interface Pages {
  readonly name: string;
  readonly kind: Kind;
  readonly limit: number;
  /** Number of invoices. */
  readonly invoices: number;
  readonly least: number;
  readonly mostCpu: number;
}

function invoices({ name, kind, limit, invoices, least, mostCpu }: Pages): Scenario {
  const pages = Math.min(400, Math.floor(invoices / limit) - 1);
  const call = (page: number): Call => ({ path: '/invoices/list', body: { page, limit } });
  return {
    name,
    least,
    mostCpu,
    kind,
    walk: Array.from({ length: pages }, (_, index) => call(index + 1)),
    call: (caller, n) => call(((caller * 23 + n) % pages) + 1),
  };
}

interface Bounds {
  readonly least: number;
  readonly mostCpu: number;
}

function price(name: string, kind: Kind, sizes: Sizes, { least, mostCpu }: Bounds): Scenario {
  return {
    name,
    least,
    mostCpu,
    kind,
    walk: [],
    call: (caller, n) => {
      const customer = (spread(caller, n) % sizes.customers) + 1;
      // Every second one has an individual price.
      const product =
        n % 2 === 0 ? (spread(n, caller) % sizes.products) + 1 : ((customer * 5 + 1) % sizes.products) + 1;
      return { path: '/pricing/resolve', body: { customerErpId: String(customer), productErpId: String(product) } };
    },
  };
}

/** Documents that were written so far: a repeat would create nothing. */
let documents = 0;

/** The ids and times of documents are those of two tables. */
function withoutIds(answer: object, path: string): object {
  if (path === '/sale-draft') return { ...answer, saleId: '', receivedAt: '' };
  return path.endsWith('/push') ? {} : answer;
}

/** Draft orders of five lines, each with a new number. */
function draft({ products }: Sizes, caller: number, n: number): Call {
  documents += 1;
  const lines = Array.from({ length: 5 }, (_, line) => ({
    sku: `SKU-${(spread(caller, n + line * 101) % products) + 1}`,
    qty: line + 1,
    unitPrice: 12.5 + line,
  }));
  return { path: '/sale-draft', body: { poNumber: `PO-${documents}`, currency: 'EUR', lines } };
}

/** Words of a name in lower case and cut short, as a user types them. */
function nameSearch(caller: number, n: number): Call {
  const at = spread(caller, n);
  const first = firstWords[at % firstWords.length] ?? '';
  const second = secondWords[Math.floor(at / firstWords.length) % secondWords.length] ?? '';
  const query = `${first} ${second.slice(0, 5)} ${at % 10}`.toLowerCase();
  return { path: '/catalog/customers/search', body: { query, limit: 20 } };
}

/** Pages of 100 that the mix reads from a list. */
const mixedPages = 40;
const pagedLists = ['/invoices/list', '/payments/list', '/debtors/list'];
const page = (path: string, number: number): Call => ({ path, body: { page: number, limit: 100 } });

/** All endpoints with the weights of a realistic day: searches and prices 70 of 100 requests, lists 20, the rest 10. */
function mix(kind: Kind, sizes: Sizes): Scenario {
  const prices = price('', kind, sizes, { least: 0, mostCpu: 0 });
  const customer = (caller: number, n: number): string => String((spread(caller, n) % sizes.customers) + 1);
  const product = (caller: number, n: number): number => (spread(n, caller) % sizes.products) + 1;
  const ofCustomer = (path: string, more: Call['body'] = {}): Scenario['call'] => {
    return (caller, n) => ({ path, body: { customerErpId: customer(caller, n), ...more } });
  };
  const lists = pagedLists.map(
    (path): Scenario['call'] =>
      (caller, n) =>
        page(path, (spread(caller, n) % mixedPages) + 1),
  );
  const period = { periodStart: '2022-01-01', periodEnd: '2022-12-31' };
  const currency = 'EUR';
  const weighted: readonly (readonly [number, Scenario['call']])[] = [
    [20, nameSearch],
    [
      15,
      (caller, n) => ({
        path: '/catalog/products/search',
        body: { query: `artikel ${product(caller, n)}`, limit: 20 },
      }),
    ],
    [10, (caller, n) => ({ path: '/catalog/products/by-sku', body: { sku: `sku-${product(caller, n)}`, limit: 20 } })],
    [25, prices.call],
    ...lists.map((call) => [3, call] as const),
    [4, ofCustomer('/customer-invoices/list', { limit: 20 })],
    [4, ofCustomer('/sales-orders/list', { limit: 20 })],
    [3, ofCustomer('/purchase-orders/list', { limit: 20 })],
    [2, (caller, n) => ({ path: '/catalog/customers/addresses', body: { customerId: customer(caller, n) } })],
    [2, ofCustomer('/credit/customer')],
    [1, (caller, n) => ofCustomer('/sales-orders/usage', { sku: `SKU-${product(caller, n)}`, ...period })(caller, n)],
    [1, ofCustomer('/customer-statement/get', { asOf: '2023-01-15', ...period })],
    [1, () => ({ path: '/health', body: {} })],
    [1, (caller, n) => draft(sizes, caller, n)],
    [
      1,
      (caller, n) => {
        documents += 1;
        const lines = [1, 2, 3].map((quantity) => ({
          description: 'Artikel',
          quantity,
          unitPrice: 2.5,
          amount: 2.5 * quantity,
        }));
        const head = {
          erpDebtorId: customer(caller, n),
          invoiceNumber: `P-${documents}`,
          issueDate: '2026-03-31',
          currency,
        };
        return { path: '/invoices/push', body: { ...head, lines } };
      },
    ],
    [
      1,
      (caller, n) => {
        documents += 1;
        const erpInvoiceId = String((spread(caller, n) % sizes.invoices) + 1);
        const body = { erpInvoiceId, amount: 97.5, paymentDate: '2026-04-02', bankAccountCode: `B${documents}` };
        return { path: '/payments/push', body };
      },
    ],
  ];
  const day = weighted.flatMap(([weight, call]) => Array<Scenario['call']>(weight).fill(call));
  return {
    name: kind === 'plain' ? 'mix' : `mix, ${kind}`,
    least: 0.95,
    mostCpu: 1.9,
    kind,
    isMix: true,
    walk: pagedLists.flatMap((path) => Array.from({ length: mixedPages }, (_, index) => page(path, index + 1))),
    // Neither 37 nor 49 has a factor in common with 100: the requests of a kind are spread over the day.
    call: (caller, n) => {
      const call = day[(n * 37 + caller * 12) % day.length];
      if (call === undefined) throw new Error('invariant: the day has no such request');
      return call(caller, n);
    },
    compared: withoutIds,
  };
}

export function scenarios(sizes: Sizes): readonly Scenario[] {
  const alone: readonly Scenario[] = [
    { name: 'search 20', least: 0.95, mostCpu: 1.9, kind: 'plain', walk: [], call: nameSearch },
    price('price', 'plain', sizes, { least: 0.95, mostCpu: 1.9 }),
    invoices({ name: 'invoices 100', kind: 'plain', limit: 100, invoices: sizes.invoices, least: 0.85, mostCpu: 1.6 }),
    invoices({ name: 'invoices 500', kind: 'plain', limit: 500, invoices: sizes.invoices, least: 0.85, mostCpu: 1.6 }),
    invoices({ name: 'fields 500', kind: 'fields', limit: 500, invoices: sizes.invoices, least: 0.95, mostCpu: 2.8 }),
    {
      name: 'draft 5 lines',
      least: 0.8,
      mostCpu: 3.5,
      kind: 'plain',
      walk: [],
      call: (caller, n) => draft(sizes, caller, n),
      compared: withoutIds,
    },
  ];
  const after = alone.map((before) => ({ ...before, name: `${before.name}, after`, before }));
  return [
    ...alone,
    mix('plain', sizes),
    mix('fields', sizes),
    ...after,
    invoices({ name: 'OData 500', kind: 'odata', limit: 500, invoices: odataInvoices, least: 0.9, mostCpu: 4 }),
    price('MariaDB price', 'mariadb', smallSizes, { least: 0.9, mostCpu: 2.3 }),
    invoices({
      name: 'MariaDB 500',
      kind: 'mariadb',
      limit: 500,
      invoices: smallSizes.invoices,
      least: 0.9,
      mostCpu: 2.4,
    }),
    price('SQLite price', 'sqlite', smallSizes, { least: 0.5, mostCpu: 4 }),
    invoices({ name: 'TDS 100', kind: 'mssql', limit: 100, invoices: smallSizes.invoices, least: 0.7, mostCpu: 1.9 }),
  ];
}
