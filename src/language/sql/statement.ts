/** What an SQL text names, also while it is incomplete: the words before the cursor, and the tables with their aliases. */
import type { DatabaseKind, Path } from '../../../engine/index.ts';
import { masked, tokenize } from '../../../engine/internal/index.ts';
import { isMap, type ProfileView, sectionOf, valueAt } from '../profile/view.ts';
import type { DatabaseTable, DatabaseTables } from '../tables/tables.ts';

/** A table of a statement. */
export interface NamedTable {
  /** As the database names it. */
  readonly table: string;
  /** The name that qualifies its columns. */
  readonly alias: string;
}

/** Whether the offset is inside of a string or a comment. A name in quotes is no string. */
export function isInText(sql: string, offset: number, { dialect }: DatabaseKind): boolean {
  const token = tokenize(sql, dialect.lexicon).find(({ start, end }) => start < offset && offset <= end);
  if (token?.kind === 'comment') return !token.closed || offset < token.end || token.line;
  if (token?.kind !== 'quoted') return false;
  return /^[eE]?'|^\$/.test(sql.slice(token.start)) && (!token.closed || offset < token.end);
}

/** The text of a setting where it is certain: its default. */
function settingText(view: ProfileView, name: string): string {
  const value = valueAt(view, ['settings', name, 'default']);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

const withSettings = (view: ProfileView, text: string): string =>
  text.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => settingText(view, name));

/** The form of table names that `{NAME}` stands for: `"*"` in `parts`; undefined if there is none. */
export function tablePattern(view: ProfileView): { readonly before: string; readonly after: string } | undefined {
  const star = valueAt(view, ['parts', '*', 'table']);
  if (typeof star !== 'string') return undefined;
  const [before = '', after = ''] = withSettings(view, star).split('*');
  return { before, after };
}

/** The SQL or the table that a part stands for; of a part with variants the first one. */
export function partText(view: ProfileView, name: string): string | undefined {
  const part = valueAt(view, ['parts', name]);
  const first = Array.isArray(part) ? part[0] : part;
  if (typeof first === 'string') return first;
  if (isMap(first)) {
    if (typeof first.sql === 'string') return first.sql;
    if (typeof first.table === 'string') return withSettings(view, first.table);
    return undefined;
  }
  const pattern = tablePattern(view);
  return pattern === undefined ? undefined : `${pattern.before}${name}${pattern.after}`;
}

/** The statement with its parts inserted. */
export function expanded(view: ProfileView, sql: string, depth = 0): string {
  if (depth > 6) return sql;
  return sql.replaceAll(/\{([\p{L}\p{N}_$][\p{L}\p{N}_$ -]*)\}/gu, (whole, name: string) => {
    const text = partText(view, name);
    return text === undefined ? whole : expanded(view, text, depth + 1);
  });
}

const plainName = (name: string): string => name.replaceAll(/["`[\]]/g, '');
const name = String.raw`(?:"[^"]+"|\x60[^\x60]+\x60|\[[^\]]+\]|[\p{L}_#@][\p{L}\p{N}_$#@]*)`;
const qualified = `${name}(?:\\s*\\.\\s*${name})*`;
const source = new RegExp(
  `\\b(?:from|join|update|into)\\s+(?:only\\s+)?(${qualified})(?:\\s+(?:as\\s+)?(${name}))?`,
  'giu',
);
const further = new RegExp(`,\\s*(${qualified})(?:\\s+(?:as\\s+)?(${name}))?`, 'iuy');
const keyword =
  /^(?:where|on|join|inner|left|right|full|cross|natural|group|order|having|union|limit|offset|set|values|select|using|with|for|option|fetch|window|except|intersect|lateral|apply|outer|as|returning)$/i;

/** The tables that a statement names, with their aliases. */
export function tablesIn(view: ProfileView, sql: string, { dialect }: DatabaseKind): readonly NamedTable[] {
  const text = masked(expanded(view, sql), {
    ...dialect.lexicon,
    quotes: dialect.lexicon.quotes.filter(({ open }) => open === "'"),
  });
  const found: NamedTable[] = [];
  const add = (table: string, alias: string | undefined): void => {
    const plain = plainName(table).replaceAll(/\s/g, '');
    const own = alias === undefined || keyword.test(alias) ? plain.replace(/^.*\./, '') : plainName(alias);
    found.push({ table: plain, alias: own });
  };
  for (const match of text.matchAll(source)) {
    add(match[1] ?? '', match[2]);
    further.lastIndex = match.index + match[0].length;
    if (match[2] !== undefined && keyword.test(match[2])) continue;
    for (let more = further.exec(text); more !== null; more = further.exec(text)) add(more[1] ?? '', more[2]);
  }
  return found;
}

/** A table of a statement with its columns. */
export interface UsedTable extends NamedTable {
  readonly known: DatabaseTable;
}

/** The tables of a statement that the database has. */
export function usedTables(named: readonly NamedTable[], tables: DatabaseTables | undefined): readonly UsedTable[] {
  return named.flatMap((one) => {
    const known = tables?.find(one.table);
    return known === undefined ? [] : [{ ...one, known }];
  });
}

/** Names of the columns that a statement gives by `AS`. */
export function aliasesIn(sql: string): readonly string[] {
  return [...sql.matchAll(/\bAS\s+["`[]?([\p{L}_][\p{L}\p{N}_.]*)/giu)].map((match) => match[1] ?? '');
}

/** Parts by their use: SQL and tables, expressions, requests. */
export function partsOf(view: ProfileView, use: 'sql' | 'expression' | 'request'): readonly string[] {
  return sectionOf(view, 'parts').flatMap(([part, value]) => {
    if (part === '*') return [];
    const own =
      isMap(value) && 'expression' in value ? 'expression' : isMap(value) && 'request' in value ? 'request' : 'sql';
    return own === use ? [part] : [];
  });
}

/** Fields of the contract that the statement at a path can give and does not give yet. */
export function missingFields(view: ProfileView, path: Path, sql: string): readonly string[] {
  const scope = view.scopeAt(path);
  const wanted = scope?.kind === 'statement' ? scope.fields : [];
  const read = path.slice(0, -1);
  const computed = valueAt(view, [...read, 'fields']);
  const absent = valueAt(view, [...read, 'absent']);
  const given = new Set([
    ...aliasesIn(sql).map((one) => one.toLowerCase()),
    ...[computed, absent].flatMap((one) => (isMap(one) ? Object.keys(one) : [])).map((one) => one.toLowerCase()),
  ]);
  return wanted.filter((field) => !given.has(field.toLowerCase()));
}
