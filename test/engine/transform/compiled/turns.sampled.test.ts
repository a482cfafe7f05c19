/** Long evaluations are done in turns: with the same results, and so that other requests run meanwhile. */
import fc from 'fast-check';
import jsonata from 'jsonata';
import { expect, it, vi } from 'vitest';
import { compileProgram } from '../../../../engine/transform/compiled/program.ts';
import { compileExpression } from '../../../../engine/transform/expression.ts';
import { ownFunctions } from '../../../../engine/transform/functions.ts';
import { byDepth } from '../../../support/depth.ts';
import { seed } from '../../../support/seed.ts';
import { measureTurns } from '../../../support/turns.ts';
import { documents, expressions } from './expressions.ts';

/** A turn may end at every step. */
const limits = { timeout: 5_000, stack: 200, turns: { each: 0, all: 60_000, stepsPerLook: 1 } };

async function outcomeOf(work: () => unknown): Promise<unknown> {
  try {
    return { value: await work() };
  } catch (error) {
    const isCoded = typeof error === 'object' && error !== null && 'code' in error && error.code !== undefined;
    return { failed: isCoded ? error.code : String(error) };
  }
}

const parsed = (text: string): unknown => {
  try {
    return jsonata(text).ast();
  } catch {
    return undefined;
  }
};

const runs = byDepth({ sample: 1_500, deep: 4_000, all: 60_000 });

it(`gives the same results on ${runs} pairs of expression and data`, { timeout: 1_800_000 }, async () => {
  let compared = 0;
  const property = fc.asyncProperty(expressions, documents, async (text, input) => {
    // The time of an evaluation, and random numbers, differ between two of them.
    if (/\$(?:now|millis|random|shuffle)\b/.test(text)) return;
    const tree = parsed(text);
    const atOnce = compileProgram(tree, ownFunctions, { timeout: 5_000, stack: 200 });
    const inTurns = compileProgram(tree, ownFunctions, limits);
    if (tree === undefined || !atOnce.ok || !inTurns.ok) return;
    compared += 1;
    const bindings = { request: structuredClone(input) };
    const expected = await outcomeOf(() => atOnce.run(structuredClone(input), bindings));
    const actual = await outcomeOf(() => inTurns.runInTurns(structuredClone(input), bindings));
    expect(JSON.stringify(actual), text).toBe(JSON.stringify(expected));
  });
  await fc.assert(property, { seed, numRuns: runs });
  expect(compared).toBeGreaterThan(runs / 4);
});

const items = Array.from({ length: 20_000 }, (_none, index) => ({
  id: `R ${index}`,
  net: (index * 7_919) % 20_011,
  lines: [{ qty: 1 }, { qty: index % 3 }],
}));
const some = items.slice(0, 400);
const sum = items.reduce((total, { net }) => total + net, 0);
const largest = items.toSorted((a, b) => b.net - a.net || 0)[0]?.id;

const amounts = some.map(({ id, net }) => ({ id, net }));

const lists = { items: Array.from({ length: 90 }, (_none, at) => ({ id: `INV-${at}`, lines: [at % 7, at % 3] })) };
const sums = lists.items.map(({ id }, at) => ({ id, sum: (at % 7) + (at % 3) }));
const bySum = sums.toSorted((one, other) => one.sum - other.sum);

it.each([
  // The terms contain loops of their own, and a turn ends between two of them.
  ['items^($sum(lines.($ * 1))).id', bySum.map(({ id }) => id)],
  ['items[[0..5]]^({"sum": $sum(lines)}.sum).{"id": id}.id', ['INV-0', 'INV-1', 'INV-3', 'INV-2', 'INV-4', 'INV-5']],
  ['items[[0..3]]^(lines[0] = 0 ? $sum(lines.($ + 1)) : $sum(lines)).id', ['INV-0', 'INV-1', 'INV-3', 'INV-2']],
] as const)('sorts by terms with loops: %s', async (text, expected) => {
  const program = compileProgram(jsonata(text).ast(), ownFunctions, limits);
  if (!program.ok) throw new Error('The expression is not compiled.');
  expect(await program.runInTurns(lists, {})).toEqual(expected);
});

