import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Bindings, compileExpression, type Expression } from '../../../engine/transform/expression.ts';
import { compileMessage } from '../../../engine/transform/message.ts';

function compile(text: string): Expression {
  const compiled = compileExpression(text);
  if (!compiled.ok) throw new Error(compiled.message);
  return compiled.expression;
}

const evaluate = (text: string, input: unknown, bindings: Bindings = {}): Promise<unknown> =>
  Promise.resolve(compile(text).evaluate(input, bindings));

describe('an expression', () => {
  it('gives plain data: lists are arrays, objects have the common prototype', async () => {
    const value = await evaluate('{ "a": items.(n * 2), "b": items[n > 1] }', {
      items: [{ n: 1 }, { n: 2 }, { n: 3 }],
    });
    expect(value).toStrictEqual({ a: [2, 4, 6], b: [{ n: 2 }, { n: 3 }] });
  });

  it('that is one bare name gives the value itself, also a list of one', async () => {
    expect(await evaluate('lines', { lines: [{ n: 1 }] })).toEqual([{ n: 1 }]);
    expect(await evaluate('a', { a: null })).toBeNull();
    expect(await evaluate('a', {})).toBeUndefined();
    expect(await evaluate('constructor', {})).toBeUndefined();
  });

  it('is read once for the same functions, however often a profile is compiled', async () => {
    const times = (factor: number) => ({ scaled: (value: unknown) => Number(value) * factor });
    const twice = times(2);
    const compiled = compileExpression('$scaled(n)', twice);
    expect(compileExpression('$scaled(n)', twice)).toBe(compiled);
    const others = [compileExpression('$scaled(n)', times(3)), compiled];
    expect(await Promise.all(others.map((one) => one.ok && one.expression.evaluate({ n: 2 }, {})))).toEqual([6, 4]);
    expect(compile('items.n')).toBe(compile('items.n'));
  });

  it('takes the mark of [] from a list in an object that it constructs', async () => {
    expect(await evaluate('{ "a": n[] }', { n: 1 })).toEqual({ a: [1] });
    expect(await evaluate('{ "a": n[] }.a', { n: 1 })).toBe(1);
    expect(await evaluate('{ "a": n[] }.{ "b": a }', { n: 1 })).toEqual({ b: 1 });
  });

  it('reads lists in variables, and variables of the blocks around a function', async () => {
    expect(await evaluate('$list.n', {}, { list: [{ n: 1 }, { n: 2 }] })).toEqual([1, 2]);
    expect(await evaluate('($x := 5; $add := function($y){ ($z := 1; $x + $y + $z) }; $add(3))', {})).toBe(9);
  });

  it('keeps a regular expression on the left of ??, also inside of another one', async () => {
    const digit = '$match(x, /[0-9]/).match ?? "none"';
    expect([await evaluate(digit, { x: 'a1' }), await evaluate(digit, { x: 'a' })]).toEqual(['1', 'none']);
    const nested = '($match(x, /[0-9]/).match ?? $match(x, /[a-c]/).match) ?? "none"';
    const found = ['z9', 'zb', 'z'].map((x) => evaluate(nested, { x }));
    expect(await Promise.all(found)).toEqual(['9', 'b', 'none']);
  });

  it('fails where a number is too large', async () => {
    await expect(evaluate('n / 0 + 1', { n: 1 })).rejects.toThrow('out of range');
  });

  it('calls no function that a variable hides', async () => {
    for (const bindings of [{ count: 7 }, { count: 8 }])
      await expect(evaluate('$count(items)', { items: [1, 2] }, bindings)).rejects.toThrow('non-function');
    expect(await evaluate('$count(items)', { items: [1, 2] }, { count: () => 7 })).toBe(7);
    expect(await evaluate('$count(items)', { items: [1, 2] })).toBe(2);
  });

  it('is not stopped for time in which its process did not work', async () => {
    const clock = vi.spyOn(performance, 'now');
    onTestFinished(() => clock.mockRestore());
    const begin = 1_000;
    clock.mockReturnValue(begin);
    let calls = 0;
    const pause = () => {
      calls += 1;
      clock.mockReturnValue(begin + 60_000);
      return 1;
    };
    // The clock is looked at in the loop.
    expect(await evaluate('$sum([1..300].($ = 200 ? $pause() : 1))', {}, { pause })).toBe(300);
    expect(calls).toBe(2);
  });

  it('is stopped by the interpreter when it takes too long twice', async () => {
    let time = 1_000;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
      time += 2_500;
      return time;
    });
    onTestFinished(() => clock.mockRestore());
    const partial = '$add(?, 1)($sum([1..500].($ + 1)))';
    expect(compile(partial).interpreted).toBe('a partial application');
    await expect(evaluate(partial, {})).rejects.toThrow('Evaluation timeout after 5000 milliseconds');
  });

  it('is stopped when its compiled form takes too long twice', async () => {
    let time = 1_000;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
      time += 2_500;
      return time;
    });
    onTestFinished(() => clock.mockRestore());
    const endless = '$sum([1..5000].($ + 1))';
    expect(compile(endless).interpreted).toBeUndefined();
    await expect(evaluate(endless, {})).rejects.toThrow(`The expression "${endless}" failed: Evaluation timeout after`);
  });

  it('gives its value without a promise if it is compiled', () => {
    expect(compile('lines.qty').evaluate({ lines: [{ qty: 1 }, { qty: 2 }] }, {})).toEqual([1, 2]);
    expect(compile('$add(?, 1)(a)').evaluate({ a: 1 }, {})).toBeInstanceOf(Promise);
  });

  it('that fails has the error and the position of the interpreter', async () => {
    const failed = Promise.resolve(compile('1 + name').evaluate({ name: 'INV-1' }, {}));
    await expect(failed).rejects.toMatchObject({ cause: { code: 'T2002', position: 3, token: '+' } });
  });

  it('null stays null through ??, what is absent does not', async () => {
    expect(await evaluate('a ?? 1', { a: null })).toBeNull();
    expect(await evaluate('a ?? 1', {})).toBe(1);
    expect(await evaluate('a ?? 1', { a: 0 })).toBe(0);
  });

  it('sees the variables that it is given, and does not change them', async () => {
    const lines = Object.freeze([Object.freeze({ n: 1 })]);
    expect(await evaluate('$count($lines) & $settings.x', {}, { lines, settings: { x: 'y' } })).toBe('1y');
  });

  it('can run many times at once without mixing its inputs', async () => {
    const expression = compile('$map(items, function($i) { $i * $factor })');
    const results = await Promise.all(
      Array.from({ length: 50 }, (_, factor) => expression.evaluate({ items: [1, 2] }, { factor })),
    );
    expect(results).toEqual(Array.from({ length: 50 }, (_, factor) => [factor, 2 * factor]));
  });

  it('that fails says which one it was', async () => {
    await expect(evaluate('a + "x"', { a: 1 })).rejects.toThrow('The expression "a + \\"x\\"" failed');
  });

  it('that never ends is stopped', async () => {
    await expect(evaluate('($f := function($n) { 1 + $f($n) }; $f(1))', {})).rejects.toThrow('failed');
  });

  it('that cannot be read is a value with its place', () => {
    expect(compileExpression('a & ')).toMatchObject({ ok: false, offset: expect.any(Number) });
    expect(compileExpression('a b')).toMatchObject({ ok: false, offset: 2 });
  });
});

