/** The measured requests, and the required throughput. */
import { firstWords, type Sizes, secondWords } from './fixture.ts';
import { draftItems, smallSizes } from './fixture-small.ts';
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
  readonly compared?: (answer: object) => unknown;
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

/** Draft orders of five lines. Each call has a new number: a repeat would create nothing. */
function drafts(): Scenario {
  let orders = 0;
  return {
    name: 'draft 5 lines',
    least: 0.8,
    mostCpu: 3.5,
    kind: 'drafts',
    walk: [],
    call: (caller, n) => {
      orders += 1;
      const lines = Array.from({ length: 5 }, (_, line) => ({
        sku: `SKU-${(spread(caller, n + line * 101) % draftItems) + 1}`,
        qty: line + 1,
        unitPrice: 12.5 + line,
      }));
      return { path: '/sale-draft', body: { poNumber: `PO-${orders}`, currency: 'EUR', lines } };
    },
    // The ids and times are those of two tables.
    compared: (answer) => ({ ...answer, saleId: '', receivedAt: '' }),
  };
}

const isQuick = (scenario: Scenario): boolean => /search|price/.test(scenario.name);
const isList = (scenario: Scenario): boolean => /\d00$/.test(scenario.name);

/** Calls of a realistic day: of ten, seven are searches and prices, two are lists, and one is of the rest. Kinds without scenarios leave their share to the others. */
export function mixOf(mixed: readonly Scenario[]): Scenario['call'] {
  const [quick, lists] = [mixed.filter(isQuick), mixed.filter(isList)];
  const rest = mixed.filter((scenario) => !isQuick(scenario) && !isList(scenario));
  const shares = [...Array<typeof mixed>(7).fill(quick), lists, lists, rest].filter((share) => share.length > 0);
  return (caller, n) => {
    const share = shares[n % shares.length] ?? mixed;
    const scenario = share[Math.floor(n / shares.length) % share.length];
    if (scenario === undefined) throw new Error('There is nothing to mix.');
    return scenario.call(caller, n);
  };
}

export function scenarios(sizes: Sizes): readonly Scenario[] {
  const words = (caller: number, n: number): string => {
    const at = spread(caller, n);
    const first = firstWords[at % firstWords.length] ?? '';
    const second = secondWords[Math.floor(at / firstWords.length) % secondWords.length] ?? '';
    // In lower case and cut short, as a user types it.
    return `${first} ${second.slice(0, 5)} ${at % 10}`.toLowerCase();
  };
  return [
    {
      name: 'search 20',
      least: 0.95,
      mostCpu: 1.9,
      kind: 'plain',
      walk: [],
      call: (caller, n) => ({ path: '/catalog/customers/search', body: { query: words(caller, n), limit: 20 } }),
    },
    price('price', 'plain', sizes, { least: 0.95, mostCpu: 1.9 }),
    invoices({ name: 'invoices 100', kind: 'plain', limit: 100, invoices: sizes.invoices, least: 0.85, mostCpu: 1.6 }),
    invoices({ name: 'invoices 500', kind: 'plain', limit: 500, invoices: sizes.invoices, least: 0.85, mostCpu: 1.6 }),
    invoices({ name: 'fields 500', kind: 'fields', limit: 500, invoices: sizes.invoices, least: 0.95, mostCpu: 2.8 }),
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
    drafts(),
  ];
}
