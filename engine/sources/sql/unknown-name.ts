/** The name that an error of a database calls unknown, and the known name with the nearest spelling. */
import { closest } from '../../diagnostics/did-you-mean.ts';
import type { CallContext } from '../source.ts';
import type { SqlSource } from './kind.ts';
import { masked } from './text/masked.ts';

export interface UnknownName {
  readonly kind: 'column' | 'table' | 'function';
  /** As the database repeats it: with its qualifier, or without. */
  readonly name: string;
}

/** The error messages of the databases. */
const messages: Readonly<Record<UnknownName['kind'], readonly RegExp[]>> = {
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

/** Tables of a statement whose columns are read at most. */
const mostTables = 12;

/** The name that the message calls unknown; undefined where it is about something else. */
export function unknownNameIn(message: string): UnknownName | undefined {
  for (const kind of ['column', 'table', 'function'] as const) {
    for (const pattern of messages[kind]) {
      const name = pattern.exec(message)?.[1]?.replace(/[.:;]$/, '');
      if (name !== undefined) return { kind, name };
    }
  }
  return undefined;
}

const escaped = (word: string): string => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** The alias of an unknown column, where no table of the statement has it; undefined where the column itself is unknown. */
export function unknownAlias(sql: string, { kind, name }: UnknownName): string | undefined {
  const [alias, column] = name.split('.').slice(-2);
  if (kind !== 'column' || alias === undefined || column === undefined) return undefined;
  const word = `["\`[]?${escaped(alias)}["\`\\]]?(?![\\w.])`;
  const isNamed = new RegExp(`(?:\\b(?:from|join|update|into|as)|,|\\)|[\\w"\`\\]])\\s+(?:\\w+\\.)?${word}`, 'i').test(
    sql,
  );
  return isNamed ? undefined : alias;
}

/** The offset of the name in the statement, 0-based; undefined where it is not there. */
export function placeOfName(sql: string, { name }: UnknownName): number | undefined {
  for (const word of [name, name.split('.').at(-1) ?? name]) {
    const wordMatch = new RegExp(`(?<![\\w.])${escaped(word)}(?!\\w)`, 'i').exec(sql);
    if (wordMatch !== null) return wordMatch.index;
  }
  return undefined;
}

/** Whether a word stands in a statement, other than as a column of something. */
const mentions = (sql: string, word: string): boolean => new RegExp(`(?<![\\w])${escaped(word)}(?!\\w)`, 'i').test(sql);

/** The tables that a column may be one of: that of its qualifier, or all of the statement. */
function tablesFor(sql: string, qualifier: string | undefined, tables: readonly string[]): readonly string[] {
  const used = tables.filter((table) => mentions(sql, table));
  if (qualifier === undefined) return used;
  const namedTables = used.filter(
    (table) =>
      table.toLowerCase() === qualifier.toLowerCase() ||
      new RegExp(`(?<!\\w)${escaped(table)}["\\]\`]?\\s+(?:as\\s+)?${escaped(qualifier)}(?!\\w)`, 'i').test(sql),
  );
  return namedTables.length > 0 ? namedTables : used;
}

const namesIn = (rows: readonly Readonly<Record<string, unknown>>[]): readonly string[] =>
  rows.map(({ name }) => String(name));

/** The known name that is spelled most like it, by the catalogue. Rejects with `SourceError` where the catalogue cannot be read. */
export async function nearestName(
  source: Pick<SqlSource, 'databaseKind' | 'read'>,
  sql: string,
  { kind, name }: UnknownName,
  call: CallContext,
): Promise<string | undefined> {
  const { catalogue, dialect } = source.databaseKind;
  const [last = name, qualifier] = name.split('.').reverse();
  if (kind === 'function') return closest(last, functions);
  const tables = namesIn(await source.read(catalogue.tables, call));
  if (kind === 'table') return closest(last, tables);
  const tableNames = tablesFor(masked(sql, dialect.lexicon), qualifier, tables).slice(0, mostTables);
  const columns: string[] = [];
  for (const table of tableNames)
    columns.push(...namesIn(await source.read(catalogue.columnsOf({ schema: undefined, table }), call)));
  return closest(last, columns);
}
