/** The measured requests, and the required throughput. */
import { firstWords, type Sizes, secondWords } from './fixture.ts';
import type { Call } from './load.ts';

export interface Scenario {
  readonly name: string;
  /** Least throughput as a part of the reference's. */
  readonly least: number;
  /** Whether the services compute what profile-fields.yaml does. */
  readonly fields: boolean;
  /** Calls to make beforehand, in order: pages are walked from the first one on. */
  readonly walk: readonly Call[];
  /** The n-th call of a caller, both counted from 0. */
  call(caller: number, n: number): Call;
}

/** Far from each other for neighbours, and the same on every run. */
const spread = (caller: number, n: number): number => ((caller * 1_000_003 + n) * 2_654_435_761) % 2 ** 32;

function invoices(limit: number, sizes: Sizes, fields = false): Scenario {
  const pages = Math.min(400, Math.floor(sizes.invoices / limit) - 1);
  const call = (page: number): Call => ({ path: '/invoices/list', body: { page, limit } });
  return {
    name: fields ? `fields ${limit}` : `invoices ${limit}`,
    least: fields ? 0.95 : 0.85,
    fields,
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
      fields: false,
      walk: [],
      call: (caller, n) => ({ path: '/catalog/customers/search', body: { query: words(caller, n), limit: 20 } }),
    },
    {
      name: 'price',
      least: 0.9,
      fields: false,
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
    invoices(100, sizes),
    invoices(500, sizes),
    invoices(500, sizes, true),
  ];
}
