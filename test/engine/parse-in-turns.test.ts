/** Large JSON texts, parsed in turns: the same result as at once, without stopping others. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseAnswer, parseBody } from '../../engine/base/exact-number.ts';
import { parseInTurns } from '../../engine/base/parse-in-turns.ts';
import { seed } from '../support/seed.ts';

/** JSON with white space, exact numbers and names of all kinds. */
const texts = fc
  .tuple(
    fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 5 },
        fc.constantFrom('1', '-0.5e3', '12345678901234567890.5', 'true', 'null', '""', '"a,]}\\""', '"\\\\"', ' 7 '),
        fc.array(tie('value'), { maxLength: 6 }).map((items) => `[${items.join(' ,')} ]`),
        fc
          .array(
            fc.tuple(fc.constantFrom('"a"', '"__proto__"', '"1"', '"x:,["', '"a"', '"\\n\\u0041"'), tie('value')),
            {
              maxLength: 6,
            },
          )
          .map((members) => `{${members.map(([name, value]) => `${name} : ${value}`).join(',\n')}}`),
      ),
    })).value,
    fc.constantFrom('', ' ', '\n'),
  )
  .map(([text, space]) => `${space}${text}${space}`);

/** A text with one character removed, repeated or replaced: mostly no JSON. */
const broken = fc
  .tuple(texts, fc.nat(), fc.constantFrom('', ',', ']', '}', '[', '{', '"', ':', ' ', '1', '\u00a0', 'x'))
  .map(([text, at, character]) => {
    const index = at % (text.length + 1);
    return text.slice(0, index) + character + text.slice(character === '' ? index + 1 : index);
  });

it.each([
  ['JSON', texts],
  ['broken JSON', broken],
])('gives the same as at once: %s', async (_what, arbitrary) => {
  await fc.assert(
    fc.asyncProperty(arbitrary, fc.integer({ min: 1, max: 40 }), async (text, size) => {
      const { isPlain: _, ...parsed } = { isPlain: false, ...(await parseInTurns(text, size)) };
      expect(parsed).toEqual(parseBody(text));
    }),
    { seed, numRuns: 3_000 },
  );
});

it('keeps the order and the digits of 20,000 rows', async () => {
  const rows = Array.from(
    { length: 200_000 },
    (_none, index) => `{"id":"R ${index}","net":${index}.12345678901234567}`,
  );
  const text = `{"meta":{"count":20000},"value":[${rows.join()}],"next":null}`;
  expect(await parseInTurns(text)).toEqual(parseAnswer(text));
});

it.each(['[', '{"a":', '[[],'])('200,000 times %s is too deep', async (open) => {
  expect(await parseInTurns(open.repeat(200_000))).toEqual({ ok: false, why: 'too deep' });
});
