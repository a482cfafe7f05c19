/** Exact amounts of money in whole cents. */

/**
 * The cents of a decimal text with at most two decimal places, not counting zeros at the end. Throws for any other
 * text, also for binary rounding errors such as `0.30000000000000004`.
 */
export function cents(text: string | null | undefined): bigint {
  const match = /^(-?)(\d+)(?:\.(\d{1,2})0*)?$/.exec(text ?? '');
  if (match === null) throw new Error(`${text} is no amount in whole cents`);
  const [, sign, whole = '0', fraction = ''] = match;
  const size = BigInt(whole) * 100n + BigInt(fraction.padEnd(2, '0'));
  return sign === '-' ? -size : size;
}

/** An amount as the contract's JSON writes it, without trailing zeros. */
export function decimalOf(amount: bigint): string {
  const size = amount < 0n ? -amount : amount;
  const fraction = String(size % 100n)
    .padStart(2, '0')
    .replace(/0+$/, '');
  return `${amount < 0n ? '-' : ''}${size / 100n}${fraction === '' ? '' : `.${fraction}`}`;
}

/** The sum of all amounts, in cents. */
export function sumOf(texts: Iterable<string | null | undefined>): bigint {
  let sum = 0n;
  for (const text of texts) sum += cents(text);
  return sum;
}
