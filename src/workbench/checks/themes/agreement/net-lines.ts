/** Lines without tax: the rule that holds in the place of `lines`, in exact decimals. */
import { add, compare, multiply, type Numeric, round, subtract, sum } from '../../../../../engine/tools/index.ts';
import { absolute, cashRoundingOf, isEqual, roundingOf } from '../../core/amounts.ts';
import type { Check } from '../../core/check.ts';
import { demand } from '../../core/outcome.ts';
import type { Invoice } from '../../core/paged-lists.ts';
import { agreement } from './compare.ts';

/** An invoice with the sum of its lines, which is not 0. */
interface Net {
  readonly invoice: Invoice;
  readonly net: Numeric;
  /** What rounding explains. */
  readonly rounding: Numeric;
}

/** Percentages of tax that a law may set: whole and half ones. Any other one must be that of two invoices. */
const statutory: readonly number[] = Array.from({ length: 61 }, (_, at) => at / 2);

/** Invoices with several lines that show a rate. */
const fewestAlike = 2;

const netOf = (invoice: Invoice): Net => ({
  ...{ invoice, net: sum(invoice.lines.map(({ amount }) => amount)) },
  rounding: roundingOf(invoice),
});

/** The tax in per cent of the lines, rounded to a hundredth; a ratio, no amount. */
const percentOf = ({ invoice, net }: Net): number =>
  Math.round((Number(subtract(invoice.amountTotal, net)) / Number(net)) * 10_000) / 100;

/** Whether the total is that of the lines with a tax of so many per cent. */
function isTaxed({ invoice, net, rounding }: Net, percent: number): boolean {
  const taxed = add(net, multiply(net, round(percent / 100, 6)));
  return compare(absolute(subtract(invoice.amountTotal, taxed)), rounding) <= 0;
}

/** Whether the tax lies between none and the highest rate, for an invoice whose lines may have several rates. */
function isBetween({ invoice, net, rounding }: Net, highest: number): boolean {
  const [total, lines] = [absolute(invoice.amountTotal), absolute(net)];
  const most = add(lines, multiply(lines, round(highest / 100, 6)));
  const hasSign = compare(invoice.amountTotal, 0) === compare(net, 0);
  return hasSign && compare(add(total, rounding), lines) >= 0 && compare(subtract(total, rounding), most) <= 0;
}

/** The rates of invoices with one line: those that a law may set, and those of two invoices. A lawful one may be that of two invoices with several lines. */
function ratesOf(all: readonly Net[], single: readonly Net[]): readonly number[] {
  const lawful = statutory.filter(
    (percent) =>
      single.some((one) => isTaxed(one, percent)) || all.filter((one) => isTaxed(one, percent)).length >= fewestAlike,
  );
  const others = single.filter((one) => !lawful.some((percent) => isTaxed(one, percent)));
  const repeated = others.filter((one) => others.some((other) => other !== one && isTaxed(other, percentOf(one))));
  return [...lawful, ...new Set(repeated.map(percentOf))];
}

/** Discounts that lines leave out, lines that are missing or repeated, and lines in another unit give a tax that no law sets. */
export const netLines: Check = agreement({
  name: 'lines-net',
  insteadOf: 'lines',
  documents: 'invoices',
  path: '/invoices/list',
  title:
    'the lines of an invoice are its total without tax: the difference is a whole or half per cent, or that of other invoices',
  needs: [],
  wants: 'an invoice with one line',
  async judge(ledger) {
    const all = (await ledger.invoices()).map(netOf).filter(({ net }) => !isEqual(net, 0));
    const single = all.filter(({ invoice }) => invoice.lines.length === 1);
    const rates = ratesOf(all, single);
    const rateTexts = rates.map((percent) => `${percent} %`).join(', ') || 'none';
    for (const { invoice, net } of all) {
      const one = { invoice, net, rounding: cashRoundingOf(invoice) }; // coins would make every rate of a small invoice a lawful one
      const isExplained =
        rates.some((percent) => isTaxed(one, percent)) ||
        (invoice.lines.length > 1 && isBetween(one, Math.max(0, ...rates)));
      const count = `${invoice.lines.length} ${invoice.lines.length === 1 ? 'line adds' : 'lines add'} up to ${net}`;
      const message = `${invoice.invoiceNumber}: ${count}, and the total is ${invoice.amountTotal}: a tax of ${percentOf(one)} %, while other invoices have ${rateTexts}`;
      demand(isExplained, 'agreement', message, 'lines');
    }
    return single.length > 0;
  },
});
