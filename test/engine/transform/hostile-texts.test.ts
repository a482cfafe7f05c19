/** No pattern of a profile and no text of an ERP needs more than linear time, where both meet. */
import { describe, expect, it } from 'vitest';
import { parseInTurns } from '../../../engine/base/parse-in-turns.ts';
import { objectEncoder } from '../../../engine/shape/encode.ts';
import { compileExpression } from '../../../engine/transform/expression.ts';

const long = 100_000;

function evaluate(text: string, input: unknown): Promise<unknown> {
  const compiled = compileExpression(text);
  if (!compiled.ok) throw new Error(compiled.message);
  return Promise.resolve(compiled.expression.evaluate(input, {}));
}

/** Each engine of JavaScript that tries one way after the other would need 2^100,000 steps. */
const runaway = ['/^(a+)+$/', '/^(a|aa)+$/', '/(a|a)*b/'];

describe('a regular expression of a profile over a long text', () => {
  const text = `${'a'.repeat(long)}!`;
  const functions = (pattern: string): [string, unknown][] => [
    [`$contains(text, ${pattern})`, false],
    [`$count($match(text, ${pattern}))`, 0],
    [`$length($replace(text, ${pattern}, "-"))`, long + 1],
    [`$count($split(text, ${pattern}))`, 1],
    [`$exists(items[$contains(text, ${pattern})])`, false],
  ];

  it.each(runaway.flatMap(functions))('ends in linear time: %s', async (expression, expected) => {
    expect(await evaluate(expression, { text, items: [{ text }] })).toBe(expected);
  });

  // A partial application is evaluated by the interpreter.
  it.each([
    ['$contains(?, /^(a+)+$/)(text)', false],
    ['$count($match(?, /^(a|aa)+$/)(text))', 0],
    ['$length($replace(?, /^(a+)+$/, "-")(text))', long + 1],
    ['$count($split(?, /^(a+)+$/)(text))', 1],
  ])('ends in linear time in the interpreter: %s', async (expression, expected) => {
    expect(await evaluate(expression, { text })).toBe(expected);
  });

  it.each(['$contains(text, /^(a*)*$/)', '$contains(?, /^(a*)*$/)(text)', '$match(text, /^(?=(a+)+$)/)'])(
    'ends with an error after a number of steps: %s',
    async (expression) => {
      await expect(evaluate(expression, { text })).rejects.toThrow('too many steps');
    },
  );

  it.each(['$toMillis(text, "[Y][M][D][H][m][s]")', '$toMillis(?, "[Y][M][D][H][m][s]")(text)'])(
    'is not searched for a time: %s',
    async (expression) => {
      await expect(evaluate(expression, { text: `${'1'.repeat(long)}x` })).rejects.toThrow('at most 200 characters');
    },
  );

  it.each(['$toMillis(text, "[D].[M].[Y]")', '$toMillis(?, "[D].[M].[Y]")(text)'])(
    'of the usual length is searched for a time: %s',
    async (expression) => {
      expect(await evaluate(expression, { text: '23.11.2026' })).toBe(Date.UTC(2026, 10, 23));
    },
  );
});

/** Processor time of this thread for the work in milliseconds: other threads and processes do not count. */
async function timeOf(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

/**
 * How much longer one text takes than a hundred of a hundredth of its length: 1 in linear time, 100 in quadratic time. The least of three
 * measurements: caches and garbage collection make a long text a few times slower on a busy machine.
 */
async function growth(textOf: (length: number) => string, work: (text: string) => unknown): Promise<number> {
  const parts = 100;
  const [whole, part] = [textOf(2 * long), textOf((2 * long) / parts)];
  await work(part);
  const ratios: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const ofParts = await timeOf(async () => {
      for (let count = 0; count < parts; count += 1) await work(part);
    });
    ratios.push((await timeOf(() => work(whole))) / Math.max(ofParts, 1));
  }
  return Math.min(...ratios);
}

const repeated =
  (part: string, end = '') =>
  (length: number): string =>
    part.repeat(length / part.length) + end;

describe('a text of the ERP', () => {
  it.each([
    ['script elements without an end', repeated('<script>')],
    ['style elements without an end', repeated('<STYLE x>')],
    ['the beginning of an end', repeated('<script></script')],
    ['breaks without an end', repeated('<br')],
    ['tags without an end', repeated('<a')],
    ['an end behind all tags', repeated('<a', '>')],
    ['spaces', repeated(' ', 'x')],
    ['spaces between lines', repeated('x   \n  \n')],
    ['character references', repeated('&amp;&')],
  ])('takes linear time as HTML: %s', async (_what, textOf) => {
    expect(await growth(textOf, (text) => evaluate('$text(html)', { html: `x${text}` }))).toBeLessThan(25);
  });

  it.each([
    ['spaces', repeated(' ', 'x\n')],
    ['commas and spaces', repeated(', ', 'x\n')],
    ['line breaks', repeated('\r\n', 'x')],
  ])('takes linear time on one line: %s', async (_what, textOf) => {
    const field = { type: 'text', oneLine: true, required: true, description: '' } as const;
    const encode = objectEncoder({ address: field });
    const work = (text: string): unknown => encode({ address: `x${text}y` }, { zone: 'UTC', note: () => undefined });
    expect(await growth(textOf, work)).toBeLessThan(25);
  });

  it('takes linear time in the name of a member', async () => {
    const work = (text: string): unknown => parseInTurns(`{"${text}x":[1,2]}`, 100);
    expect(await growth(repeated(' '), work)).toBeLessThan(25);
  });
});

describe('HTML as text', () => {
  it.each([
    ['<p>Paid in <b>May</b></p><p>Thanks</p>', 'Paid in May\nThanks'],
    ['a<br/>b<BR>c', 'a\nb\nc'],
    ['<style>p { x }</style>Kept<script>if (a > b) x()</script >!', 'Kept!'],
    ['one  \n\t \n  two', 'one\ntwo'],
    ['5 < 6 &amp; 7 &gt; 3 &#8364;', '5 < 6 & 7 > 3 €'],
    ['<script>never closed', 'never closed'],
    ['open <b', 'open <b'],
  ])('%j is %j', async (html, text) => {
    expect(await evaluate('$text(html)', { html })).toBe(text);
  });
});

describe('a list of 100,000 different records', () => {
  it('is searched for equal ones in linear time', async () => {
    const rows = Array.from({ length: long }, (_, id) => ({ id, name: `INV-${id}`, amounts: [id, '0.10'] }));
    const turned = rows.map(({ id, name, amounts }) => ({ amounts, name, id }));
    expect(await evaluate('$count($distinct(rows))', { rows: [...rows, ...turned] })).toBe(long);
    expect(await evaluate('$distinct(rows)', { rows: [1, '1', true, 'true', null, 'null', 1, null] })).toEqual([
      1,
      '1',
      true,
      'true',
      null,
      'null',
    ]);
  });
});
