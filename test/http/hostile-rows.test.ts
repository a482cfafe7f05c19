/** Whatever an ERP writes into a row, an expression over it is an answer, a dropped row or a 502: never a fault of the service, and never another number. */
import { afterEach, describe, expect, it } from 'vitest';
import { toDecimalText } from '../../engine/base/decimal.ts';
import { closeAll } from '../engine/sources/http/double.ts';
import type { ErpEngine } from '../support/erp.ts';
import { erp } from './one-endpoint.ts';

afterEach(closeAll);

/** Values as JSON texts. */
const hostile: readonly string[] = [
  ...['1e1000000000', '-1e1000000000', '1e309', '1e400', '1e-400', '1e-1000000000', '0e999999999', '-0', '1E+30'],
  ...['9'.repeat(400), `0.${'3'.repeat(400)}`, '12345678901234567.89', '9007199254740993'],
  ...['"1e1000000000"', '"NaN"', '"Infinity"', '"0x1F"', '"١٢"', '"1,5"', '"12.50 EUR"', `"${'7'.repeat(5_000)}"`],
  ...[
    '""',
    '" "',
    '"\\u0000"',
    '"a\\u0000b"',
    '"\\ud800"',
    '"\\udc00x"',
    '"\\u202e\\ufeff"',
    `"${'ä'.repeat(200_000)}"`,
  ],
  ...['"9999-12-31T23:59:60Z"', '"0000-00-00"', '"10000-01-01"', '"-0044-03-15"', '"2026-02-30"', '"/Date(9e99)/"'],
  ...['"/Date(1767225600000)/"', '"2026-02-28T25:61:61"', '"24:00"'],
  ...['[]', '{}', '[[]]', '[1,2]', '["a",null]', '[{"id":1}]', '{"id":{"id":{}}}', 'true', 'false', 'null'],
  ...[
    '{"__proto__":{"id":"P"}}',
    '{"constructor":{"prototype":{"id":"P"}}}',
    '{"toString":1,"valueOf":2}',
    '{"length":-1}',
  ],
  ...['{"__class__":"Decimal","decimal":"1e99999"}', '{"__class__":"date","year":1e400,"month":-1,"day":null}'],
  ...['{"__class__":"Decimal"}', '{"sequence":true,"keepSingleton":true,"cons":true}', '{"_jsonata_lambda":true}'],
  `${'['.repeat(90)}${']'.repeat(90)}`,
  `${'{"v":'.repeat(90)}1${'}'.repeat(90)}`,
];

/** Expressions over the member `v`, and what the row also says. */
const expressions: readonly string[] = [
  ...[
    'v',
    '$string(v)',
    '$number(v)',
    '$boolean(v)',
    '$length(v)',
    '$length($string(v))',
    '$uppercase(v)',
    '$trim(v)',
    '-v',
  ],
  ...[
    'v + 1',
    'v * 1e300',
    'v / 0',
    'v % 2',
    'v & "x"',
    'v = 1',
    'v > 1',
    'v in [1]',
    'v ? "a" : "b"',
    'v ?? "none"',
    'v[0]',
  ],
  ...[
    'v.id',
    'v.id.id',
    'v.*',
    'v.**',
    'v.`__proto__`',
    'v.constructor',
    'v.constructor.prototype.id',
    'v.length',
    '$keys(v)',
  ],
  ...[
    '$lookup(v, "__proto__")',
    '$lookup(v, "constructor")',
    '$lookup($, v)',
    '$merge([v, {"a": 1}])',
    '{ $string(v): 1 }',
    '$spread(v)',
  ],
  ...[
    '$add(v, 1)',
    '$multiply(v, 3)',
    '$round(v, 2)',
    '$total(v)',
    '$total([v, v])',
    '$sum(v)',
    '$max(v)',
    '$average(v)',
  ],
  ...[
    '$abs(v)',
    '$floor(v)',
    '$power(v, 2)',
    '$sqrt(v)',
    '$formatNumber(v, "#,##0.00")',
    '$formatBase(v, 36)',
    '$formatInteger(v, "w")',
  ],
  ...[
    '$toMillis(v)',
    '$fromMillis(v)',
    '$addDays(v, 1)',
    '$addDays("2026-01-01", v)',
    '$substring(v, 1)',
    '$substring("abc", v)',
  ],
  ...[
    '$pad("a", v)',
    '$split(v, "")',
    '$join(v)',
    '$join([v, v], "-")',
    '$replace(v, /a/, "b")',
    '$contains(v, "a")',
    '$match(v, /./)',
  ],
  ...[
    '$encodeUrlComponent(v)',
    '$decodeUrlComponent(v)',
    '$base64encode(v)',
    '$base64decode(v)',
    '$text(v)',
    '$unpad(v)',
  ],
  ...[
    '$sort(v)',
    '$sort([v, 1])',
    '$reverse(v)',
    '$distinct([v, v])',
    '$zip(v, v)',
    '$map(v, function($x) { $x + 1 })',
    '$count(v)',
  ],
  ...[
    '[1..v]',
    '[v..v]',
    '$type(v)',
    '$not(v)',
    '$each(v, function($x) { $x })',
    '$sift(v, function($x) { true })',
    '$string(v, true)',
  ],
  ...[
    '$add(?, 1)(v)',
    '$string(?)(v)',
    'v ~> $string',
    '$reduce([v, v], function($a, $b) { $a + $b })',
    '$assert(v, "no")',
    '$error(v)',
  ],
];

