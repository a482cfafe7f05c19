/** Names and texts of profiles and contracts in generated code: they are encoded, and change nothing but what they name. */
import fc from 'fast-check';
import jsonata from 'jsonata';
import { describe, expect, it } from 'vitest';
import type { Field } from '../../../engine/base/contract.ts';
import { finishRow } from '../../../engine/compile/columns/finish-row.ts';
import { absence, rowCleaner } from '../../../engine/compile/columns/row-cleaner.ts';
import { code, memberKey } from '../../../engine/emit/code.ts';
import { generate } from '../../../engine/emit/generate.ts';
import { computePlan, joinRows, mapCodes } from '../../../engine/plan/compute-row.ts';
import { joinKey } from '../../../engine/plan/join-key.ts';
import { objectEncoder } from '../../../engine/shape/encode.ts';
import { rowReader } from '../../../engine/sources/sql/postgres/rows.ts';
import { compileProgram } from '../../../engine/transform/compiled/program.ts';
import { compileExpression } from '../../../engine/transform/expression.ts';
import { seed } from '../../support/seed.ts';

const hostile = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '',
  '0',
  'a b',
  '"',
  "'",
  '`',
  '${process.exit(1)}',
  '"]; throw 1; //',
  '*/ throw 1 /*',
  '\\',
  '\\"',
  '\n',
  '\r',
  '\u2028',
  '\u2029',
  '\u0000',
  '</script>',
  '\ud800',
  '$0',
  'row',
  'json',
];
const names = fc.oneof(fc.constantFrom(...hostile), fc.string({ unit: 'binary' }), fc.string());
const property = <T>(arbitrary: fc.Arbitrary<T>, holds: (value: T) => void): void =>
  fc.assert(
    fc.property(arbitrary, (value) => void holds(value)),
    { seed, numRuns: 2_000 },
  );

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

describe('functions for rows', () => {
  const rowOf = (members: readonly (readonly [string, unknown])[]): Record<string, unknown> =>
    Object.fromEntries(members);
  // The matchers do not compare a member with the name of the prototype.
  const same = (made: unknown, members: readonly (readonly [string, unknown])[]): void => {
    expect(JSON.stringify(made)).toBe(JSON.stringify(rowOf(members)));
    expect(Object.getPrototypeOf(made)).toBe(Object.prototype);
  };
  const three = fc.uniqueArray(names, { minLength: 3, maxLength: 3 });
  const isMissing = absence([]);

  it('read rows of PostgreSQL with every name of a column', () => {
    property(fc.tuple(three, fc.string({ unit: 'grapheme' })), ([columns, value]) => {
      const utf8 = Buffer.from(value);
      const length = Buffer.alloc(4);
      length.writeInt32BE(utf8.length);
      const bytes = Buffer.concat([length, utf8, Buffer.from([255, 255, 255, 255]), length, utf8]);
      const text = 25;
      const read = rowReader(
        columns.map((name) => ({ name, dataTypeID: text })),
        new Set(),
      );
      const row = read(bytes, bytes.toString('latin1'), 0);
      same(
        row,
        columns.map((name, at) => [name, at === 1 ? null : utf8.toString()]),
      );
    });
  });

  it('read the key of a join', () => {
    property(fc.tuple(three, names), ([[a = '', b = '', c = ''], value]) => {
      const key = joinKey([a, b]);
      const row = rowOf([
        [a, `x${value}x`],
        [b, 7],
        [c, 'other'],
      ]);
      expect(key.textOf.run(row)).toBe(`x${value}x\u00007`);
      expect(
        key.textOf.run(
          rowOf([
            [a, 'x'],
            [c, 'y'],
          ]),
        ),
      ).toBe(undefined);
      expect(
        key.isSame.run(
          row,
          rowOf([
            [a, `x${value}x`],
            [b, 7],
          ]),
        ),
      ).toBe(true);
      expect(
        key.isSame.run(
          row,
          rowOf([
            [a, `x${value}x`],
            [b, 8],
          ]),
        ),
      ).toBe(false);
    });
  });

  it('set the joined rows', () => {
    property(three, ([name = '', other = '']) => {
      const row = rowOf([[other, 1]]);
      joinRows(name).run(row, [2]);
      same(row, [
        [other, 1],
        [name, [2]],
      ]);
    });
  });

  it('clean rows under every name, and leave out values that mean none', () => {
    property(fc.tuple(three, three, names), ([given, made, value]) => {
      const columns = given.map((name, at) => ({ given: name, name: made[at] ?? '' }));
      const clean = rowCleaner(columns, [], isMissing).run;
      same(
        clean(rowOf(given.map((name) => [name, value]))),
        made.map((name) => [name, value]),
      );
      same(clean(rowOf(given.map((name, at) => [name, at === 1 ? null : value]))), [
        [made[0] ?? '', value],
        [made[2] ?? '', value],
      ]);
    });
  });

  it('compute fields with every name', () => {
    const compiled = compileExpression('$value');
    if (!compiled.ok) throw new Error(compiled.message);
    const { expression } = compiled;
    property(fc.tuple(three, names), ([[kept = '', field = '', other = ''], value]) => {
      const bindings = { value };
      const making = computePlan([[field, expression]], { names: [kept], isMissing });
      same(
        making?.row.run(
          rowOf([
            [kept, [1]],
            [other, 2],
          ]),
          bindings,
          false,
        ),
        [
          [kept, [1]],
          [field, value],
        ],
      );
      same(making?.row.run(rowOf([[kept, null]]), bindings, false), [[field, value]]);
      const setting = computePlan([[field, expression]], undefined);
      same(setting?.row.run(rowOf([[other, 2]]), bindings, false), [
        [other, 2],
        [field, value],
      ]);
    });
  });

  it('map the codes of members with every name and text', () => {
    property(fc.tuple(three, names, names), ([[field = '', other = ''], from, to]) => {
      const row = rowOf([
        [field, `x${from}x`],
        [other, 'unchanged'],
      ]);
      mapCodes([[field, { entries: new Map([[`x${from}x`, to]]), otherwise: undefined }]]).run(row);
      same(row, [
        [field, to],
        [other, 'unchanged'],
      ]);
    });
  });

  it('join composite ids and convert times under every name', () => {
    property(three, ([id = '', part = '', time = '']) => {
      const composites = [{ field: id, columns: [part, time] }];
      const row = rowOf([
        [part, 'a'],
        [time, '20260317'],
      ]);
      const times = [{ name: time, type: 'date', form: 'yyyymmdd', zone: 'UTC' }] as const;
      same(finishRow(times, composites)?.run(row), [
        [part, 'a'],
        [time, '2026-03-17'],
        [id, 'a:2026-03-17'],
      ]);
    });
  });
});

