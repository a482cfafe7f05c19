/** Requests that differ from a known one in one respect: what a platform may send, and an ERP may treat in another way. */
import type { Contract, Endpoint, Field, Fields } from '../../../../engine/index.ts';
import { ExactNumber } from '../../../../engine/tools/index.ts';
import type { CallToRecord } from '../session.ts';
import { type KnownRow, type KnownValues, meaningOf } from './known-values.ts';

type Request = CallToRecord['request'];

/** Known values of a field that are tried. */
const mostKnown = 4;

/** The same form, and no record of the ERP: every digit is a nine. */
const unknownLike = (text: string): string =>
  /\d/.test(text) ? text.replaceAll(/\d/g, '9') : [...text].reverse().join('');

/** Values spread over the list, so that they are not only the newest. */
function spread(values: readonly unknown[], most: number): readonly unknown[] {
  if (values.length <= most) return values;
  return Array.from({ length: most }, (_, index) => values[Math.floor((index * values.length) / most)]);
}

/** Currencies with all numbers of decimals, and one that the ERP shows first. */
function currenciesOf({ currencies }: Contract, codes: readonly unknown[]): readonly unknown[] {
  const byDecimals = new Map([...currencies].map(([code, decimals]) => [decimals, code]));
  return [...codes, ...byDecimals.values()];
}

/** Values that a field can have. Amounts are literals: more decimals than a currency has, and more digits than a column has. */
function valuesFor(name: string, field: Field, contract: Contract, knownValues: KnownValues): readonly unknown[] {
  const fieldValues = knownValues.valuesOf(meaningOf(name, field));
  const some = spread(fieldValues, mostKnown);
  const [first] = fieldValues;
  switch (field.type) {
    case 'id':
      return [...some, unknownLike(typeof first === 'string' ? first : String(field.example))];
    case 'text':
      if (field.oneOf !== undefined) return field.oneOf;
      return [
        ...some,
        ...(field.allowEmpty === true ? [''] : []),
        'ZZ-9999',
        'R 17 😀',
        'R "17" <&quot;> ../',
        'x'.repeat(300),
      ];
    case 'currency':
      return currenciesOf(contract, some);
    case 'date':
      return ['1990-01-01', '2099-12-31', ...some];
    case 'instant':
      return ['1990-01-01T00:00:00Z', '2099-12-31T00:00:00Z', ...some];
    case 'boolean':
      return [true, false];
    case 'integer': {
      const { minimum = 0, maximum = 1_000_000_000 } = field;
      return [minimum, 2, maximum].filter((value) => value >= minimum && value <= maximum);
    }
    case 'decimal': {
      const isPositive = field.exclusiveMinimum !== undefined;
      return [...(isPositive ? [] : [-1.5, 0]), 99999999999.99, 0.000001, 0.01, ...some, 1.005, 987654.33];
    }
    case 'email':
    case 'list':
      return some;
  }
}

/** The first of each list, then the second of each. */
export function interleaved<T>(lists: readonly (readonly T[])[]): readonly T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) => lists.flatMap((list) => list.slice(index, index + 1))).flat();
}

const isSame = (one: unknown, other: unknown): boolean =>
  one === other || (one instanceof ExactNumber && other instanceof ExactNumber && one.text === other.text);

/** For each field, the requests with it omitted or with another value. A list has several such lists: for its length, and for each field of its items. */
function fieldVariations(
  fields: Fields,
  request: Request,
  contract: Contract,
  knownValues: KnownValues,
): readonly (readonly Request[])[] {
  return Object.entries(fields).flatMap(([name, field]): readonly (readonly Request[])[] => {
    const { [name]: now, ...others } = request;
    if (field.type === 'list') {
      const lists = Array.isArray(now) ? listVariations(field.items, now, contract, knownValues) : [];
      return lists.map((some) => some.map((list) => ({ ...others, [name]: list })));
    }
    const values = valuesFor(name, field, contract, knownValues).filter((value) => !isSame(value, now));
    const given = values.map((value) => ({ ...request, [name]: value }));
    return [field.required || now === undefined ? given : [others, ...given]];
  });
}

