/** Numbers of an answer: their digits, and what shows that a binary fraction was printed. */
import { ExactNumber } from '../../../../engine/tools/index.ts';

/** The same value with something else for each number that a double cannot hold. */
function replaced(value: unknown, by: (number: ExactNumber) => string | number): unknown {
  if (value instanceof ExactNumber) return by(value);
  if (Array.isArray(value)) return value.map((item) => replaced(item, by));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, replaced(item, by)]));
}

/** The same value with each number that a double cannot hold as its text. */
export const withTexts = (value: unknown): unknown => replaced(value, ({ text }) => text);

/** The same value with each number as a double, as JSON.parse gives it. */
export const withDoubles = (value: unknown): unknown => replaced(value, ({ text }) => Number(text));

/** Decimals that no ledger keeps: what has as many, and all the digits of a double, was computed in binary. */
const decimalsOfNoise = 8;

const isNoise = (text: string): boolean => (/\.(\d+)$/.exec(text)?.[1]?.length ?? 0) >= decimalsOfNoise;

/** Where numbers show binary noise, such as 0.30000000000000004: their paths with their texts. */
export function noisyNumbers(value: unknown, path = ''): readonly (readonly [path: string, text: string])[] {
  // A number of at most 15 digits has survived its way through a double.
  if (value instanceof ExactNumber) return isNoise(value.text) ? [[path, value.text]] : [];
  if (Array.isArray(value)) return value.flatMap((item, index) => noisyNumbers(item, `${path}[${index}]`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => noisyNumbers(item, path === '' ? name : `${path}.${name}`));
}
