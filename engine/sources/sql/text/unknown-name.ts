/** What a database does not know, by its own words; and what it knows that is spelled alike. */
import { closest } from '../../../diagnostics/did-you-mean.ts';
import type { CallContext, SqlSource } from '../../source.ts';
import { columnsOfTable, tablesOfDatabase } from '../catalog.ts';
import { masked } from '../grammar/dialect-mismatch.ts';

export interface Misnamed {
  readonly kind: 'column' | 'table' | 'function';
  /** As the database repeats it: with its qualifier, or without. */
  readonly name: string;
}

/** Each database's words for it. */
const words: Readonly<Record<Misnamed['kind'], readonly RegExp[]>> = {
  column: [
    /no such column: "?([^"\s]+?)"?(?: |$)/i,
    /has no column named (\S+)/i,
    /column "?([\w.]+)"? (?:of relation "[^"]*" )?does not exist/i,
    /unknown column '([^']+)'/i,
    /invalid column name '([^']+)'/i,
  ],
  table: [
    /no such table: (\S+)/i,
    /relation "([^"]+)" does not exist/i,
    /table '([^']+)' doesn't exist/i,
    /invalid object name '([^']+)'/i,
  ],
  function: [/no such function: (\w+)/i, /function (?:\w+\.)?(\w+)(?:\(.*\))? does not exist/i],
};

const functions =
  'ABS AVG CAST CEILING COALESCE CONCAT COUNT EXISTS FLOOR LENGTH LOWER MAX MIN NULLIF REPLACE ROUND ROW_NUMBER SUBSTR SUBSTRING SUM TRIM UPPER'.split(
    ' ',
  );

/** Tables of a statement that are looked into. */
const mostTables = 12;

/** What the message says is not there; undefined where it is about something else. */
export function misnamedBy(message: string): Misnamed | undefined {
  for (const kind of ['column', 'table', 'function'] as const) {
    for (const pattern of words[kind]) {
      const name = pattern.exec(message)?.[1]?.replace(/[.:;]$/, '');
      if (name !== undefined) return { kind, name };
    }
  }
  return undefined;
}

const escaped = (word: string): string => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Where the statement has the name, 0-based; undefined where it does not. */
export function placeOfName(sql: string, { name }: Misnamed): number | undefined {
  for (const word of [name, name.split('.').at(-1) ?? name]) {
    const found = new RegExp(`(?<![\\w.])${escaped(word)}(?!\\w)`, 'i').exec(sql);
    if (found !== null) return found.index;
  }
  return undefined;
}

/** Whether a word stands in a statement, other than as a column of something. */
const mentions = (sql: string, word: string): boolean => new RegExp(`(?<![\\w])${escaped(word)}(?!\\w)`, 'i').test(sql);

/** The tables that a column may be one of: that of its qualifier, or all of the statement. */
function tablesFor(sql: string, qualifier: string | undefined, tables: readonly string[]): readonly string[] {
  const used = tables.filter((table) => mentions(sql, table));
  if (qualifier === undefined) return used;
  const own = used.filter(
    (table) =>
      table.toLowerCase() === qualifier.toLowerCase() ||
      new RegExp(`(?<!\\w)${escaped(table)}["\\]\`]?\\s+(?:as\\s+)?${escaped(qualifier)}(?!\\w)`, 'i').test(sql),
  );
  return own.length > 0 ? own : used;
}

const namesIn = (rows: readonly Readonly<Record<string, unknown>>[]): readonly string[] =>
  rows.map(({ name }) => String(name));

/** The name that was meant, as far as the catalogue tells. Rejects with `SourceError` where it cannot be read. */
export async function nearestName(
  source: Pick<SqlSource, 'dialect' | 'read'>,
  sql: string,
  { kind, name }: Misnamed,
  call: CallContext,
): Promise<string | undefined> {
  const [last = name, qualifier] = name.split('.').reverse();
  if (kind === 'function') return closest(last, functions);
  const tables = namesIn(await source.read(tablesOfDatabase(source.dialect), call));
  if (kind === 'table') return closest(last, tables);
  const found = tablesFor(masked(sql, source.dialect), qualifier, tables).slice(0, mostTables);
  const columns: string[] = [];
  for (const table of found)
    columns.push(...namesIn(await source.read(columnsOfTable(source.dialect, { schema: undefined, table }), call)));
  return closest(last, columns);
}
