/** Random expressions and data for comparing the compiled form with the interpreter. */
import fc from 'fast-check';
import { ExactNumber } from '../../../../engine/base/exact-number.ts';

const names = ['a', 'b', 'items', 'qty', 'price', 'name', '`R 17`'] as const;
const memberNames = ['a', 'b', 'items', 'qty', 'price', 'name', 'R 17', 'sequence'] as const;

const scalar = fc.oneof(
  fc.constantFrom<unknown>(
    0,
    1,
    2,
    -1,
    2.5,
    10.005,
    1e21,
    true,
    false,
    null,
    '',
    'INV-1',
    '2026/0042',
    'R 17',
    ' two  words ',
  ),
  fc.integer({ min: -5, max: 5 }),
  fc.constant(new ExactNumber('12345678901234567890.125')),
);

/** Documents like those of an ERP, with the shapes that JSONata treats in special ways: lists in lists, empty lists, one item. */
export const documents: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...memberNames), tie('value'), { maxKeys: 5, noNullPrototype: true }),
    fc.array(fc.record({ qty: scalar, price: scalar, name: scalar }, { requiredKeys: [], noNullPrototype: true }), {
      maxLength: 3,
    }),
  ),
})).value;

type Grammar = {
  readonly expression: string;
  readonly path: string;
  readonly step: string;
  readonly term: string;
  readonly list: string;
  readonly of: string;
  readonly call: string;
  readonly number: string;
  readonly text: string;
  readonly condition: string;
};

const one = [
  'sum',
  'count',
  'max',
  'average',
  'string',
  'length',
  'trim',
  'uppercase',
  'number',
  'floor',
  'abs',
  'boolean',
  'not',
  'keys',
  'exists',
  'spread',
  'merge',
  'reverse',
  'type',
  'sort',
  'distinct',
  'join',
  'round',
  'zip',
  'clone',
  'base64encode',
  'formatBase',
  'total',
  'unpad',
  'single',
] as const;
const two = [
  'append',
  'lookup',
  'contains',
  'split',
  'substringBefore',
  'substring',
  'join',
  'pad',
  'power',
  'add',
  'multiply',
  'round',
  'zip',
  'string',
  'merge',
  'formatNumber',
] as const;
const variables = ['$', '$', '$$', '$x', '$y', '$request', '$v', '$i', '$missing'] as const;
const lambdas = [
  (body: string): string => `function($v){${body}}`,
  (body: string): string => `function($v,$i){${body}}`,
  (body: string): string => `function($v,$i,$x){${body}}`,
] as const;
const patterns = ['/a/', '/[0-9]+/', '/(\\w)-(\\d)/', '/ +/', '/r/i', '/^(a+)+$/', '/x*/'] as const;

/** Text that parses in most cases, from all parts of the language that are compiled. */
export const expressions: fc.Arbitrary<string> = fc.letrec<Grammar>((tie) => {
  const [expression, path, term, list, of, number, text] = [
    tie('expression'),
    tie('path'),
    tie('term'),
    tie('list'),
    tie('of'),
    tie('number'),
    tie('text'),
  ];
  const join = (...parts: readonly (string | fc.Arbitrary<string>)[]): fc.Arbitrary<string> =>
    fc.tuple(...parts.map((part) => (typeof part === 'string' ? fc.constant(part) : part))).map((all) => all.join(''));
  const nested = { maxDepth: 4, depthSize: 'small' as const, withCrossShrink: true };
  return {
    expression: fc.oneof(
      nested,
      term,
      path,
      tie('call'),
      join(
        '(',
        term,
        fc.constantFrom(
          ' + ',
          ' - ',
          ' * ',
          ' / ',
          ' % ',
          ' = ',
          ' != ',
          ' < ',
          ' >= ',
          ' & ',
          ' in ',
          ' and ',
          ' or ',
        ),
        expression,
        ')',
      ),
      join('(', number, fc.constantFrom(' + ', ' - ', ' * ', ' < ', ' = '), 'qty', ')'),
      join('(', tie('condition'), ' ? ', expression, ' : ', expression, ')'),
      join('(', path, fc.constantFrom(' ?? ', ' ?: '), expression, ')'),
      join('($x := ', expression, '; ', expression, ')'),
      join('($y := ', of, '; ', '$y(', expression, ', ', number, '))'),
      join('{', fc.constantFrom('"a"', '"b"', 'name', '$string(a)'), ': ', expression, ', "c": ', expression, '}'),
      list,
      join(path, ' ~> $', fc.constantFrom(...one), fc.constantFrom('()', '')),
    ),
    condition: fc.oneof(
      nested,
      join(path, fc.constantFrom(' = ', ' > ', ' != '), term),
      path,
      join(number, ' < ', number),
    ),
    list: fc.oneof(
      nested,
      join('[', expression, ', ', expression, ']'),
      join('[', expression, ']'),
      join('[', number, '..', number, ']'),
    ),
    path: fc.oneof(
      nested,
      tie('step'),
      join(tie('step'), '.', tie('step')),
      join(fc.constantFrom(...variables), '.', path),
      join(path, '[', fc.oneof(number, tie('condition'), list), ']'),
      join(path, '[]'),
      join(path, '.{"a": ', expression, ', "b": ', path, '}'),
      join(path, '.(', expression, ')'),
      join(path, '.[', expression, ', ', expression, ']'),
      join(path, '^(', fc.constantFrom('', '<', '>'), term, ')'),
      join(path, '{', fc.constantFrom('name', '$string(qty)', '"k"'), ': ', expression, '}'),
      join(list, '.', path),
    ),
    step: fc.oneof(
      nested,
      fc.constantFrom(...names),
      fc.constantFrom('*', '**', 'items', 'items'),
      fc.constantFrom('$string()', '$uppercase(name)', '$sum(qty)'),
    ),
    of: fc.oneof(
      nested,
      fc.tuple(fc.constantFrom(...lambdas), expression).map(([write, body]) => write(body)),
      fc.constantFrom('$string', '$uppercase', '$append', '$sum'),
    ),
    call: fc.oneof(
      nested,
      join('$', fc.constantFrom(...one), '(', expression, ')'),
      join('$', fc.constantFrom(...two), '(', expression, ', ', expression, ')'),
      join(
        '$',
        fc.constantFrom('map', 'filter', 'reduce', 'each', 'sift', 'single', 'sort'),
        '(',
        expression,
        ', ',
        of,
        ')',
      ),
      join('$', fc.constantFrom('contains', 'match', 'split'), '(', text, ', ', fc.constantFrom(...patterns), ')'),
      join(
        '$replace(',
        text,
        ', ',
        fc.constantFrom(...patterns, '"-"'),
        ', ',
        fc.constantFrom('"<$1>"', '"$0$$"', '""', 'function($m){$m.match & "."}'),
        ')',
      ),
    ),
    number: fc.constantFrom('0', '1', '2', '-1', '2.5', '3'),
    text: fc.oneof(
      nested,
      fc.constantFrom('""', '"INV-1"', '"a b"', '"aaaaaaaa!"', 'name'),
      join('$string(', expression, ')'),
    ),
    term: fc.oneof(
      nested,
      number,
      text,
      fc.constantFrom(...names),
      fc.constantFrom(...variables),
      fc.constantFrom('true', 'false', 'null'),
    ),
  };
}).expression;