describe('the variables of an expression', () => {
  const names = (text: string): readonly string[] => compile(text).variables.map(({ name }) => name);
  it('are those that it does not define itself', () => {
    expect(names('$a & ($b := 1; $b) & $map(x, function($v, $i) { $v + $i + $c })')).toEqual(['a', 'c']);
    expect(names('lines@$l.items#$n.{ "k": $l.x & $n }')).toEqual([]);
    expect(names('$ & $$.x & $sum(a)')).toEqual([]);
  });

  it('come with their place', () => {
    expect(compile('a & $lines.x').variables).toEqual([{ name: 'lines', offset: 4 }]);
  });
});

describe('a message', () => {
  async function render(text: string, input: unknown, bindings: Bindings = {}): Promise<string> {
    const compiled = compileMessage(text);
    if (!compiled.ok) throw new Error(compiled.message);
    return compiled.message.render(input, bindings);
  }

  it('shows the values of its expressions, nothing for what is missing', async () => {
    expect(await render('Unknown SKU {{ sku }} ({{ $n }}){{ gone }}.', { sku: 'A-1' }, { n: 2 })).toBe(
      'Unknown SKU A-1 (2).',
    );
    expect(await render('no expression', {})).toBe('no expression');
  });

  it('is not expanded again by a value with braces', async () => {
    expect(await render('{{ a }}', { a: '{{ b }}', b: 'x' })).toBe('{{ b }}');
  });

  it.each([
    ['{{ a b }}', 5],
    ['ab {{ }} c', 3],
    ['ab {{ a', 3],
  ])('%j is refused at offset %i', (text, offset) => {
    expect(compileMessage(text)).toMatchObject({ ok: false, offset });
  });
});
