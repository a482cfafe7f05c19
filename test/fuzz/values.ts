/** Values of fields: valid ones, and hostile ones for any field. */
import type { Field, Fields } from '../../engine/index.ts';
import type { Random } from '../src/workbench/checks/conformance/random.ts';

/** A value that is written into the JSON unchanged: numbers that no double holds. */
class Raw {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Ids and texts that the ERP knows, by kind of id or name of field. */
export type ErpValues = ReadonlyMap<string, readonly string[]>;

/** JSON text of a value, with each `Raw` unchanged. */
export function jsonText(value: unknown): string {
  if (value instanceof Raw) return value.text;
  if (Array.isArray(value)) return `[${value.map(jsonText).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value).filter(([, item]) => item !== undefined);
  return `{${fields.map(([name, item]) => `${JSON.stringify(name)}:${jsonText(item)}`).join(',')}}`;
}

/** One of the items. Throws if there is none. */
export function pick<T extends {}>(random: Random, items: readonly T[]): T {
  const item = items[random.below(items.length)];
  if (item === undefined) throw new Error('There is nothing to choose from.');
  return item;
}

const nested = (depth: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { x: value };
  return value;
};

/** Texts that a query language, a template, a file system, a log or a collation could take for something else. */
export const hostileTexts: readonly string[] = [
  ...['', ' ', '\t', '\u0000', 'a\u0000b', '\ud800', 'x\udc00y', '\ufeff', '\ufffe', '\u202e', '\u0085', '\u2028'],
  ...[
    "'",
    '"',
    '`',
    '\\',
    "\\'",
    "''",
    "' OR '1'='1",
    "'; DROP TABLE invoice; --",
    "x' UNION SELECT 1 --",
    '/* x',
    '#',
  ],
  ...['%', '_', '[a-z]', '%%%', '\\%', '*', '?', '$1', ':1', '@x', '$$', '$tag$x$tag$', '\\x00', "E'\\n'", '0x41'],
  ...['$eval("1")', '$settings', '{{ $settings }}', '${HOME}', '$string($)', '(', ')', '~>', '/(a+)+$/', '{', '}'],
  ...['\r\nSet-Cookie: a=b', '../../etc/passwd', 'file:///etc/passwd', '<!--', ']]>', '&amp;', '\u001b[31m'],
  ...['constructor', '__proto__', 'toString', 'null', 'true', 'NaN', 'Infinity', '1e5', '-0', '007', '0'],
  ...['İstanbul', 'ß', 'ﬃ', 'a\u0301', 'é', '日本', '😀', '👨‍👩‍👧', '\u0e01\u0e33', 'ﷺ', '\u1e9e', 'ſ', 'ǆ'],
  ...['2024-02-30', '0000-01-01', '0001-01-01', '9999-12-31', '10000-01-01', '2024-1-1', '2024-12-31', '1582-10-10'],
  ...['2024-01-01T00:00:00+23:59', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999999999Z', '2024-06-30T23:59:60Z'],
  ...['0000-01-01T00:00:00Z', '0001-01-01T00:00:00+14:00', '9999-12-31T23:59:59-14:00', '2024-01-01T24:00:00Z'],
  ...['-000001-01-01T00:00:00Z', '+275760-09-13T00:00:00Z', '2024-01-01T00:00:00', '1969-12-31T23:59:59.999Z'],
  ...['EUR', 'eur', 'XXX', 'XTS', 'ＥＵＲ', 'JPY', 'KWD', '😀'.repeat(1_000), 'a '.repeat(2_000), 'x'.repeat(70_000)],
];

/** Numbers at and beyond the limits of the contract, of doubles and of columns. */
export const hostileNumbers: readonly Raw[] = [
  ...['0', '-0', '-1', '1.0', '1.5', '0.1', '-0.01', '0.005', '1e0', '1e400', '-1e400', '1e-400', '1E+2', '1e15'],
  ...['2147483647', '2147483648', '4294967296', '9007199254740991', '9007199254740992', '9007199254740993'],
  ...['9223372036854775807', '9223372036854775808', '999999999999999', '999999999999999.99', '1000000000000000'],
  ...[
    '0.000000000000001',
    '0.0000000000000001',
    '123456789012345.123456789012345',
    '99999999999.99',
    '0.30000000000000004',
  ],
  ...['1'.repeat(31), '1'.repeat(400), `0.${'3'.repeat(200)}`, `-${'9'.repeat(15)}.${'9'.repeat(15)}`, '1.10000'],
].map((text) => new Raw(text));

const structures: readonly unknown[] = [
  ...[null, true, false, [], {}, [[]], [{}], [null], { toString: 1 }, { length: 5 }, nested(20), nested(50)],
  ...[Object.fromEntries([['__proto__', { x: 1 }]]), Array.from({ length: 300 }, () => 1)],
];

/** Any value for any field. */
export function hostileValue(random: Random): unknown {
  const chance = random.below(10);
  if (chance < 6) return pick(random, hostileTexts);
  if (chance < 8) return pick(random, hostileNumbers);
  return structures[random.below(structures.length)];
}

const day = (random: Random): string => new Date(Date.UTC(2024, 0, 1 + random.below(1_000))).toISOString().slice(0, 10);

/** A value of the form that the contract asks for; an id is mostly one that the ERP knows. */
function validValue(field: Field, name: string, erpValues: ErpValues, random: Random): unknown {
  switch (field.type) {
    case 'id':
      return random.below(8) === 0 ? `none-${random.below(50)}` : pick(random, erpValues.get(field.idKind) ?? ['none']);
    case 'text':
      return field.oneOf === undefined
        ? pick(random, erpValues.get(name) ?? ['AUTHORISED'])
        : pick(random, field.oneOf);
    case 'integer':
      return (field.minimum ?? 0) + random.below(Math.min(120, (field.maximum ?? 120) - (field.minimum ?? 0) + 1));
    case 'decimal':
      return new Raw(`${1 + random.below(900)}.${random.below(100).toString().padStart(2, '0')}`);
    case 'boolean':
      return random.below(2) === 0;
    case 'currency':
      return pick(random, ['EUR', 'EUR', 'EUR', 'GBP', 'eur', 'JPY']);
    case 'date':
      return day(random);
    case 'instant':
      return `${day(random)}T0${random.below(10)}:15:30${pick(random, ['Z', '', '.5Z', '+02:00'])}`;
    case 'email':
      return 'accounts@mueller.example';
    case 'list':
      return Array.from({ length: 1 + random.below(4) }, () => validFields(field.items, erpValues, random));
  }
}

/** A record with a valid value for each required field and for some of the optional ones. */
export function validFields(fields: Fields, erpValues: ErpValues, random: Random): Record<string, unknown> {
  const given = Object.entries(fields).filter(([, { required }]) => required || random.below(2) === 0);
  return Object.fromEntries(given.map(([name, field]) => [name, validValue(field, name, erpValues, random)]));
}
