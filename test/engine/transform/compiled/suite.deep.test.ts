/**
 * The official test suite of JSONata 2.2.2 (github.com/jsonata-js/jsonata, MIT): each case gives the expected result in its compiled form, or is evaluated by
 * the interpreter. Cases whose expression is in a file of its own are left out.
 */
import { readFileSync } from 'node:fs';
import jsonata from 'jsonata';
import { expect, it } from 'vitest';
import { compileProgram } from '../../../../engine/transform/compiled/program.ts';
import { Undecided } from '../../../../engine/transform/runtime/failure.ts';
import { codeOf } from './interpreted.ts';

interface Case {
  readonly name: string;
  readonly expr: string;
  readonly data?: unknown;
  readonly dataset?: string | null;
  readonly bindings?: Readonly<Record<string, unknown>>;
  readonly timelimit?: number;
  readonly depth?: number;
  readonly result?: unknown;
  readonly code?: string;
  readonly error?: { readonly code: string };
  readonly unordered?: boolean;
}

const folder = new URL('../suite/', import.meta.url);
const cases: readonly Case[] = JSON.parse(readFileSync(new URL('cases.json', folder), 'utf8'));
const datasets: Readonly<Record<string, unknown>> = JSON.parse(readFileSync(new URL('datasets.json', folder), 'utf8'));

type Outcome =
  | 'result'
  | 'error'
  /** The expression cannot be parsed. */
  | 'syntax error'
  | 'interpreted'
  /** The compiled form leaves the decision to the interpreter. */
  | 'left to the interpreter';

/** Values as JSON has them. */
const json = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)));

function outcomeOf(one: Case): Outcome {
  let tree: unknown;
  try {
    tree = jsonata(one.expr).ast();
  } catch {
    return 'syntax error';
  }
  const program = compileProgram(tree, {}, { timeout: one.timelimit ?? 5_000, stack: one.depth ?? 500 });
  if (!program.ok) return 'interpreted';
  const input = typeof one.dataset === 'string' ? structuredClone(datasets[one.dataset]) : one.data;
  const expected = one.code ?? one.error?.code;
  let value: unknown;
  try {
    value = json(program.run(input, one.bindings ?? {}));
  } catch (error) {
    if (codeOf(error) !== undefined && codeOf(error) === expected) return 'error';
    if (error instanceof Undecided) return 'left to the interpreter';
    throw error;
  }
  expect(expected, one.name).toBeUndefined();
  if (one.unordered === true && Array.isArray(value))
    expect(value.toSorted(), one.name).toEqual([one.result].flat().toSorted());
  else expect(value, one.name).toEqual(one.result);
  return 'result';
}

it('the official suite gives the same results and errors', () => {
  const counts: Record<Outcome, number> = {
    result: 0,
    error: 0,
    'syntax error': 0,
    interpreted: 0,
    'left to the interpreter': 0,
  };
  for (const one of cases) counts[outcomeOf(one)] += 1;
  // More compiled cases raise the first two numbers.
  expect(counts).toEqual({
    result: 1_282,
    error: 228,
    'syntax error': 40,
    interpreted: 96,
    'left to the interpreter': 13,
  });
});
