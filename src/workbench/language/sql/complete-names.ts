/** Completion of names in SQL: fields of the contract, tables, queries and columns. */
import type { Path } from '../../../../engine/index.ts';
import { fieldsAt } from '../profile/contract-fields.ts';
import { kindOf, type ProfileView, sourceOf, tablesOf } from '../profile/view.ts';
import { type Completion, type Completions, fitting, item, none } from '../proposals/item.ts';
import type { Span } from '../text/positions.ts';
import type { NamesAt, QueryColumn } from './columns.ts';
import { joinItems, tableText } from './joins.ts';
import { quotedName } from './quoted-name.ts';
import { type SqlCursor, sqlBlock } from './sql-cursor.ts';
import { missingFields, namesInSql } from './statement.ts';

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

/** Fields of the contract that the statement can give and does not give yet, the required ones first. `insert`: the text for a field. */
export function fieldItems(
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
  const source = sourceOf(view, path);
  const [sourceTables, kind] = [tablesOf(view, source), kindOf(view, source)];
  const span = last(written.length);
  const named = (sourceTables?.all ?? []).map(({ name, columns }) => {
    const insert = kind === undefined ? name : tableText(view, kind, name);
    return item(name, 'table', span, 1, { insert, detail: `${columns.length} columns` });
  });
  const queries = namesAtCursor(cursor).queries.map(({ name, columns }) =>
    item(name, 'table', span, 0.5, { detail: `query with ${columns.length} columns` }),
  );
  return fitting([...joinItems(cursor, written), ...queries, ...named], written.replace(/^.*\./, ''));
}

const shown = (expression: string): string => expression.replaceAll(/\s+/g, ' ').trim();

/** A column of a table with its type; of a query with the expression that computes it. */
export function columnItem(
  { origin, expression }: QueryColumn,
  tableName: string,
  span: Span,
  label: string,
): Completion {
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
  const items = (aliasedSource?.columns ?? []).map((column) => ({
    ...columnItem(column, aliasedSource?.name ?? '', span, column.name),
    insert: quotedName(kind, column.name),
  }));
  return fitting(items, written);
}

/** What can be named at the cursor. */
export const namesAtCursor = ({ view, path, sql, before }: SqlCursor): NamesAt =>
  namesInSql(view, path, sql, before.length);
