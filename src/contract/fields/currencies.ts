/** The currencies of ISO 4217 with the number of decimals of their minor units. */
import * as currencies from 'dinero.js/currencies';

/**
 * By code. Codes without a minor unit (gold, "no currency", tests) are not included.
 *
 * The table of Intl is not usable: it follows the usual notation of prices, with no decimals for HUF, IDR and a dozen others that have two
 * in the standard. The package has base 5 for ariary and ouguiya, whose smallest coin is a fifth; the standard has two decimals.
 */
export const minorUnits: ReadonlyMap<string, number> = new Map(
  Object.values(currencies).map(({ code, base, exponent }) => [code, base === 10 ? exponent : 2]),
);
