/**
 * Start positions of pages. The contract numbers pages; the engine walks them by key, so that page 2,000 costs as
 * much as page 1, and rows that are added or removed meanwhile neither hide nor repeat others. A bookmark stores the
 * key of the last row before a page.
 */
import type { SqlValue } from '../../sources/source.ts';
import type { RunContext } from '../context/context.ts';

/** How a list is divided into pages. */
export interface Division {
  /** Rows of a page. */
  readonly size: number;
  /** The columns of the key; undefined if it is the id of the rows. A profile that is replaced by another version may have other ones. */
  readonly columns?: readonly string[] | undefined;
}

/**
 * Identifies one walk through a list: each page size, each key and each `modifiedSince` has separate bookmarks. So do companies
 * in one database, which differ in their settings.
 */
function nameOf(context: RunContext, { size, columns }: Division, page: number): string {
  const { modifiedSince } = context.state.request;
  const { identity, settingsDigest, endpoint } = context;
  const key = columns === undefined ? [] : [columns];
  return JSON.stringify([identity, settingsDigest, endpoint, size, modifiedSince ?? null, page, ...key]);
}

function isKey(value: unknown): value is readonly SqlValue[] {
  return Array.isArray(value) && value.every((item) => ['string', 'number', 'boolean'].includes(typeof item));
}

/** The key after which a page starts. Without a bookmark the caller counts rows, and the log says so. */
export async function findBookmark(
  context: RunContext,
  division: Division,
  page: number,
): Promise<readonly SqlValue[] | undefined> {
  if (page === 1) return undefined;
  const text = await context.bookmarks.read(nameOf(context, division, page));
  const key: unknown = text === undefined ? undefined : JSON.parse(text);
  if (isKey(key)) return key;
  const message = 'The previous page was not requested before; the rows of this page are found by counting.';
  context.log({ level: 'info', event: 'page_without_bookmark', endpoint: context.endpoint, page, message });
  return undefined;
}

/** Stores the key of the last row of a page for the next page. */
export async function storeBookmark(
  context: RunContext,
  division: Division,
  page: number,
  key: readonly SqlValue[],
): Promise<void> {
  await context.bookmarks.write(nameOf(context, division, page + 1), JSON.stringify(key));
}
