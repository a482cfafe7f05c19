import { describe, expect, it } from 'vitest';
import type { Contract, Endpoint, Fields } from '../../engine/contract.ts';
import { compileRequest, parseBody, type RequestOutcome } from '../../engine/shape/request.ts';

const currencies = new Map([
  ['EUR', 2],
  ['USD', 2],
  ['JPY', 0],
]);
const base = { description: 'a field', required: true } as const;
const optional = { description: 'a field', required: false } as const;

function endpoint(request: Fields, paged = false): Endpoint {
  return {
    path: '/things/list',
    app: 'ordering',
    title: 'Things',
    description: 'Things.',
    request,
    answer: { kind: 'rows', property: 'things', row: {}, id: 'id', paged, brokenRow: 'fail' },
    mustExist: [],
  };
}

/** Checks a body, given as JSON text without its schemaVersion, against an endpoint of these request fields. */
function check(request: Fields, json: string, paged = false): RequestOutcome {
  const thing = endpoint(request, paged);
  const contract: Contract = { version: '1', endpoints: [thing], currencies };
  const parsed = parseBody(json.replace('{', json === '{}' ? '{"schemaVersion":"1"' : '{"schemaVersion":"1",'));
  if (!parsed.ok) throw new Error(`no JSON: ${json}`);
  return compileRequest(contract, thing, { maxPageLimit: 500 })(parsed.body);
}

const value = (request: Fields, json: string, paged = false) => {
  const outcome = check(request, json, paged);
  return outcome.ok ? outcome.value : outcome.fields;
};
const faults = (request: Fields, json: string) => {
  const outcome = check(request, json);
  return outcome.ok ? 'accepted' : outcome.fields.map(({ field, message, rule }) => `${field}: ${message} (${rule})`);
};

const text = { text: { type: 'text', ...base } } as const satisfies Fields;
const note = { note: { type: 'text', ...optional } } as const satisfies Fields;
const search = { query: { type: 'text', ...optional, default: '', allowEmpty: true } } as const satisfies Fields;
const kind = { kind: { type: 'text', ...optional, oneOf: ['shipping', 'billing'] } } as const satisfies Fields;
const filter = { customerErpId: { type: 'id', of: 'customer', ...optional } } as const satisfies Fields;
const count = { count: { type: 'integer', ...base, minimum: 1 } } as const satisfies Fields;
const limit = {
  limit: { type: 'integer', ...optional, minimum: 1, maximum: 500, default: 20 },
} as const satisfies Fields;
const pageLimit = { limit: { type: 'integer', ...optional, minimum: 1, default: 100 } } as const satisfies Fields;
const price = { price: { type: 'decimal', ...optional } } as const satisfies Fields;
const amount = { amount: { type: 'decimal', ...base, exclusiveMinimum: 0 } } as const satisfies Fields;
const period = {
  from: { type: 'date', ...base, notAfter: 'to' },
  to: { type: 'date', ...optional },
} as const satisfies Fields;
const since = { since: { type: 'instant', ...optional } } as const satisfies Fields;
const unknownCurrency =
  'currency: must be a currency of ISO 4217 that has a smallest unit, such as EUR or JPY (currency)';
const money = { currency: { type: 'currency', ...base } } as const satisfies Fields;
const lines = {
  lines: { type: 'list', ...base, minItems: 1, items: { sku: { type: 'text', ...base }, qty: count.count, ...price } },
} as const satisfies Fields;

describe('the body', () => {
  const thing = endpoint({});
  const run = compileRequest({ version: '1', endpoints: [thing], currencies }, thing, { maxPageLimit: 500 });

  it.each([['null'], ['[]'], ['"x"'], ['1'], ['true'], ['12345678901234567890']])('%s is no object', (json) => {
    const parsed = parseBody(json);
    expect(run(parsed.ok ? parsed.body : {})).toEqual({
      ok: false,
      fields: [{ field: '', message: 'the request body must be a JSON object', rule: 'type' }],
      count: 1,
      sound: {},
    });
  });

  it.each([
    ['{}', 'is required', 'required'],
    ['{"schemaVersion":null}', 'is required', 'required'],
    ['{"schemaVersion":1}', 'must be the text "1"', 'version'],
    ['{"schemaVersion":"2"}', 'must be the text "1"', 'version'],
    ['{"schemaVersion":" 1 "}', 'must be the text "1"', 'version'],
    ['{"schemaVersion":["1"]}', 'must be the text "1"', 'version'],
  ])('%s: schemaVersion %s', (json, message, rule) => {
    expect(run(JSON.parse(json))).toEqual({
      ok: false,
      fields: [{ field: 'schemaVersion', message, rule }],
      count: 1,
      sound: {},
    });
  });

  it('takes nothing from a prototype', () => {
    const inherited: unknown = Object.create({ schemaVersion: '1' });
    expect(run(inherited)).toMatchObject({ ok: false });
    expect(value(text, '{"text":"a","__proto__":{"text":"b"},"constructor":1}')).toEqual({ text: 'a' });
    expect(faults(text, '{"__proto__":{"text":"b"}}')).toEqual(['text: is required (required)']);
  });
});

