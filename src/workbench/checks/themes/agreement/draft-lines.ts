/** Drafts without prices, and whether the rows that they add have the prices that /pricing/resolve answers. */
import {
  compare,
  type DecimalText,
  multiply,
  type Numeric,
  round,
  subtract,
} from '../../../../../engine/tools/index.ts';
import { absolute } from '../../core/amounts.ts';
import type { CheckContext } from '../../core/context.ts';
import type { DataTable, ErpData } from '../../core/erp-data.ts';
import { lacks, notPossible } from '../../core/outcome.ts';
import { spread } from '../../core/sample.ts';
import { numberOf } from '../../core/written-rows.ts';
import { refusalText, refusedFields } from '../../validation/errors.ts';
import { isRecord } from '../../validation/record.ts';
import { customerOfDraft } from './draft-customer.ts';
import { decimalsIn, discountName, piecesName } from './price-numbers.ts';
import { columnsOfLines, type LineColumn, rowsAdded, valuesIn, type WrittenValue } from './written-lines.ts';

/** Products whose prices are asked for, those of a draft, and customers whose prices are compared. */
const mostAsked = 120;
const mostLines = 20;
const mostOthers = 3;

interface Priced {
  readonly sku: string;
  readonly productErpId: string;
  /** Other customers who pay another price. */
  readonly others: number;
}

type Line = Priced & { readonly qty: number; readonly stated: number };

const priceFor = async (context: CheckContext, customerErpId: string, productErpId: string): Promise<Numeric | null> =>
  (await context.ask('/pricing/resolve', { customerErpId, productErpId })).systemUnitPrice;

/** Products with a price for the customer: first those that others pay another price for, which a list price would not be right for. */
async function pricedProducts(context: CheckContext, customer: string): Promise<readonly Priced[]> {
  const products = await context.discovered.products();
  const skus = products.map(({ erpSku }) => erpSku);
  const unique = products.filter(({ erpSku }) => skus.indexOf(erpSku) === skus.lastIndexOf(erpSku));
  const rest = (await context.discovered.customerIds()).filter((id) => id !== customer);
  const priced: Priced[] = [];
  for (const { erpSku: sku, erpProductId: productErpId } of spread(unique, mostAsked)) {
    const price = await priceFor(context, customer, productErpId);
    if (price === null) continue;
    let others = 0;
    for (const other of spread(rest, mostOthers)) {
      const paid = await priceFor(context, other, productErpId);
      if (paid !== null && compare(paid, price) !== 0) others += 1;
    }
    priced.push({ sku, productErpId, others });
  }
  return priced.toSorted((one, other) => other.others - one.others).slice(0, mostLines);
}

/** Stated prices that differ from each other, as their amounts do. */
const statedPrice = (index: number): number => Number(round(11.07 + index * 1.31, 2));

/** Every other line has more than one piece. */
const qtyOf = (index: number): number => (index % 2 === 0 ? 1 : 3);

/** With the most decimals of a column, and two at least. */
const decimalsOf = (values: readonly WrittenValue[]): number =>
  Math.max(2, ...values.map(({ value }) => decimalsIn(value)));

/** The parts of one that a discount may mean: itself as a fraction (0.03), or its hundredth as a number of per cent (3). */
type Scale = (discount: DecimalText) => readonly Numeric[];
type Scales = ReadonlyMap<string, Scale>;

const asFraction: Scale = (discount) => [discount];
const asPercent: Scale = (discount) => [multiply(discount, 0.01)];
const asEither: Scale = (discount) => [...asFraction(discount), ...asPercent(discount)];

