/** The measured requests, and the required throughput. */
import { firstWords, type Sizes, secondWords } from './fixture.ts';
import type { Call } from './load.ts';
import type { Kind } from './services.ts';

export interface Scenario {
  readonly name: string;
  /** Least throughput as a part of the reference's. */
  readonly least: number;
  readonly kind: Kind;
  /** Calls to make beforehand, in order: pages are walked from the first one on. */
  readonly walk: readonly Call[];
  /** The n-th call of a caller, both counted from 0. */
  call(caller: number, n: number): Call;
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
}

function invoices({ name, kind, limit, invoices, least }: Pages): Scenario {
  const pages = Math.min(400, Math.floor(invoices / limit) - 1);
  const call = (page: number): Call => ({ path: '/invoices/list', body: { page, limit } });
  return {
    name,
    least,
    kind,
    walk: Array.from({ length: pages }, (_, index) => call(index + 1)),
    call: (caller, n) => call(((caller * 23 + n) % pages) + 1),
  };
}

export function scenarios(sizes: Sizes): readonly Scenario[] {
  const words = (caller: number, n: number): string => {
    const at = spread(caller, n);
    const first = firstWords[at % firstWords.length] ?? '';
    const second = secondWords[Math.floor(at / firstWords.length) % secondWords.length] ?? '';
    // In lower case and cut short, as somebody types it.
    return `${first} ${second.slice(0, 5)} ${at % 10}`.toLowerCase();
  };
  return [
    {
      name: 'search 20',
      least: 0.9,
      kind: 'plain',
      walk: [],
      call: (caller, n) => ({ path: '/catalog/customers/search', body: { query: words(caller, n), limit: 20 } }),
    },
    {
      name: 'price',
      least: 0.9,
      kind: 'plain',
      walk: [],
      call: (caller, n) => {
        const customer = (spread(caller, n) % sizes.customers) + 1;
        // Every second one has a price of its own.
        const product =
          n % 2 === 0 ? (spread(n, caller) % sizes.products) + 1 : ((customer * 5 + 1) % sizes.products) + 1;
        return {
          path: '/pricing/resolve',
          body: { customerErpId: String(customer), productErpId: String(product) },
        };
      },
    },
    invoices({ name: 'invoices 100', kind: 'plain', limit: 100, invoices: sizes.invoices, least: 0.85 }),
    invoices({ name: 'invoices 500', kind: 'plain', limit: 500, invoices: sizes.invoices, least: 0.85 }),
    invoices({ name: 'fields 500', kind: 'fields', limit: 500, invoices: sizes.invoices, least: 0.95 }),
    invoices({ name: 'OData 500', kind: 'odata', limit: 500, invoices: odataInvoices, least: 0.9 }),
  ];
}
