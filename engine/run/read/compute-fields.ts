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
    let index = 0;
    for (const row of rows) {
      if (turn.isOver(index)) await turn.next();
      if (row[field] !== undefined) row[field] = mapped(map, row[field]);
      index += 1;
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
  const members = { all, kept, empty: emptyRow([...kept.names, ...all.map(({ name }) => name)]) };
  const bindings = bindingsOf(context);
  const turn = new Turn();
  const results: MutableRow[] = [];
  for (const row of rows) {
    if (turn.isOver(results.length)) await turn.next();
    const { result, isComplete, waiting } = newRow(members, row, bindings);
    if (waiting.length > 0) results.push(await withWaiting(result, waiting, kept));
    else results.push(isComplete ? result : withoutMissing(result));
  }
  return results;
}

/** A field whose value is not known yet. */
interface Waiting {
  readonly name: string;
  readonly value: Promise<unknown>;
}

const none: readonly Waiting[] = [];

/** What new rows have. */
interface NewMembers {
  readonly all: readonly Field[];
  readonly kept: KeptMembers;
  readonly empty: WorkRow;
}

/** Copied for every new row: a row that gets its members one after the other takes twice the memory. */
const emptyRow = (names: readonly string[]): WorkRow => Object.fromEntries(names.map((name) => [name, undefined]));

/** A new row with the members that are kept and its fields. Missing ones, and those that are waited for, are undefined. */
function newRow(
  { all, kept: { names, isMissing }, empty }: NewMembers,
  row: WorkRow,
  bindings: Bindings,
): { readonly result: MutableRow; readonly isComplete: boolean; readonly waiting: readonly Waiting[] } {
  const result: MutableRow = { ...empty };
  let waiting: Waiting[] | undefined;
  let isComplete = true;
  for (const name of names) {
    const value = row[name];
    if (isMissing(value)) isComplete = false;
    else result[name] = value;
  }
  for (const { name, evaluate } of all) {
    const value = evaluate(row, bindings);
    if (isPromise(value)) {
      waiting ??= [];
      waiting.push({ name, value });
    } else if (isMissing(value)) isComplete = false;
    else result[name] = value;
  }
  return { result, isComplete, waiting: waiting ?? none };
}

/** The row without members that are undefined. */
function withoutMissing(row: WorkRow): MutableRow {
  const result: MutableRow = {};
  for (const name in row) {
    const value = row[name];
    if (value !== undefined) result[name] = value;
  }
  return result;
}

async function withWaiting(
  row: MutableRow,
  waiting: readonly Waiting[],
  { isMissing }: KeptMembers,
): Promise<MutableRow> {
  const values = await Promise.all(waiting.map(({ value }) => value));
  for (const [at, { name }] of waiting.entries()) {
    if (!isMissing(values[at])) row[name] = values[at];
  }
  return withoutMissing(row);
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
