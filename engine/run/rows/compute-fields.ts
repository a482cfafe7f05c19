/** The part of row processing that runs after all reads are joined: the condition and `fields`. */
import { setImmediate } from 'node:timers/promises';
import { isInterval, Turn } from '../../base/turn.ts';
import type { ComputePlan, MutableRow } from '../../plan/compute-row.ts';
import type { WorkRow } from '../../shape/encode.ts';
import type { Expression } from '../../transform/expression.ts';
import { bindingsOf, type RunContext } from '../context/context.ts';

/** Yields to the event loop after every 50 items: an embedded database never waits, so that a long list would block all other requests. */
export async function yieldRegularly(index: number): Promise<void> {
  if (isInterval(index)) await setImmediate();
}

/** Rows with their fields. Only an expression that is not compiled costs a promise for each row. */
export async function computeFields(
  compute: ComputePlan,
  rows: readonly WorkRow[],
  context: RunContext,
): Promise<readonly MutableRow[]> {
  const { run } = compute.row;
  const keepsUnknown = context.keepsUnknown === true;
  const bindings = bindingsOf(context);
  const turn = new Turn();
  const results: MutableRow[] = [];
  // No iterator: V8 keeps one in an asynchronous function, and its result for each row.
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at];
    if (row === undefined) break;
    if (turn.isOver(at)) await turn.next();
    const result = run(row, bindings, keepsUnknown);
    results.push(result instanceof Promise ? await result : result);
  }
  return results;
}

/** The rows that satisfy the condition; all if there is none. */
export async function filterRows<Row extends WorkRow>(
  where: Expression | undefined,
  rows: readonly Row[],
  context: RunContext,
): Promise<readonly Row[]> {
  if (where === undefined) return rows;
  const bindings = bindingsOf(context);
  const turn = new Turn();
  const matching: Row[] = [];
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at];
    if (row === undefined) break;
    if (turn.isOver(at)) await turn.next();
    const holds = where.evaluate(row, bindings);
    if (holds instanceof Promise ? await holds : holds) matching.push(row);
  }
  return matching;
}
