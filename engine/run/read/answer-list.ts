/** Reads and encodes the rows of an endpoint that answers a list or a page. */

import type { WorkRow } from '../../shape/encode.ts';
import type { SqlValue } from '../../sources/source.ts';
import {
  brokenWhole,
  encodeRows,
  type Members,
  type Parts,
  type ReadWork,
  type RowsAnswer,
} from '../answer/encode-rows.ts';
import type { RunContext } from '../context/context.ts';
import { type Division, findBookmark, storeBookmark } from '../marks/bookmarks.ts';
import { runRead, runReadForm } from './read.ts';

/** `"hits":[...]`, with `hasMore` if the list is paged. `known` is false if an id of the request cannot exist. */
export async function answerList(
  work: ReadWork,
  answer: RowsAnswer,
  call: RunContext,
  isKnown: boolean,
): Promise<Members | Parts> {
  const context: RunContext = { ...call, keepsUnknown: true };
  const { limit, page } = context.state.request;
  const size = typeof limit === 'number' ? limit : undefined;
  if (answer.paged && size !== undefined && typeof page === 'number') {
    const division = { size, columns: keyColumns(work, answer) };
    const { rows, more } = isKnown ? await runPage(work, context, division, page) : { rows: [], more: false };
    return encodeRows(rows, work, answer, context, `,"hasMore":${more}`);
  }
  const window = size === undefined ? undefined : { limit: size, offset: 0 };
  const rows = isKnown ? await runRead(work.read, context, window) : [];
  return encodeRows(rows, work, answer, context);
}

/** The columns of the key of pages; undefined if it is the id of the rows, or pages are not found by a key. */
function keyColumns({ read: { rows } }: ReadWork, { id }: RowsAnswer): readonly string[] | undefined {
  const columns =
    rows.kind === 'expression' ? [] : rows.branches.flatMap((branch) => ('key' in branch ? (branch.key ?? []) : []));
  return columns.every((column) => column === id) ? undefined : columns;
}

/** Whether rows with an empty key exist. No key leads to them, so they follow at the end of a walk by key. */
function hasEmptyLast({ read: { rows } }: ReadWork): boolean {
  return rows.kind !== 'expression' && rows.branches.some((branch) => branch.kind === 'query' && branch.emptyLast);
}

/**
 * The next page starts after the key of the last row of this page. Throws if the next row has the same key: it would
 * be on neither page.
 */
function checkDistinct(last: readonly SqlValue[], next: readonly SqlValue[] | undefined): void {
  const [one, other] = [JSON.stringify(last), JSON.stringify(next)];
  if (one !== other) return;
  const cure = 'A row must not come twice, and `page: { key }` has to distinguish rows';
  throw brokenWhole('answer', `two rows have the key ${one} of the page, and one of them would be lost. ${cure}`);
}

/** The rows of a page, and whether another page follows. It reads one row more than the page has. */
async function runPage(
  work: ReadWork,
  context: RunContext,
  division: Division,
  page: number,
): Promise<{ readonly rows: readonly WorkRow[]; readonly more: boolean }> {
  const { size } = division;
  const after = await findBookmark(context, division, page);
  const window = { limit: size + 1, offset: (page - 1) * size, after, ahead: true };
  const { rows: readRows, keys, more: knownMore } = await runReadForm(work.read, context, window);
  const left = window.limit - readRows.length;
  const ends = after !== undefined && left > 0 && hasEmptyLast(work);
  const rows = ends
    ? [...readRows, ...(await runRead(work.read, context, { limit: left, offset: 0, empty: true }))]
    : readRows;
  const more = knownMore ?? rows.length > size;
  const last = more && size <= readRows.length ? keys(size - 1) : undefined;
  if (last !== undefined) {
    checkDistinct(last, keys(size));
    await storeBookmark(context, division, page, last);
  }
  return { rows: rows.slice(0, size), more };
}
