/** The short way to parse an ERP's JSON gives what the full scan gives, and says truly whether a value needs no conversion. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ExactNumber, parseAnswer, parseBody } from '../../engine/base/exact-number.ts';
import { seed } from '../support/seed.ts';

const digits = (least: number, most: number) => fc.stringMatching(new RegExp(`^[0-9]{${least},${most}}$`));

/** Numbers with few and with many digits, and some that are no JSON. */
const numbers = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.oneof(digits(1, 6), digits(13, 18), fc.constantFrom('0', '0.00000', '12345678.')),
    fc.oneof(fc.constant(''), digits(1, 4), digits(12, 17)),
    fc.constantFrom('', '', '', 'e5', 'E+12', 'e-7', 'e-320', 'E-0400', 'e-32', 'e1234567890123456'),
  )
  .map(([sign, whole, fraction, exponent]) => `${sign}${whole}${fraction === '' ? '' : `.${fraction}`}${exponent}`);

/** Texts that look like numbers, literals, times and tags; some with escapes. */
const strings = fc.oneof(
  fc.constantFrom(
    '"/Date(1767225600000)/"',
    String.raw`"\/Date(1767225600000+0100)\/"`,
    String.raw`"/\u0044ate(0)/"`,
    String.raw`"\u002fDate(0)\/"`,
    String.raw`"/D\u0061t\u0065\u0028 0)/"`,
    '"null"',
    '"5d11514e-4123-ea11-bb43-000d3a2feca1"',
    '"1234567890123456789"',
    '", 1234567890123456789 ,"',
    '"a:{[[{"',
    String.raw`"quote \" , 12345678901234567890 "`,
    '"2026-03-01-12.30.00.000000"',
    '"Größe 1e-400 m"',
  ),
  fc.string({ unit: 'binary', maxLength: 12 }).map((text) => JSON.stringify(text)),
  digits(1, 30).map((text) => `"${text}"`),
);

const names = fc.constantFrom(
  '"id"',
  '"__proto__"',
  '"__class__"',
  String.raw`"\u005f_class__"`,
  String.raw`"__cl\u0061ss__"`,
  '"1234567890123456789"',
  '"null"',
  '"netto"',
);

const space = fc.constantFrom('', '', ' ', '\n\t');

const texts = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: 'medium' },
    fc.oneof(numbers, strings, fc.constantFrom('true', 'false', 'null', '"x"', '7')),
    fc.tuple(fc.array(tie('value'), { maxLength: 5 }), space).map(([items, gap]) => `[${items.join(`${gap},${gap}`)}]`),
    fc
      .tuple(fc.array(fc.tuple(names, tie('value')), { maxLength: 5 }), space)
      .map(([members, gap]) => `{${members.map(([name, value]) => `${name}${gap}:${gap}${value}`).join()}}`),
  ),
})).value;

/** Lists and objects inside each other, around the limit of 100. */
const deep = fc.array(fc.constantFrom('[', '{"a":', '[7,', '{"b":1,"a" : '), { minLength: 80, maxLength: 120 }).map(
  (opened) =>
    `${opened.join('')}1${opened
      .toReversed()
      .map((open) => (open.startsWith('[') ? ']' : '}'))
      .join('')}`,
);

/** A text with one character replaced: mostly no JSON. */
const broken = fc
  .tuple(texts, fc.nat(), fc.constantFrom('', ',', ']', '}', '"', '1', 'e', '\\', 'x'))
  .map(([text, at, character]) => text.slice(0, at % text.length) + character + text.slice((at % text.length) + 1));

/** Whether expressions see the value in another form than JSON has it. */
function isConverted(value: unknown): boolean {
  if (value === null || value instanceof ExactNumber) return true;
  if (typeof value === 'string') return value.startsWith('/Date(');
  if (Array.isArray(value)) return value.some(isConverted);
  return (
    typeof value === 'object' &&
    (Object.hasOwn(value, '__class__') || Reflect.ownKeys(value).some((name) => isConverted(Reflect.get(value, name))))
  );
}

describe('parseAnswer', () => {
  it.each([
    ['JSON', texts],
    ['JSON inside of much other JSON', texts.map((text) => `{"value":[${`${text},`.repeat(4)}{"id":1}]}`)],
    ['deep JSON', deep],
    ['broken JSON', broken],
  ])('gives the same as a full scan: %s', (_what, arbitrary) => {
    fc.assert(
      fc.property(arbitrary, (text) => {
        const { isPlain, ...parsed } = { isPlain: false, ...parseAnswer(text) };
        expect(parsed).toEqual(parseBody(text));
        if (parsed.ok && isPlain) expect(isConverted(parsed.body)).toBe(false);
      }),
      { seed, numRuns: 3_000 },
    );
  });

  it('takes the short way for the usual list', () => {
    const rows = Array.from({ length: 300 }, (_none, index) => ({
      '@odata.etag': 'W/"JzE5OzE4NDc2NTE5MjY1MTc7MDsn"',
      id: '5d11514e-4123-ea11-bb43-000d3a2feca1',
      number: `INV-${index}`,
      total: Math.round(index * 1_016) / 100,
      phone: '00491701234567890',
      changed: '2026-03-01T09:05:00.123Z',
      note: 'Größe "M8" {x}',
    }));
    expect(parseAnswer(JSON.stringify({ value: rows }))).toEqual({ ok: true, body: { value: rows }, isPlain: true });
  });
});