describe('the sound part of a refused request', () => {
  const sound = (request: Fields, json: string) => {
    const outcome = check(request, json);
    return outcome.ok ? 'accepted' : outcome.sound;
  };

  it('has what broke no rule, normalised and with all digits', () => {
    const json =
      '{"text":" a ","currency":"abc","lines":[{"sku":" s ","price":1.23456789012345678901},{"sku":"","qty":2},7],"to":"2026-02-30"}';
    expect(sound({ ...text, ...money, ...lines, ...period, ...limit }, json)).toEqual({
      text: 'a',
      limit: 20,
      lines: [{ sku: 's', price: '1.23456789012345678901' }, { qty: 2 }, {}],
    });
  });
  it('has no list that is none', () => {
    expect(sound({ ...lines, ...money }, '{"lines":[],"currency":"jpy"}')).toEqual({ currency: 'JPY' });
    expect(sound({ ...lines, ...money }, '{"lines":"x","currency":"jpy"}')).toEqual({ currency: 'JPY' });
  });
});

describe('normalising', () => {
  it('drops unknown fields at every depth', () => {
    expect(value(lines, '{"x":1,"lines":[{"sku":"a","qty":1,"y":{"sku":2}}]}')).toEqual({
      lines: [{ sku: 'a', qty: 1 }],
    });
  });
  it('trims texts at every depth, of every white space', () => {
    expect(value(lines, '{"lines":[{"sku":"\\u00a0 a b\\t\\n","qty":1}]}')).toEqual({
      lines: [{ sku: 'a b', qty: 1 }],
    });
  });
  it('takes null in an optional field as left out, in a required one as missing', () => {
    expect(value({ ...kind, ...limit, ...price }, '{"kind":null,"limit":null,"price":null}')).toEqual({ limit: 20 });
    expect(faults(text, '{"text":null}')).toEqual(['text: is required (required)']);
  });
  it('fills in defaults', () => {
    expect(value({ ...search, ...limit }, '{}')).toEqual({ query: '', limit: 20 });
  });
  it('takes an empty optional text as left out, but no empty filter, choice or date', () => {
    expect(value(note, '{"note":"  "}')).toEqual({});
    expect(faults(filter, '{"customerErpId":" "}')).toEqual(['customerErpId: must not be empty (empty)']);
    expect(faults(kind, '{"kind":""}')).toEqual(['kind: must not be empty (empty)']);
    expect(faults(since, '{"since":""}')).toEqual(['since: must not be empty (empty)']);
  });
  it('puts a currency in capitals', () => {
    expect(value(money, '{"currency":" eUr "}')).toEqual({ currency: 'EUR' });
  });
  it('turns an instant into UTC', () => {
    expect(value(since, '{"since":"2026-03-01T02:00:00.1239+02:00"}')).toEqual({ since: '2026-03-01T00:00:00.123Z' });
    expect(value(since, '{"since":"2026-03-01T02:00:00"}')).toEqual({ since: '2026-03-01T02:00:00.000Z' });
  });
  it('clamps the limit of paged lists alone', () => {
    expect(value(pageLimit, '{"limit":501}', true)).toEqual({ limit: 500 });
    expect(value(pageLimit, '{"limit":500}', true)).toEqual({ limit: 500 });
    expect(value(pageLimit, '{"limit":7}', true)).toEqual({ limit: 7 });
    expect(value(pageLimit, '{"limit":501}', false)).toEqual({ limit: 501 });
    expect(faults(limit, '{"limit":501}')).toEqual(['limit: must be an integer from 1 to 500 (range)']);
  });
  it('leaves the request as it was', () => {
    const thing = endpoint(lines);
    const body = { schemaVersion: '1', lines: [{ sku: ' a ', qty: 1, novel: true }] };
    compileRequest({ version: '1', endpoints: [thing], currencies }, thing, { maxPageLimit: 500 })(body);
    expect(body).toEqual({ schemaVersion: '1', lines: [{ sku: ' a ', qty: 1, novel: true }] });
  });
});

