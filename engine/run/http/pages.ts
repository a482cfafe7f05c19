/**
 * Reads the pages of an ERP one after the other. A position is a page of the ERP (a link, cursor or number) and the
 * number of its rows before it, so that a page of the contract continues where the previous one ended.
 */

import { toDecimalText } from '../../base/decimal.ts';
import { interpolate } from '../../base/setting-values.ts';
import type { ErpPaging, ExchangePlan } from '../../plan/exchange.ts';
import type { WorkRow } from '../../shape/encode.ts';
import { SourceError, type SqlValue } from '../../sources/source.ts';
import type { Bindings } from '../../transform/expression.ts';
import type { RunContext } from '../context/context.ts';
import { type Answer, renderExchange, sendExchange } from './exchange.ts';

export interface Position {
  /**
   * Link (path and query from the root of the origin), cursor, page number, or number of rows before it; an empty
   * text is the first page.
   */
  readonly at: string | number;
  readonly skip: number;
}

export interface ErpPage {
  readonly rows: readonly WorkRow[];
  readonly at: string | number;
  /** Undefined after the last page. */
  readonly next: string | number | undefined;
}

/** The form of a position in a bookmark. */
export function keyOfPosition(paging: ErpPaging, { at, skip }: Position): readonly SqlValue[] {
  return [paging.kind, at, skip];
}

/** The position in a bookmark; undefined if it belongs to another kind of paging. */
export function positionOfKey(paging: ErpPaging, key: readonly SqlValue[] | undefined): Position | undefined {
  const [kind, at, skip] = key ?? [];
  if (kind !== paging.kind || typeof skip !== 'number') return undefined;
  return typeof at === 'string' || typeof at === 'number' ? { at, skip } : undefined;
}

/** The start of a list. */
export function firstPosition(paging: ErpPaging): Position {
  const counted = paging.kind === 'page' || paging.kind === 'offset';
  return { at: counted ? paging.from : '', skip: 0 };
}

/**
 * Whether the ERP's page numbers or offsets count rows, so that the position of a row is known without reading those
 * before it.
 */
export function isCountable(paging: ErpPaging): paging is Extract<ErpPaging, { readonly kind: 'page' | 'offset' }> {
  return (paging.kind === 'page' || paging.kind === 'offset') && paging.items === undefined;
}

const broken = (message: string): SourceError => new SourceError('broken', message);

/**
 * A link of the ERP, from the root of its origin. It may be relative to the URL that returned it. Throws
 * `SourceError` if it leads to another origin.
 */
function linkFrom(requestUrl: string, link: string): string {
  const url = URL.canParse(link, requestUrl) ? new URL(link, requestUrl) : undefined;
  if (url === undefined) throw broken('The ERP gave a link to its next page that is no address');
  if (url.origin !== new URL(requestUrl).origin)
    throw broken(`The ERP gave a link to ${url.origin}, which is another origin`);
  return `${url.pathname}${url.search}`;
}

function variables(paging: ErpPaging, at: string | number, limit: number | undefined): Bindings {
  const size = limit === undefined ? {} : { limit };
  switch (paging.kind) {
    case 'whole':
    case 'next':
      return size;
    case 'cursor':
      return at === '' ? size : { ...size, cursor: at };
    case 'page':
      return { ...size, page: at };
    case 'offset':
      return { ...size, offset: at };
  }
}

async function countedNext(
  paging: Extract<ErpPaging, { readonly kind: 'page' | 'offset' }>,
  { rows, body, bindings }: Answer,
  at: number,
  limit: number,
): Promise<number | undefined> {
  const { items, more, total, from } = paging;
  const listed: unknown = items === undefined ? rows : await items.evaluate(body, bindings);
  const count = Array.isArray(listed) ? listed.length : listed === undefined ? 0 : 1;
  if (count === 0) return undefined;
  const next = paging.kind === 'page' ? at + 1 : at + count;
  if (more !== undefined) return (await more.evaluate(body, bindings)) ? next : undefined;
  if (total !== undefined) {
    const all = Number(toDecimalText(await total.evaluate(body, bindings)) ?? 0);
    const seen = paging.kind === 'page' ? (at - from) * limit + count : next;
    return seen < all ? next : undefined;
  }
  return count < limit ? undefined : next;
}

async function nextOf(
  paging: ErpPaging,
  answer: Answer,
  at: string | number,
  limit: number | undefined,
): Promise<string | number | undefined> {
  const { body, bindings } = answer;
  switch (paging.kind) {
    case 'whole':
      return undefined;
    case 'next': {
      const link = body === undefined ? undefined : await paging.link.evaluate(body, bindings);
      return typeof link === 'string' && link !== '' ? linkFrom(answer.url, link) : undefined;
    }
    case 'cursor': {
      const cursor = body === undefined ? undefined : await paging.cursor.evaluate(body, bindings);
      return (typeof cursor === 'string' && cursor !== '') || typeof cursor === 'number' ? cursor : undefined;
    }
    case 'page':
    case 'offset':
      return countedNext(paging, answer, Number(at), limit ?? paging.size);
  }
}

export interface ErpPagesInput {
  readonly exchange: ExchangePlan;
  readonly paging: ErpPaging;
  readonly context: RunContext;
  /** Requested number of rows in each page; undefined for the default of the ERP. */
  readonly limit: number | undefined;
  /** Additional variables of the request. */
  readonly more: Bindings;
}

function tooManyPages(source: string, maxPages: number): SourceError {
  return new SourceError('broken', `A list of the source "${source}" has more than ${maxPages} pages.`, {
    cure: 'Ask for larger pages, or raise `limits: pages` of the source. If the list is short, its links or cursors never end: check `page`.',
  });
}

/** One page of the ERP. */
async function erpPage(
  { exchange, paging, context, limit, more }: ErpPagesInput,
  at: string | number,
): Promise<ErpPage> {
  const pageBindings = { ...more, ...variables(paging, at, limit) };
  const request = await renderExchange(exchange, context, pageBindings);
  // No record has these values.
  if (request === undefined) return { rows: [], at, next: undefined };
  const isLink = paging.kind === 'next' && at !== '';
  const target = isLink
    ? `${new URL(interpolate(exchange.base, context.requestSettings)).origin}${at}`
    : request.target;
  const answer = await sendExchange(exchange, context, { ...request, target }, pageBindings);
  return { rows: answer.rows, at, next: await nextOf(paging, answer, at, limit) };
}

/**
 * Pages of the ERP from a position on, read lazily. Rejects with `SourceError` if a page is its own next page, or if there are more than the
 * source allows.
 */
export async function* erpPages(input: ErpPagesInput, from: string | number): AsyncGenerator<ErpPage, undefined> {
  const { maxPages, source } = input.exchange;
  let at: string | number | undefined = from;
  for (let count = 1; at !== undefined; count += 1) {
    if (count > maxPages) throw tooManyPages(source, maxPages);
    const page: ErpPage = await erpPage(input, at);
    yield page;
    if (page.next === at) throw broken('The next page of the ERP is the same one again');
    at = page.next;
  }
}

/** All rows, from the ERP's first page to its last. */
export async function allRows(
  exchange: ExchangePlan,
  paging: ErpPaging,
  context: RunContext,
  more: Bindings,
): Promise<readonly WorkRow[]> {
  const pages: (readonly WorkRow[])[] = [];
  const { at } = firstPosition(paging);
  for await (const { rows } of erpPages({ exchange, paging, context, limit: paging.size, more }, at)) pages.push(rows);
  return pages.flat();
}
