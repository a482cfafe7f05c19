/** Other names of tables and columns: comments, and the names that views give to columns. */
import type { Row } from '../../../../engine/host/index.ts';
import type { OtherName } from '../model/database.ts';

/** Other names by table, and by `table.column`, all in lower case. */
export type OtherNames = ReadonlyMap<string, readonly OtherName[]>;

/** A comment of more words describes a column, and does not name it. */
const mostWords = 5;

function nameOfComment(text: string): string | undefined {
  const [first = ''] = text.split(/[.;:,(\n]|\s-\s/);
  const name = first.trim();
  return name === '' || name.split(/\s+/).length > mostWords ? undefined : name;
}

const quoted = '(?:"(?:[^"]|"")+"|`[^`]+`|\\[[^\\]]+\\]|[\\p{L}_][\\p{L}\\d_$#]*)';
/** `FROM` or `JOIN`, a table with or without schema, and its alias. */
const tableUse = new RegExp(
  `\\b(?:from|join)\\s+[(\\s]*((?:${quoted}\\.)*${quoted})(?:\\s+(?:as\\s+)?(${quoted}))?`,
  'giu',
);
/** `alias.column AS name`. */
const columnUse = new RegExp(`(${quoted})\\.(${quoted})\\s+as\\s+(${quoted})`, 'giu');
const noAlias = new Set([
  'on',
  'where',
  'join',
  'left',
  'right',
  'inner',
  'outer',
  'full',
  'cross',
  'group',
  'order',
  'union',
  'using',
  'natural',
  'having',
  'limit',
]);

const plain = (name: string): string => (/^["`[]/.test(name) ? name.slice(1, -1).replaceAll('""', '"') : name);
const lastPart = (name: string): string => plain(name.match(new RegExp(quoted, 'giu'))?.at(-1) ?? name);

/** The tables of a view by their aliases, in lower case; the first one is that of the view. */
function tablesOf(definition: string): ReadonlyMap<string, string> {
  const tables = new Map<string, string>();
  for (const [, name = '', alias] of definition.matchAll(tableUse)) {
    const table = lastPart(name).toLowerCase();
    tables.set(table, table);
    if (alias !== undefined && !noAlias.has(alias.toLowerCase())) tables.set(plain(alias).toLowerCase(), table);
  }
  return tables;
}

function add(names: Map<string, OtherName[]>, key: string, name: OtherName): void {
  names.set(key, [...(names.get(key) ?? []), name]);
}

function addView(names: Map<string, OtherName[]>, view: string, definition: string): void {
  const tables = tablesOf(definition);
  const [first] = tables.values();
  // A view of one table is another name of it; one of several tables is a document of its own.
  if (first !== undefined && new Set(tables.values()).size === 1)
    add(names, first, { name: view, reason: `read by the view ${view}` });
  for (const [, alias = '', column = '', name = ''] of definition.matchAll(columnUse)) {
    const table = tables.get(plain(alias).toLowerCase());
    const other = plain(name);
    if (table === undefined || other.toLowerCase() === plain(column).toLowerCase()) continue;
    add(names, `${table}.${plain(column).toLowerCase()}`, {
      name: other,
      reason: `called ${other} in the view ${view}`,
    });
  }
}

/** Reads other names from rows of `table`, `column`, `text` and rows of `view`, `definition`. */
export function otherNames(comments: readonly Row[], views: readonly Row[]): OtherNames {
  const names = new Map<string, OtherName[]>();
  for (const { table, column, text } of comments) {
    const name = nameOfComment(String(text));
    if (name === undefined) continue;
    const key = column === null ? String(table) : `${String(table)}.${String(column)}`;
    add(names, key.toLowerCase(), { name, reason: `commented "${name}"` });
  }
  for (const { view, definition } of views) if (definition !== null) addView(names, String(view), String(definition));
  return names;
}
