/** Mistakes that explain why prices differ from those of invoice lines, as the rows of the ERP show them. */
import { compare, multiply, type Numeric, subtract } from '../../../../../engine/tools/index.ts';
import type { CheckContext } from '../../core/context.ts';
import type { Product } from '../../core/discovered-data.ts';
import type { ErpData } from '../../core/erp-data.ts';
import { localDay, zoneOf } from '../../core/erp-time.ts';
import { numberOf } from '../../core/written-rows.ts';
import { placeOf, rowAt } from '../../metamorphic/places.ts';
import { isCurrent, quantityColumns } from '../../metamorphic/price-breaks.ts';
import { type ErpRow, type Rows, readRows } from '../../metamorphic/rows.ts';
import { shownCustomer, shownProduct } from '../../metamorphic/subjects.ts';
import { discountName, isClose, partsLeft, piecesName } from './price-numbers.ts';

/** The price of a product for a customer, and that of the customer's newest invoice line. */
export interface LinePrice {
  readonly customer: string;
  readonly product: Product;
  readonly currency: string;
  readonly invoiceNumber: string;
  readonly line: Numeric;
  readonly price: Numeric;
}

export interface Explanation {
  /** The mistake, for people: a clause. */
  readonly what: string;
  readonly pairs: readonly LinePrice[];
}

/** Prices that an explanation explains at least. */
const fewest = 3;
/** Different discounts that lines have. */
const fewestDiscounts = 2;
/** Exchange rates are more exact: that of one currency is seldom hit by chance. */
const fewestConverted = 2;
/** Different rates of a currency. */
const mostRates = 12;
const rateName = /rate|kurs|cours|fx/i;
const taxName = /tax|vat|gst|mwst|ust($|_)|tva|(^|_)iva($|_)|btw|steuer/i;

/** What may explain prices, by the name of the column or rate. */
const byName = <Case extends { readonly name: string }>(explained: readonly Case[]) => [
  ...Map.groupBy(explained, ({ name }) => name),
];

interface Cell {
  readonly name: string;
  readonly value: Numeric;
}

/** The numbers of a row in columns with such names. */
const numbersIn = ({ table, row }: ErpRow, isWanted: (column: string) => boolean = () => true): readonly Cell[] =>
  table.columns.flatMap(({ name, type }) => {
    const value = type === 'decimal' && isWanted(name) ? numberOf(row[name]) : undefined;
    return value === undefined ? [] : [{ name: `${table.name}.${name}`, value }];
  });

/** A number of a product, for so many pieces. */
interface PriceCell extends Cell {
  readonly pieces: Numeric;
}

/** The numbers of a product's row, each for one piece, and for as many as a column has. */
function pricesIn(record: ErpRow): readonly PriceCell[] {
  const counts = record.table.columns.flatMap(({ name, type }) => {
    const count = type !== 'text' && piecesName.test(name) ? numberOf(record.row[name]) : undefined;
    return count === undefined || compare(count, 1) <= 0 ? [] : [count];
  });
  return numbersIn(record).flatMap((cell) => [1, ...counts].map((pieces) => ({ ...cell, pieces })));
}

/** Rows that a row names in a column with the name of their table, where no reference is known: `business_id`. */
const named = (rows: Rows, { row }: ErpRow): readonly ErpRow[] =>
  rows.tables.flatMap((table) => {
    const column = Object.keys(row).find((one) => one.replace(/_?(id|no|code)$/i, '') === table.name);
    if (column === undefined) return [];
    return rows.inTable(table).filter((one) => one.row[table.key[0] ?? 'id'] === row[column]);
  });

/** The discounts of a customer: of its row, and of rows that it refers to. */
function discountsOf(rows: Rows, customer: ErpRow | undefined): readonly Cell[] {
  if (customer === undefined) return [];
  const near = rows.referredToBy(customer);
  const all = new Set([customer, ...near, ...named(rows, customer)]);
  return [...all].flatMap((one) => numbersIn(one, (name) => discountName.test(name)));
}