it.each([
  ['items.{ "id": id, "net": net }', amounts],
  ['{ "all": items.{ "id": id, "net": net } }', { all: amounts }],
] as const)('constructs the objects of a list in turns: %s', async (text, expected) => {
  const program = compileProgram(jsonata(text).ast(), ownFunctions, limits);
  if (!program.ok) throw new Error('The expression is not compiled.');
  // Each look at the clock takes a millisecond: turns end after a few items, whatever else the machine does.
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now++);
  const { value, turns } = await measureTurns(() => program.runInTurns({ items: some }, {}));
  clock.mockRestore();
  expect(value).toEqual(expected);
  expect(turns).toBeGreaterThan(10);
});

/** Expressions over 20,000 items, with results that are computed here. */
const long: readonly (readonly [string, unknown])[] = [
  [
    '$sum($map(items, function($item) { $sum($item.lines.qty) }))',
    items.reduce((all, _none, at) => all + 1 + (at % 3), 0),
  ],
  ['$reduce(items.net, function($all, $one) { $all + $one }, 0)', sum],
  ['$sort(items, function($a, $b) { $a.net < $b.net })[0].id', largest],
  ['items^(>net)[0].id', largest],
  [
    '$count(items[$sum(lines.qty) > 1].{ "id": id, "text": id & "-" & $string(net) })',
    items.filter((_none, at) => at % 3 > 0).length,
  ],
  [
    '$count($filter(items, function($item) { $count($item.lines[qty > 1]) > 0 }))',
    items.filter((_none, at) => at % 3 === 2).length,
  ],
  [
    '$length($join(items.(id & "/" & $string($sum(lines.qty)))))',
    items.reduce((all, { id }) => all + id.length + 2, 0),
  ],
  ['$count($keys(items{ $string($count(lines[qty > 0])): $sum(net) }))', 2],
  // 42,857 times 0 to 6, and 1.
  ['$sum($map([1..300000], function($n) { $n % 7 }))', 42_857 * 21 + 1],
  ['( $fib := function($n) { $n < 2 ? $n : $fib($n - 1) + $fib($n - 2) }; $fib(20) )', 6_765],
  // The interpreter evaluates a bound context.
  ['$sum(some@$item.$item.lines.(qty * $count($item)))', some.reduce((all, _none, at) => all + 1 + (at % 3), 0)],
];

it.each(long)('leaves the loop to others: %s', async (text, expected) => {
  const compiled = compileExpression(text);
  if (!compiled.ok) throw new Error(compiled.message);
  const { value, wholeMs, longestShare, turns } = await measureTurns(async () =>
    compiled.expression.evaluate({ items, some }, {}),
  );
  expect(value).toBe(expected);
  // What takes less than a few turns need not be divided.
  if (wholeMs > 60) expect(longestShare).toBeLessThan(0.7);
  if (wholeMs > 60) expect(turns).toBeGreaterThan(2);
});

it('an object of 100,000 members is constructed in turns', async () => {
  const compiled = compileExpression('items{ id: net }');
  if (!compiled.ok) throw new Error(compiled.message);
  const many = Array.from({ length: 100_000 }, (_none, at) => ({ id: `INV-${at}`, net: at }));
  const shares: number[] = [];
  // Garbage collection makes some turns longer: the best of three counts.
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const { value, longestShare } = await measureTurns(async () => compiled.expression.evaluate({ items: many }, {}));
    expect(value).toMatchObject({ 'INV-0': 0, 'INV-99999': 99_999 });
    shares.push(longestShare);
  }
  expect(Math.min(...shares)).toBeLessThan(0.42);
});

it('an expression that never ends fails, and leaves the loop to others', async () => {
  const compiled = compileExpression(
    '$map([1..20000], function($one) { $map([1..20000], function($other) { $one = $other }) })',
  );
  if (!compiled.ok) throw new Error(compiled.message);
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 20);
  await expect(compiled.expression.evaluate({}, {})).rejects.toThrow('Evaluation timeout after 5000 milliseconds');
  clearInterval(timer);
  expect(turns).toBeGreaterThan(5);
});