const texts = (rows: string): string => `[{"id":"A"},${rows},{"id":"Z"}]`;

const read = { get: '/rows', params: { q: '{{ query }}' }, page: { whole: true } };

/** An engine; undefined where the expression can never give such a field, which is an error of the profile. */
const opened = (own: object, answer: () => string): Promise<ErpEngine | undefined> =>
  erp(own, answer).then(
    ({ engine }) => engine,
    (error: Error) => {
      if (error.message.startsWith('error[EXP307]')) return undefined;
      throw error;
    },
  );

describe('rows of an ERP', () => {
  it.each(expressions.flatMap((one) => ['name', 'amount', 'day'].map((field) => [field, one] as const)))(
    'give an answer without those that cannot be used, in %s: %s',
    async (field, expression) => {
      const all = hostile.map((value, index) => `{"id":"H${index}","v":${value}}`);
      const own = { ...read, fields: { id: 'id', [field]: expression }, broken: 'drop' };
      const outcome = await (await opened(own, () => texts(all.join())))?.call('/all', {});
      expect(outcome ?? { ok: true }).toMatchObject({ ok: true });
    },
  );

  it('keep all digits of a number, or are dropped', async () => {
    const numbers = hostile.filter((value) => /^-?\d/.test(value));
    const all = numbers.map((value, index) => `{"id":"H${index}","v":${value}}`);
    const { engine } = await erp({ ...read, fields: { id: 'id', amount: 'v' }, broken: 'drop' }, () =>
      texts(all.join()),
    );
    const outcome = await engine.call('/all', {});
    if (!outcome.ok) throw new Error(outcome.problem.message);
    const { json } = outcome;
    const given = numbers.map((_value, index) => new RegExp(`"id":"H${index}","amount":([^,}]*)`).exec(json)?.[1]);
    const size = (text: string): number => Math.abs(Number(text));
    for (const [index, value] of numbers.entries()) {
      const expected = toDecimalText(value) ?? (size(value) === 0 && value.startsWith('0e') ? '0' : undefined);
      if (given[index] !== undefined) expect([value, toDecimalText(given[index])]).toEqual([value, expected]);
      else expect([value, size(value) === Number.POSITIVE_INFINITY || size(value) === 0]).toEqual([value, true]);
    }
    expect(given.filter((one) => one !== undefined).length).toBeGreaterThan(7);
  });

  it.each(['v', '$string(v)', '$add(v, 1)', '$toMillis(v)', '$substring("abc", v)', '$power(v, 2)'])(
    'fail a list that drops none with 502, one at a time: %s',
    async (expression) => {
      let value = '';
      const { engine } = await erp(
        { ...read, fields: { id: 'id', amount: expression } },
        () => `[{"id":"H","v":${value}}]`,
      );
      for (value of hostile) {
        const outcome = await engine.call('/all', {});
        if (!outcome.ok) expect([value, outcome.problem.kind]).toEqual([value, 'broken']);
      }
    },
  );
});

const numberTooLarge = '{"id":1e1000000000,"name":"B"}';

it('drops a row whose id is a number beyond a double from a search, and names it in the log', async () => {
  const read = { get: '/rows', page: { whole: true }, fields: { id: '$string(id)', name: 'name' }, broken: 'drop' };
  const { engine } = await erp(read, () => texts(numberTooLarge));
  const outcome = await engine.call('/all', {});
  expect(outcome).toEqual({
    ok: true,
    json: '{"schemaVersion":"1","rows":[{"id":"A","lines":[]},{"id":"Z","lines":[]}]}',
  });
});

