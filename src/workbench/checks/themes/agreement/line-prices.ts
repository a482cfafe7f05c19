/** Prices are those of the newest invoice lines for the same customer and product: a difference is asked about, and fails where one mistake explains it. */
import { compare, multiply } from '../../../../../engine/tools/index.ts';
import type { CheckContext } from '../../core/context.ts';
import { isTakenBack } from '../../core/document-states.ts';
import type { Ledger } from '../../core/ledger.ts';
import { fail, reasonOf } from '../../core/outcome.ts';
import { agreement, some } from './compare.ts';
import { type Explanation, explanations, type LinePrice } from './price-explanations.ts';
import { isClose, isPrecise } from './price-numbers.ts';

const path = '/pricing/resolve';
/** Prices that are asked for, and the fewest that prove something. */
const mostPairs = 80;
const fewestPairs = 3;

/** The newest line of each customer and product whose text is the name of the product. */
async function linePrices(ledger: Ledger, context: CheckContext): Promise<readonly LinePrice[]> {
  const byName = Map.groupBy(await context.discovered.products(), ({ erpDesc }) => erpDesc.trim());
  const customers = new Set(await context.discovered.customerIds());
  const newest = new Map<string, Omit<LinePrice, 'price'>>();
  const invoices = (await ledger.invoices()).filter((one) => customers.has(one.erpDebtorId) && !isTakenBack(one));
  for (const invoice of invoices.toSorted((one, other) => (one.issueDate < other.issueDate ? 1 : -1))) {
    const { erpDebtorId: customer, currency, invoiceNumber } = invoice;
    for (const { description, unitPrice: line } of invoice.lines) {
      const [product, other] = byName.get(description.trim()) ?? [];
      if (product === undefined || other !== undefined || compare(line, 0) <= 0 || !isPrecise(line)) continue;
      const key = JSON.stringify([customer, product.erpProductId]);
      if (!newest.has(key)) newest.set(key, { customer, product, currency, invoiceNumber, line });
    }
  }
  const pairs: LinePrice[] = [];
  for (const one of context.sample([...newest.values()], mostPairs)) {
    const body = { customerErpId: one.customer, productErpId: one.product.erpProductId };
    const { systemUnitPrice } = await context.ask(path, body);
    if (systemUnitPrice !== null) pairs.push({ ...one, price: systemUnitPrice });
  }
  return pairs;
}

const shown = ({ customer, product, invoiceNumber, line, price }: LinePrice): string =>
  `${product.erpSku} for customer ${customer} is ${price}, and ${line} in ${invoiceNumber}`;

/** Nearly all: four fifths. */
const nearlyAll = (some: readonly LinePrice[], all: readonly LinePrice[]): boolean =>
  some.length >= fewestPairs && some.length * 5 >= all.length * 4;

export const linePriceRule = agreement({
  name: 'line-prices',
  path,
  title: "prices are those of the ERP's newest invoice lines, or differ in no way that one mistake explains",
  needs: ['/invoices/list', '/catalog/customers/search', '/catalog/products/search'],
  wants: 'three invoice lines whose text is the name of a product, for customers with a price of that product',
  async judge(ledger, context) {
    const pairs = await linePrices(ledger, context);
    if (pairs.length < fewestPairs) return false;
    for (const factor of [100, 0.01]) {
      const scaled = pairs.filter(({ line, price }) => isClose(multiply(price, factor), line));
      const message = `prices are ${factor === 100 ? 'a hundredth of' : '100 times'} those of the newest invoice lines: ${some(scaled.map(shown))}`;
      if (nearlyAll(scaled, pairs)) fail('line-prices', message, 'systemUnitPrice');
    }
    const differing = pairs.filter(({ line, price }) => !isClose(line, price));
    if (differing.length === 0) return true;
    const data = context.fixture?.data;
    let explanation: Explanation | undefined;
    // Where the rows cannot be read, a difference is only asked about.
    const unread =
      data &&
      (await reasonOf(
        explanations(context, data, pairs, differing).then((one) => {
          explanation = one;
        }),
      ));
    if (unread !== undefined) context.note(`No explanation was looked for: ${unread}.`);
    if (explanation !== undefined)
      fail('line-prices', `${explanation.what}: ${some(explanation.pairs.map(shown))}`, 'systemUnitPrice');
    const count = `${pairs.length - differing.length} of ${pairs.length} prices are those of the newest invoice lines`;
    context.note(`${count}. Prices change; look why the others differ: ${some(differing.map(shown))}.`);
    return true;
  },
});
