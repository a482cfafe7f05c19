/** Compiled expressions give what the library's interpreter gives, for random expressions and data. */
import fc from 'fast-check';
import jsonata from 'jsonata';
import { describe, expect, it } from 'vitest';
import { compileProgram } from '../../../../engine/transform/compiled/program.ts';
import { ownFunctions } from '../../../../engine/transform/functions.ts';
import { Undecided } from '../../../../engine/transform/runtime/failure.ts';
import { byDepth } from '../../../support/depth.ts';
import { seed } from '../../../support/seed.ts';
import { documents, expressions } from './expressions.ts';
import { codeOf, interpreted } from './interpreted.ts';

const runs = byDepth({ sample: 800, deep: 6_000, all: 100_000 });
const limits = { timeout: 20_000, stack: 5_000 };

/** Expression, data and request of pairs that a random run found to differ. */
const regressions: [string, unknown, unknown][] = [
  // The library marked the list of the data, and counted the mark in the second evaluation of the path.
  ['($x := 0; (*[][]^(0).($$) ?? 0))', [0], {}],
];

type Outcome =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'error'; readonly code: string | undefined }
  /** The interpreter decides. */
  | { readonly kind: 'undecided' };

async function outcomeOf(evaluate: () => unknown): Promise<Outcome> {
  try {
    return { kind: 'value', value: await evaluate() };
  } catch (error) {
    if (error instanceof Undecided && error.code === undefined) return { kind: 'undecided' };
    return { kind: 'error', code: codeOf(error) };
  }
}

/** The library evaluates the items of lists and objects at the same time: which of two errors it reports is not fixed. */
const hasOneOrder = (text: string): boolean => !/[[{]/.test(text);

describe('compiled expressions', () => {
  it(`agree with the interpreter on ${runs} pairs of expression and data`, { timeout: 1_800_000 }, async () => {
    const count = { value: 0, error: 0, undecided: 0, notCompiled: 0 };
    const property = fc.asyncProperty(expressions, documents, documents, async (text, input, request) => {
      const tree = parsed(text);
      if (tree === undefined) return;
      const program = compileProgram(tree, ownFunctions, limits);
      if (!program.ok) {
        count.notCompiled += 1;
        return;
      }
      const compiled = await outcomeOf(() => program.run(structuredCopy(input), { request: structuredCopy(request) }));
      count[compiled.kind] += 1;
      if (compiled.kind === 'undecided') return;
      let isLibraryFault = false;
      const expected = await outcomeOf(async () => {
        try {
          return await interpreted(text, structuredCopy(input), { request: structuredCopy(request) }, limits);
        } catch (error) {
          // Of the library itself: its $sort calls a variable of the caller with a certain name.
          isLibraryFault = error instanceof TypeError && error.message === 'comp is not a function';
          throw error;
        }
      });
      if (isLibraryFault && compiled.kind === 'value') return;
      if (expected.kind === 'error' && compiled.kind === 'error' && !hasOneOrder(text)) return;
      expect(compiled).toStrictEqual(expected);
    });
    await fc.assert(property, { seed, numRuns: runs, examples: regressions });
    // Most expressions are compiled, and most give a value: otherwise the comparison would show little.
    expect(count.value).toBeGreaterThan(runs / 3);
    expect(count.undecided + count.notCompiled).toBeLessThan(runs / 10);
  });
});

function parsed(text: string): unknown {
  try {
    return jsonata(text).ast();
  } catch {
    return undefined;
  }
}

/** A copy of the lists, which the interpreter marks and changes. */
function structuredCopy(value: unknown): unknown {
  return Array.isArray(value) ? value.map(structuredCopy) : copyOfObject(value);
}

function copyOfObject(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, structuredCopy(item)]));
}
