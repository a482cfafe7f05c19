/** A read over HTTP: reads the ERP's pages until the requested rows are complete. */

import { mapInTurns, Turn } from '../../base/turn.ts';
import { sortRows } from '../../plan/order.ts';
import type { ExchangeBranch } from '../../plan/read.ts';
import type { RowProcessing } from '../../plan/row-processing.ts';
import type { WorkRow } from '../../shape/encode.ts';
import type { SqlValue } from '../../sources/source.ts';
import type { Bindings } from '../../transform/expression.ts';
import type { RunContext } from '../context/context.ts';
import { requestEachRow } from '../http/joined-requests.ts';
import {
  type ErpPage,
  type ErpPagesInput,
  erpPages,
  firstPosition,
  isCountable,
  keyOfPosition,
  type Position,
  positionOfKey,
} from '../http/pages.ts';
import { rankRows } from '../http/rank-rows.ts';
import { wordsOf } from '../http/request-input.ts';
import { type FieldOf, processRows } from '../rows/process-rows.ts';

/** The requested rows: a page of the contract, or the first rows of a list. */
export interface RowRange {
  readonly count: number;
  /** Number of rows before the range, if `after` does not define its start. */
  readonly offset: number;
  readonly after: readonly SqlValue[] | undefined;
  /** The size of counted pages of the ERP, if it is not `count`: a page number is a position only together with the size of the pages. */
  readonly pageSize?: number | undefined;
}

export interface PagedRows {
  readonly rows: readonly WorkRow[];
  /** The position after the n-th row, as a key for the next page. */
  readonly keys: (index: number) => readonly SqlValue[] | undefined;
  readonly more: boolean;
}

const requestField: FieldOf = (_index, column) => column;

/** A page of the ERP. With `details` its rows are those of the requests for each record. */
interface BranchPage extends ErpPage {
  /** With `details`: the number of rows of each record. */
  readonly counts: readonly number[] | undefined;
}

async function* branchPages(
  { exchange, paging, details }: ExchangeBranch,
  input: Pick<ErpPagesInput, 'context' | 'limit' | 'more'>,
  from: string | number,
): AsyncGenerator<BranchPage, undefined> {
  for await (const page of erpPages({ exchange, paging, ...input }, from)) {
    const records = details && (await requestEachRow(details, page.rows, input.context));
    yield { ...page, rows: records?.flat() ?? page.rows, counts: records?.map((rows) => rows.length) };
  }
}

/** Whether the number of a row is its place among the rows that the ERP counts. */
const isCounted = ({ paging, details }: ExchangeBranch): boolean => details === undefined && isCountable(paging);

/**
 * Page size of the ERP: at most its maximum and the requested count. If the ERP counts rows, one more row shows
 * whether others follow.
 */
function pageSize(branch: ExchangeBranch, range: RowRange | undefined): number | undefined {
  const { size, kind } = branch.paging;
  const wanted = range && (kind === 'page' ? (range.pageSize ?? range.count) : range.count);
  const showsNext = kind === 'offset' && (isCounted(branch) || branch.details !== undefined);
  const count = wanted && (showsNext ? wanted + 1 : wanted);
  if (count === undefined) return size;
  return size === undefined ? count : Math.min(size, count);
}

/** Whether the condition drops rows: then the ERP's count does not give the position of a row. */
const isFiltered = ({ processing }: ExchangeBranch, range: RowRange | undefined): boolean =>
  range !== undefined && processing.where !== undefined;

interface Start extends Position {
  /** Number of rows to skip among those that satisfy the condition. */
  readonly passed: number;
}

/** The start position, and the number of rows to skip there. */
function startOf(branch: ExchangeBranch, range: RowRange | undefined, limit: number | undefined): Start {
  const { paging } = branch;
  const first = { ...firstPosition(paging), passed: 0 };
  if (range === undefined) return first;
  const keyPosition = positionOfKey(paging, range.after);
  if (keyPosition !== undefined) return { ...keyPosition, passed: 0 };
  if (isFiltered(branch, range)) return { ...first, passed: range.offset };
  if (!isCountable(paging) || !isCounted(branch) || limit === undefined) return { ...first, skip: range.offset };
  if (paging.kind === 'offset') return { ...first, at: range.offset };
  return { ...first, at: paging.from + Math.floor(range.offset / limit), skip: range.offset % limit };
}

/** Work column: the index of a row on the ERP's page. */
const place = '\u0000place';

/**
 * Splits the processing: what runs before the rows are counted (joined reads and the condition), and what runs
 * afterwards.
 */
function splitProcessing(
  { processing }: ExchangeBranch,
  range: RowRange | undefined,
): { before?: RowProcessing; after: RowProcessing } {
  if (range === undefined || processing.where === undefined) return { after: processing };
  const before = { ...processing, fields: [], compute: undefined, finish: undefined, codes: [], mapCodes: undefined };
  return { before, after: { ...processing, attach: [], each: [], where: undefined } };
}

/** A row with its place. */
interface Placed {
  readonly row: WorkRow;
  readonly page: BranchPage;
  /** Its index on the page. */
  readonly index: number;
  /** The position after it, if that is another page. */
  readonly after?: Position;
}