/** What the numbers of each column mean, as far as the rows of the table show it: none above 1 is a fraction. */
async function scalesOf(data: ErpData, tables: readonly DataTable[]): Promise<Scales> {
  const scales = new Map<string, Scale>();
  for (const table of tables) {
    const rows = await data.rows(table);
    for (const { name } of table.columns.filter((column) => discountName.test(column.name))) {
      const values = new Set(rows.flatMap((row) => numberOf(row[name]) ?? []).filter((one) => compare(one, 0) > 0));
      const isPercent = [...values].some((one) => compare(one, 1) > 0);
      if (values.size > 1) scales.set(`${table.name}.${name}`, isPercent ? asPercent : asFraction);
    }
  }
  return scales;
}

/** A value less a discount; ERPs round either the discount or what is left. */
const discounted = (value: Numeric, parts: readonly Numeric[], decimals: number): readonly Numeric[] =>
  parts
    .filter((part) => compare(part, 0) > 0 && compare(part, 1) < 0)
    .flatMap((part) => {
      const off = multiply(value, part);
      return [subtract(value, off), subtract(value, round(off, decimals))];
    });

/** Pieces that a price is for: a number above 1 where a line with a stated price has 1 or none. By its name a column may have nothing else. */
function piecesIn(
  others: WrittenValue['others'],
  stated: WrittenValue | undefined,
): { readonly counts: readonly Numeric[]; readonly isCertain: boolean } {
  const columns = [...others].filter(
    ([name, number]) => compare(number, 1) > 0 && compare(stated?.others.get(name) ?? 1, 1) === 0,
  );
  return { counts: columns.map(([, number]) => number), isCertain: columns.some(([name]) => piecesName.test(name)) };
}

/** A column of a draft, with what a draft that states prices and one that states none have in it. */
interface WrittenColumn extends LineColumn {
  readonly stated: readonly WrittenValue[];
  readonly values: readonly WrittenValue[];
  readonly digits: number;
}

/**
 * Whether a column's value is the price or amount of a line, as exact as the column holds it. Many ERPs store the price before the discount, and the
 * discount in another column of the row: then the price alone is not what the customer pays. Some store the price of 100 pieces, and the 100.
 */
function agrees(column: WrittenColumn, index: number, price: Numeric, qty: number, scales: Scales): boolean {
  const { kind, values, stated, digits, table } = column;
  const { value, others } = values[index] ?? { value: null, others: new Map<string, DecimalText>() };
  if (value === null) return false;
  const pieces = kind === 'price' ? piecesIn(others, stated[index]) : { counts: [], isCertain: false };
  const expected = kind === 'price' ? price : multiply(price, qty);
  const answeredDecimals = Math.max(2, decimalsIn(price));
  /** What the answered price of one piece was rounded by, in the price of all pieces. */
  const isRounded = (written: Numeric, count: Numeric): boolean =>
    compare(
      absolute(subtract(written, multiply(expected, count))),
      multiply(count, round(0.5 * 10 ** -answeredDecimals, 12)),
    ) <= 0;
  const isExpected = (written: Numeric, decimals: number): boolean =>
    (!pieces.isCertain && compare(round(written, decimals), round(expected, decimals)) === 0) ||
    pieces.counts.some((count) => isRounded(written, count));
  const isLeft = [...others].some(([name, other]) => {
    const parts = (scales.get(`${table.name}.${name}`) ?? asEither)(other);
    return discounted(value, parts, answeredDecimals).some((left) => isExpected(left, answeredDecimals));
  });
  if (isLeft) return true;
  // A stated price has no further discount.
  const hasDiscount = [...others].some(
    ([name, other]) =>
      discountName.test(name) && compare(other, 0) > 0 && compare(stated[index]?.others.get(name) ?? 0, 0) === 0,
  );
  return isExpected(value, digits) && (kind === 'amount' || !hasDiscount);
}

/** The currency of a customer's credit; undefined where it is not answered. */
const currencyIn = (body: unknown): string | undefined =>
  isRecord(body) && typeof body.currency === 'string' ? body.currency : undefined;

export interface DraftLines {
  readonly customer: string;
  readonly lines: readonly Priced[];
  /** Sends a draft without prices. Returns which line has another price than /pricing/resolve answers now; undefined where all agree. */
  mismatch(): Promise<string | undefined>;
}

