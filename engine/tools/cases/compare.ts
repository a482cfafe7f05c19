/** Compares the expected answer of a case with the actual one. */
import { toDecimalText } from '../../base/decimal.ts';
import { ExactNumber, isJsonObject } from '../../base/exact-number.ts';

/** One difference. `expected` or `actual` is undefined if the member does not exist. */
export interface Difference {
  /** `hits[0].city`; empty for the whole answer. */
  readonly at: string;
  readonly expected: unknown;
  readonly actual: unknown;
}

/**
 * `whole`: no further members are allowed. `part`: members that are not named, and further items of a list, are
 * ignored.
 */
type Extent = 'whole' | 'part';

const isNumber = (value: unknown): value is number | bigint | ExactNumber =>
  typeof value === 'number' || typeof value === 'bigint' || value instanceof ExactNumber;

/** Numbers are equal in any notation: 12.3 and 12.30. A text is not a number. */
function isSameValue(expected: unknown, actual: unknown): boolean {
  if (Object.is(expected, actual)) return true;
  if (!isNumber(expected) || !isNumber(actual)) return false;
  const [wanted, given] = [expected, actual].map((value) =>
    toDecimalText(value instanceof ExactNumber ? value.text : value),
  );
  return wanted !== undefined && wanted === given;
}

/** All differences, in the order of the expected value. */
export function differences(expected: unknown, actual: unknown, extent: Extent, at = ''): readonly Difference[] {
  if (Array.isArray(expected) && Array.isArray(actual)) {
    const length = extent === 'whole' ? Math.max(expected.length, actual.length) : expected.length;
    return Array.from({ length }, (_, index) =>
      differences(expected[index], actual[index], extent, `${at}[${index}]`),
    ).flat();
  }
  if (isJsonObject(expected) && isJsonObject(actual)) {
    const names = [...Object.keys(expected), ...Object.keys(actual).filter((name) => !Object.hasOwn(expected, name))];
    return names
      .filter((name) => extent === 'whole' || Object.hasOwn(expected, name))
      .flatMap((name) => differences(expected[name], actual[name], extent, at === '' ? name : `${at}.${name}`));
  }
  return isSameValue(expected, actual) ? [] : [{ at, expected, actual }];
}

/**
 * The actual value in the form of the expected one, so that a text diff shows only real differences: members in the
 * same order, equal numbers in the same notation, and with `part` only the named members.
 */
export function likeExpected(expected: unknown, actual: unknown, extent: Extent): unknown {
  if (Array.isArray(expected) && Array.isArray(actual)) {
    const items: readonly unknown[] = extent === 'whole' ? actual : actual.slice(0, expected.length);
    return items.map((item, index) => (index < expected.length ? likeExpected(expected[index], item, extent) : item));
  }
  if (isJsonObject(expected) && isJsonObject(actual)) {
    const names = Object.keys(expected).filter((name) => Object.hasOwn(actual, name));
    const others = extent === 'whole' ? Object.keys(actual).filter((name) => !Object.hasOwn(expected, name)) : [];
    const expectedMembers = names.map((name) => [name, likeExpected(expected[name], actual[name], extent)] as const);
    return Object.fromEntries([...expectedMembers, ...others.map((name) => [name, actual[name]] as const)]);
  }
  return isSameValue(expected, actual) ? expected : actual;
}
