/** A discount or a factor of a customer, or of a price, changes prices, and a discount that is stored as a fraction is not read as per cent. */

import { type DataTable, isAccepted } from '../../core/erp-data.ts';
import { localDay, zoneOf } from '../../core/erp-time.ts';
import { demand, notApplicable } from '../../core/outcome.ts';
import { spread } from '../../core/sample.ts';
import { largerAmounts } from '../../metamorphic/clone.ts';
import { isCurrent } from '../../metamorphic/price-breaks.ts';
import type { AskedErp } from '../../metamorphic/price-rows.ts';
import { isDocumentTable } from '../../metamorphic/price-tables.ts';
import type { ErpRow } from '../../metamorphic/rows.ts';
import { customerIds, findSubjects, productIds } from '../../metamorphic/subjects.ts';
import { rowsCheck } from '../rows-check.ts';
import { type Pair, pricesOf } from '../time/price-rules.ts';
import { hasTerm, judgeTerms, type Term, termsIn } from './terms.ts';

const path = '/pricing/resolve';
const mostRows = 3;
const mostCustomers = 2;
const mostProducts = 12;
/** Customers whose price of a product is asked. */
const mostAsked = 24;

/** What is wrong with the terms that were judged; undefined where none could decide prices. */
type Judgement = readonly string[] | undefined;

const joined = (all: readonly Judgement[]): Judgement =>
  all.every((one) => one === undefined) ? undefined : all.flatMap((one) => one ?? []);

/** The terms of customers, and of rows that they refer to. */
async function judgeCustomers({ context, data, rows, foundSubjects }: AskedErp): Promise<Judgement> {
  const products = spread(foundSubjects.products, mostProducts);
  const holders = new Map<ErpRow, string[]>();
  for (const [row, id] of customerIds(rows, foundSubjects))
    for (const holder of new Set([row, ...rows.referredToBy(row)]))
      holders.set(holder, [...(holders.get(holder) ?? []), id]);
  const judged: Judgement[] = [];
  for (const [table, all] of Map.groupBy(holders, ([{ table: holder }]) => holder)) {
    for (const { name: column } of termsIn(table)) {
      const used = all.filter(([record]) => hasTerm(record, column));
      const terms = spread(used, mostRows).map(([record, ids]): Term => {
        const pairs = spread(ids, mostCustomers).flatMap((customerErpId) =>
          products.map(({ erpProductId: productErpId }) => ({ customerErpId, productErpId })),
        );
        return { record, column, pairs };
      });
      const what = 'that customers have or refer to';
      judged.push(await judgeTerms(context, data, rows, { table, column, terms, what }));
    }
  }
  return joined(judged);
}

/** The pairs whose price another amount of the row decides. */
async function decidedBy({ context, data, rows }: AskedErp, record: ErpRow, column: string, pairs: readonly Pair[]) {
  const { [column]: _term, ...larger } = largerAmounts(rows, record);
  const before = await pricesOf(context, pairs);
  return data.undone(async () => {
    if (!(await isAccepted(data.update(record.table, record.row, larger)))) return [];
    const after = await pricesOf(context, pairs);
    return pairs.filter((_, index) => before[index] !== undefined && after[index] !== before[index]);
  });
}

/** The terms of rows that decide prices of products by another amount. */
async function judgePriceRows(asked: AskedErp): Promise<Judgement> {
  const { context, data, rows, foundSubjects } = asked;
  const [customers, products] = [customerIds(rows, foundSubjects), productIds(rows, foundSubjects)];
  const zone = zoneOf(context);
  const today = localDay(context.now(), zone);
  const isPriced = ({ name, references }: DataTable): boolean =>
    !isDocumentTable(name) && references.some(({ table }) => table === foundSubjects.productPlace?.table.name);
  const judged: Judgement[] = [];
  for (const table of rows.tables.filter(isPriced)) {
    for (const { name: column } of termsIn(table)) {
      const used = rows.inTable(table).filter((record) => hasTerm(record, column) && isCurrent(record, today, zone));
      const terms: Term[] = [];
      for (const record of spread(used, mostRows)) {
        const named = rows.referredToBy(record);
        const productErpId = named.flatMap((one) => products.get(one) ?? [])[0];
        const namedIds = named.flatMap((one) => customers.get(one) ?? []);
        if (productErpId === undefined) continue;
        const ids = namedIds.length > 0 ? namedIds : spread([...customers.values()], mostAsked);
        const pairs = ids.map((customerErpId) => ({ customerErpId, productErpId }));
        const decided = await decidedBy(asked, record, column, pairs);
        if (decided.length > 0) terms.push({ record, column, pairs: decided });
      }
      const what = 'whose other amounts decide prices';
      judged.push(await judgeTerms(context, data, rows, { table, column, terms, what }));
    }
  }
  return joined(judged);
}

export const priceTerms = rowsCheck({
  id: 'columns/price-terms',
  path,
  title: 'a discount or a factor in the row of a customer, in one that it refers to, or in a price row, decides prices',
  needs: [path, '/catalog/customers/search', '/catalog/products/search'],
  async run(context, rows, data) {
    const asked = { context, data, rows, foundSubjects: await findSubjects(context, rows) };
    const wrong = joined([await judgeCustomers(asked), await judgePriceRows(asked)]);
    if (wrong === undefined)
      notApplicable('no row of a customer, or that a customer refers to, and no price row has a discount or a factor');
    demand(wrong.length === 0, 'erp-values', wrong.join('; '), 'systemUnitPrice');
  },
});
