/** Whatever an ERP writes into a row, an expression over it is an answer, a dropped row or a 502: never a fault of the service, and never another number. */
import { afterEach, describe, expect, it } from 'vitest';
import { toDecimalText } from '../../engine/base/decimal.ts';
import { closeAll } from '../engine/sources/http/double.ts';
import type { ErpEngine } from '../support/erp.ts';
import { expressions, hostile } from './hostile-values.ts';
import { erp } from './one-endpoint.ts';

afterEach(closeAll);

const texts = (rows: string): string => `[{"id":"A"},${rows},{"id":"Z"}]`;

const read = { get: '/rows', params: { q: '{{ query }}' }, page: { whole: true } };

/** An engine; undefined where the expression can never give such a field, which is an error of the profile. */
const opened = (endpoint: object, answer: () => string): Promise<ErpEngine | undefined> =>
  erp(endpoint, answer).then(
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
      const endpoint = { ...read, fields: { id: 'id', [field]: expression }, broken: 'drop' };
      const outcome = await (await opened(endpoint, () => texts(all.join())))?.call('/all', {});
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
  const endpoint = { get: '/rows', page: { whole: true }, fields: { id: 'id', name: 'name' }, ...more };
  const { engine } = await erp(endpoint, ({ path }) =>
    path.includes('lines') ? '[{"_ref":"B","text":"two"}]' : '[{"id":"A","v":"2"},{"id":"B","v":"two"}]',
  );
  expect(await engine.call('/all', {})).toMatchObject({ ok: false, problem: { kind: 'broken' } });
});

it.each(['1e1000000000', '[1,2]', '{"a":1}'])(
  'rows are not attached by %s: 502, and no lines are lost',
  async (value) => {
    const endpoint = {
      get: '/rows',
      page: { whole: true },
      fields: { id: 'id' },
      attach: { lines: { ...lines, on: { _ref: 'ref' } } },
    };
    const { engine } = await erp(endpoint, ({ path }) =>
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
