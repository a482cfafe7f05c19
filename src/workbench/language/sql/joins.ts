/** Completion of joins: after JOIN the tables that are linked to those of the query, with their condition; after ON the condition. */
import type { DatabaseKind } from '../../../../engine/index.ts';
import { kindOf, type ProfileView, sourceOf, tablesOf } from '../profile/view.ts';
import { type Completion, item } from '../proposals/item.ts';
import type { NamedSource, NamesAt } from './columns.ts';
import { quotedName } from './quoted-name.ts';
import { linksBetween, linksFrom } from './source-links.ts';
import type { SqlCursor } from './sql-cursor.ts';
import { namesInSql, tablePattern } from './statement.ts';
import type { TableLink } from './table-links.ts';

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

const conditionText = (kind: DatabaseKind, columns: TableLink['columns'], own: string, other: string): string =>
  columns
    .map(([column, ofOther]) => `${other}.${quotedName(kind, ofOther)} = ${own}.${quotedName(kind, column)}`)
    .join(' AND ');

/** How a statement qualifies the columns of a source: a table that it names with this alias, or a query. */
const qualifier = (view: ProfileView, kind: DatabaseKind, { alias, table }: NamedSource): string =>
  alias === table?.name ? tableText(view, kind, table.name) : alias;

/** What the query around the cursor names before its last characters. */
function namesBefore({ view, path, before }: SqlCursor, written: string): NamesAt {
  const text = before.slice(0, before.length - written.length);
  return namesInSql(view, path, text, text.length);
}

/** After JOIN: the linked tables and named queries with their whole condition. None where a condition follows. */
export function joinItems(cursor: SqlCursor, letters: string): readonly Completion[] {
  const { view, path, before, after, last } = cursor;
  const source = sourceOf(view, path);
  const [kind, tables] = [kindOf(view, source), tablesOf(view, source)];
  const isJoin = /(?<!\b(?:cross|natural)\s+)\b(?:join|straight_join)\s+$/i.test(
    before.slice(0, before.length - letters.length),
  );
  const hasCondition = /^[\w$]*\s+(?:(?:as\s+)?\w+\s+)?(?:on|using)\b/i.test(after);
  if (kind === undefined || tables === undefined || !isJoin || hasCondition) return [];
  const { sources, joined, queries } = namesBefore(cursor, letters);
  const aliases = sources.map(({ alias }) => alias.toLowerCase());
  const usesAliases = sources.some(({ alias, name }) => alias.toLowerCase() !== name.toLowerCase());
  const joins = joined.toReversed().flatMap((one) => {
    const prefix = qualifier(view, kind, one);
    const others = queries.filter(({ name }) => name !== one.name);
    const toQueries = others.flatMap((query) => {
      const isTaken = aliases.includes(query.name.toLowerCase());
      const other = isTaken ? aliasFor(query.name, aliases) : query.name;
      const named = isTaken ? `${query.name} ${other}` : other;
      return linksBetween(tables, one, query).map(
        ({ columns, detail }) => [`${named} ON ${conditionText(kind, columns, prefix, other)}`, detail] as const,
      );
    });
    const toTables = linksFrom(tables, one).map(({ table: { name }, columns, detail }) => {
      const written = tableText(view, kind, name);
      const needsAlias = usesAliases || aliases.includes(name.toLowerCase()) || written.startsWith('{');
      const other = needsAlias ? aliasFor(name, aliases) : written;
      const named = needsAlias ? `${written} ${other}` : written;
      return [`${named} ON ${conditionText(kind, columns, prefix, other)}`, detail] as const;
    });
    return [...toQueries, ...toTables];
  });
  return joins.map(([text, detail], index) => item(text, 'table', last(letters.length), index / 1e4, { detail }));
}

/** After ON: the conditions that join the last table or query with those before it. */
export function conditionItems(cursor: SqlCursor, written: string): readonly Completion[] {
  const { view, path, before, last } = cursor;
  const source = sourceOf(view, path);
  const [kind, tables] = [kindOf(view, source), tablesOf(view, source)];
  const isCondition = /\bon\s+$/i.test(before.slice(0, before.length - written.length));
  if (kind === undefined || tables === undefined || !isCondition) return [];
  const sources = namesBefore(cursor, written).joined;
  const joined = sources.at(-1);
  if (joined === undefined) return [];
  const other = qualifier(view, kind, joined);
  const conditions = sources
    .slice(0, -1)
    .toReversed()
    .flatMap((one) =>
      linksBetween(tables, one, joined).map(
        ({ columns, detail }) => [conditionText(kind, columns, qualifier(view, kind, one), other), detail] as const,
      ),
    );
  return conditions.map(([text, detail], index) =>
    item(text, 'snippet', last(written.length), index / 1e4, { detail }),
  );
}