/** A discount that the lines have and the prices have not, or have as a number of the other scale: a fraction (0.03) is taken as per cent, or per cent (3) as a fraction. */
function ignoredDiscount(differing: readonly LinePrice[], discounts: (pair: LinePrice) => readonly Cell[]) {
  const explained = differing.flatMap((pair) => {
    const { line, price } = pair;
    const cells = discounts(pair).filter(({ value }) => {
      const parts = partsLeft(value);
      const taken = (part: Numeric): readonly Numeric[] => [1, ...parts.filter((one) => one !== part)];
      return parts.some((part) =>
        taken(part).some((other) => isClose(multiply(line, other), multiply(price, part), line)),
      );
    });
    return cells.map(({ name, value }) => ({ pair, name, value }));
  });
  // One discount may be that of a few lines by chance.
  const explanation = byName(explained).find(
    ([, cases]) => cases.length >= fewest && new Set(cases.map(({ value }) => value)).size >= fewestDiscounts,
  );
  if (explanation === undefined) return undefined;
  const [name, cases] = explanation;
  const what = `the prices lack the discount ${name}, which the lines have, or take it as a number of another scale`;
  return { what, pairs: cases.map(({ pair }) => pair) };
}

/** The price is one column of the product where the line has another one. */
function otherColumn(pairs: readonly LinePrice[], numbers: (pair: LinePrice) => readonly PriceCell[]) {
  const explained = pairs.flatMap((pair) => {
    const cells = numbers(pair).filter(({ value }) => compare(value, 0) > 0);
    const isPriced = (price: Numeric, { value, pieces }: PriceCell): boolean => isClose(multiply(price, pieces), value);
    const priced = cells.filter((cell) => isPriced(pair.price, cell));
    return cells
      .filter((cell) => isPriced(pair.line, cell) && !isPriced(pair.price, cell))
      .flatMap(({ name }) =>
        priced.map((pricedCell) => ({ pair, name: `${pricedCell.name}, where the lines have ${name}` })),
      );
  });
  const explanation = byName(explained).find(([, cases]) => cases.length >= fewest);
  return (
    explanation && { what: `the prices are those of ${explanation[0]}`, pairs: explanation[1].map(({ pair }) => pair) }
  );
}

/** The lines have the price of a row that is for the customer or for what the customer refers to, such as a price list, and the prices have not. */
function ownRow(
  differing: readonly LinePrice[],
  pricesFor: (pair: LinePrice) => readonly Cell[],
  discounts: (pair: LinePrice) => readonly Cell[],
) {
  const explained = differing.flatMap((pair) => {
    const { line, price } = pair;
    const cells = pricesFor(pair);
    // Lines may have the discount of the customer apart.
    const parts = [1, ...discounts(pair).flatMap(({ value }) => partsLeft(value))];
    if (cells.some(({ value }) => parts.some((part) => isClose(price, multiply(value, part))))) return [];
    return cells.filter(({ value }) => isClose(line, value)).map(({ name }) => ({ pair, name }));
  });
  const explanation = byName(explained).find(([, cases]) => cases.length >= fewest);
  if (explanation === undefined) return undefined;
  const what = `the prices are not ${explanation[0]} of the rows for the customer, such as those of the own price list, which the lines have`;
  return { what, pairs: explanation[1].map(({ pair }) => pair) };
}

/** Rows with prices of a product now, from one piece on, whose other references are all to what the customer refers to, or to the customer. */
function priceRowsFor(rows: Rows, product: ErpRow, customer: ErpRow, isNow: (record: ErpRow) => boolean) {
  const near = new Set([customer, ...rows.referredToBy(customer)]);
  return rows.referringTo(product).filter((record) => {
    const others = rows.referredToBy(record).filter((one) => one !== product);
    const isFromOne = quantityColumns(record).every(({ name }) => compare(numberOf(record.row[name]) ?? 0, 1) <= 0);
    return others.length > 0 && others.every((one) => near.has(one)) && isFromOne && isNow(record);
  });
}

/** The prices have a tax that the lines have not, or the other way round: each differs by the rate of a column that is named as that of a tax. */
function taxed(differing: readonly LinePrice[], rates: readonly Cell[]) {
  const explained = differing.flatMap((pair) => {
    const { line, price } = pair;
    const taxRates = rates.filter(({ value }) =>
      partsLeft(value).some((part) => {
        const gross = subtract(2, part);
        // Of a small price, a tax of 5 per cent is no other than a discount of 5 per cent.
        const isExact = !isClose(line, multiply(line, multiply(gross, part)));
        return isExact && (isClose(price, multiply(line, gross)) || isClose(line, multiply(price, gross)));
      }),
    );
    return taxRates.map(({ name }) => ({ pair, name }));
  });
  const explanation = byName(explained).find(([, cases]) => cases.length >= fewest);
  return (
    explanation && {
      what: `the prices or the lines have the tax ${explanation[0]}`,
      pairs: explanation[1].map(({ pair }) => pair),
    }
  );
}

