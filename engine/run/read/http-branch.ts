/** A read over HTTP: pages of the ERP are gone through until the rows that are wanted have come. */

import { sortRows } from '../../plan/order.ts';
import type { ExchangeBranch } from '../../plan/read.ts';
import type { RowProcessing } from '../../plan/row-processing.ts';
import type { WorkRow } from '../../shape/encode.ts';
import type { SqlValue } from '../../sources/source.ts';
import type { Bindings } from '../../transform/expression.ts';
import type { RunContext } from '../context/context.ts';
import {
  type ErpPage,
  erpPages,
  firstPosition,
  isCountable,
  keyOfPosition,
  type Position,
  positionOfKey,
} from '../http/pages.ts';
import { rankRows } from '../http/rank-rows.ts';
import { wordsOf } from '../http/request-input.ts';
import { type FieldOf, processRows } from './row-processing.ts';

/** The rows that are wanted: of a page of the contract, or the first ones of a list. */
export interface RowRange {
  readonly count: number;
  /** Rows before them, where `after` does not say where they begin. */
  readonly offset: number;
  readonly after: readonly SqlValue[] | undefined;
}

export interface Found {
  readonly rows: readonly WorkRow[];
  /** What the next page begins behind, when the n-th row was the last one of this. */
  readonly keys: (index: number) => readonly SqlValue[] | undefined;
  readonly more: boolean;
}

const requestField: FieldOf = (_index, column) => column;

/** Rows of one page of the ERP: no more than it gives, and than are wanted. Where rows are counted, one more shows whether there are others. */
function pageSize({ paging }: ExchangeBranch, range: RowRange | undefined): number | undefined {
  const { size, kind } = paging;
  const count = range && (kind === 'offset' && isCountable(paging) ? range.count + 1 : range.count);
  if (count === undefined) return size;
  return size === undefined ? count : Math.min(size, count);
}

/** Whether rows are left out of a list: then the place of a row is not known from the ERP's count of them. */
const isFiltered = ({ processing }: ExchangeBranch, range: RowRange | undefined): boolean =>
  range !== undefined && processing.where !== undefined;

interface Start extends Position {
  /** Rows that are passed over, of those that are not left out. */
  readonly passed: number;
}

/** Where the walk begins, and how many rows are passed over there. */
function startOf(branch: ExchangeBranch, range: RowRange | undefined, limit: number | undefined): Start {
  const { paging } = branch;
  const first = { ...firstPosition(paging), passed: 0 };
  if (range === undefined) return first;
  const known = positionOfKey(paging, range.after);
  if (known !== undefined) return { ...known, passed: 0 };
  if (isFiltered(branch, range)) return { ...first, passed: range.offset };
  if (!isCountable(paging) || limit === undefined) return { ...first, skip: range.offset };
  if (paging.kind === 'offset') return { ...first, at: range.offset };
  return { ...first, at: paging.from + Math.floor(range.offset / limit), skip: range.offset % limit };
}

/** Work column: the place of a row on its page of the ERP. */
const place = '\u0000place';

/** What is done to rows before it is known which of them count, and what afterwards. */
function splitProcessing(
  { processing }: ExchangeBranch,
  range: RowRange | undefined,
): { before?: RowProcessing; after: RowProcessing } {
  if (range === undefined || processing.where === undefined) return { after: processing };
  const before = { ...processing, fields: [], finish: undefined, codes: [] };
  return { before, after: { ...processing, attach: [], each: [], where: undefined } };
}

/** The rows of a page of the ERP that count, each with its place there. */
async function counted(
  { rows }: ErpPage,
  before: RowProcessing | undefined,
  context: RunContext,
): Promise<readonly (readonly [index: number, row: WorkRow])[]> {
  if (before === undefined) return [...rows.entries()];
  const placed = rows.map((row, index) => ({ ...row, [place]: index }));
  const matching = await processRows(before, placed, context, requestField);
  return matching.map(({ [place]: index, ...row }) => [Number(index), row]);
}

function positionAfter({ paging }: ExchangeBranch, { at }: ErpPage, index: number): Position {
  // Rows that the ERP counts itself are asked for from there, whatever the size of its pages then is.
  if (paging.kind === 'offset' && isCountable(paging)) return { at: Number(at) + index + 1, skip: 0 };
  return { at, skip: index + 1 };
}

interface Placed {
  readonly row: WorkRow;
  readonly after: Position;
}

/** Rows from a position on, each with the position behind it: as many as are wanted, and whether there are others. */
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
  for await (const page of erpPages(branch.exchange, branch.paging, context, start.at, limit, more)) {
    const { rows, next } = page;
    for (const [index, row] of await counted(page, before, context)) {
      if (index < skip) continue;
      if (passed > 0) {
        passed -= 1;
        continue;
      }
      if (placed.length === maximum) return { placed, more: true };
      placed.push({ row, after: positionAfter(branch, page, index) });
    }
    skip = Math.max(0, skip - rows.length);
    if (next === undefined) return { placed, more: false };
    // The next page of the contract begins with that of the ERP.
    const last = placed.at(-1);
    if (placed.length < maximum || last === undefined) continue;
    placed[placed.length - 1] = { ...last, after: { at: next, skip: 0 } };
    return { placed, more: true };
  }
  return { placed, more: false };
}

/** Hits of a search, best first: pages of the ERP are gone through until there are enough. */
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
  for await (const { rows } of erpPages(branch.exchange, branch.paging, context, at, limit, more)) {
    const processed = await processRows(branch.processing, rows, context, requestField);
    hits = [...hits, ...rankRows(processed, typeof text === 'string' ? text : '', search.columns, search.match)];
    if (hits.length >= maximum) break;
  }
  return rankRows(hits, typeof text === 'string' ? text : '', search.columns, search.match);
}

function cut(rows: readonly WorkRow[], range: RowRange | undefined): Found {
  const end = range === undefined ? rows.length : range.offset + range.count;
  return { rows: rows.slice(range?.offset ?? 0, end), keys: () => undefined, more: rows.length > end };
}

/** The rows of a read over HTTP, shaped. Without `wanted` all of them. */
export async function runExchangeBranch(
  branch: ExchangeBranch,
  context: RunContext,
  range: RowRange | undefined,
): Promise<Found> {
  const { search, order, paging } = branch;
  if (search !== undefined) return cut(await searchRows(branch, search, context, range), range);
  // What the engine is to sort it must have as a whole.
  const isSorted = order.length > 0;
  const walked = isSorted ? undefined : range;
  const { placed, more } = await gather(branch, context, walked, {});
  const rows = await processRows(
    splitProcessing(branch, walked).after,
    placed.map(({ row }) => row),
    context,
    requestField,
  );
  if (isSorted) return cut(sortRows(rows, order), range);
  const keys = (index: number): readonly SqlValue[] | undefined => {
    const after = placed[index]?.after;
    return after && keyOfPosition(paging, after);
  };
  return { rows, keys, more };
}