it('answers 502 for it in a list, and names field and row', async () => {
  const read = { get: '/rows', page: { whole: true }, fields: { id: 'id', amount: '$number(name)' } };
  const { engine } = await erp(read, () => texts('{"id":"B","name":"twelve"}'));
  expect(await engine.call('/all', {})).toMatchObject({
    ok: false,
    problem: { kind: 'broken', message: expect.stringContaining('The field amount of rows B') },
    cause: { message: expect.stringContaining('The expression "$number(name)" failed') },
  });
});

it('a number beyond a double is no missing value', async () => {
  const { engine } = await erp({ get: '/rows', page: { whole: true }, fields: { id: 'id', amount: 'v' } }, () =>
    texts('{"id":"B","v":1e400}'),
  );
  expect(await engine.call('/all', {})).toMatchObject({
    ok: false,
    problem: { kind: 'broken', message: expect.stringContaining('The field amount of rows B') },
  });
});

const lines = { get: '/lines', fields: { _ref: '_ref', text: 'text' }, on: { _ref: 'id' } };

it.each([
  ['where', { where: '$number(lines.text) > 1', attach: { lines }, fields: { id: 'id' } }],
  ['an outcome', { outcomes: [{ when: '$number($[1].v) > 1', is: 'empty' }] }],
  ['rows', { rows: '$[$number(v) > 1]' }],
  ['an attached row', { attach: { lines: { ...lines, fields: { _ref: '_ref', text: '$string($number(text))' } } } }],
  ['codes', { codes: { name: { a: 'b' } }, fields: { id: 'id', name: '$string($number(v))' } }],
])('an expression that fails in %s: 502', async (_what, more) => {
  const own = { get: '/rows', page: { whole: true }, fields: { id: 'id', name: 'name' }, ...more };
  const { engine } = await erp(own, ({ path }) =>
    path.includes('lines') ? '[{"_ref":"B","text":"two"}]' : '[{"id":"A","v":"2"},{"id":"B","v":"two"}]',
  );
  expect(await engine.call('/all', {})).toMatchObject({ ok: false, problem: { kind: 'broken' } });
});

it.each(['1e1000000000', '[1,2]', '{"a":1}'])(
  'rows are not attached by %s: 502, and no lines are lost',
  async (value) => {
    const own = {
      get: '/rows',
      page: { whole: true },
      fields: { id: 'id' },
      attach: { lines: { ...lines, on: { _ref: 'ref' } } },
    };
    const { engine } = await erp(own, ({ path }) =>
      path.includes('lines') ? `[{"_ref":${value},"text":"L"}]` : `[{"id":"A","ref":${value}}]`,
    );
    expect(await engine.call('/all', {})).toMatchObject({ ok: false, problem: { kind: 'broken' } });
  },
);

describe('a text of more than a million characters', () => {
  const rowsWith = (length: number): string => texts(`{"id":"B","name":"${'x'.repeat(length)}"}`);
  const list = { get: '/rows', page: { whole: true } };

  it.each(['name', '$trim(name)', '"of " & id'])('drops its row from a search, with a warning: %s', async (name) => {
    const { engine } = await erp({ ...list, fields: { id: 'id', name }, broken: 'drop' }, () => rowsWith(1_000_001));
    const outcome = await engine.call('/all', {});
    if (!outcome.ok) throw new Error(outcome.problem.message);
    expect([...outcome.json.matchAll(/"id":"(\w)"/g)].map(([, id]) => id)).toEqual(['A', 'Z']);
    const dropped = engine.events.filter(({ event }) => event === 'row_dropped');
    expect(dropped).toMatchObject([
      { row: 'B', field: 'name', message: expect.stringContaining('1000001 characters') },
    ]);
  });

  it('fails a list with 502, and names field and row', async () => {
    const { engine } = await erp({ ...list, fields: { id: 'id', name: '$trim(name)' } }, () => rowsWith(1_000_001));
    expect(await engine.call('/all', {})).toMatchObject({
      ok: false,
      problem: { kind: 'broken', message: expect.stringContaining('The field name of rows B') },
    });
  });

  it('is the first that is refused', async () => {
    const { engine } = await erp({ ...list, fields: { id: 'id', name: '$trim(name)' } }, () => rowsWith(1_000_000));
    expect(await engine.call('/all', {})).toMatchObject({ ok: true });
  });
});
