/** What an SQL text names, also while it is incomplete: what a place can name, and what is missing. */

import { isMap, tokenize } from '../../../../engine/host/index.ts';
import type { DatabaseKind, Path } from '../../../../engine/index.ts';
import { kindOf, type ProfileView, sectionOf, sourceOf, tablesOf, valueAt } from '../profile/view.ts';
import { type NamesAt, namesAt } from './columns.ts';
import { readQueries } from './queries.ts';

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
  const partSql = isMap(part) && Array.isArray(part.sql) ? part.sql : part;
  const first = Array.isArray(partSql) ? partSql[0] : partSql;
  if (typeof first === 'string') return first;
  if (isMap(first)) {
    if (typeof first.sql === 'string') return first.sql;
    if (typeof first.table === 'string') return withSettings(view, first.table);
    return undefined;
  }
  const pattern = tablePattern(view);
  return pattern === undefined ? undefined : `${pattern.before}${name}${pattern.after}`;
}

/** The names of the parameters of a part. */
export function parametersIn(view: ProfileView, part: string): readonly string[] {
  const names = valueAt(view, ['parts', part, 'with']);
  return Array.isArray(names) ? names.map(String) : [];
}

const partUse = /\{([\p{L}\p{N}_$][\p{L}\p{N}_$ -]*)\}/gu;
const partCall = /\{([\p{L}_][\p{L}\p{N}_-]*)\(((?:[^{}]|\{[^{}]*\})*?)\)\s*\}/gu;
/** An argument: up to a comma outside of texts and parentheses. */
const argument = /(?:'[^']*'|\((?:[^()']|'[^']*'|\((?:[^()']|'[^']*')*\))*\)|[^,'(])+/g;

/** The statement with its parts inserted, as far as they can be read. */
export function expanded(view: ProfileView, sql: string, depth = 0): string {
  if (depth > 6) return sql;
  const inserted = sql.replaceAll(partUse, (whole, name: string) => {
    const text = partText(view, name);
    return text === undefined ? whole : expanded(view, text, depth + 1);
  });
  return inserted.replaceAll(partCall, (whole, name: string, written: string) => {
    const text = partText(view, name);
    if (text === undefined) return whole;
    const given = written.match(argument) ?? [];
    const parameters = parametersIn(view, name);
    const substituted = text.replaceAll(
      partUse,
      (use, parameter: string) => given[parameters.indexOf(parameter)] ?? use,
    );
    return expanded(view, substituted, depth + 1);
  });
}

/**
 * What can be named at an offset of a statement. Its parts are inserted first; a part that is written itself is only a piece of a statement.
 */
export function namesInSql(view: ProfileView, path: Path, sql: string, offset: number): NamesAt {
  const source = sourceOf(view, path);
  const kind = kindOf(view, source);
  if (kind === undefined) return { sources: [], joined: [], queries: [], outputs: [] };
  const before = expanded(view, sql.slice(0, offset));
  const text = before + expanded(view, sql.slice(offset));
  return namesAt(text, readQueries(text, kind.dialect.lexicon), tablesOf(view, source), before.length);
}

/** Names of the columns that a statement gives by `AS`. */
export function aliasesIn(sql: string): readonly string[] {
  return [...sql.matchAll(/\bAS\s+["`[]?([\p{L}_][\p{L}\p{N}_.]*)/giu)].map((match) => match[1] ?? '');
}

/** Parts by their use: SQL and tables, expressions, requests. */
export function partsOf(view: ProfileView, use: 'sql' | 'expression' | 'request'): readonly string[] {
  return sectionOf(view, 'parts').flatMap(([part, value]) => {
    if (part === '*') return [];
    const partKind =
      isMap(value) && 'expression' in value ? 'expression' : isMap(value) && 'request' in value ? 'request' : 'sql';
    return partKind === use ? [part] : [];
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
