import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Diagnostic } from '../../../engine/diagnostics/diagnostic.ts';
import { grammarDiagnostics } from '../../../engine/profile/grammar/grammar-faults.ts';
import { parseProfile } from '../../../engine/profile/yaml/parse-profile.ts';

/** A small grammar of its own, so that these tests do not change with the language. */
const grammar = z.strictObject({
  name: z.string().meta({ description: 'What it is called.' }),
  wait: z
    .string()
    .regex(/^\d+s$/, 'must be a duration such as 5s')
    .optional()
    .meta({ examples: ['5s'] }),
  mode: z.enum(['fast', 'slow']).optional(),
  count: z.int().min(1).max(9).optional(),
  list: z.array(z.string()).min(1).optional(),
  either: z.union([z.string(), z.strictObject({ table: z.string() })]).optional(),
  by: z
    .discriminatedUnion('kind', [z.strictObject({ kind: z.literal('a') }), z.strictObject({ kind: z.literal('b') })])
    .optional(),
  named: z.record(z.string().regex(/^[a-z]+$/, 'must be small letters'), z.number()).optional(),
  odd: z
    .string()
    .optional()
    .superRefine((value, context) => {
      if (value === 'two')
        context.addIssue({ code: 'custom', message: 'Two at once.', params: { code: 'MAP105', hint: 'Keep one.' } });
      if (value === 'plain') context.addIssue({ code: 'custom', message: 'must be odd' });
    }),
});
const schema = z.toJSONSchema(grammar, { target: 'draft-7', io: 'input' });

function faults(text: string): readonly Diagnostic[] {
  const { document } = parseProfile(text, 'x.yaml');
  if (document === undefined) throw new Error('no document');
  const parsed = grammar.safeParse(document.value);
  return parsed.success ? [] : grammarDiagnostics(parsed.error.issues, document, schema);
}

describe('grammarDiagnostics', () => {
  it.each([
    ['name: x\nmdoe: fast', 'MAP101 2:1', 'Unknown key "mdoe".', 'Did you mean "mode"?'],
    ['name: x\neither: { tabel: t, table: u }', 'MAP101 2:11', 'Unknown key "tabel".', 'Did you mean "table"?'],
    ['mode: fast', 'MAP102 1:1', 'The key "name" of the profile is missing.', 'Add it. What it is called.'],
    ['name: x\nby: {}', 'MAP102 2:1', 'The key "kind" of "by" is missing.', 'Add it.'],
    ['name: 12', 'MAP103 1:7', '"name" is the number 12; expected a text.', 'Quote it: "12".'],
    ['name: [a]', 'MAP103 1:7', '"name" is a list; expected a text.', 'What it is called.'],
    ['name: x\nwait: 5', 'MAP103 2:7', '"wait" is the number 5; expected a text.', 'Use a text, such as 5s.'],
    ['name: x\ncount: "5"', 'MAP103 2:8', '"count" is a quoted text; expected a whole number.', 'Remove the quotes.'],
    ['name: x\ncount: 1.5', 'MAP103 2:8', '"count" is the number 1.5; expected a whole number.', 'Use a whole number.'],
    ['name: x\neither: [t]', 'MAP103 2:9', '"either" is a list; expected a text or a map.', 'Use a text or a map.'],
    ['name: x\nlist: [a, 2]', 'MAP103 2:11', 'Entry 2 of "list" is the number 2; expected a text.', 'Quote it: "2".'],
    ['name: x\nmode: fst', 'MAP104 2:7', '"mode" cannot be "fst"; expected fast or slow.', 'Did you mean "fast"?'],
    ['name: x\nby: { kind: c }', 'MAP104 2:13', '"kind" cannot be "c"; expected a or b.', 'Known here: a, b.'],
    ['name: x\nodd: two', 'MAP105 2:6', 'Two at once.', 'Keep one.'],
    ['name: x\nodd: plain', 'MAP107 2:6', '"odd" ("plain") must be odd.', 'Correct the value.'],
    ['name: x\nwait: soon', 'MAP107 2:7', '"wait" ("soon") must be a duration such as 5s.', 'Correct the value.'],
    ['name: x\ncount: 0', 'MAP107 2:8', '"count" must be at least 1.', 'Use a number of at least 1.'],
    ['name: x\ncount: 10', 'MAP107 2:8', '"count" must be at most 9.', 'Use a number of at most 9.'],
    ['name: x\nnamed: { A1: 1 }', 'MAP107 2:10', '"A1" must be small letters.', 'Choose another name.'],
    [
      'name: x\ncount: 05',
      'MAP110 2:8',
      '"count" is 05, a notation that remains a text; expected a whole number.',
      'Write it in plain digits, without leading zeros, exponent or unit.',
    ],
    ['name: x\nlist: []', 'MAP111 2:7', '"list" is empty.', 'Add content, or remove the key.'],
    ['name: x\nlist:', 'MAP111 2:1', '"list" is empty; expected a list.', 'Add a value, or remove the key.'],
  ])('%j', (text, where, message, hint) => {
    const shown = faults(text).map((one) => [
      `${one.code} ${one.place?.line}:${one.place?.column}`,
      one.message,
      one.hint,
    ]);
    expect(shown).toEqual([[where, message, hint]]);
  });

  it('reports all faults of a file at once', () => {
    const findings = faults('nam: x\ncount: 0\nlist: []').map(({ code }) => code);
    expect([...findings].sort()).toEqual(['MAP101', 'MAP102', 'MAP107', 'MAP111']);
  });
});
