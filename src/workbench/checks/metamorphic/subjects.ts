/** The customers and products that answers are taken about, with their rows. */
import type { Subjects } from '../core/answers.ts';
import type { CheckContext } from '../core/context.ts';
import type { Customer, Product } from '../core/discovered-data.ts';
import { Concluded } from '../core/outcome.ts';
import { spread } from '../core/sample.ts';
import { type Place, placeOf, rowAt, type Shown } from './places.ts';
import type { ErpRow, Rows } from './rows.ts';

/** Bounds of the requests of one snapshot. */
const mostCustomers = 4;
const mostProducts = 5;

/** The id and the name by which the row of a customer is found. */
export const shownCustomer = ({ erpId, erpName }: Customer): Shown => ({ id: erpId, texts: [erpName] });

/** The id, the SKU and the description by which the row of a product is found. */
export const shownProduct = ({ erpProductId, erpSku, erpDesc }: Product): Shown => ({
  id: erpProductId,
  texts: [erpSku, erpDesc],
});

export interface FoundSubjects {
  readonly customers: readonly Customer[];
  readonly products: readonly Product[];
  /** Undefined where no column has the ids. */
  readonly customerPlace: Place | undefined;
  readonly productPlace: Place | undefined;
}

/** Nothing where an answer that is needed is missing or breaks the contract: other checks report that. */
export const orNone = <T>(reading: Promise<readonly T[]>): Promise<readonly T[]> =>
  reading.catch((error: unknown) => {
    if (error instanceof Concluded) return [];
    throw error;
  });

/** Customers with documents come first. */
export async function findSubjects(context: CheckContext, rows: Rows): Promise<FoundSubjects> {
  const customers = await orNone(context.discovered.customers());
  const products = await orNone(context.discovered.products());
  const withDocuments = await orNone(context.ledger.customers());
  const first = withDocuments.flatMap((id) => customers.filter(({ erpId }) => erpId === id));
  return {
    customers: [...first, ...customers.filter((one) => !first.includes(one))],
    products,
    customerPlace: placeOf(rows, customers.map(shownCustomer)),
    productPlace: placeOf(rows, products.map(shownProduct)),
  };
}

/** The ids of the customers by their rows, as far as these are found. */
export const customerIds = (rows: Rows, { customers, customerPlace }: FoundSubjects): ReadonlyMap<ErpRow, string> =>
  idsByRow(rows, customerPlace, customers.map(shownCustomer));

/** The ids of the products by their rows, as far as these are found. */
export const productIds = (rows: Rows, { products, productPlace }: FoundSubjects): ReadonlyMap<ErpRow, string> =>
  idsByRow(rows, productPlace, products.map(shownProduct));

function idsByRow(rows: Rows, place: Place | undefined, shown: readonly Shown[]): ReadonlyMap<ErpRow, string> {
  const ids = new Map<ErpRow, string>();
  for (const one of shown) {
    const row = place && rowAt(rows, place, one);
    if (row !== undefined) ids.set(row, one.id);
  }
  return ids;
}

/** The subjects whose rows these rows refer to. */
function namedBy<T>(
  rows: Rows,
  records: readonly ErpRow[],
  subjects: readonly T[],
  rowOf: (subject: T) => ErpRow | undefined,
): readonly T[] {
  const named = new Set(records.flatMap(rows.referredToBy));
  return subjects.filter((one) => {
    const row = rowOf(one);
    return row !== undefined && named.has(row);
  });
}

/** Products that rows of a family refer to. */
export const productsOf = (rows: Rows, { products, productPlace: place }: FoundSubjects, family: readonly ErpRow[]) =>
  place === undefined ? [] : namedBy(rows, family, products, (one) => rowAt(rows, place, shownProduct(one)));

/** Customers that rows of a family refer to, and others that refer to what these rows refer to, such as a price list. */
export function customersOf(rows: Rows, { customers, customerPlace: place }: FoundSubjects, family: readonly ErpRow[]) {
  if (place === undefined) return { named: [], sharing: [] };
  const rowOf = (one: Customer): ErpRow | undefined => rowAt(rows, place, shownCustomer(one));
  const namedCustomers = namedBy(rows, family, customers, rowOf);
  const named = new Set(family.flatMap(rows.referredToBy));
  const sharing = customers.filter((one) => {
    const row = namedCustomers.includes(one) ? undefined : rowOf(one);
    return row !== undefined && rows.referredToBy(row).some((target) => named.has(target));
  });
  return { named: namedCustomers, sharing };
}

/** Some other customers and `about`, with the products that matter to it. */
export function subjectsAround(
  { customers, products }: FoundSubjects,
  about: readonly Customer[],
  special: readonly Product[],
  mostSpecial = mostProducts,
): Subjects {
  const others = spread(customers.filter((one) => !about.includes(one)).slice(0, mostCustomers * 4), mostCustomers);
  const asked = [...new Set([...spread(special, mostSpecial), ...spread(products, 2)])];
  const all = [...about, ...others];
  return {
    customers: all,
    products: asked,
    prices: all.flatMap(({ erpId }) => asked.map(({ erpProductId }) => [erpId, erpProductId] as const)),
    usages: all.flatMap(({ erpId }) => asked.map(({ erpSku }) => [erpId, erpSku] as const)),
  };
}
