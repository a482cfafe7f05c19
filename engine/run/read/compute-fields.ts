/** The part of row processing that runs after all reads are joined: the condition, `fields` and `codes`. */
import { setImmediate } from 'node:timers/promises';
import { isInterval, Turn } from '../../base/turn.ts';
import type { CodeMap, MutableRow, RowProcessing } from '../../plan/row-processing.ts';
import { textOf, UnknownValue, type WorkRow } from '../../shape/encode.ts';
import type { Bindings, Expression } from '../../transform/expression.ts';
import { bindingsOf, type RunContext } from '../context/context.ts';

/** Yields to the event loop after every 50 items: an embedded database never waits, so that a long list would block all other requests. */
export async function yieldRegularly(index: number): Promise<void> {
  if (isInterval(index)) await setImmediate();
}

function mapped(map: CodeMap, value: unknown): unknown {
  const code = textOf(value);
  if (code === undefined) return value;
  const found = map.entries.get(code) ?? map.otherwise;
  return found ?? new UnknownValue(`\`codes\` have no entry for ${JSON.stringify(code)}, and no else`);
}

export async function mapCodes(codes: RowProcessing['codes'], rows: readonly MutableRow[]): Promise<void> {
  const turn = new Turn();
  for (const [field, map] of codes) {
    for (const [index, row] of rows.entries()) {
      if (turn.isOver(index)) await turn.next();
      if (row[field] !== undefined) row[field] = mapped(map, row[field]);
    }
  }
}

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null;

/** Sets the values of the fields of a row in `values`. Returns whether some of them are promises. */
function evaluateFields(
  expressions: readonly Expression[],
  row: WorkRow,
  bindings: Bindings,
  values: unknown[],
): boolean {
  let isWaiting = false;
  for (let at = 0; at < expressions.length; at += 1) {
    const value = expressions[at]?.evaluate(row, bindings);
    values[at] = value;
    if (typeof value === 'object' && value instanceof Promise) isWaiting = true;
  }
  return isWaiting;
}

function setAll(row: MutableRow, names: readonly string[], values: readonly unknown[]): MutableRow {
  for (let at = 0; at < names.length; at += 1) row[names[at] ?? ''] = values[at];
  return row;
}

/** Sets the fields of a row that keeps all members. It is copied only if a field is an object or a list, which may contain the row itself. */
const withFields: RowOf<MutableRow> = (row, names, values) =>
  setAll(values.every(isScalar) ? row : { ...row }, names, values);

/** A new row with the members that are kept, and with the fields. */
const fieldsAnd =
  (kept: readonly string[]): RowOf<WorkRow> =>
  (row, names, values) => {
    const result: MutableRow = {};
    for (const name of kept) result[name] = row[name];
    return setAll(result, names, values);
  };

type RowOf<Row> = (row: Row, names: readonly string[], values: readonly unknown[]) => MutableRow;

/** Computes the fields of rows. Only an expression that is not compiled costs a promise for each row. */
async function compute<Row extends WorkRow>(
  fields: RowProcessing['fields'],
  rows: readonly Row[],
  context: RunContext,
  rowOf: RowOf<Row>,
): Promise<readonly MutableRow[]> {
  const bindings = bindingsOf(context);
  const turn = new Turn();
  const all: MutableRow[] = [];
  const names = fields.map(([name]) => name);
  const expressions = fields.map(([, expression]) => expression);
  // Expressions see no field of each other: the values of a row are set when all are known.
  const values: unknown[] = fields.map(() => undefined);
  for (const [index, row] of rows.entries()) {
    if (turn.isOver(index)) await turn.next();
    const known = evaluateFields(expressions, row, bindings, values) ? await Promise.all(values) : values;
    all.push(rowOf(row, names, known));
  }
  return all;
}

/** Rows with their fields: the same rows, or new ones where `kept` defines their other members. */
export function computeFields(
  { fields, kept }: Pick<RowProcessing, 'fields' | 'kept'>,
  rows: readonly MutableRow[],
  context: RunContext,
): Promise<readonly MutableRow[]> {
  return kept === undefined ? compute(fields, rows, context, withFields) : computeNewRows(fields, kept, rows, context);
}

/** New rows with fields and the members that are kept; `rows` do not change. */
export function computeNewRows(
  fields: RowProcessing['fields'],
  kept: readonly string[],
  rows: readonly WorkRow[],
  context: RunContext,
): Promise<readonly MutableRow[]> {
  return compute(fields, rows, context, fieldsAnd(kept));
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
  for (const [index, row] of rows.entries()) {
    if (turn.isOver(index)) await turn.next();
    const holds = where.evaluate(row, bindings);
    if (holds instanceof Promise ? await holds : holds) matching.push(row);
  }
  return matching;
}
