/** Every exported function has a docstring. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../support/source-imports.ts';

/** An exported function or arrow function. The type of a constant may have arrows too. */
const exported =
  /^export (?:(?:default )?(?:async )?function\*? ?(\w*)|const (\w+)(?:: [^=]*(?:=>[^=]*)*)? =\s+(?:async |<|\(|\w+ =>))/gm;

/** Whether the text ends with a docstring. */
function isDocumented(before: string): boolean {
  const comment = before.slice(before.lastIndexOf('/*'));
  return comment.startsWith('/**') && comment.endsWith('*/\n');
}

/** Exported functions without a docstring. Of several signatures, the first one has it. */
function withoutDocstring(text: string): readonly string[] {
  const first = new Map<string, number>();
  for (const { index, 1: declared, 2: constant = 'default' } of text.matchAll(exported)) {
    const name = declared || constant;
    if (!first.has(name)) first.set(name, index);
  }
  return [...first].flatMap(([name, index]) => (isDocumented(text.slice(0, index)) ? [] : [name]));
}

describe('docstrings', () => {
  it('are above every exported function', () => {
    const files = globSync('{engine,src}/**/*.{ts,tsx}', { cwd: root });
    expect(files.length).toBeGreaterThan(1_000);
    const missing = files.flatMap((file) =>
      withoutDocstring(readFileSync(join(root, file), 'utf8')).map((name) => `${file} ${name}`),
    );
    expect(missing).toEqual([]);
  });

  it('are missed above functions, arrow functions and the first signature', () => {
    const text = [
      'export async function one() {}',
      'export const two: Rule = ({ a }) => a;',
      'export const three =\n  (a) =>\n  (b) => a + b;',
      '/* Not for documentation. */\nexport const four = (a) => a;',
      '/** Doubles. */\nexport const five = (a) => 2 * a;',
      '/** Adds. */\nexport function six(a: number): number;\nexport function six(a: string): string;',
      'export function seven(a: number): number;\n/** Adds. */\nexport function seven(a: string): string;',
      'export const value = new Map();',
    ];
    expect(withoutDocstring(text.join('\n'))).toEqual(['one', 'two', 'three', 'four', 'seven']);
  });
});