/** Finds the customer of drafts, products with prices, and the columns of lines. Ends the check as not tested where one is missing. */
export async function openDraftLines(context: CheckContext, data: ErpData): Promise<DraftLines> {
  const form = await context.discovered.draft();
  const customer = await customerOfDraft(context, form);
  const products = await pricedProducts(context, customer);
  if (products.length === 0) lacks(`a price for customer ${customer}, to which drafts are booked`, '/pricing/resolve');
  const credit = await context.post('/credit/customer', { customerErpId: customer });
  const currency = currencyIn(credit.body) ?? form.currency;
  let lines: readonly Line[] = products.map((one, index) => ({
    ...{ ...one, qty: qtyOf(index), stated: statedPrice(index) },
  }));
  const post = async (draftLines: readonly Line[], withPrices: boolean) => {
    const { poNumber } = await context.discovered.draft();
    const body = draftLines.map(({ sku, qty, stated }) => ({ sku, qty, ...(withPrices && { unitPrice: stated }) }));
    return context.post('/sale-draft', { poNumber, currency, lines: body });
  };
  const send = (withPrices: boolean) => async (): Promise<void> => {
    const answer = await post(lines, withPrices);
    if (answer.status !== 200)
      notPossible(`a draft with ${lines.map(({ sku }) => sku).join(', ')} is refused; ${refusalText(answer)}`);
  };
  const refused = new Set(refusedFields(await post(lines, false)).map((field) => /^lines\[(\d+)\]/.exec(field)?.[1]));
  const accepted = lines.filter((_, index) => !refused.has(String(index)));
  if (accepted.length > 0) lines = accepted;
  const statedRows = await rowsAdded(data, await data.tables(), send(true));
  const stated = lines.map(({ qty, stated: unitPrice }) => ({ qty, unitPrice }));
  const columns = columnsOfLines(statedRows, stated);
  if (!columns.some(({ kind }) => kind === 'price'))
    notPossible('no column of the rows that a draft adds has the prices of its lines');
  const tables = [...new Set(columns.map(({ table }) => table))];
  const scales = await scalesOf(data, tables);
  return {
    customer,
    lines,
    async mismatch() {
      const prices = new Map<Line, Numeric>();
      for (const line of lines) {
        const price = await priceFor(context, customer, line.productErpId);
        if (price !== null) prices.set(line, price);
      }
      const added = await rowsAdded(data, tables, send(false));
      const written = columns.flatMap((column): readonly WrittenColumn[] => {
        const [values, before] = [valuesIn(column, added), valuesIn(column, statedRows)];
        if (values === undefined || before === undefined) return [];
        return [{ ...column, values, stated: before, digits: decimalsOf(values) }];
      });
      if (written.length === 0) notPossible('a draft without prices adds other rows than one with prices');
      for (const [index, line] of lines.entries()) {
        const price = prices.get(line);
        if (price === undefined || written.some((column) => agrees(column, index, price, line.qty, scales))) continue;
        const shown = written
          .filter(({ kind }) => kind === 'price')
          .map(({ table, column, values, stated: before }) => {
            const { value = null, others = new Map<string, DecimalText>() } = values[index] ?? {};
            const discounts = [...others].filter(([name, one]) => discountName.test(name) && compare(one, 0) > 0);
            const less = discounts.map(([name, one]) => ` with ${name} ${one}`).join('');
            const { counts, isCertain } = piecesIn(others, before[index]);
            const pieces = isCertain ? ` for ${counts.join(' or ')} pieces` : '';
            return `${value ?? 'no price'}${pieces}${less} (${table.name}.${column})`;
          });
        return `${line.qty} of ${line.sku} without a price: the draft of customer ${customer} has ${shown.join(', ')}, and /pricing/resolve answers ${price}`;
      }
      return undefined;
    },
  };
}
