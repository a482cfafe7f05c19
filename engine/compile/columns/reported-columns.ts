/** Checks the columns that a database reports for a query against the columns that the profile names. */
import type { Path } from '../../base/place.ts';
import { closest, suggest } from '../../diagnostics/did-you-mean.ts';
import type { TextRange } from '../../diagnostics/reporter.ts';
import type { Wrap } from '../../sources/sql/text/wrap.ts';
import type { CompileContext } from '../context/context.ts';

/** What names a column: a key of the read, or the engine, which orders rows by their id. */
type NamedBy = 'search' | 'since' | 'order' | 'entries';

/** The path at which a read names a column; undefined where only the engine needs it. */
export type NamedAt = (by: NamedBy, column: string) => Path | undefined;

interface Query {
  readonly path: Path;
  readonly text: string;
  readonly namedAt?: NamedAt;
}

/** The place in a query that names a column of its result: the last word of an item of the SELECT list. */
function namePlace(text: string, word: string): TextRange | undefined {
  const escaped = word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const columnMatch = [...text.matchAll(new RegExp(`(?<![\\w$])${escaped}(?=["\\]]?\\s*(?:,|\\bFROM\\b|$))`, 'gi'))].at(
    -1,
  );
  return columnMatch && { offset: columnMatch.index, length: columnMatch[0].length };
}

/** The location of a column in the query, or of the whole query. */
export function columnAt(query: Query, column: string): { readonly path: Path; readonly range?: TextRange } {
  const range = namePlace(query.text, column);
  return range === undefined ? { path: query.path } : { path: query.path, range };
}

/** Reports columns with the same name. True when there are none. */
export function checkDistinct(context: CompileContext, query: Query, columns: readonly string[]): boolean {
  const lower = columns.map((column) => column.toLowerCase());
  const twice = columns.filter((column, index) => lower.indexOf(column.toLowerCase()) !== index);
  for (const column of twice) {
    context.report('MAP257', {
      ...columnAt(query, column),
      message: `Two columns of this query have the name "${column}"; upper and lower case count as equal.`,
      hint: 'Rename one with AS, or remove it.',
    });
  }
  return twice.length === 0;
}

function wrapColumns(wrap: Wrap): readonly (readonly [NamedBy, string])[] {
  return [
    ...(wrap.search?.columns ?? []).map((column) => ['search', column] as const),
    ...(wrap.since ?? []).flatMap(({ columns }) => columns.map((column) => ['since', column] as const)),
    ...(wrap.order ?? []).map(({ column }) => ['order', column] as const),
    ...(wrap.where ?? []).map(({ column }) => ['entries', column] as const),
  ];
}

/** What to do if a field of the contract has no column: a column with a similar name is misspelt, the field is not. */
function fieldHint(field: string, columns: readonly string[], fields: readonly string[]): string {
  const near = closest(
    field,
    columns.filter((column) => !fields.includes(column)),
  );
  return near === undefined ? `Select it AS ${field}.` : `Select it AS ${field}, in place of ${near}.`;
}

/** Reports columns that `search`, `order`, `since` or `page` name and that the query does not return. True when it returns all. */
export function checkWrap(
  context: CompileContext,
  query: Query,
  wrap: Wrap,
  columns: readonly string[],
  fields: readonly string[],
): boolean {
  const missing = wrapColumns(wrap).filter(
    ([, name]) => !columns.some((column) => column.toLowerCase() === name.toLowerCase()),
  );
  for (const [by, column] of missing) {
    const named = query.namedAt?.(by, column);
    if (by === 'entries') {
      const message = `The entries have no column "${column}".`;
      context.report('MAP256', { path: query.path, message, hint: `Select it AS ${column}.` });
    } else if (named === undefined) {
      const message = `The query returns no column "${column}", which the engine needs to identify and order rows.`;
      context.report('MAP253', { path: query.path, message, hint: `Select it AS ${column}.` });
    } else {
      context.report('MAP253', {
        path: named,
        message: `The query returns no column "${column}".`,
        hint: fields.includes(column)
          ? fieldHint(column, columns, fields)
          : `${suggest(column, columns)} A column that is not part of the answer needs a name that begins with _.`,
      });
    }
  }
  return missing.length === 0;
}
