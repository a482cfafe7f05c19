/** Row processing: joins attached reads, filters rows, computes fields, maps codes. */

import type { FieldFault } from '../../base/problem.ts';
import { eachInTurns, mapInTurns, Turn } from '../../base/turn.ts';
import type { MutableRow } from '../../plan/compute-row.ts';
import type { JoinKey } from '../../plan/join-key.ts';
import type { AttachPlan, EachPlan, RowProcessing } from '../../plan/row-processing.ts';
import { textOf, type WorkRow } from '../../shape/encode.ts';
import { SourceError } from '../../sources/source.ts';
import type { Message } from '../../transform/message.ts';
import { bindingsOf, type RunContext, withState } from '../context/context.ts';
import { refuseAll } from '../context/refuse.ts';
import { processedEvent } from '../context/trace.ts';
import { refuseUnlessOne, requestAttachedRows, requestEachRow } from '../http/joined-requests.ts';
import { runQuery } from '../statement/run-statement.ts';
import { computeFields, filterRows } from './compute-fields.ts';

/** The name of the request field for a column of the n-th row, for refusals. */
export type FieldOf = (index: number, column: string) => string;

type Groups = ReadonlyMap<string, readonly WorkRow[]>;

/** Groups rows by their key. `fold`: the case of letters does not distinguish keys. */
class Grouping {
  readonly groups = new Map<string, WorkRow[]>();
  readonly #key: JoinKey;
  readonly #fold: boolean;
  #before: WorkRow | undefined;
  #members: WorkRow[] | undefined;

  constructor(key: JoinKey, fold: boolean) {
    this.#key = key;
    this.#fold = fold;
  }

