/** The check of requests: a request becomes the values that a plan runs on, or a list of faults. */
import { describe, expect, it } from 'vitest';
import type { Fields } from '../../engine/base/contract.ts';
import { compileRequest, parseBody } from '../../engine/shape/request.ts';
import {
  amount,
  check,
  count,
  currencies,
  endpoint,
  faults,
  filter,
  kind,
  limit,
  lines,
  money,
  note,
  pageLimit,
  period,
  price,
  search,
  since,
  text,
  unknownCurrency,
  value,
} from './request-bench.ts';

describe('the body', () => {
  const thing = endpoint({});
  const run = compileRequest({ version: '1', endpoints: [thing], currencies }, thing, { maxPageLimit: 500 });

  it.each([['null'], ['[]'], ['"x"'], ['1'], ['true'], ['12345678901234567890']])('%s is no object', (json) => {
    const parsed = parseBody(json);
    expect(run(parsed.ok ? parsed.body : {})).toEqual({
      ok: false,
      fields: [{ field: '', message: 'the request body must be a JSON object', rule: 'type' }],
      isComplete: true,
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
      isComplete: true,
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
