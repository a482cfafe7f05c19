/** Values of drivers and expressions as the JSON text of their fields. */
import { describe, expect, it } from 'vitest';
import type { Field } from '../../../engine/base/contract.ts';
import { objectEncoder, textOf, UnknownValue } from '../../../engine/shape/encode.ts';

const base = { description: 'd', required: true } as const;

function encode(field: Field, value: unknown, zone = 'UTC') {
  const notes: string[] = [];
  const result = objectEncoder({ x: field })(
    { x: value },
    { zone, note: (name, message) => notes.push(`${name}: ${message}`) },
  );
  return { ...result, notes };
}

const json = (field: Field, value: unknown, zone?: string): string | undefined => {
  const result = encode(field, value, zone);
  return result.ok ? result.json.slice('{"x":'.length, -1) : undefined;
};

describe('decimals', () => {
  const field: Field = { ...base, type: 'decimal' };
  it.each([
    [0.1 + 0.2, '0.3'],
    ['12.30', '12.3'],
    [' -0.00 ', '0'],
    [-0, '0'],
    [9_007_199_254_740_993n, '9007199254740993'],
    ['0.10000000000000000000000001', '0.10000000000000000000000001'],
    ['1E-7', '0.0000001'],
    [1e21, '1000000000000000000000'],
    ['+5', '5'],
    ['.5', '0.5'],
  ])('%s is %s', (value, text) => {
    expect(json(field, value)).toBe(text);
  });

  it.each(['1,5', '12 €', 'NaN', Number.NaN, Number.POSITIVE_INFINITY, true, '0x10', '1e99999'])(
    '%s is no number',
    (value) => {
      expect(encode(field, value).ok).toBe(false);
    },
  );
});

describe('whole numbers', () => {
  const field: Field = { ...base, type: 'integer', minimum: 0 };
  it.each([
    [2.000001, '3'],
    ['2.0', '2'],
    [-0.5, '0'],
    [-7, '0'],
    ['12345678901234567890.1', '12345678901234567891'],
  ])('%s is %s', (value, text) => {
    expect(json(field, value)).toBe(text);
  });
});

describe('days', () => {
  const field: Field = { ...base, type: 'date' };
  it.each(['2026-03-29', '2026-03-29 00:00:00', '2026-03-29T23:59:59.999Z', ' 2026-03-29 02:30:00+02 '])(
    '%j is that day',
    (value) => {
      expect(json(field, value, 'America/New_York')).toBe('"2026-03-29"');
    },
  );

  it.each(['2026-02-29', '2026-13-01', '29.03.2026', '2026-3-29', 20_260_329, '2026-03-29x'])('%j is none', (value) => {
    expect(encode(field, value).ok).toBe(false);
  });
});

describe('points in time', () => {
  const field: Field = { ...base, type: 'instant' };
  it.each([
    ['2026-07-01 12:00:00', 'Europe/Berlin', '"2026-07-01T10:00:00.000Z"'],
    ['2026-01-01 12:00:00.5', 'Europe/Berlin', '"2026-01-01T11:00:00.500Z"'],
    ['2026-07-01T12:00:00-05:00', 'Europe/Berlin', '"2026-07-01T17:00:00.000Z"'],
    ['2026-07-01', 'UTC', '"2026-07-01T00:00:00.000Z"'],
  ])('%s in %s', (value, zone, text) => {
    expect(json(field, value, zone)).toBe(text);
  });

  it('a text that is no time breaks the row', () => {
    expect(encode(field, 'yesterday')).toMatchObject({ ok: false, field: 'x' });
  });
});

describe('flags', () => {
  const field: Field = { ...base, type: 'boolean' };
  it.each([1, '1', true, 'Y', 'yes ', 'T', 1n])('%s is true', (value) => {
    expect(json(field, value)).toBe('true');
  });
  it.each([0, '0', false, 'n', 'No', 'f'])('%s is false', (value) => {
    expect(json(field, value)).toBe('false');
  });
  it('2 is neither', () => {
    expect(encode(field, 2).ok).toBe(false);
  });
});