describe('types are strict', () => {
  it.each([
    [count, '{"count":"5"}', 'count: must be a positive integer (type)'],
    [count, '{"count":1.5}', 'count: must be a positive integer (type)'],
    [count, '{"count":true}', 'count: must be a positive integer (type)'],
    [count, '{"count":[1]}', 'count: must be a positive integer (type)'],
    [count, '{"count":0}', 'count: must be a positive integer (range)'],
    [count, '{"count":-3}', 'count: must be a positive integer (range)'],
    [count, '{"count":9007199254740993}', 'count: must be an integer of at most 9007199254740991 (range)'],
    [count, '{"count":1e300}', 'count: must be an integer of at most 9007199254740991 (range)'],
    [count, '{"count":1.00000000000000001}', 'count: must be a positive integer (type)'],
    [limit, '{"limit":0}', 'limit: must be an integer from 1 to 500 (range)'],
    [limit, '{"limit":"20"}', 'limit: must be an integer from 1 to 500 (type)'],
    [price, '{"price":"1.5"}', 'price: must be a number (type)'],
    [amount, '{"amount":"97.5"}', 'amount: must be a number greater than 0 (type)'],
    [amount, '{"amount":0}', 'amount: must be a number greater than 0 (range)'],
    [amount, '{"amount":-0.01}', 'amount: must be a number greater than 0 (range)'],
    [text, '{"text":5}', 'text: must be text (type)'],
    [text, '{"text":12345678901234567890}', 'text: must be text (type)'],
    [text, '{"text":{}}', 'text: must be text (type)'],
    [text, '{"text":" \\t "}', 'text: must not be empty (empty)'],
    [text, '{}', 'text: is required (required)'],
    [kind, '{"kind":"Shipping"}', 'kind: must be one of shipping, billing (oneOf)'],
    [kind, '{"kind":1}', 'kind: must be one of shipping, billing (type)'],
    [money, '{"currency":"EURO"}', 'currency: must be a currency code of three letters (format)'],
    [money, '{"currency":"ABC"}', unknownCurrency],
    [money, '{"currency":"xau"}', unknownCurrency],
    [money, '{"currency":"€UR"}', 'currency: must be a currency code of three letters (format)'],
    [since, '{"since":"yesterday"}', 'since: must be an ISO 8601 date and time, such as 2026-03-01T02:00:00Z (format)'],
    [period, '{"from":"2026-02-30"}', 'from: must be a date that exists, written YYYY-MM-DD (format)'],
    [period, '{"from":20260301}', 'from: must be a date that exists, written YYYY-MM-DD (type)'],
    [lines, '{"lines":[]}', 'lines: must be a list with at least one item (items)'],
    [lines, '{"lines":{}}', 'lines: must be a list with at least one item (type)'],
    [lines, '{"lines":["a"]}', 'lines[0]: must be an object (type)'],
    [lines, '{"lines":[null]}', 'lines[0]: must be an object (type)'],
    [lines, '{"lines":[12345678901234567890]}', 'lines[0]: must be an object (type)'],
  ] as const)('%#: %j', (request, json, fault) => {
    expect(faults(request, json)).toEqual([fault]);
  });

  it('takes 1.0 and 1e2 as integers', () => {
    expect(value(count, '{"count":1.0}')).toEqual({ count: 1 });
    expect(value(count, '{"count":1e2}')).toEqual({ count: 100 });
    expect(value(count, '{"count":9007199254740991}')).toEqual({ count: 9007199254740991 });
  });

  it('refuses U+0000 and halves of surrogate pairs, except in a search', () => {
    const fault = 'text: must be text without the character U+0000 and without broken Unicode (format)';
    expect(faults(text, '{"text":"a\\u0000b"}')).toEqual([fault]);
    expect(faults(text, '{"text":"\\ud83d"}')).toEqual([fault]);
    expect(faults(text, '{"text":"\\ude00\\ud83d"}')).toEqual([fault]);
    expect(value(text, '{"text":"\\ud83d\\ude00"}')).toEqual({ text: '😀' });
    expect(value(search, '{"query":"a\\u0000\\ud83d"}')).toEqual({ query: 'a\u0000\ud83d' });
  });
});

describe('rules between fields', () => {
  it('refuses a period that ends before it starts', () => {
    expect(faults(period, '{"from":"2026-03-02","to":"2026-03-01"}')).toEqual(['from: must not be after to (order)']);
    expect(faults(period, '{"from":"2026-03-01","to":"2026-03-01"}')).toBe('accepted');
    expect(faults(period, '{"from":"2026-03-01","to":null}')).toBe('accepted');
  });
  it('blames only the broken day where one is broken', () => {
    expect(faults(period, '{"from":"2026-03-02","to":"2026-02-30"}')).toEqual([
      'to: must be a date that exists, written YYYY-MM-DD (format)',
    ]);
  });
});

