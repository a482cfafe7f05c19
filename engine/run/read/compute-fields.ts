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

interface Field {
  readonly name: string;
  readonly evaluate: EvaluateField;
}

const fieldsOf = (fields: RowProcessing['fields']): readonly Field[] =>
  fields.map(([name, expression]) => ({ name, evaluate: fieldEvaluator(expression) }));

const isPromise = (value: unknown): value is Promise<unknown> => typeof value === 'object' && value instanceof Promise;

/** Sets the fields of rows that keep all members. A row is copied only if a field is an object or a list, which may contain the row itself. */
async function setFields(
  fields: readonly Field[],
  rows: readonly MutableRow[],
  context: RunContext,
): Promise<readonly MutableRow[]> {
  const bindings = bindingsOf(context);
  const turn = new Turn();
  const all: MutableRow[] = [];
  for (const [index, row] of rows.entries()) {
    if (turn.isOver(index)) await turn.next();
    // Expressions see no field of each other: the values of a row are set when all are known.
    const evaluated = fields.map(({ evaluate }) => evaluate(row, bindings));
    const values = evaluated.some(isPromise) ? await Promise.all(evaluated) : evaluated;
    const changed = values.every(isScalar) ? row : { ...row };
    for (const [at, { name }] of fields.entries()) changed[name] = values[at];
    all.push(changed);
  }
  return all;
}

/** Rows with their fields: the same rows, or new ones where `kept` defines their other members. */
export function computeFields(
  { fields, kept }: Pick<RowProcessing, 'fields' | 'kept'>,
  rows: readonly MutableRow[],
  context: RunContext,
): Promise<readonly MutableRow[]> {
  return kept === undefined ? setFields(fieldsOf(fields), rows, context) : computeNewRows(fields, kept, rows, context);
}

/** New rows with fields and the members that are kept; `rows` do not change. Only an expression that is not compiled costs a promise for each row. */
export async function computeNewRows(
  fields: RowProcessing['fields'],
  kept: KeptMembers,
  rows: readonly WorkRow[],
  context: RunContext,
): Promise<readonly MutableRow[]> {
  const all = fieldsOf(fields);
  const bindings = bindingsOf(context);
  const turn = new Turn();
  const results: MutableRow[] = [];
  for (const [index, row] of rows.entries()) {
    if (turn.isOver(index)) await turn.next();
    const { result, waiting } = newRow(all, kept, row, bindings);
    if (waiting.length > 0) await setWaiting(result, waiting, kept);
    results.push(result);
  }
  return results;
}

/** A field whose value is not known yet. */
interface Waiting {
  readonly name: string;
  readonly value: Promise<unknown>;
}

const none: readonly Waiting[] = [];

/** A new row with the members that are kept and its fields. Missing ones are left out; those that are waited for have a place. */
function newRow(
  fields: readonly Field[],
  { names, isMissing }: KeptMembers,
  row: WorkRow,
  bindings: Bindings,
): { readonly result: MutableRow; readonly waiting: readonly Waiting[] } {
  const result: MutableRow = {};
  let waiting: Waiting[] | undefined;
  for (const name of names) {
    const value = row[name];
    if (!isMissing(value)) result[name] = value;
  }
  for (const { name, evaluate } of fields) {
    const value = evaluate(row, bindings);
    if (isPromise(value)) {
      waiting ??= [];
      waiting.push({ name, value });
      result[name] = undefined;
    } else if (!isMissing(value)) result[name] = value;
  }
  return { result, waiting: waiting ?? none };
}

async function setWaiting(row: MutableRow, waiting: readonly Waiting[], { isMissing }: KeptMembers): Promise<void> {
  const values = await Promise.all(waiting.map(({ value }) => value));
  for (const [at, { name }] of waiting.entries()) {
    if (isMissing(values[at])) delete row[name];
    else row[name] = values[at];
  }
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