/** Prices of currencies in which none agrees are those of the lines times an exchange rate of the currency, or divided by it; or by its square, where a rate was multiplied in the place of divided. */
function notConverted(pairs: readonly LinePrice[], ratesOf: (currency: string) => readonly Cell[]) {
  const explained = [...Map.groupBy(pairs, (pair) => pair.currency)].flatMap(([currency, ofCurrency]) => {
    if (ofCurrency.length === pairs.length || ofCurrency.some(({ line, price }) => isClose(line, price))) return [];
    const rates = ratesOf(currency);
    return ofCurrency.flatMap((pair) => {
      const { line, price } = pair;
      const matching = rates.filter(({ value }) =>
        [value, multiply(value, value)].some(
          (factor) => isClose(price, multiply(line, factor)) || isClose(line, multiply(price, factor)),
        ),
      );
      return [...new Set(matching.map(({ name }) => name))].map((name) => ({ pair, name }));
    });
  });
  const explanation = byName(explained).find(([, cases]) => cases.length >= fewestConverted);
  return (
    explanation && {
      what: `the prices are not converted, or in the wrong direction: ${explanation[0]}`,
      pairs: explanation[1].map(({ pair }) => pair),
    }
  );
}

/** The first mistake that explains differences; undefined where none does. */
export async function explanations(
  context: CheckContext,
  data: ErpData,
  pairs: readonly LinePrice[],
  differing: readonly LinePrice[],
): Promise<Explanation | undefined> {
  const rows = await readRows(data);
  const customers = await context.discovered.customers();
  const products = await context.discovered.products();
  const customerPlace = placeOf(rows, customers.map(shownCustomer));
  const productPlace = placeOf(rows, products.map(shownProduct));
  const customerRow = ({ customer }: LinePrice): ErpRow | undefined => {
    const subject = customers.find(({ erpId }) => erpId === customer);
    return customerPlace && subject && rowAt(rows, customerPlace, shownCustomer(subject));
  };
  const productRow = ({ product }: LinePrice): ErpRow | undefined =>
    productPlace && rowAt(rows, productPlace, shownProduct(product));
  const rateTables = rows.tables.filter((table) =>
    table.columns.some(({ name, type }) => type === 'decimal' && rateName.test(`${table.name}.${name}`)),
  );
  /** Many rates, such as those of each day, would explain any difference. */
  const ratesOf = (currency: string): readonly Cell[] =>
    rateTables.flatMap((table) => {
      const rateRows = rows
        .inTable(table)
        .filter(({ row }) => Object.values(row).some((value) => value?.trim() === currency));
      const rates = rateRows.flatMap((one) => numbersIn(one, (name) => rateName.test(`${table.name}.${name}`)));
      const usable = rates.filter(({ value }) => compare(value, 0) > 0 && compare(value, 1) !== 0);
      return new Set(usable.map(({ value }) => value)).size > mostRates ? [] : usable;
    });
  const taxes = rows.tables.flatMap((table) => {
    const isTax = (column: string): boolean => taxName.test(`${table.name}.${column}`);
    const all = rows.inTable(table).flatMap((one) => numbersIn(one, isTax));
    return new Set(all.map(({ value }) => value)).size > mostRates ? [] : all;
  });
  const numbersOfProduct = (pair: LinePrice): readonly PriceCell[] => {
    const row = productRow(pair);
    return row === undefined ? [] : pricesIn(row);
  };
  const zone = zoneOf(context);
  const today = localDay(context.now(), zone);
  const pricesFor = (pair: LinePrice): readonly Cell[] => {
    const [product, customer] = [productRow(pair), customerRow(pair)];
    if (product === undefined || customer === undefined) return [];
    return priceRowsFor(rows, product, customer, (record) => isCurrent(record, today, zone)).flatMap((one) =>
      numbersIn(one),
    );
  };
  const discounts = (pair: LinePrice): readonly Cell[] => discountsOf(rows, customerRow(pair));
  return (
    otherColumn(pairs, numbersOfProduct) ??
    ownRow(differing, pricesFor, discounts) ??
    ignoredDiscount(differing, discounts) ??
    taxed(differing, taxes) ??
    notConverted(pairs, ratesOf)
  );
}
