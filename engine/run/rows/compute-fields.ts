/** The part of row processing that runs after all reads are joined: the condition, `fields` and `codes`. */
import { setImmediate } from 'node:timers/promises';
import { eachInTurns, isInterval, Turn } from '../../base/turn.ts';
import type { CodeMap, KeptMembers, MutableRow, RowProcessing } from '../../plan/row-processing.ts';
import { textOf, UnknownValue, type WorkRow } from '../../shape/encode.ts';
import { excessIn } from '../../shape/text-limit.ts';
import { SourceError } from '../../sources/source.ts';
import type { Bindings, Expression } from '../../transform/expression.ts';
import { bindingsOf, type RunContext } from '../context/context.ts';
import { valueOrUnknown } from './value-or-unknown.ts';

/** Yields to the event loop after every 50 items: an embedded database never waits, so that a long list would block all other requests. */
export async function yieldRegularly(index: number): Promise<void> {
  if (isInterval(index)) await setImmediate();
}

/** Characters of an unknown code in a message. */
const shownCode = 100;

function mapped(map: CodeMap, value: unknown): unknown {
  const code = textOf(value);
  if (code === undefined) return value;
  const found = map.entries.get(code) ?? map.otherwise;
  return (
    found ?? new UnknownValue(`\`codes\` have no entry for ${JSON.stringify(code.slice(0, shownCode))}, and no else`)
  );
}

/** Replaces codes of the ERP by those of the contract, in place. Yields to other requests between rows. */
export async function mapCodes(codes: RowProcessing['codes'], rows: readonly MutableRow[]): Promise<void> {
  for (const [field, map] of codes) {
    await eachInTurns(rows, (row) => {
      if (row[field] !== undefined) row[field] = mapped(map, row[field]);
    });
  }
}

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null;

/** Evaluates a field of a row; may give a promise. */
type EvaluateField = (row: WorkRow, bindings: Bindings) => unknown;

/** A field that is a member of the row needs no evaluation. */
function fieldEvaluator(expression: Expression, keepsUnknown: boolean, excessIn: ExcessIn): EvaluateField {
  const { bareName } = expression;
  // No row inherits a member with another name.
  if (bareName !== undefined && !(bareName in Object.prototype)) return (row) => row[bareName];
  return (row, bindings) => {
    const excess = excessIn(row);
    if (excess === undefined) {
      const value = expression.evaluate(row, bindings);
      return keepsUnknown ? valueOrUnknown(value) : value;
    }
    if (keepsUnknown) return new UnknownValue(excess);
    throw new SourceError('value', `A row of the ERP cannot be used: ${excess}.`);
  };
}

type ExcessIn = typeof excessIn;

/** Looks through each row once, although all of its fields ask. */
function onceForRow(): ExcessIn {
  let last: WorkRow | undefined;
  let excess: string | undefined;
  return (row) => {
    if (row !== last) excess = excessIn(row);
    last = row;
    return excess;
  };
}

interface Field {
  readonly name: string;
  readonly evaluate: EvaluateField;
}

function fieldsOf(fields: RowProcessing['fields'], { keepsUnknown = false }: RunContext): readonly Field[] {
  const excess = onceForRow();
  return fields.map(([name, expression]) => ({ name, evaluate: fieldEvaluator(expression, keepsUnknown, excess) }));
}

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
  // One list for all rows: each is finished before the next one begins.
  const values: unknown[] = fields.map(() => undefined);
  for (const row of rows) {
    if (turn.isOver(all.length)) await turn.next();
    // Expressions see no field of each other: the values of a row are set when all are known.
    let next = 0;
    for (const { evaluate } of fields) {
      values[next] = evaluate(row, bindings);
      next += 1;
    }
    const known = values.some(isPromise) ? await Promise.all(values) : values;
    const changed = known.every(isScalar) ? row : { ...row };
    let at = 0;
    for (const { name } of fields) {
      changed[name] = known[at];
      at += 1;
    }
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
  return kept === undefined
    ? setFields(fieldsOf(fields, context), rows, context)
    : computeNewRows(fields, kept, rows, context);
}

/** New rows with fields and the members that are kept; `rows` do not change. Only an expression that is not compiled costs a promise for each row. */
export async function computeNewRows(
  fields: RowProcessing['fields'],
  kept: KeptMembers,
  rows: readonly WorkRow[],
  context: RunContext,
): Promise<readonly MutableRow[]> {
  const members = [...kept.names.map(keptMember), ...fieldsOf(fields, context)];
  const plan = { members, isMissing: kept.isMissing, empty: emptyRow(members), bindings: bindingsOf(context) };
  const turn = new Turn();
  const results: MutableRow[] = [];
  // No iterator: V8 keeps one in an asynchronous function, and its result for each row.
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at];
    if (row === undefined) break;
    if (turn.isOver(at)) await turn.next();
    const result = newRow(plan, row);
    results.push(isPromise(result) ? await result : result);
  }
  return results;
}

const keptMember = (name: string): Field => ({ name, evaluate: (row) => row[name] });

/** What new rows have. */
interface NewRows {
  readonly members: readonly Field[];
  readonly isMissing: KeptMembers['isMissing'];
  /** Copied for every new row: a row that gets its members one after the other takes twice the memory. */
  readonly empty: WorkRow;
  readonly bindings: Bindings;
}

/** V8 keeps all members of an object from `JSON.parse` in the object, and most of one from `Object.fromEntries` in a list. */
const emptyRow = (members: readonly Field[]): WorkRow =>
  JSON.parse(`{${members.map(({ name }) => `${JSON.stringify(name)}:null`).join()}}`);

/** A new row without the members whose value is missing; a promise if an expression gives one. It allocates nothing but the row. */
function newRow({ members, isMissing, empty, bindings }: NewRows, row: WorkRow): MutableRow | Promise<MutableRow> {
  const result: MutableRow = { ...empty };
  let isComplete = true;
  let isWaiting = false;
  // V8 does not always remove the iterator of `for ... of`, which would take more memory than the row.
  for (let at = 0; at < members.length; at += 1) {
    const member = members[at];
    if (member === undefined) break;
    const { name, evaluate } = member;
    const value = evaluate(row, bindings);
    if (isMissing(value)) isComplete = false;
    else {
      isWaiting ||= isPromise(value);
      result[name] = value;
    }
  }
  if (isWaiting) return withAwaited(result, isMissing);
  return isComplete ? result : withoutMissing(result, isMissing);
}

/** The row without members whose value is missing. */
function withoutMissing(row: WorkRow, isMissing: KeptMembers['isMissing']): MutableRow {
  const result: MutableRow = {};
  for (const name in row) {
    const value = row[name];
    if (!isMissing(value)) result[name] = value;
  }
  return result;
}

async function withAwaited(row: WorkRow, isMissing: KeptMembers['isMissing']): Promise<MutableRow> {
  const values = await Promise.all(Object.values(row));
  return withoutMissing(Object.fromEntries(Object.keys(row).map((name, at) => [name, values[at]])), isMissing);
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
