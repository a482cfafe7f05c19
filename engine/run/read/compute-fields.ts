/** The part of row processing that runs after all reads are joined: the condition, `fields` and `codes`. */
import { setImmediate } from 'node:timers/promises';
import type { CodeMap, RowProcessing } from '../../plan/row-processing.ts';
import { textOf, UnknownValue, type WorkRow } from '../../shape/encode.ts';
import type { Expression } from '../../transform/expression.ts';
import { bindingsOf, type RunContext } from '../context/context.ts';

/** A copy of a row that the processing may change. */
export type MutableRow = Record<string, unknown>;

/** Whether the loop yields to other requests before the item with this index: an embedded database and expressions never wait. */
const isPause = (index: number): boolean => index % 50 === 49;

/** Yields to the event loop after every 50 items: a long list would block all other requests. */
export async function yieldRegularly(index: number): Promise<void> {
  if (isPause(index)) await setImmediate();
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

/** Adds the fields to copies of the rows. Only an expression that is not compiled costs a promise for each row. */
export async function computeFields(
  plan: RowProcessing,
  rows: readonly WorkRow[],
  context: RunContext,
): Promise<readonly MutableRow[]> {
  const bindings = bindingsOf(context);
  const all: MutableRow[] = [];
  for (const [index, row] of rows.entries()) {
    if (isPause(index)) await setImmediate();
    const computed: MutableRow = { ...row };
    for (const [name, expression] of plan.fields) {
      const value = expression.evaluateNow(row, bindings);
      computed[name] = value instanceof Promise ? await value : value;
    }
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
  const matching: MutableRow[] = [];
  for (const [index, row] of rows.entries()) {
    if (isPause(index)) await setImmediate();
    const holds = where.evaluateNow(row, bindings);
    if (holds instanceof Promise ? await holds : holds) matching.push(row);
  }
  return matching;
}
