/** What is done to rows after they came: attached reads are joined, fields computed, codes mapped. */

import type { FieldFault } from '../../base/problem.ts';
import type { AttachPlan, EachPlan, RowProcessing } from '../../plan/row-processing.ts';
import { textOf, type WorkRow } from '../../shape/encode.ts';
import { SourceError } from '../../sources/source.ts';
import { bindingsOf, type RunContext, withState } from '../context/context.ts';
import { runQuery } from '../context/query.ts';
import { refuse } from '../context/refuse.ts';
import { processedEvent } from '../context/trace.ts';
import { refuseUnlessOne, requestAttachedRows, requestEachRow } from '../http/joined-requests.ts';
import { computeFields, filterRows, type MutableRow, mapCodes } from './compute-fields.ts';

/** Names the request field that a column of the n-th row comes from, for refusals. */
export type FieldOf = (index: number, column: string) => string;

const joint = '\u0000';

/** Bytes are no value of a statement: as if there were none, nothing would be found, and nobody would notice. */
function bytesFault(column: string): SourceError {
  return new SourceError(
    'value',
    `The column "${column}" holds bytes, by which no rows are attached: convert it in SQL.`,
  );
}

function keyOf(row: WorkRow, columns: readonly string[]): string | undefined {
  let key: string | undefined;
  for (const column of columns) {
    const value = row[column];
    if (value instanceof Uint8Array) throw bytesFault(column);
    const text = textOf(value);
    if (text === undefined) return undefined;
    key = key === undefined ? text : `${key}${joint}${text}`;
  }
  return key;
}

type Groups = ReadonlyMap<string, readonly WorkRow[]>;

function group(rows: readonly WorkRow[], columns: readonly string[], fold: boolean): Groups {
  const groups = new Map<string, WorkRow[]>();
  let before: WorkRow | undefined;
  let members: WorkRow[] | undefined;
  for (const row of rows) {
    // Children mostly come in the order of their parents: then the last group is the next one's too.
    if (members === undefined || before === undefined || !sameCells(row, before, columns)) {
      const own = keyOf(row, columns);
      if (own === undefined) continue;
      const key = fold ? own.toLowerCase() : own;
      members = groups.get(key) ?? [];
      groups.set(key, members);
      before = row;
    }
    members.push(row);
  }
  return groups;
}

function sameCells(a: WorkRow, b: WorkRow, columns: readonly string[]): boolean {
  for (const column of columns) if (a[column] !== b[column]) return false;
  return true;
}

/** Their rows for one of ours. The ERP's collation may have ignored case; an exact match goes before such a one. */
function matcher(plan: AttachPlan, attachedRows: readonly WorkRow[]): (row: WorkRow) => readonly WorkRow[] {
  const exact = group(attachedRows, plan.innerColumns, false);
  let folded: Groups | undefined;
  return (row) => {
    const key = keyOf(row, plan.outerColumns);
    const equal = key === undefined ? [] : exact.get(key);
    if (equal !== undefined || key === undefined) return equal ?? [];
    folded ??= group(attachedRows, plan.innerColumns, true);
    return folded.get(key.toLowerCase()) ?? [];
  };
}

/** Values that one statement takes; databases have limits from 32,766 on, and drivers slow down long before. */
const slice = 1_000;

/** The rows of an attached query, asked for in slices where a page is not the limit: the lines of a pushed document. */
async function readAttached(
  plan: AttachPlan,
  rows: readonly WorkRow[],
  context: RunContext,
): Promise<readonly WorkRow[]> {
  const { read } = plan;
  if (read.kind === 'exchange') return requestAttachedRows(read, plan.outerColumns, rows, context);
  const { query } = read;
  // Of several columns the same value may stand in two slices, and its rows would come twice.
  if (rows.length <= slice || plan.outerColumns.length > 1) return runQuery(query, withState(context, { rows }));
  const distinct = [...new Map(rows.map((row) => [keyOf(row, plan.outerColumns), row])).values()];
  const attachedRows: WorkRow[] = [];
  for (let start = 0; start < distinct.length; start += slice) {
    attachedRows.push(...(await runQuery(query, withState(context, { rows: distinct.slice(start, start + slice) }))));
  }
  return attachedRows;
}

/** Whether the attached query asks for nothing but the values that its rows are joined by. */
function isLimitedToOuterKeys({ read, outerColumns }: AttachPlan): boolean {
  // What a request asks for, its path and its body may say in any form.
  if (read.kind === 'exchange') return false;
  const { query } = read;
  const lists = [...query.values.keys()].filter((name) => name.startsWith('rows.'));
  return outerColumns.length === 1 && lists.length === 1 && lists[0] === `rows.${outerColumns[0]}`;
}

