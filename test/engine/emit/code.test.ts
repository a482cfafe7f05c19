/** Names and texts of profiles and contracts in generated code: they are encoded, and change nothing but what they name. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Field } from '../../../engine/base/contract.ts';
import { code, memberKey } from '../../../engine/emit/code.ts';
import { generate } from '../../../engine/emit/generate.ts';
import { objectEncoder } from '../../../engine/shape/encode.ts';
import { hostile, names, property } from './hostile-names.ts';

describe('code', () => {
  it('gives every literal as it was inserted', () => {
    const literals = fc.oneof(names, fc.double(), fc.integer(), fc.boolean(), fc.constantFrom(null, undefined, -0));
    property(literals, (value) => expect(generate<() => unknown>(() => code`() => ${value}`).run()).toBe(value));
  });

  it('reads and makes members by every name', () => {
    property(fc.tuple(names, names), ([name, value]) => {
      const made = generate<() => object>(() => code`() => ({ ${memberKey(name)}: ${value} })`).run();
      expect(Object.getOwnPropertyDescriptor(made, name)?.value).toBe(value);
      expect(Object.getPrototypeOf(made)).toBe(Object.prototype);
      expect(generate<(row: object) => unknown>(() => code`(row) => row[${name}]`).run(made)).toBe(
        name === '__proto__' ? Reflect.get(made, name) : value,
      );
    });
  });

  it('refers to functions and objects, each once', () => {
    const [one, other] = [{}, () => 1];
    const made = generate<() => unknown>(() => code`() => [${one}, ${other}, ${one}]`);
    expect(made.run()).toEqual([one, other, one]);
    expect(made.source).toBe('() => [$0, $1, $0]');
  });

  it('names functions by their own names, if these cannot be anything else', () => {
    const named = (): number => 1;
    const others = [...hostile, 'delete x', 'a$', '1'].map((name) =>
      Object.defineProperty(() => 1, 'name', { value: name }),
    );
    const made = generate<() => unknown>(() => code`() => [${named}, ${others.map((other) => code`${other}, `)}]`);
    expect(made.run()).toEqual([named, ...others]);
    const words = new Set(made.source.match(/[^$\d, ]+/g));
    expect([...words]).toEqual(['()', '=>', '[named', 'constructor', 'toString', 'hasOwnProperty', 'row', 'json', ']']);
  });

  it('has no line separators in its text, and no way out of a literal', () => {
    const { source } = generate(() => code`() => ${hostile.join('')}`);
    expect(source).not.toMatch(/[\n\r\u2028\u2029]/);
  });

  it('is made when it is first used, and once', () => {
    let made = 0;
    const lazy = generate<() => number>(() => {
      made += 1;
      return code`() => 1`;
    });
    expect(made).toBe(0);
    expect([lazy.run(), lazy.run(), made]).toEqual([1, 1, 1]);
  });

  it('may refer to more values than a function has parameters', () => {
    const values = Array.from({ length: 70_000 }, (_, n) => ({ n }));
    const list = values.map((value) => code`${value},`);
    expect(generate<() => unknown[]>(() => code`() => [${list}]`).run()).toHaveLength(values.length);
  });
});

describe('encoders', () => {
  const text: Field = { type: 'text', required: true, description: '' };
  const context = { zone: 'UTC', note: () => undefined };
  const objectOf = (members: readonly (readonly [string, string])[]) => Object.fromEntries(members);

  it('write members with every name and text', () => {
    property(fc.uniqueArray(names, { maxLength: 5 }), (list) => {
      // `Object.fromEntries` defines members, also one with the name of the prototype.
      const fields = Object.fromEntries(list.map((name) => [name, text]));
      const row = objectOf(list.map((name) => [name, `x${name}x`]));
      const encoded = objectEncoder(fields)(row, context);
      expect(encoded).toEqual({
        ok: true,
        json: `{${Object.keys(fields)
          .map((name) => `${JSON.stringify(name)}:${JSON.stringify(`x${name}x`)}`)
          .join()}}`,
      });
      const nested = objectEncoder({ list: { type: 'list', items: fields, required: true, description: '' } });
      const json = encoded.ok ? encoded.json : '';
      expect(nested({ list: [row, row] }, context)).toEqual({ ok: true, json: `{"list":[${json},${json}]}` });
    });
  });
});