/** The rows of an ERP page that satisfy the condition. */
async function counted(
  page: BranchPage,
  before: RowProcessing | undefined,
  context: RunContext,
): Promise<readonly Placed[]> {
  let index = 0;
  if (before === undefined) return mapInTurns(page.rows, (row) => ({ row, page, index: index++ }));
  const placed = await mapInTurns(page.rows, (row) => ({ ...row, [place]: index++ }));
  const matching = await processRows(before, placed, context, requestField);
  return mapInTurns(matching, ({ [place]: at, ...row }) => ({ row, page, index: Number(at) }));
}

/** The record of a row, and the number of its rows up to this one. */
function recordOf(counts: readonly number[], index: number): { readonly record: number; readonly rows: number } {
  let [record, rest] = [0, index];
  while (rest >= (counts[record] ?? Number.POSITIVE_INFINITY)) {
    rest -= counts[record] ?? 0;
    record += 1;
  }
  return { record, rows: rest + 1 };
}

function positionAfter(branch: ExchangeBranch, { page: { at, counts }, index, after }: Placed): Position {
  if (after !== undefined) return after;
  // A record whose rows are requested is not requested again by the next page.
  if (branch.paging.kind === 'offset' && branch.paging.items === undefined && counts !== undefined) {
    const { record, rows } = recordOf(counts, index);
    return { at: Number(at) + record, skip: rows };
  }
  // If the ERP counts rows, the next request starts at the row's own offset, independent of the page size.
  if (branch.paging.kind === 'offset' && isCounted(branch)) return { at: Number(at) + index + 1, skip: 0 };
  return { at, skip: index + 1 };
}

/** Rows from the start of the range, each with its place, up to the requested count; `more`: others follow. */
async function gather(
  branch: ExchangeBranch,
  context: RunContext,
  range: RowRange | undefined,
  more: Bindings,
): Promise<{ readonly placed: readonly Placed[]; readonly more: boolean }> {
  const limit = pageSize(branch, range);
  const start = startOf(branch, range, limit);
  const maximum = range?.count ?? Number.POSITIVE_INFINITY;
  const { before } = splitProcessing(branch, range);
  const placed: Placed[] = [];
  let { skip, passed } = start;
  const turn = new Turn();
  for await (const page of branchPages(branch, { context, limit, more }, start.at)) {
    const { rows, next } = page;
    const matching = await counted(page, before, context);
    // No iterator: V8 keeps one in an asynchronous function, and its result for each row.
    for (let at = 0; at < matching.length; at += 1) {
      const one = matching[at];
      if (turn.isOver(at)) await turn.next();
      if (one === undefined || one.index < skip) continue;
      if (passed > 0) {
        passed -= 1;
        continue;
      }
      if (placed.length === maximum) return { placed, more: true };
      placed.push(one);
    }
    skip = Math.max(0, skip - rows.length);
    if (next === undefined) return { placed, more: false };
    // The contract's next page starts with the ERP's next page.
    const last = placed.at(-1);
    if (placed.length < maximum || last === undefined) continue;
    placed[placed.length - 1] = { ...last, after: { at: next, skip: 0 } };
    // A record may have no rows: only a further row shows that another page follows.
    if (branch.details === undefined) return { placed, more: true };
  }
  return { placed, more: false };
}

/** Search hits, best first: reads ERP pages until there are enough. */
async function searchRows(
  branch: ExchangeBranch,
  search: NonNullable<ExchangeBranch['search']>,
  context: RunContext,
  range: RowRange | undefined,
): Promise<readonly WorkRow[]> {
  const text = context.state.request[search.field];
  const limit = pageSize(branch, range);
  const maximum = range === undefined ? Number.POSITIVE_INFINITY : range.offset + range.count;
  const { at } = firstPosition(branch.paging);
  let hits: readonly WorkRow[] = [];
  const more = { words: wordsOf(text) };
  for await (const { rows } of branchPages(branch, { context, limit, more }, at)) {
    const processed = await processRows(branch.processing, rows, context, requestField);
    hits = [
      ...hits,
      ...(await rankRows(processed, typeof text === 'string' ? text : '', search.columns, search.match)),
    ];
    if (hits.length >= maximum) break;
  }
  return rankRows(hits, typeof text === 'string' ? text : '', search.columns, search.match);
}

function cut(rows: readonly WorkRow[], range: RowRange | undefined): PagedRows {
  const end = range === undefined ? rows.length : range.offset + range.count;
  return { rows: rows.slice(range?.offset ?? 0, end), keys: () => undefined, more: rows.length > end };
}

/** The processed rows of a read over HTTP. Without `range`, all rows. */
export async function runExchangeBranch(
  branch: ExchangeBranch,
  context: RunContext,
  range: RowRange | undefined,
): Promise<PagedRows> {
  const { search, order, paging } = branch;
  if (search !== undefined) return cut(await searchRows(branch, search, context, range), range);
  // The engine can sort only the complete list.
  const isSorted = order.length > 0;
  const walked = isSorted ? undefined : range;
  const { placed, more } = await gather(branch, context, walked, {});
  const rows = await processRows(
    splitProcessing(branch, walked).after,
    placed.map(({ row }) => row),
    context,
    requestField,
  );
  if (isSorted) return cut(await sortRows(rows, order), range);
  const keys = (index: number): readonly SqlValue[] | undefined => {
    const one = placed[index];
    return one && keyOfPosition(paging, positionAfter(branch, one));
  };
  return { rows, keys, more };
}