/** The first item twice, the first item alone, and for each field of the items the lists with another first item. */
function listVariations(
  items: Fields,
  list: readonly unknown[],
  contract: Contract,
  knownValues: KnownValues,
): readonly (readonly (readonly unknown[])[])[] {
  const [first, ...others] = list;
  if (typeof first !== 'object' || first === null) return [];
  const varied = fieldVariations(items, { ...first }, contract, knownValues);
  const lengths = [[first, ...list], ...(others.length > 0 ? [[first]] : [])];
  return [lengths, ...varied.map((some) => some.map((item) => [item, ...others]))];
}

/** All requests that differ from one in one field, one of each field in turn. */
export const variationsOf = (
  { request: fields }: Endpoint,
  request: Request,
  contract: Contract,
  knownValues: KnownValues,
): readonly Request[] => interleaved(fieldVariations(fields, request, contract, knownValues));

/** A request with the values of a row of an answer; undefined if the row has none of its ids. Amounts of the row fill amounts of the request. */
export function withRow({ request: fields }: Endpoint, request: Request, row: KnownRow): Request | undefined {
  const entries = Object.entries(fields).flatMap(([name, field]) => {
    const value = row.get(meaningOf(name, field));
    return value === undefined || !fits(field, value) ? [] : [[name, value] as const];
  });
  const hasId = entries.some(([name]) => fields[name]?.type === 'id');
  return hasId ? { ...request, ...Object.fromEntries(entries) } : undefined;
}

/** Records of each of two fields that are combined with each other, and pairs of further records. */
const [mostCombined, mostPairs] = [4, 40];

/**
 * Requests with two records, such as a customer and a product: pairs that are spread over all known records, and each combination of the first ones. None for a
 * request that names one record.
 */
export function combinationsOf(
  { request: fields, answer }: Endpoint,
  request: Request,
  knownValues: KnownValues,
): readonly Request[] {
  const [one, other] = Object.entries(fields).filter(
    ([, { type, required }]) => required && (type === 'id' || type === 'text'),
  );
  if (one === undefined || other === undefined || answer.kind === 'write') return [];
  const ones = knownValues.valuesOf(meaningOf(...one));
  const others = knownValues.valuesOf(meaningOf(...other));
  const requestWith = (first: unknown, second: unknown): Request => ({
    ...request,
    [one[0]]: first,
    [other[0]]: second,
  });
  const grid = ones
    .slice(0, mostCombined)
    .flatMap((first) => others.slice(0, mostCombined).map((second) => requestWith(first, second)));
  const longest = Math.min(mostPairs, Math.max(ones.length, others.length));
  const cyclic = (values: readonly unknown[]): readonly unknown[] => {
    const some = spread(values, longest);
    return Array.from({ length: longest }, (_, index) => some[index % some.length]);
  };
  const [firsts, seconds] = [cyclic(ones), cyclic(others)];
  const pairs = firsts.map((first, index) => requestWith(first, seconds[index]));
  return ones.length === 0 || others.length === 0 ? [] : interleaved([pairs, grid]);
}

/** An answer can have amounts that a request may not have. */
function fits(field: Field, value: unknown): boolean {
  if (field.type !== 'decimal' || field.exclusiveMinimum === undefined) return true;
  const text = value instanceof ExactNumber ? value.text : String(value);
  return !text.startsWith('-') && /[1-9]/.test(text);
}

/** A request with all required fields: with known values, else with those of the contract's examples. */
export function plainRequest({ request: fields }: Endpoint, knownValues: KnownValues): Request {
  const valueFor = (name: string, field: Field): unknown => {
    if (field.type === 'list') {
      const item = Object.entries(field.items).flatMap(([inner, one]) =>
        one.required ? [[inner, valueFor(inner, one)] as const] : [],
      );
      return [Object.fromEntries(item)];
    }
    return knownValues.valuesOf(meaningOf(name, field))[0] ?? field.example;
  };
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => (field.required ? [[name, valueFor(name, field)] as const] : [])),
  );
}
