/** Compiles `page` of a request: how the engine walks through the pages of the ERP's list. */
import type { Path } from '../../base/place.ts';
import type { ErpPaging, RowsLocation } from '../../plan/exchange.ts';
import type { ErpPageSpec } from '../../profile/schema/index.ts';
import type { CompileContext } from '../context/context.ts';
import { expressionAt } from '../expressions/expressions.ts';
import { answerScope } from './outcomes.ts';

interface PagingInput {
  /** `page` of the read. */
  readonly readPage: ErpPageSpec | undefined;
  /** `page` of the source, which applies where the read does not say how pages follow. */
  readonly sourcePage: ErpPageSpec | undefined;
  readonly path: Path;
  readonly sourcePath: Path;
  /**
   * walked: every row is needed, and nothing would detect a missing one, so paging must be declared. all: every row is needed. some: the
   * first rows are enough.
   */
  readonly extent: 'walked' | 'all' | 'some';
  readonly rows: RowsLocation;
  /** Variables that the request uses. */
  readonly used: ReadonlySet<string>;
  /** What shows, by the vendor's description, that the list has pages. */
  readonly describedPaging: string | undefined;
}

/** Variables of expressions over a page of a list: the number of rows that was asked for, if the list has a `size`. */
export const sizeVariables = (size: number | undefined): readonly string[] => (size === undefined ? [] : ['limit']);

const ways = ['next', 'cursor', 'by', 'whole'] as const;

const hint =
  'Write `page: { next: ... }`, `{ cursor: ... }`, `{ by: page, size: ... }` or `{ by: offset, size: ... }`; or `{ whole: true }` if one answer holds the whole list.';

/** Reports a request that does not use the variable of its paging: it would read the first page again and again. */
function checkUse(context: CompileContext, path: Path, used: ReadonlySet<string>, variable: string): void {
  if (used.has(variable)) return;
  const message = `The request does not say which page it asks for: it does not use {{ $${variable} }}.`;
  context.report('REQ606', {
    path,
    key: true,
    message,
    hint: 'Put it where the ERP expects it, in `params` or in the body.',
  });
}

/** Reports a list of which every row is needed and only the first page is read, though the vendor describes pages. */
function checkDescribed(context: CompileContext, path: Path, { describedPaging }: PagingInput): void {
  if (describedPaging === undefined) return;
  const message = `Only the first answer is read, but the list may have several pages: ${describedPaging}.`;
  const follow = 'Write `page` with `next`, `cursor` or `by`, in the source or here.';
  context.report('API812', { path, key: true, severity: 'warning', message, hint: follow });
}

/** Compiles paging by numbers of pages or rows. */
function countedPaging(context: CompileContext, path: Path, page: ErpPageSpec, input: PagingInput): ErpPaging {
  const { by = 'offset', size } = page;
  const scope = answerScope(sizeVariables(size));
  const compiled = (key: 'items' | 'more' | 'total') => {
    const text = page[key];
    return text === undefined ? undefined : expressionAt(context, [...path, key], text, scope);
  };
  if (size === undefined) {
    const message = `\`by: ${by}\` needs \`size\`: a page with fewer rows is the last one.`;
    context.report('REQ606', {
      path: [...path, 'by'],
      message,
      hint: 'Write the largest number of rows that the ERP returns.',
    });
  }
  if (page.from !== undefined && by === 'offset') {
    const message = '`from` is only allowed with `by: page`.';
    const hint = 'If the first row has the number 1, write {{ $offset + 1 }}.';
    context.report('MAP113', { path: [...path, 'from'], key: true, message, hint });
  }
  const items = compiled('items');
  const [more, total] = [compiled('more'), compiled('total')];
  if (items === undefined && !input.rows.required && input.rows.expression !== undefined) {
    const message = 'The rows are computed by an expression, so their number may differ from what the ERP counts.';
    const hint = 'Add `items` with the path of the list that the ERP counts, such as `items: value`.';
    context.report('REQ606', { path, key: true, message, hint });
  }
  checkUse(context, [...path, 'by'], input.used, by);
  return { kind: by, from: by === 'page' ? (page.from ?? 1) : 0, size: size ?? 1, items, more, total };
}

/** Compiles the paging of a read. Faults are reported, and the list counts as one page. */
export function pagingAt(context: CompileContext, input: PagingInput): ErpPaging {
  const saysWay = (spec: ErpPageSpec | undefined): boolean => ways.some((way) => spec?.[way] !== undefined);
  const isOwn = saysWay(input.readPage);
  const path = [...(isOwn ? input.path : input.sourcePath), 'page'];
  const page: ErpPageSpec = isOwn
    ? { ...input.readPage }
    : { ...input.sourcePage, size: input.readPage?.size ?? input.sourcePage?.size };
  const [way, second] = ways.filter((one) => page[one] !== undefined);
  if (second !== undefined) {
    const message = `\`${way}\` and \`${second}\` are two ways to the next page.`;
    context.report('MAP105', { path: [...path, second], key: true, message, hint: 'Keep one.' });
  }
  const { size } = page;
  const scope = answerScope(sizeVariables(size));
  // The source's `page` is for its lists. A request for one record that does not use it is not paged.
  const variable = page.cursor === undefined ? page.by : 'cursor';
  if (!isOwn && input.extent === 'some' && variable !== undefined && !input.used.has(variable))
    return { kind: 'whole', size };
  if (way === undefined) {
    if (input.extent === 'walked') {
      const message = 'This list must be complete, but the profile does not say how the ERP pages a long list.';
      context.report('REQ606', { path: input.path, key: true, message, hint });
    }
    if (input.extent === 'all') checkDescribed(context, input.path, input);
    return { kind: 'whole', size };
  }
  switch (way) {
    case 'whole':
      if (input.extent !== 'some') checkDescribed(context, path, input);
      return { kind: 'whole', size };
    case 'next': {
      const link = expressionAt(context, [...path, 'next'], page.next ?? '', scope);
      return link === undefined ? { kind: 'whole', size } : { kind: 'next', link, size };
    }
    case 'cursor': {
      const cursor = expressionAt(context, [...path, 'cursor'], page.cursor ?? '', scope);
      checkUse(context, [...path, 'cursor'], input.used, 'cursor');
      return cursor === undefined ? { kind: 'whole', size } : { kind: 'cursor', cursor, size };
    }
    case 'by':
      return countedPaging(context, path, page, input);
  }
}
