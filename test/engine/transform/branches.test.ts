/** The ways of expressions, watched: which are told, which are noted, and that nothing else changes. */
import { expect, it } from 'vitest';
import { compileExpression } from '../../../engine/transform/expression.ts';

/** Evaluates over each input, and gives the ways by their place: how many times each was taken. */
async function ways(text: string, inputs: readonly unknown[]) {
  const counts = new Map<string, number>();
  const compiled = compileExpression(text, {}, ({ offset, length, what }) => {
    const key = `${text.slice(offset, offset + length)}@${offset} ${what.replace(/^`[^`]+` /, '')}`;
    if (!counts.has(key)) counts.set(key, 0);
    return (times = 1) => void counts.set(key, (counts.get(key) ?? 0) + times);
  });
  if (!compiled.ok) throw new Error(compiled.message);
  const plain = compileExpression(text);
  if (!plain.ok) throw new Error(plain.message);
  for (const input of inputs)
    expect(await compiled.expression.evaluate(input, {})).toEqual(await plain.expression.evaluate(input, {}));
  return Object.fromEntries(counts);
}

it.for<[string, readonly unknown[], Readonly<Record<string, number>>]>([
  [
    "a > 1 ? 'x' : 'y'",
    [{ a: 2 }, { a: 3 }, { a: 0 }],
    { '?@6 where the condition holds': 2, '?@6 where the condition does not hold': 1 },
  ],
  ["a > 1 ? 'x'", [{ a: 0 }], { '?@6 where the condition holds': 0, '?@6 where the condition does not hold': 1 }],
  [
    'a ?? b',
    [{ a: 0, b: 1 }, { b: 1 }, {}],
    { '??@2 with the value on its left': 1, '??@2 with the value on its right': 2 },
  ],
  [
    'a ?: b',
    [{ a: 0, b: 1 }, { a: 1 }],
    { '?:@2 with the value on its left': 1, '?:@2 with the value on its right': 1 },
  ],
  [
    'a and b',
    [
      { a: false, b: 1 },
      { a: true, b: true },
    ],
    { 'and@2 that its left side decides': 1, 'and@2 that its right side decides': 1 },
  ],
  [
    'a or b',
    [{ a: true }, { a: true }],
    { 'or@2 that its left side decides': 2, 'or@2 that its right side decides': 0 },
  ],
  // For each item of a list, and within filters.
  [
    "items.(price > 2 ? 'dear' : 'cheap')",
    [{ items: [{ price: 1 }, { price: 3 }, { price: 4 }] }],
    { '?@17 where the condition holds': 2, '?@17 where the condition does not hold': 1 },
  ],
  [
    'items[a or b]',
    [{ items: [{ a: true }, { b: true }, {}] }],
    { 'or@8 that its left side decides': 1, 'or@8 that its right side decides': 2 },
  ],
  // A variable that a way defines is known behind it: a watched way is no scope of its own.
  [
    '(a ? $x := 1 : $x := 2; $x)',
    [{ a: true }],
    { '?@3 where the condition holds': 1, '?@3 where the condition does not hold': 0 },
  ],
  // A function that calls itself as its last step.
  [
    '($f := function($n) { $n > 0 ? $f($n - 1) : $n }; $f(5))',
    [{}],
    { '?@29 where the condition holds': 5, '?@29 where the condition does not hold': 1 },
  ],
  // The left side of `??` is evaluated twice by JSONata; its own way is one.
  [
    '(a ? b) ?? c',
    [{ c: 1 }],
    {
      '?@3 where the condition holds': 0,
      '?@3 where the condition does not hold': 1,
      '??@8 with the value on its left': 0,
      '??@8 with the value on its right': 1,
    },
  ],
])('%s', async ([text, inputs, expected]) => {
  expect(await ways(text, inputs)).toEqual(expected);
});

it('an expression without ways tells none', async () => {
  expect(await ways("$sum(items.price) & ' and so on'", [{ items: [{ price: 1 }] }])).toEqual({});
});