describe('all faults at once', () => {
  it('one for each field, in the order of the fields, lists by position', () => {
    const request = { ...text, ...money, ...lines, ...period };
    const json =
      '{"to":"x","lines":[{"sku":"a","qty":1},{"qty":"1","price":"2"},{"sku":" ","qty":1.5}],"currency":1,"from":"x"}';
    expect(faults(request, json)).toEqual([
      'text: is required (required)',
      'currency: must be a currency code of three letters (type)',
      'lines[1].sku: is required (required)',
      'lines[1].qty: must be a positive integer (type)',
      'lines[1].price: must be a number (type)',
      'lines[2].sku: must not be empty (empty)',
      'lines[2].qty: must be a positive integer (type)',
      'from: must be a date that exists, written YYYY-MM-DD (format)',
      'to: must be a date that exists, written YYYY-MM-DD (format)',
    ]);
  });
});

describe('decimals keep their digits', () => {
  it.each([
    ['12.30', 12.3],
    ['-0.0', 0],
    ['1e3', 1000],
    ['0.1', 0.1],
    ['123456789012.345', 123456789012.345],
    ['123456789012345.6', '123456789012345.6'],
    ['12345678901234.567', '12345678901234.567'],
    ['0.30000000000000004', '0.30000000000000004'],
    ['123456789012345.000000000000001', '123456789012345.000000000000001'],
    ['1e14', 100000000000000],
    ['1e-20', 1e-20],
    ['-1.2345678901234567e2', '-123.45678901234567'],
  ])('%s', (source, expected) => {
    expect(value(price, `{"price":${source}}`)).toEqual({ price: expected });
    expect(value(lines, `{"lines":[{"sku":"a","qty":1,"price":${source}}]}`)).toEqual({
      lines: [{ sku: 'a', qty: 1, price: expected }],
    });
  });
});

describe('numbers have limits', () => {
  const tooLong = 'must be a number of at most 15 digits before the decimal point and 30 digits in all (range)';
  const decimal = (source: string) => faults(price, `{"price":${source}}`);

  it.each([
    '1e15',
    '-1e15',
    '1000000000000000',
    '1000000000000000.00000000000000001',
    '98765432109876543210.5',
    '1e299',
    '1e400',
    '-1e400',
    '1e99999',
    '1e-30',
    '1e-300',
    '-1e-999',
    '1e-99999',
    '123456789012345.0000000000000001',
    `0.${'3'.repeat(900_000)}`,
    '9'.repeat(900_000),
  ])('%#: refuses %.40s', (source) => {
    expect(decimal(source)).toEqual([`price: ${tooLong}`]);
    expect(faults(amount, `{"amount":${source}}`)).toEqual([`amount: ${tooLong}`]);
    expect(faults(lines, `{"lines":[{"sku":"a","qty":1,"price":${source}}]}`)).toEqual([`lines[0].price: ${tooLong}`]);
  });

  it('takes everything up to them, with all its digits', () => {
    expect(value(price, '{"price":999999999999999}')).toEqual({ price: 999999999999999 });
    expect(value(price, '{"price":-999999999999999.999999999999999}')).toEqual({
      price: '-999999999999999.999999999999999',
    });
    expect(value(price, `{"price":0.${'0'.repeat(28)}1}`)).toEqual({ price: 1e-29 });
    expect(value(price, `{"price":12.5${'0'.repeat(1000)}}`)).toEqual({ price: 12.5 });
  });

  it('holds a number with many digits against its other bounds as well', () => {
    expect(value(amount, '{"amount":12345678901234.567}')).toEqual({ amount: '12345678901234.567' });
    expect(faults(amount, '{"amount":-12345678901234.567}')).toEqual([
      'amount: must be a number greater than 0 (range)',
    ]);
  });
});

describe('more faults than anyone reads', () => {
  const many = (length: number) => `{"lines":[${Array.from({ length }, () => '{"sku":"a"}').join()}]}`;

  it('reports the first thousand, and how many there are', () => {
    const outcome = check(lines, many(1_500));
    if (outcome.ok) throw new Error('accepted');
    expect(outcome.count).toBe(1_500);
    expect(outcome.fields).toHaveLength(1_000);
    expect(outcome.fields.at(-1)).toEqual({ field: 'lines[999].qty', message: 'is required', rule: 'required' });
  });
  it('reports a thousand in full', () => {
    expect(check(lines, many(1_000))).toMatchObject({ ok: false, count: 1_000, fields: { length: 1_000 } });
  });
});
