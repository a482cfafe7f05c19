/** The code of expressions works under every name of a member or variable. */
import fc from 'fast-check';
import jsonata from 'jsonata';
import { describe, expect, it } from 'vitest';
import { compileProgram } from '../../../engine/transform/compiled/program.ts';
import { hostile, names, property } from './hostile-names.ts';

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
