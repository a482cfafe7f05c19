/** Completion of names in SQL: fields of the contract, tables, queries and columns. */
import type { Path } from '../../../../engine/index.ts';
import { fieldsAt } from '../profile/contract-fields.ts';
import { kindOf, type ProfileView, sourceOf, tablesOf } from '../profile/view.ts';
import { type Completion, type Completions, fitting, item, none } from '../proposals/item.ts';
import type { Span } from '../text/positions.ts';
import type { NamesAt, QueryColumn } from './columns.ts';
import { type SqlCursor, sqlBlock } from './sql-cursor.ts';
import { missingFields, namesInSql, tablePattern } from './statement.ts';

/** After AS: the fields of the contract that are still missing. */
export function aliases(cursor: SqlCursor): Completions | undefined {
  const { view, path, before, last, sql } = cursor;
  const match = /\bAS\s+["`[]?(\w*)$/i.exec(before);
  if (match === null) return undefined;
  const span = last(match[1]?.length ?? 0);
  return fitting(
    fieldItems(view, path, sql, span, (name) => name),
    match[1] ?? '',
  );
}

function fieldItems(
  view: ProfileView,
  path: Path,
  sql: string,
  span: Span,
  insert: (name: string) => string,
): readonly Completion[] {
  const fields = fieldsAt(view, path);
  return missingFields(view, path, sql).map((name) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const detail = field === undefined ? 'column of the engine' : `${field.type}${field.required ? ', required' : ''}`;
    const documentation = field?.description;
    return item(insert(name), 'field', span, field?.required === true ? 0 : 1, { detail, documentation });
  });
}

/** After FROM and JOIN. */
export function tables(cursor: SqlCursor): Completions | undefined {
  const { view, path, before, last } = cursor;
  const match = /\b(?:from|join|update|into)\s+(?:[\w".`[\]{}]+(?:\s+(?:as\s+)?\w+)?\s*,\s*)*((?:\w+\.)?\w*)$/i.exec(
    before,
  );
  if (match === null) return undefined;
  const written = match[1] ?? '';
  const sourceTables = tablesOf(view, sourceOf(view, path));
  const span = last(written.length);
  const pattern = tablePattern(view);
  const named = (sourceTables?.all ?? []).map(({ name, columns }) => {
    const isBuilt = pattern !== undefined && name.startsWith(pattern.before) && name.endsWith(pattern.after);
    const inner = isBuilt ? name.slice(pattern.before.length, name.length - pattern.after.length) : name;
    return item(name, 'table', span, 1, { insert: isBuilt ? `{${inner}}` : name, detail: `${columns.length} columns` });
  });
  const queries = namesAtCursor(cursor).queries.map(({ name, columns }) =>
    item(name, 'table', span, 0, { detail: `query with ${columns.length} columns` }),
  );
  return fitting([...queries, ...named], written.replace(/^.*\./, ''));
}

const shown = (expression: string): string => expression.replaceAll(/\s+/g, ' ').trim();

/** A column of a table with its type; of a query with the expression that computes it. */
function columnItem({ origin, expression }: QueryColumn, tableName: string, span: Span, label: string): Completion {
  if (origin === undefined) {
    const documentation = expression && `Column of the query\n${sqlBlock(expression)}`;
    return item(label, 'column', span, 1, { detail: expression && shown(expression).slice(0, 60), documentation });
  }
  const { table, column } = origin;
  // What a query repeats may be no key in it, and may be NULL by an outer join.
  const isOwn = table.name === tableName;
  const details = [
    column.type,
    ...(isOwn && table.key.includes(column.name) ? ['key'] : []),
    ...(isOwn && !column.required ? ['may be NULL'] : []),
  ];
  const documentation = isOwn ? `Column of \`${table.name}\`` : `\`${table.name}.${column.name}\``;
  return item(label, 'column', span, 1, { detail: details.join(', '), documentation });
}

const isPlain = (name: string): boolean => /^[A-Za-z_][A-Za-z0-9_]*$/.test(name);

/** After `alias.`: the columns of its table or query. */
export function columnsOfAlias(cursor: SqlCursor): Completions | undefined {
  const { view, path, before, last } = cursor;
  const match = /([\p{L}_][\p{L}\p{N}_$#]*)["`\]]?\.["`[]?([\p{L}\p{N}_$#]*)$/u.exec(before);
  if (match === null) return undefined;
  const kind = kindOf(view, sourceOf(view, path));
  if (kind === undefined) return none;
  const [, alias = '', written = ''] = match;
  const span = last(written.length);
  const aliasedSource = namesAtCursor(cursor).sources.find((one) => one.alias.toLowerCase() === alias.toLowerCase());
  const quote = kind.dialect.quote;
  const items = (aliasedSource?.columns ?? []).map((column) => ({
    ...columnItem(column, aliasedSource?.name ?? '', span, column.name),
    insert: isPlain(column.name) ? column.name : quote(column.name),
  }));
  return fitting(items, written);
}

const namesAtCursor = ({ view, path, sql, before }: SqlCursor): NamesAt => namesInSql(view, path, sql, before.length);

/** Anywhere else: columns of the tables and queries there, and missing fields. */
export function words(cursor: SqlCursor): Completions {
  const { view, path, before, last, sql } = cursor;
  const written = /[\p{L}_]?[\p{L}\p{N}_$#]*$/u.exec(before)?.[0] ?? '';
  const span = last(written.length);
  const { sources, outputs } = namesAtCursor(cursor);
  const columns = sources.flatMap(({ alias, name, columns: sourceColumns }) =>
    sourceColumns.map((column) => {
      const label = sources.length > 1 || alias !== name ? `${alias}.${column.name}` : column.name;
      return columnItem(column, name, span, label);
    }),
  );
  const given = outputs.map((column) => columnItem(column, '', span, column.name));
  const isSelectList = /\bselect\b(?![\s\S]*\bfrom\b)[\s\S]*$/i.test(before) && /[\w)"'\]]\s+$/.test(before);
  const fields = isSelectList ? fieldItems(view, path, sql, span, (name) => `AS ${name}`) : [];
  return fitting([...fields, ...given, ...columns], written);
}