/** Replaces words in a syntax tree. JSONata has no spelling for some names: a quoted one has no backtick. */
function replaceWords(tree: unknown, words: ReadonlyMap<unknown, string>): void {
  if (typeof tree !== 'object' || tree === null) return;
  for (const [key, value] of Object.entries(tree)) {
    const word = words.get(value);
    if (word === undefined) replaceWords(value, words);
    else Object.assign(tree, { [key]: word });
  }
}

describe('expressions', () => {
  const limits = { timeout: 10_000, stack: 200 };

  function evaluate(text: string, words: ReadonlyMap<string, string>, input: unknown, bindings = {}): unknown {
    const tree: unknown = jsonata(text).ast();
    replaceWords(tree, words);
    const program = compileProgram(tree, {}, limits);
    if (!program.ok) throw new Error(program.reason);
    return program.run(input, bindings);
  }

  const objectOf = (members: readonly (readonly [string, unknown])[]): object => Object.fromEntries(members);
  // The matchers do not compare a member with the name of the prototype.
  const same = (made: unknown, expected: unknown): void => {
    expect(JSON.stringify(made)).toBe(JSON.stringify(expected));
    expect(Object.getPrototypeOf(made)).toBe(Object.prototype);
  };

  it('read and make members by every name, and give every text', () => {
    const four = fc.uniqueArray(names, { minLength: 4, maxLength: 4 });
    property(fc.tuple(four, names, names), ([[a = '', b = '', c = '', d = ''], text, value]) => {
      const words = new Map(Object.entries({ A: a, B: b, C: c, D: d, T: text }));
      const input = objectOf([
        [a, objectOf([[b, value]])],
        [c, [objectOf([[b, 1]]), objectOf([[b, 2]]), {}]],
      ]);
      const made = evaluate(
        '{ "A": A.B & "T", "B": A.B = "T", "C": C.{ "D": B, "A": none.B }, "D": [A.A, C.B, C[B = 2].B, C[0].B, T ?? "T"] }',
        words,
        input,
      );
      const list = [...(a === b ? [value] : []), 1, 2, 2, 1];
      // A name that the input has too is a member.
      const members = new Map<string, unknown>(Object.entries(input));
      const last = members.get(text) ?? text;
      const expected = objectOf([
        [a, value + text],
        [b, value === text],
        [c, [objectOf([[d, 1]]), objectOf([[d, 2]]), {}]],
        [d, Array.isArray(last) ? [...list, ...last] : [...list, last]],
      ]);
      same(made, expected);
    });
  });

  it('group by every key, and read every variable', () => {
    const variable = names.filter((name) => !['', '$', 'eval'].includes(name));
    property(fc.tuple(variable, variable, names), ([bound, defined, value]) => {
      const words = new Map(Object.entries({ B: bound, D: defined, K: value }));
      const made = evaluate(
        '($D := $B & "!"; items{ "K": $D, $string(key): $count($) })',
        words,
        { items: [{ key: `${value}1` }, { key: `${value}2` }] },
        objectOf([[bound, value]]),
      );
      same(
        made,
        objectOf([
          [value, `${value}!`],
          [`${value}1`, 1],
          [`${value}2`, 1],
        ]),
      );
    });
  });

  it('inherit no member and no variable', () => {
    for (const name of hostile.filter((name) => !['', '$'].includes(name))) {
      const words = new Map([['A', name]]);
      expect(evaluate('[A, $A, x.A, x.A.A, x.{ "x": A }.x, $x.A]', words, { x: {} }, { x: {} })).toEqual([]);
    }
  });

  it('are as deep as the limit allows', () => {
    const depth = limits.stack - 2;
    const added = `${'(a + '.repeat(depth / 2)}1${')'.repeat(depth / 2)}`;
    expect(evaluate(added, new Map(), { a: 2 })).toBe(depth + 1);
    const objects = `${'{"a": '.repeat(depth)}1${'}'.repeat(depth)}`;
    expect(JSON.stringify(evaluate(objects, new Map(), {}))).toBe(objects.replaceAll(' ', ''));
  });
});
