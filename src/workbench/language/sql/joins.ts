/** Completion of joins: after JOIN the tables that are linked to those of the query, with their condition; after ON the condition. */
import type { DatabaseKind } from '../../../../engine/index.ts';
import { kindOf, type ProfileView, sourceOf, tablesOf } from '../profile/view.ts';
import { type Completion, item } from '../proposals/item.ts';
import type { DatabaseTable } from '../tables/tables.ts';
import type { NamesAt } from './columns.ts';
import { quotedName } from './quoted-name.ts';
import type { SqlCursor } from './sql-cursor.ts';
import { namesInSql, tablePattern } from './statement.ts';
import { linksOf, type TableLink } from './table-links.ts';

/** Aliases that would be read as words of SQL. */
const words = new Set([
  'as',
  'at',
  'by',
  'do',
  'go',
  'if',
  'in',
  'is',
  'no',
  'of',
  'on',
  'or',
  'to',
  'all',
  'and',
  'not',
  'set',
  'use',
]);

/** A short alias for a table, different from those of the query: `invoice_line` as `il`. */
function aliasFor(table: string, taken: readonly string[]): string {
  const parts = table.replace(/^.*\./, '').match(/[\p{Lu}\p{N}]+(?![\p{Ll}])|\p{Lu}?[\p{Ll}\p{N}]+/gu) ?? [table];
  const initials = parts.map((part) => part.slice(0, 1).toLowerCase()).join('');
  const short = /^[a-z]/.test(initials) ? initials : `t${initials}`;
  const isFree = (alias: string): boolean => !taken.includes(alias) && !words.has(alias);
  let alias = short;
  for (let number = 2; !isFree(alias); number += 1) alias = `${short}${number}`;
  return alias;
}

/** The table as a statement names it: as `{NAME}` where the profile builds the names of tables. */
export function tableText(view: ProfileView, kind: DatabaseKind, name: string): string {
  const pattern = tablePattern(view);
  if (pattern === undefined || !name.startsWith(pattern.before) || !name.endsWith(pattern.after))
    return quotedName(kind, name);
  return `{${name.slice(pattern.before.length, name.length - pattern.after.length)}}`;
}

const conditionText = (kind: DatabaseKind, link: TableLink, own: string, other: string): string =>
  link.columns
    .map(([column, ofOther]) => `${other}.${quotedName(kind, ofOther)} = ${own}.${quotedName(kind, column)}`)
    .join(' AND ');

/** How a statement qualifies the columns of a table that it names with this alias. */
const qualifier = (view: ProfileView, kind: DatabaseKind, alias: string, table: DatabaseTable): string =>
  alias === table.name ? tableText(view, kind, table.name) : alias;

const detailOf = ({ isGuess }: TableLink): string =>
  isGuess ? 'a guess: equal names of key columns' : 'by foreign key';

/** What the query around the cursor names before its last characters. */
function namesBefore({ view, path, before }: SqlCursor, written: string): NamesAt {
  const text = before.slice(0, before.length - written.length);
  return namesInSql(view, path, text, text.length);
}

/** After JOIN: the linked tables with their whole condition. None where a condition follows. */
export function joinItems(cursor: SqlCursor, letters: string): readonly Completion[] {
  const { view, path, before, after, last } = cursor;
  const source = sourceOf(view, path);
  const [kind, tables] = [kindOf(view, source), tablesOf(view, source)];
  const isJoin = /(?<!\b(?:cross|natural)\s+)\b(?:join|straight_join)\s+$/i.test(
    before.slice(0, before.length - letters.length),
  );
  const hasCondition = /^[\w$]*\s+(?:(?:as\s+)?\w+\s+)?(?:on|using)\b/i.test(after);
  if (kind === undefined || tables === undefined || !isJoin || hasCondition) return [];
  const { sources, joined } = namesBefore(cursor, letters);
  const aliases = sources.map(({ alias }) => alias.toLowerCase());
  const usesAliases = sources.some(({ alias, table }) => alias.toLowerCase() !== table?.name.toLowerCase());
  const joins = joined.toReversed().flatMap(({ alias, table }) => {
    if (table === undefined) return [];
    const joinedName = qualifier(view, kind, alias, table);
    return linksOf(tables, table).map((link) => {
      const { name } = link.table;
      const written = tableText(view, kind, name);
      const needsAlias = usesAliases || aliases.includes(name.toLowerCase()) || written.startsWith('{');
      const other = needsAlias ? aliasFor(name, aliases) : written;
      const named = needsAlias ? `${written} ${other}` : written;
      return [`${named} ON ${conditionText(kind, link, joinedName, other)}`, detailOf(link)] as const;
    });
  });
  return joins.map(([text, detail], index) => item(text, 'table', last(letters.length), index / 1e4, { detail }));
}

/** After ON: the conditions that join the last table with those before it. */
export function conditionItems(cursor: SqlCursor, written: string): readonly Completion[] {
  const { view, path, before, last } = cursor;
  const source = sourceOf(view, path);
  const [kind, tables] = [kindOf(view, source), tablesOf(view, source)];
  const isCondition = /\bon\s+$/i.test(before.slice(0, before.length - written.length));
  if (kind === undefined || tables === undefined || !isCondition) return [];
  const sources = namesBefore(cursor, written).joined.flatMap(({ alias, table }) =>
    table === undefined ? [] : [{ table, name: qualifier(view, kind, alias, table) }],
  );
  const joined = sources.at(-1);
  if (joined === undefined) return [];
  const conditions = sources
    .slice(0, -1)
    .toReversed()
    .flatMap(({ table, name }) =>
      linksOf(tables, table)
        .filter((link) => link.table === joined.table)
        .map((link) => [conditionText(kind, link, name, joined.name), detailOf(link)] as const),
    );
  return conditions.map(([text, detail], index) =>
    item(text, 'snippet', last(written.length), index / 1e4, { detail }),
  );
}