describe('texts and ids', () => {
  it('are trimmed and escaped', () => {
    expect(json({ ...base, type: 'text' }, '  a"b\\c\n  ')).toBe(String.raw`"a\"b\\c"`);
    expect(json({ ...base, type: 'text' }, 12.5)).toBe('"12.5"');
  });

  it('an address has one line, without doubled commas', () => {
    expect(json({ ...base, type: 'text', oneLine: true }, 'Street 1,\r\n\r\n Town \n DE\n')).toBe(
      '"Street 1, Town, DE"',
    );
  });

  it('an id is a text, false is none', () => {
    const field: Field = { ...base, type: 'id', idKind: 'customer' };
    expect(json(field, 4711)).toBe('"4711"');
    expect(json(field, 1e15)).toBe('"1000000000000000"');
    expect(encode(field, false)).toMatchObject({ ok: false, breach: 'the ERP gave no value' });
  });

  it('a currency is three letters, in capitals', () => {
    expect(json({ ...base, type: 'currency' }, ' eur')).toBe('"EUR"');
    expect(encode({ ...base, type: 'currency' }, '€').ok).toBe(false);
  });
});

describe('e-mail addresses', () => {
  const field: Field = { ...base, required: false, type: 'email' };
  it('a plain one is given without a note', () => {
    expect(encode(field, 'a.b+c@mail.example.org')).toEqual({
      ok: true,
      json: '{"x":"a.b+c@mail.example.org"}',
      notes: [],
    });
  });

  it.each(['a@b.example, c@d.example', 'A <a@b.example>', 'none; a@b.example'])(
    'the first valid one of %j',
    (value) => {
      const result = encode(field, value);
      expect(result).toMatchObject({ ok: true, json: '{"x":"a@b.example"}' });
      expect(result.notes).toHaveLength(1);
    },
  );

  it.each(['a@', '@b.example', 'a@b', 'a b', 'a@b@c.example'])('%j is left out, with a note', (value) => {
    const result = encode(field, value);
    expect(result).toMatchObject({ ok: true, json: '{}' });
    expect(result.notes).toHaveLength(1);
  });
});

describe('objects', () => {
  it('hold the fields of the contract alone, in its order', () => {
    const write = objectEncoder({ b: { ...base, type: 'text' }, a: { ...base, type: 'decimal' } });
    const row = { a: '1.50', _work: 1, c: 'no', b: 'x' };
    expect(write(row, { zone: 'UTC', note: () => undefined })).toEqual({ ok: true, json: '{"b":"x","a":1.5}' });
  });

  it('null, left out, fallback: in this order of need', () => {
    expect(encode({ ...base, type: 'decimal', nullable: true }, undefined)).toMatchObject({ json: '{"x":null}' });
    expect(encode({ ...base, required: false, type: 'text' }, '  ')).toMatchObject({ json: '{}' });
    expect(encode({ ...base, type: 'text', fallback: { value: '' } }, null)).toMatchObject({ json: '{"x":""}' });
    expect(encode({ ...base, type: 'text' }, null)).toMatchObject({ ok: false, field: 'x' });
  });

  it('a fallback to another field is written by the rule of this one', () => {
    const write = objectEncoder({ x: { ...base, type: 'date', fallback: { field: 'y' } } });
    const context = { zone: 'UTC', note: () => undefined };
    expect(write({ y: '2026-01-01 10:00' }, context)).toEqual({ ok: true, json: '{"x":"2026-01-01"}' });
    expect(write({ y: 'soon' }, context)).toMatchObject({ ok: false, field: 'x' });
  });

  it('lists stay lists, of one object and of none', () => {
    const field: Field = { ...base, type: 'list', items: { n: { ...base, type: 'decimal' } } };
    expect(json(field, { n: 1 })).toBe('[{"n":1}]');
    expect(json(field, undefined)).toBe('[]');
    expect(json(field, [{ n: 1 }, { n: '2.0' }])).toBe('[{"n":1},{"n":2}]');
    expect(encode(field, [{ n: 1 }, { n: 'x' }])).toMatchObject({
      ok: false,
      breach: expect.stringContaining('item 2: n'),
    });
    expect(encode(field, ['x'])).toMatchObject({ ok: false, breach: expect.stringContaining('item 1 ') });
  });

  it('a list or map where one value is wanted breaks the row, as does a code without an entry', () => {
    expect(encode({ ...base, type: 'text' }, ['a']).ok).toBe(false);
    expect(encode({ ...base, type: 'text' }, { a: 1 }).ok).toBe(false);
    expect(encode({ ...base, type: 'text', fallback: { value: '' } }, new UnknownValue('no entry'))).toMatchObject({
      ok: false,
      breach: 'no entry',
    });
  });
});

describe('textOf', () => {
  it.each([
    [' a ', 'a'],
    ['', undefined],
    [1.0, '1'],
    [true, 'true'],
    [12n, '12'],
    [null, undefined],
    [{}, undefined],
  ])('of %s is %s', (value, text) => {
    expect(textOf(value)).toBe(text);
  });
});
