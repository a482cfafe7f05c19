/** Companies with invented data. Each text of a company contains its code, so that a text in the wrong place says where it is from. */

export const profileNames = ['ledger', 'receivables', 'tables', 'web', 'consent'] as const;
export type ProfileName = (typeof profileNames)[number];

export interface Company {
  readonly number: number;
  /** Of its service, and of its path: `/company-7`. */
  readonly name: string;
  /** In all its texts, secrets and settings, and in nothing else: `zq0007qz`. */
  readonly code: string;
  readonly profile: ProfileName;
  /** Its API key. */
  readonly key: string;
}

/** `count` companies, which use the profiles in turn. */
export function companiesOf(count: number, first = 0): readonly Company[] {
  return Array.from({ length: count }, (_, index) => {
    const number = first + index;
    const code = `zq${String(number).padStart(4, '0')}qz`;
    const profile = profileNames[number % profileNames.length] ?? 'ledger';
    return { number, name: `company-${number}`, code, profile, key: `key-of-${code}-0123456789` };
  });
}

/** The codes of companies in a text. */
export const codesIn = (text: string): ReadonlySet<string> => new Set(text.match(/zq\d{4}qz/g));

export interface Customer {
  readonly no: string;
  readonly name: string;
  readonly town: string;
  readonly mail: string;
}

/** In the order of their numbers, which differs between companies: a position in the list of one is no position in that of another. */
export function customersOf({ number, code }: Company): readonly Customer[] {
  const [begin, step] = [100 + ((number * 13) % 37), 2 + (number % 5)];
  return Array.from({ length: 7 + (number % 4) }, (_, index) => {
    const place = begin + index * step;
    return {
      no: `C${place}-${code}`,
      name: `Customer ${place} of ${code}`,
      town: `Town ${code}`,
      mail: `c${place}@${code}.example`,
    };
  });
}

export interface Item {
  readonly id: string;
  readonly sku: string;
  /** Decimal with two places. */
  readonly price: string;
  readonly source: string;
}

/** No two companies have the same price. */
export function itemsOf({ number, code }: Company): readonly Item[] {
  return [1, 2, 3].map((item) => ({
    id: `I${item}-${code}`,
    sku: `S${item}-${code}`,
    price: `${10 * (number + 1) + item}.25`,
    source: `list of ${code}`,
  }));
}

export interface Invoice {
  readonly id: string;
  readonly number: string;
  /** Decimal with two places. */
  readonly total: string;
  /** The ERP's counter of changes when it was changed last. */
  readonly version: number;
}

/** In the order of their changes. The counters of the companies differ. */
export function invoicesOf({ number, code }: Company): readonly Invoice[] {
  return [1, 2, 3, 4].map((index) => ({
    id: `V${index}-${code}`,
    number: `N${index}-${code}`,
    total: `${number + index}.50`,
    version: 1_000 * (number + 1) + index,
  }));
}

/** The paths that a profile provides. */
export const pathsOf: Readonly<Record<ProfileName, readonly string[]>> = {
  ledger: ['/catalog/customers/search', '/debtors/list', '/pricing/resolve', '/sale-draft'],
  receivables: ['/debtors/list', '/invoices/list', '/payments/push'],
  tables: ['/catalog/customers/search', '/debtors/list', '/pricing/resolve', '/sale-draft', '/payments/push'],
  web: ['/catalog/customers/search', '/debtors/list', '/pricing/resolve', '/sale-draft', '/payments/push'],
  consent: ['/catalog/customers/search', '/debtors/list', '/pricing/resolve', '/sale-draft', '/payments/push'],
};
