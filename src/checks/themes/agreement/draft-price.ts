/** A draft line without a price has the price that /pricing/resolve answers, as the rows show that the draft adds to the ERP. */
import {
  compare,
  type DecimalText,
  multiply,
  type Numeric,
  round,
  subtract,
  toDecimalText,
} from '../../../../engine/tools/index.ts';
import type { Check } from '../../core/check.ts';
import type { CheckContext } from '../../core/context.ts';
import { fail, lacks, notPossible } from '../../core/outcome.ts';
import { refusalText } from '../../validation/errors.ts';
import { isRecord } from '../../validation/record.ts';
import { customerOfDraft } from './draft-customer.ts';
import { columnsOfLines, type LineColumn, rowsAdded, valuesIn, type WrittenValue } from './written-lines.ts';

/** Products whose prices are asked for, and those of a draft. */
const mostAsked = 200;
const mostLines = 8;

interface Priced {
  readonly sku: string;
  readonly price: Numeric;
  /** Another customer pays another price. */
  readonly isOwn: boolean;
}

/** Products with a price for the customer: first those that others pay another price for, which a list price would not be right for. */
async function pricedProducts(context: CheckContext, customer: string): Promise<readonly Priced[]> {
  const products = await context.found.products();
  const skus = products.map(({ erpSku }) => erpSku);
  const unique = products.filter(({ erpSku }) => skus.indexOf(erpSku) === skus.lastIndexOf(erpSku));
  const other = (await context.found.customerIds()).find((id) => id !== customer);
  const priceFor = async (customerErpId: string, productErpId: string): Promise<Numeric | null> =>
    (await context.ask('/pricing/resolve', { customerErpId, productErpId })).systemUnitPrice;
  const priced: Priced[] = [];
  for (const { erpSku, erpProductId } of unique.slice(0, mostAsked)) {
    const price = await priceFor(customer, erpProductId);
    if (price === null) continue;
    const others = other === undefined ? price : await priceFor(other, erpProductId);
    priced.push({ sku: erpSku, price, isOwn: others !== price });
  }
  const own = priced.filter(({ isOwn }) => isOwn).slice(0, mostLines / 2);
  const rest = priced.filter((one) => !own.includes(one));
  return [...own, ...rest.slice(0, mostLines - own.length)];
}

/** Stated prices that differ from each other, as their amounts do. */
const statedPrice = (index: number): number => Number(round(11.07 + index * 1.31, 2));

/** Every other line has more than one piece. */
const qtyOf = (index: number): number => (index % 2 === 0 ? 1 : 3);

const decimalsIn = (value: Numeric | null): number =>
  value === null ? 0 : (toDecimalText(value)?.split('.')[1]?.length ?? 0);

/** With the most decimals of a column, and two at least. */
const decimalsOf = (values: readonly WrittenValue[]): number =>
  Math.max(2, ...values.map(({ value }) => decimalsIn(value)));

/** A value less a discount that is a fraction or in per cent; ERPs round either the discount or what is left. */
const discounted = (value: Numeric, discount: DecimalText, decimals: number): readonly Numeric[] =>
  [discount, multiply(discount, 0.01)]
    .filter((part) => compare(part, 0) > 0 && compare(part, 1) < 0)
    .flatMap((part) => {
      const off = multiply(value, part);
      return [subtract(value, off), subtract(value, round(off, decimals))];
    });

/**
 * Whether a column's value is the price or amount of a line, as exact as the column holds it. Many ERPs store the price before the discount, and the
 * discount in another column of the row.
 */
function agrees(
  kind: LineColumn['kind'],
  { value, others }: WrittenValue,
  line: Priced & { readonly qty: number },
  digits: number,
): boolean {
  if (value === null) return false;
  const expected = kind === 'price' ? line.price : multiply(line.price, line.qty);
  const isExpected = (written: Numeric, decimals: number): boolean =>
    compare(round(written, decimals), round(expected, decimals)) === 0;
  const answered = Math.max(2, decimalsIn(line.price));
  return (
    isExpected(value, digits) ||
    others.some((other) => discounted(value, other, answered).some((left) => isExpected(left, answered)))
  );
}

/** The currency of a customer's credit; undefined where it is not answered. */
const currencyIn = (body: unknown): string | undefined =>
  isRecord(body) && typeof body.currency === 'string' ? body.currency : undefined;

export const draftPrice: Check = {
  id: 'agreement/draft-price',
  path: '/sale-draft',
  tag: 'fixture',
  clause: 'ruling: requests',
  mayDeviate: true,
  title:
    'a line without a price has the price that /pricing/resolve answers for its product and the customer of the draft',
  needs: [
    '/sale-draft',
    '/pricing/resolve',
    '/sales-orders/list',
    '/catalog/products/search',
    '/catalog/customers/search',
  ],
  uses: ['/credit/customer'],
  async run(context) {
    const data =
      context.fixture?.data ??
      notPossible('only a run over a fixture whose rows can be read shows what a draft writes');
    if (context.profile?.endpoints.get('/sale-draft')?.isWrittenByRequests === true)
      notPossible('drafts are sent by HTTP: a line without a price has the price of the double, and not of the ERP');
    const form = await context.found.draft();
    const customer = await customerOfDraft(context, form);
    const products = await pricedProducts(context, customer);
    if (products.length === 0)
      lacks(`a price for customer ${customer}, to which drafts are booked`, '/pricing/resolve');
    const lines = products.map((one, index) => ({ ...one, qty: qtyOf(index), stated: statedPrice(index) }));
    const credit = await context.post('/credit/customer', { customerErpId: customer });
    const currency = currencyIn(credit.body) ?? form.currency;
    const send = (withPrices: boolean) => async (): Promise<void> => {
      const { poNumber } = await context.found.draft();
      const own = lines.map(({ sku, qty, stated }) => ({ sku, qty, ...(withPrices && { unitPrice: stated }) }));
      const answer = await context.post('/sale-draft', { poNumber, currency, lines: own });
      if (answer.status !== 200)
        notPossible(`a draft with ${lines.map(({ sku }) => sku).join(', ')} is refused; ${refusalText(answer)}`);
    };
    const stated = lines.map(({ qty, stated: unitPrice }) => ({ qty, unitPrice }));
    const columns = columnsOfLines(await rowsAdded(data, await data.tables(), send(true)), stated);
    const prices = columns.filter(({ kind }) => kind === 'price');
    if (prices.length === 0) notPossible('no column of the rows that a draft adds has the prices of its lines');
    const added = await rowsAdded(data, [...new Set(columns.map(({ table }) => table))], send(false));
    const written = columns.flatMap((column) => {
      const values = valuesIn(column, added);
      return values === undefined ? [] : [{ ...column, values, digits: decimalsOf(values) }];
    });
    if (written.length === 0) notPossible('a draft without prices adds other rows than one with prices');
    for (const [index, line] of lines.entries()) {
      const isRight = written.some(({ kind, values, digits }) => {
        const own = values[index];
        return own !== undefined && agrees(kind, own, line, digits);
      });
      if (isRight) continue;
      const shown = written
        .filter(({ kind }) => kind === 'price')
        .map(({ table, column, values }) => `${values[index]?.value ?? 'no price'} (${table.name}.${column})`);
      const message = `${line.qty} of ${line.sku} without a price: the draft of customer ${customer} has ${shown.join(', ')}, and /pricing/resolve answers ${line.price}`;
      fail('agreement', message, 'lines');
    }
    const own = products.filter(({ isOwn }) => isOwn).length;
    context.note(`Shown by ${products.length} products, ${own} of them with another price for another customer.`);
  },
};
