/**
 * How Dolibarr computes a line of an order (`calcul_price_total` of htdocs/core/lib/price.lib.php) and the totals of an order (`update_price` of
 * htdocs/core/class/commonobject.class.php), written anew from its source in decimal arithmetic: without local taxes.
 */
import Big from 'big.js';

/** Constants of Setup - Limits and accuracy, and how the totals of an order are rounded. */
export interface Accuracy {
  /** MAIN_MAX_DECIMALS_UNIT */
  readonly unit: number;
  /** MAIN_MAX_DECIMALS_TOT */
  readonly total: number;
  /** MAIN_ROUNDING_RULE_TOT; 0: none */
  readonly coin: string;
  /** MAIN_ROUNDOFTOTAL_NOT_TOTALOFROUND */
  readonly whole: boolean;
}

interface LineTotals {
  readonly net: Big;
  readonly tax: Big;
  readonly gross: Big;
}

const toCoin = (value: Big, { coin, total }: Accuracy): Big =>
  coin === '0' ? value : value.div(coin).round(0, Big.roundHalfUp).times(coin).round(total, Big.roundHalfUp);

interface Line extends Readonly<Record<'quantity' | 'price' | 'discount' | 'rate', Big>> {
  /** Whether the price is without tax, or with tax. */
  readonly base: 'HT' | 'TTC';
}

/** `discount` and `rate` are percentages. */
export function lineTotals(accuracy: Accuracy, { quantity, price, discount, rate, base }: Line): LineTotals {
  const { coin, total } = accuracy;
  const sum = price.times(quantity).times(new Big(1).minus(discount.div(100)));
  const factor = rate.div(100).plus(1);
  const net = (base === 'HT' ? sum : sum.div(factor)).round(total, Big.roundHalfUp);
  const gross = (base === 'HT' ? sum.times(factor) : sum).round(total, Big.roundHalfUp);
  const tax = toCoin(gross.minus(net), accuracy);
  if (coin === '0') return { net, tax, gross };
  if (base === 'HT') {
    const coined = toCoin(net, accuracy);
    return { net: coined, tax, gross: coined.plus(tax) };
  }
  const coined = toCoin(gross, accuracy);
  return { net: coined.minus(tax), tax, gross: coined };
}

/** Taxes the lines of each rate together, where the company does so: what is left over goes to the line at hand. */
export function adjusted<L extends LineTotals & { readonly rate: Big }>(
  { whole, total }: Accuracy,
  lines: readonly L[],
): readonly L[] {
  if (!whole) return lines;
  const sums = new Map<string, { net: Big; tax: Big }>();
  return lines.map((line) => {
    const sum = sums.get(line.rate.toFixed(4)) ?? { net: new Big(0), tax: new Big(0) };
    sums.set(line.rate.toFixed(4), sum);
    sum.net = sum.net.plus(line.net);
    const tax = sum.net.times(line.rate).div(100).round(total, Big.roundHalfUp).minus(sum.tax);
    sum.tax = sum.tax.plus(tax);
    return { ...line, tax, gross: line.net.plus(tax) };
  });
}

/** The totals of an order are the sums of its lines. */
export function orderTotals(lines: readonly LineTotals[]): LineTotals {
  const sum = (part: keyof LineTotals): Big => lines.reduce((all, line) => all.plus(line[part]), new Big(0));
  return { net: sum('net'), tax: sum('tax'), gross: sum('gross') };
}
