/**
 * How Dolibarr computes a line of an order (`calcul_price_total` of htdocs/core/lib/price.lib.php) and the totals of an order (`update_price` of
 * htdocs/core/class/commonobject.class.php), written anew from its source in decimal arithmetic: without local taxes, prices net of tax.
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

export interface LineTotals {
  readonly net: Big;
  readonly tax: Big;
  readonly gross: Big;
}

const toCoin = (value: Big, { coin, total }: Accuracy): Big =>
  value.div(coin).round(0, Big.roundHalfUp).times(coin).round(total, Big.roundHalfUp);

/** `discount` and `rate` are percentages. */
export function lineTotals(
  accuracy: Accuracy,
  { quantity, price, discount, rate }: Readonly<Record<'quantity' | 'price' | 'discount' | 'rate', Big>>,
): LineTotals {
  const { coin, total } = accuracy;
  const sum = price.times(quantity).times(new Big(1).minus(discount.div(100)));
  const net = sum.round(total, Big.roundHalfUp);
  const gross = sum.times(rate.div(100).plus(1)).round(total, Big.roundHalfUp);
  const tax = gross.minus(net);
  if (coin === '0') return { net, tax, gross };
  const coined = { net: toCoin(net, accuracy), tax: toCoin(tax, accuracy) };
  return { ...coined, gross: coined.net.plus(coined.tax) };
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