/**
 * Rows that were asked for by their values and equal none of them would be left out without a word: the database takes other texts for
 * equal (é and e, by its collation), or the query gives the value in another form (00042 for 42).
 */
function unmatchedFault(plan: AttachPlan, unmatched: WorkRow): SourceError {
  const [column = ''] = plan.innerColumns;
  const what = `The joined read "${plan.name}" gave a row whose "${column}" is ${JSON.stringify(textOf(unmatched[column]) ?? null)}`;
  const why = `but no row has that in "${plan.outerColumns[0]}"`;
  return new SourceError('value', `${what}, ${why}: give both in one form in SQL, or compare by a binary collation.`);
}

/** Gives each row the list of those that belong to it, in the order in which they came. */
function assignLists(
  plan: AttachPlan,
  rows: readonly MutableRow[],
  attachedRows: readonly WorkRow[],
  match: (row: WorkRow) => readonly WorkRow[],
): void {
  let count = 0;
  for (const row of rows) {
    const own = match(row);
    row[plan.name] = own;
    count += own.length;
  }
  if (count >= attachedRows.length) return;
  // The rest belongs to those that are equal but for case, as the ERP's collation may have it: some lines in capitals, some not.
  const matched = new Set(rows.flatMap(match));
  const rest = group(
    attachedRows.filter((row) => !matched.has(row)),
    plan.innerColumns,
    true,
  );
  for (const row of rows) {
    const more = rest.get(keyOf(row, plan.outerColumns)?.toLowerCase() ?? '');
    if (more === undefined) continue;
    const own = new Set([...match(row), ...more]);
    row[plan.name] = attachedRows.filter((one) => own.has(one));
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
  const match = matcher(plan, attachedRows);
  const { name, one } = plan;
  if (one === undefined) {
    assignLists(plan, rows, attachedRows, match);
    return;
  }
  const faults: FieldFault[] = [];
  for (const [index, row] of rows.entries()) {
    const [only, ...others] = match(row);
    if (only === undefined || others.length > 0) {
      const message = await one.render(row, bindingsOf(context));
      faults.push({
        field: fieldOf(index, plan.outerColumns[0] ?? name),
        message,
        rule: only === undefined ? 'unknown' : 'ambiguous',
      });
    }
    row[name] = only;
  }
  refuse(faults);
}

/** Sends a request for each row, and gives the row what came of it: a list, or with `one` the one row itself. */
async function processEach(
  plan: EachPlan,
  rows: readonly MutableRow[],
  context: RunContext,
  fieldOf: FieldOf,
): Promise<void> {
  const { name, one, processing } = plan;
  const answers = await requestEachRow(plan, rows, context);
  await refuseUnlessOne(plan, rows, answers, context, (index) => fieldOf(index, name));
  for (const [index, row] of rows.entries()) {
    const own = await processRows(processing, answers[index] ?? [], context, fieldOf);
    row[name] = one === undefined ? own : own[0];
  }
}

/** Whether anything is done to rows. Where nothing is, they need not go through `processRows`, which waits. */
export function hasProcessing({ attach, each, where, fields, finish, codes }: RowProcessing): boolean {
  const isJoining = attach.length > 0 || each.length > 0;
  return isJoining || where !== undefined || fields.length > 0 || finish !== undefined || codes.length > 0;
}

/** The rows with what a plan adds to them. Order: attached reads, requests for each row, the condition, then fields, then codes. */
export async function processRows(
  plan: RowProcessing,
  rows: readonly WorkRow[],
  context: RunContext,
  fieldOf: FieldOf,
): Promise<readonly WorkRow[]> {
  const { where, fields, finish, codes } = plan;
  if (rows.length === 0 || !hasProcessing(plan)) return rows;
  // The rows of a statement stay as they came, for the key of the next page; those of a request are the caller's.
  let own: readonly MutableRow[] = rows.map((row) => ({ ...row }));
  for (const item of plan.attach) await attach(item, own, context, fieldOf);
  for (const item of plan.each) await processEach(item, own, context, fieldOf);
  if (where !== undefined) own = await filterRows(where, own, context);
  if (fields.length > 0) own = await computeFields(plan, own, context);
  if (finish !== undefined) own = own.map((row) => ({ ...finish(row) }));
  mapCodes(codes, own);
  context.trace?.(processedEvent(plan, rows, own));
  return own;
}
