/** The part of row processing that runs after all reads are joined: the condition, `fields` and `codes`. */
import { setImmediate } from 'node:timers/promises';
import type { CodeMap, RowProcessing } from '../../plan/row-processing.ts';
import { textOf, UnknownValue } from '../../shape/encode.ts';
import type { Expression } from '../../transform/expression.ts';
import { bindingsOf, type RunContext } from '../context/context.ts';

/** A copy of a row that the processing may change. */
export type MutableRow = Record<string, unknown>;

/** Number of items between two looks at the clock. */
const interval = 50;

const isInterval = (index: number): boolean => index % interval === interval - 1;

/** Yields to the event loop after every 50 items: an embedded database never waits, so that a long list would block all other requests. */
export async function yieldRegularly(index: number): Promise<void> {
  if (isInterval(index)) await setImmediate();
}

/** Milliseconds after which rows let other requests run: expressions never wait. */
const turnMs = 4;

/** The time in which rows are processed before other requests get their turn. */
class Turn {
  #begin = performance.now();

  /** Whether the turn is over before the row with this index. */
  isOver(index: number): boolean {
    return isInterval(index) && performance.now() - this.#begin > turnMs;
  }

  async next(): Promise<void> {
    await setImmediate();
    this.#begin = performance.now();
  }
}

function mapped(map: CodeMap, value: unknown): unknown {
  const code = textOf(value);
  if (code === undefined) return value;
  const found = map.entries.get(code) ?? map.otherwise;
  return found ?? new UnknownValue(`\`codes\` have no entry for ${JSON.stringify(code)}, and no else`);
}

export function mapCodes(codes: RowProcessing['codes'], rows: readonly MutableRow[]): void {
  for (const [field, map] of codes) {
    for (const row of rows) if (row[field] !== undefined) row[field] = mapped(map, row[field]);
  }
}

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null;

/**
 * Adds the fields to the rows. A row is copied only if a field is an object or a list, which may contain the row itself. Only an expression that is not
 * compiled costs a promise for each row.
 */
export async function computeFields(
  plan: RowProcessing,
  rows: readonly MutableRow[],
  context: RunContext,
): Promise<readonly MutableRow[]> {
  const bindings = bindingsOf(context);
  const turn = new Turn();
  const all: MutableRow[] = [];
  const names = plan.fields.map(([name]) => name);
  const expressions = plan.fields.map(([, expression]) => expression);
  // Expressions see no field of each other: the values of a row are set when all are known.
  const values: unknown[] = [];
  for (const [index, row] of rows.entries()) {
    if (turn.isOver(index)) await turn.next();
    values.length = 0;
    for (const expression of expressions) {
      const value = expression.evaluate(row, bindings);
      values.push(value instanceof Promise ? await value : value);
    }
    const computed = values.every(isScalar) ? row : { ...row };
    for (const [at, name] of names.entries()) computed[name] = values[at];
    all.push(computed);
  }
  return all;
}

/** The rows that satisfy the condition. */
export async function filterRows(
  where: Expression,
  rows: readonly MutableRow[],
  context: RunContext,
): Promise<readonly MutableRow[]> {
  const bindings = bindingsOf(context);
  const turn = new Turn();
  const matching: MutableRow[] = [];
  for (const [index, row] of rows.entries()) {
    if (turn.isOver(index)) await turn.next();
    const holds = where.evaluate(row, bindings);
    if (holds instanceof Promise ? await holds : holds) matching.push(row);
  }
  return matching;
}
