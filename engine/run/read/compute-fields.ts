/** What is computed of rows once all that is joined to them is there: the condition, `fields` and `codes`. */
import { setImmediate } from 'node:timers/promises';
import type { CodeMap, RowProcessing } from '../../plan/row-processing.ts';
import { textOf, UnknownValue, type WorkRow } from '../../shape/encode.ts';
import type { Expression } from '../../transform/expression.ts';
import { bindingsOf, type RunContext } from '../context/context.ts';

/** A row of one's own, to be changed. */
export type OwnRow = Record<string, unknown>;

/** Lets others have a turn now and then: an embedded database and an expression never wait for anything, so a long list would block all. */
export async function breathe(index: number): Promise<void> {
  if (index % 50 === 49) await setImmediate();
}

function mapped(map: CodeMap, value: unknown): unknown {
  const code = textOf(value);
  if (code === undefined) return value;
  const found = map.entries.get(code) ?? map.otherwise;
  return found ?? new UnknownValue(`\`codes\` have no entry for ${JSON.stringify(code)}, and no else`);
}

export function mapCodes(codes: RowProcessing['codes'], rows: readonly OwnRow[]): void {
  for (const [field, map] of codes) {
    for (const row of rows) if (row[field] !== undefined) row[field] = mapped(map, row[field]);
  }
}

async function compute(plan: RowProcessing, row: WorkRow, context: RunContext): Promise<OwnRow> {
  const bindings = bindingsOf(context);
  const computed: OwnRow = { ...row };
  for (const [name, expression] of plan.fields) computed[name] = await expression.evaluate(row, bindings);
  return computed;
}

export async function computeAll(
  plan: RowProcessing,
  rows: readonly WorkRow[],
  context: RunContext,
): Promise<readonly OwnRow[]> {
  const computed: OwnRow[] = [];
  for (const [index, row] of rows.entries()) {
    await breathe(index);
    computed.push(await compute(plan, row, context));
  }
  return computed;
}

/** The rows for which a condition holds. */
export async function those(
  where: Expression,
  rows: readonly OwnRow[],
  context: RunContext,
): Promise<readonly OwnRow[]> {
  const bindings = bindingsOf(context);
  const kept: OwnRow[] = [];
  for (const [index, row] of rows.entries()) {
    await breathe(index);
    if (await where.evaluate(row, bindings)) kept.push(row);
  }
  return kept;
}
