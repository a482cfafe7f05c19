/**
 * Where pages begin. The contract numbers pages; the engine walks them by key, so that page 2,000 costs what page 1 costs and rows that
 * come and go meanwhile neither hide nor repeat another one. A bookmark remembers the key of the last row before a page.
 */
import type { SqlValue } from '../../sources/source.ts';
import type { RunContext } from './context.ts';

/** One walk through a list: pages of other sizes, or of other changes, have bookmarks of their own. */
function nameOf(context: RunContext, size: number, page: number): string {
  const { modifiedSince } = context.state.request;
  return JSON.stringify([context.identity, context.endpoint, size, modifiedSince ?? null, page]);
}

function isKey(value: unknown): value is readonly SqlValue[] {
  return Array.isArray(value) && value.every((item) => ['string', 'number', 'boolean'].includes(typeof item));
}

/** The key that a page begins behind. Without one the caller finds its way by counting rows, and the log says so. */
export async function findBookmark(
  context: RunContext,
  size: number,
  page: number,
): Promise<readonly SqlValue[] | undefined> {
  if (page === 1) return undefined;
  const text = await context.bookmarks.read(nameOf(context, size, page));
  const key: unknown = text === undefined ? undefined : JSON.parse(text);
  if (isKey(key)) return key;
  const message = 'The page was asked for without the one before it; its rows are found by counting.';
  context.log({ level: 'info', event: 'page_without_bookmark', endpoint: context.endpoint, page, message });
  return undefined;
}

/** Remembers the last row of a page for the next one. */
export async function leaveBookmark(
  context: RunContext,
  size: number,
  page: number,
  key: readonly SqlValue[],
): Promise<void> {
  await context.bookmarks.write(nameOf(context, size, page + 1), JSON.stringify(key));
}
