/** The part of row processing that runs after all reads are joined: the condition, `fields` and `codes`. */
import { setImmediate } from 'node:timers/promises';
import { isInterval, Turn } from '../../base/turn.ts';
import type { CodeMap, KeptMembers, MutableRow, RowProcessing } from '../../plan/row-processing.ts';
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

/** Evaluates a field of a row; may give a promise. */
type EvaluateField = (row: WorkRow, bindings: Bindings) => unknown;

/** A field that is a member of the row needs no evaluation. */
function fieldEvaluator(expression: Expression): EvaluateField {
  const { bareName } = expression;
  // No row inherits a member with another name.
  if (bareName !== undefined && !(bareName in Object.prototype)) return (row) => row[bareName];
  return (row, bindings) => expression.evaluate(row, bindings);
}

/** Sets the values of the fields of a row in `values`. Returns whether some of them are promises. */
function evaluateFields(
  evaluators: readonly EvaluateField[],
  row: WorkRow,
  bindings: Bindings,
  values: unknown[],
): boolean {
  let isWaiting = false;
  let at = 0;
  for (const evaluate of evaluators) {
    const value = evaluate(row, bindings);
    values[at] = value;
    at += 1;
    if (typeof value === 'object' && value instanceof Promise) isWaiting = true;
  }
  return isWaiting;
}

/** Sets the fields of a row that keeps all members. It is copied only if a field is an object or a list, which may contain the row itself. */
const withFields: RowOf<MutableRow> = (row, names, values) => {
  const changed = values.every(isScalar) ? row : { ...row };
  for (let at = 0; at < names.length; at += 1) changed[names[at] ?? ''] = values[at];
  return changed;
};

/** A new row with the members that are kept, and with the fields. Missing ones are left out. */
const fieldsAnd =
  ({ names: kept, isMissing }: KeptMembers): RowOf<WorkRow> =>
  (row, names, values) => {
    const result: MutableRow = {};
    for (const name of kept) {
      const value = row[name];
      if (!isMissing(value)) result[name] = value;
    }
    for (let at = 0; at < names.length; at += 1) {
      const value = values[at];
      if (!isMissing(value)) result[names[at] ?? ''] = value;
    }
    return result;
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
  const evaluators = fields.map(([, expression]) => fieldEvaluator(expression));
  // Expressions see no field of each other: the values of a row are set when all are known.
  const values: unknown[] = fields.map(() => undefined);
  for (const [index, row] of rows.entries()) {
    if (turn.isOver(index)) await turn.next();
    const known = evaluateFields(evaluators, row, bindings, values) ? await Promise.all(values) : values;
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
  kept: KeptMembers,
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
