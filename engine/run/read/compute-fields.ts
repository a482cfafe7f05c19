/** What is computed of rows once all that is joined to them is there: the condition, `fields` and `codes`. */
import { setImmediate } from 'node:timers/promises';
import type { CodeMap, RowProcessing } from '../../plan/row-processing.ts';
import { textOf, UnknownValue, type WorkRow } from '../../shape/encode.ts';
import type { Expression } from '../../transform/expression.ts';
import { bindingsOf, type RunContext } from '../context/context.ts';

/** A row of one's own, to be changed. */
export type MutableRow = Record<string, unknown>;

/** Lets others have a turn now and then: an embedded database and an expression never wait for anything, so a long list would block all. */
export async function yieldRegularly(index: number): Promise<void> {
  if (index % 50 === 49) await setImmediate();
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

async function compute(plan: RowProcessing, row: WorkRow, context: RunContext): Promise<MutableRow> {
  const bindings = bindingsOf(context);
  const computed: MutableRow = { ...row };
  for (const [name, expression] of plan.fields) computed[name] = await expression.evaluate(row, bindings);
  return computed;
}

export async function computeFields(
  plan: RowProcessing,
  rows: readonly WorkRow[],
  context: RunContext,
): Promise<readonly MutableRow[]> {
  const computed: MutableRow[] = [];
  for (const [index, row] of rows.entries()) {
    await yieldRegularly(index);
    computed.push(await compute(plan, row, context));
  }
  return computed;
}

/** The rows for which a condition holds. */
export async function filterRows(
  where: Expression,
  rows: readonly MutableRow[],
  context: RunContext,
): Promise<readonly MutableRow[]> {
  const bindings = bindingsOf(context);
  const matching: MutableRow[] = [];
  for (const [index, row] of rows.entries()) {
    await yieldRegularly(index);
    if (await where.evaluate(row, bindings)) matching.push(row);
  }
  return matching;
}