  add(row: WorkRow): void {
    // Children are mostly in the order of their parents: the next row usually belongs to the same group.
    if (this.#members === undefined || this.#before === undefined || !this.#key.isSame.run(row, this.#before)) {
      const keyText = this.#key.textOf.run(row);
      if (keyText === undefined) return;
      const key = this.#fold ? keyText.toLowerCase() : keyText;
      this.#members = this.groups.get(key) ?? [];
      this.groups.set(key, this.#members);
      this.#before = row;
    }
    this.#members.push(row);
  }
}

function group(rows: readonly WorkRow[], key: JoinKey, fold: boolean): Groups {
  const grouping = new Grouping(key, fold);
  for (const row of rows) grouping.add(row);
  return grouping.groups;
}

/** The same in turns. */
async function groupInTurns(rows: readonly WorkRow[], key: JoinKey, fold: boolean): Promise<Groups> {
  const grouping = new Grouping(key, fold);
  await eachInTurns(rows, (row) => grouping.add(row));
  return grouping.groups;
}

/**
 * Finds the attached rows of a row. An exact match takes precedence over one that ignores case, because the ERP's
 * collation may ignore case.
 */
async function matcher(
  { inner, outer }: AttachPlan,
  rows: readonly WorkRow[],
  attachedRows: readonly WorkRow[],
): Promise<(row: WorkRow) => readonly WorkRow[]> {
  const keyOf = outer.textOf.run;
  const isLong = attachedRows.length > manyRows;
  const groups = async (fold: boolean) =>
    isLong ? await groupInTurns(attachedRows, inner, fold) : group(attachedRows, inner, fold);
  const exact = await groups(false);
  const hasExact = (row: WorkRow): boolean => {
    const key = keyOf(row);
    return key === undefined || exact.has(key);
  };
  // Mostly every row has an exact match.
  const folded = rows.every(hasExact) ? undefined : await groups(true);
  return (row) => {
    const key = keyOf(row);
    if (key === undefined) return none;
    return exact.get(key) ?? folded?.get(key.toLowerCase()) ?? none;
  };
}

const none: readonly WorkRow[] = [];

/** Rows that are grouped in turns. */
const manyRows = 1_000;

/**
 * Maximum number of values in one statement. Databases allow 32,766 and more, but drivers are slow long before that.
 */
const slice = 1_000;

/**
 * The rows of an attached read. A query runs in slices, because a pushed document may have more lines than a page has
 * rows.
 */
async function readAttached(
  plan: AttachPlan,
  rows: readonly WorkRow[],
  context: RunContext,
): Promise<readonly WorkRow[]> {
  const { read } = plan;
  if (read.kind === 'exchange') return requestAttachedRows(read, plan.outer, rows, context);
  const { query } = read;
  // With several columns the same value may be in two slices, and its rows would be read twice.
  const { columns, textOf: keyOf } = plan.outer;
  if (rows.length <= slice || columns.length > 1) return runQuery(query, withState(context, { rows }));
  const distinct = [...new Map(rows.map((row) => [keyOf.run(row), row])).values()];
  const attachedRows: WorkRow[] = [];
  for (let start = 0; start < distinct.length; start += slice) {
    attachedRows.push(...(await runQuery(query, withState(context, { rows: distinct.slice(start, start + slice) }))));
  }
  return attachedRows;
}

/** Whether the attached query is restricted only by the values that its rows are joined by. */
function isLimitedToOuterKeys({ read, outer: { columns } }: AttachPlan): boolean {
  // A request may contain the values in any form in its path and body.
  if (read.kind === 'exchange') return false;
  const { query } = read;
  const lists = [...query.values.keys()].filter((name) => name.startsWith('rows.'));
  return columns.length === 1 && lists.length === 1 && lists[0] === `rows.${columns[0]}`;
}

/**
 * The error for an attached row that matches no row. It would be missing silently: the database treats different
 * texts as equal (é and e, by its collation), or the query returns the value in another form (00042 for 42).
 */
function unmatchedFault(plan: AttachPlan, unmatched: WorkRow): SourceError {
  const [column = ''] = plan.inner.columns;
  const what = `The joined read "${plan.name}" gave a row whose "${column}" is ${JSON.stringify(textOf(unmatched[column]) ?? null)}`;
  const why = `but no row has that in "${plan.outer.columns[0]}"`;
  return new SourceError('value', `${what}, ${why}: give both in one form in SQL, or compare by a binary collation.`);
}

/**
 * Sets the list of attached rows in each row, in their order. Throws `SourceError` if a row matches none and the
 * query was restricted to the keys.
 */
async function assignLists(
  plan: AttachPlan,
  rows: readonly MutableRow[],
  attachedRows: readonly WorkRow[],
  match: (row: WorkRow) => readonly WorkRow[],
): Promise<void> {
  const join = plan.join.run;
  let count = 0;
  await eachInTurns(rows, (row) => {
    const matches = match(row);
    join(row, matches);
    count += matches.length;
  });
  if (count >= attachedRows.length) return;
  // The remaining rows match if case is ignored, as the ERP's collation may do: some lines in capitals, some not.
  const matched = new Set(rows.flatMap(match));
  const rest = await groupInTurns(
    attachedRows.filter((row) => !matched.has(row)),
    plan.inner,
    true,
  );
  const turn = new Turn();
  for (const row of rest.size === 0 ? [] : rows) {
    if (turn.isSpent()) await turn.next();
    const more = rest.get(plan.outer.textOf.run(row)?.toLowerCase() ?? '');
    if (more === undefined) continue;
    const matches = new Set([...match(row), ...more]);
    join(
      row,
      attachedRows.filter((one) => matches.has(one)),
    );
    for (const one of more) matched.add(one);
  }
  const unmatched = isLimitedToOuterKeys(plan) ? attachedRows.find((row) => !matched.has(row)) : undefined;
  if (unmatched !== undefined) throw unmatchedFault(plan, unmatched);
}

async function attach(
  plan: AttachPlan,
  rows: readonly MutableRow[],
  context: RunContext,
  fieldOf: FieldOf,
): Promise<void> {
  const attachedRows = await processRows(plan.processing, await readAttached(plan, rows, context), context, fieldOf);
  const match = await matcher(plan, rows, attachedRows);
  const { name, one, join, outer } = plan;
  if (one === undefined) {
    await assignLists(plan, rows, attachedRows, match);
    return;
  }
  async function* faults(message: Message): AsyncGenerator<FieldFault> {
    for (const [index, row] of rows.entries()) {
      const [only, ...others] = match(row);
      join.run(row, only);
      if (only !== undefined && others.length === 0) continue;
      const text = await message.render(row, bindingsOf(context));
      const rule = only === undefined ? 'unknown' : 'ambiguous';
      yield { field: fieldOf(index, outer.columns[0] ?? name), message: text, rule };
    }
  }
  await refuseAll(faults(one));
}

/** Sends a request for each row and sets its result in the row: a list, or with `one` a single row. */
async function processEach(
  plan: EachPlan,
  rows: readonly MutableRow[],
  context: RunContext,
  fieldOf: FieldOf,
): Promise<void> {
  const { name, one, join, processing } = plan;
  const answers = await requestEachRow(plan, rows, context);
  await refuseUnlessOne(plan, rows, answers, context, (index) => fieldOf(index, name));
  for (const [index, row] of rows.entries()) {
    const results = await processRows(processing, answers[index] ?? [], context, fieldOf);
    join.run(row, one === undefined ? results : results[0]);
  }
}

/** Whether a plan changes rows at all. If not, callers can skip `processRows`, which is asynchronous. */
export function hasProcessing({ attach, each, where, compute, finish, mapCodes }: RowProcessing): boolean {
  const isComputing = compute !== undefined || finish !== undefined || mapCodes !== undefined;
  return attach.length > 0 || each.length > 0 || where !== undefined || isComputing;
}

/**
 * Processes rows. Order: attached reads, requests for each row, the condition, fields, ids, codes. `rows` is not
 * changed. Rejects with `SourceError` or a refusal.
 */
export async function processRows(
  plan: RowProcessing,
  rows: readonly WorkRow[],
  context: RunContext,
  fieldOf: FieldOf,
): Promise<readonly WorkRow[]> {
  const { finish, mapCodes } = plan;
  if (rows.length === 0 || !hasProcessing(plan)) return rows;
  const computed = await computedRows(plan, rows, context, fieldOf);
  const processed = finish === undefined ? computed : await mapInTurns(computed, finish.run);
  if (mapCodes !== undefined) await eachInTurns(processed, mapCodes.run);
  context.trace?.(processedEvent(plan, rows, processed));
  return processed;
}

/** New rows: joined, filtered and with their fields. */
async function computedRows(
  plan: RowProcessing,
  rows: readonly WorkRow[],
  context: RunContext,
  fieldOf: FieldOf,
): Promise<readonly MutableRow[]> {
  const { where, compute } = plan;
  const isJoining = plan.attach.length > 0 || plan.each.length > 0;
  if (compute?.makesRows === true && !isJoining)
    return computeFields(compute, await filterRows(where, rows, context), context);
  // Rows of a statement stay unchanged for the key of the next page; rows of a request belong to the caller.
  const joined = await mapInTurns(rows, (row): MutableRow => ({ ...row }));
  const inner = context.keepsUnknown === true ? { ...context, keepsUnknown: false } : context;
  for (const item of plan.attach) await attach(item, joined, inner, fieldOf);
  for (const item of plan.each) await processEach(item, joined, inner, fieldOf);
  const matching = await filterRows(where, joined, context);
  return compute === undefined ? matching : computeFields(compute, matching, context);
}
