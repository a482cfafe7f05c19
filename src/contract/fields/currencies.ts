/** The currencies of ISO 4217 with the number of decimals that their smallest units have. */
import * as currencies from 'dinero.js/currencies';

/**
 * By code. Codes of the standard without a smallest unit (gold, no currency, tests) are not in it.
 *
 * A browser's table (Intl) is none of the standard: it follows how prices are written, and gives no decimals to HUF, IDR and a dozen
 * others that have two. Of ariary and ouguiya the package knows that their smallest coin is a fifth; the standard writes both with
 * two decimals.
 */
export const minorUnits: ReadonlyMap<string, number> = new Map(
  Object.values(currencies).map(({ code, base, exponent }) => [code, base === 10 ? exponent : 2]),
);
