import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseProfile } from '../../../engine/profile/yaml/parse-profile.ts';
import { seed } from '../../support/seed.ts';

/**
 * Texts whose visible characters are all different, so that finding the right character in the file proves its place. They are
 * written into YAML here, by hand, in each of its styles.
 */
const firstCharacter = 0x4e00;

interface Layout {
  /** Word lengths, line by line; an empty line has none. */
  readonly lines: readonly (readonly number[])[];
  readonly extra: readonly number[];
  readonly indent: number;
  readonly chomp: '' | '-' | '+';
  readonly eol: '\n' | '\r\n';
  readonly deep: boolean;
}

const layouts = fc.record<Layout>({
  lines: fc.array(fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 3 }), { minLength: 1, maxLength: 6 }),
  extra: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 6, maxLength: 6 }),
  indent: fc.integer({ min: 1, max: 4 }),
  chomp: fc.constantFrom('', '-', '+'),
  eol: fc.constantFrom('\n', '\r\n'),
  deep: fc.boolean(),
});

/** Lines of words of characters that never repeat; every line that has words begins with one. */
function linesOf(layout: Layout): readonly string[] {
  let next = firstCharacter;
  const word = (length: number): string => {
    const letters = Array.from({ length }, (_, i) => String.fromCharCode(next + i)).join('');
    next += length;
    return letters;
  };
  return layout.lines.map((words) => words.map(word).join(' '));
}

/** The scalar below a key, in a map that is one or two levels deep. `scalar` is what follows the colon. */
function check(layout: Layout, scalar: string, expected: string | undefined): void {
  const prefix = layout.deep ? '# comment\nouter:\n  first: 1\n  key: ' : 'key: ';
  const suffix = layout.deep ? '\n  last: 2\n' : '\nlast: 2\n';
  const text = `${prefix}${scalar}${suffix}`.replaceAll('\n', layout.eol);
  const { document, diagnostics } = parseProfile(text, 'x.yaml');
  expect(diagnostics).toEqual([]);
  const path = layout.deep ? ['outer', 'key'] : ['key'];
  const owner: unknown = layout.deep ? Reflect.get(Object(document?.value), 'outer') : document?.value;
  const value: unknown = Reflect.get(Object(owner), 'key');
  if (document === undefined || typeof value !== 'string') throw new Error(`no text: ${text}`);
  if (expected !== undefined) expect(value).toBe(expected);
  const lines = text.split('\n');
  for (let offset = 0; offset < value.length; offset += 1) {
    const character = value.charAt(offset);
    if (!/[\u4e00-\u9fff]/.test(character)) continue;
    const place = document.place(path, 'value', { offset, length: 1 });
    expect(lines[place.line - 1]?.charAt(place.column - 1), `offset ${offset} of ${JSON.stringify(text)}`).toBe(
      character,
    );
  }
}

/** A block scalar's lines behind their indentation; lines beyond the first may be indented further. */
function block(layout: Layout, mark: '|' | '>', indicator: boolean): void {
  const lines = linesOf(layout);
  const first = lines.findIndex((line) => line !== '');
  const base = ' '.repeat((layout.deep ? 2 : 0) + layout.indent);
  const more = lines.map((line, index) =>
    line !== '' && (index > first || indicator) ? ' '.repeat(layout.extra[index] ?? 0) : '',
  );
  const content = lines.map((line, index) => (line === '' ? '' : `${more[index]}${line}`));
  const body = content.map((line) => (line === '' ? '' : `${base}${line}`)).join('\n');
  const value = content.join('\n').replace(/\n+$/, '');
  const literal =
    mark === '|' && layout.chomp !== '+' && value !== '' ? `${value}${layout.chomp === '-' ? '' : '\n'}` : undefined;
  check(layout, `${mark}${indicator ? layout.indent : ''}${layout.chomp} # note\n${body}`, literal);
}

/** Flow scalars: a line break is a fold, an empty line a break; continuation lines are indented at will. */
function folded(layout: Layout): { readonly source: string; readonly value: string } | undefined {
  const lines = linesOf(layout);
  if (lines[0] === '' || lines.at(-1) === '') return undefined;
  const base = ' '.repeat(3 + layout.indent);
  const source = lines.map((line, index) =>
    index === 0 || line === '' ? line : `${base}${' '.repeat(layout.extra[index] ?? 0)}${line}`,
  );
  const value = lines.join('\n').replaceAll(/\n+/g, (breaks) => (breaks.length === 1 ? ' ' : breaks.slice(1)));
  return { source: source.join('\n'), value };
}

const options = { seed, numRuns: 100 };

describe('places inside scalars', () => {
  it.each([
    ['literal', '|', false],
    ['literal with an indentation indicator', '|', true],
    ['folded', '>', false],
    ['folded with an indentation indicator', '>', true],
  ] as const)('%s: each character is found where it stands', (_name, mark, indicator) => {
    fc.assert(
      fc.property(layouts, (layout) => block(layout, mark, indicator)),
      options,
    );
  });

  it.each([
    ['plain', (text: string) => text],
    ['single-quoted', (text: string) => `'${text.replaceAll(/(?<=\S) (?=\S)/g, " '' ")}'`],
    ['double-quoted', (text: string) => `"${text}"`],
  ] as const)('%s over several lines: each character is found where it stands', (name, write) => {
    fc.assert(
      fc.property(layouts, (layout) => {
        const flow = folded(layout);
        if (flow === undefined) return;
        check(layout, write(flow.source), name === 'single-quoted' ? undefined : flow.value);
      }),
      options,
    );
  });

  it('double-quoted with escapes: characters after an escape are found at their places', () => {
    const escaped = fc.constantFrom(
      '\\n',
      '\\t',
      '\\"',
      '\\\\',
      '\\x41',
      '\\u0042',
      '\\U0001F600',
      '\\N',
      '\\\n      ',
    );
    fc.assert(
      fc.property(layouts, fc.array(escaped, { minLength: 6, maxLength: 6 }), (layout, escapes) => {
        const words = linesOf(layout)
          .join(' ')
          .split(' ')
          .filter((word) => word !== '');
        check(layout, `"${words.map((word, index) => `${word}${escapes[index % 6]}`).join('')}x"`, undefined);
      }),
      options,
    );
  });
});
