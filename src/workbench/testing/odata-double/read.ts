/** Lists and records: filters, orders, pages, and expanded members. */
import { type ODataVersion, orderTerms, parseCondition, type Selection } from '../../../../engine/tools/index.ts';
import { conditionSql, type OrderSql, orderSql, relationNamed, rowAlias, type Sql } from './expression-sql.ts';
import { type Json, rowJson } from './json.ts';
import type { EntitySet } from './model.ts';
import { notImplemented, ODataError } from './odata-error.ts';
import { type ODataStore, quoted, type Row, stored, type Value } from './store.ts';

export interface ReadContext {
  readonly store: ODataStore;
  readonly version: ODataVersion;
  /** Members that the service adds to each record of an answer. */
  readonly annotations: Json;
}

/** Values that the rows of a list have: those of the record that it belongs to. */
export type Where = Readonly<Record<string, Value>>;

export interface ListQuery {
  readonly set: EntitySet;
  readonly where: Where;
  readonly filter: string | undefined;
  readonly orderBy: string | undefined;
  readonly top: number;
  readonly skip: number;
}

/** Where a page begins: after so many rows, or after the row with these values of the order. */
interface PageStart {
  readonly done: number;
  readonly last: readonly Value[] | undefined;
}

export interface PageOptions {
  readonly size: number;
  /** What a link to the next page has: the last row of this one, or the number of rows. Inserted rows shift the pages of the latter. */
  readonly by: 'row' | 'number';
}

export interface Page {
  readonly rows: readonly Row[];
  /** `$skiptoken` of the next page; undefined for the last one. */
  readonly token: string | undefined;
}

function startOf(token: string | undefined): PageStart {
  if (token === undefined) return { done: 0, last: undefined };
  try {
    const value: unknown = JSON.parse(token);
    if (Array.isArray(value)) return { done: Number(value[0]), last: value.slice(1).map(stored) };
  } catch {
    // The token is refused below.
  }
  throw new ODataError(400, `'${token}' is no $skiptoken of this service.`);
}

const joined = (parts: readonly Sql[], by: string): Sql => ({
  sql: parts.map(({ sql }) => `(${sql})`).join(by),
  values: parts.flatMap(({ values }) => values),
});

/** The rows after one in an order. Null comes first, as SQLite sorts it. */
function after(order: readonly OrderSql[], last: readonly Value[]): Sql {
  const steps = order.map(({ sql, values, isDescending }, index): Sql => {
    const same = order
      .slice(0, index)
      .map((one, at): Sql => ({ sql: `${one.sql} IS ?`, values: [...one.values, last[at] ?? null] }));
    const value = last[index] ?? null;
    const further: Sql = isDescending
      ? { sql: `${sql} < ? OR (${sql} IS NULL AND ? IS NOT NULL)`, values: [...values, value, ...values, value] }
      : value === null
        ? { sql: `${sql} IS NOT NULL`, values }
        : { sql: `${sql} > ?`, values: [...values, value] };
    return joined([...same, further], ' AND ');
  });
  return joined(steps, ' OR ');
}

/** The condition of a list. */
function conditionOf(store: ODataStore, { set, where, filter }: ListQuery): Sql {
  const equals = Object.entries(where).map(
    ([name, value]): Sql => ({ sql: `${rowAlias}.${quoted(name)} = ?`, values: [value] }),
  );
  const asked = filter === undefined ? [] : [conditionSql(store, set, parseCondition(filter))];
  return joined([{ sql: '1 = 1', values: [] }, ...equals, ...asked], ' AND ');
}

/** The number of rows of a list, in all its pages. */
export function countRows(store: ODataStore, query: ListQuery): number {
  const { sql, values } = conditionOf(store, query);
  const table = store.table(query.set.name);
  return Number(store.get(`SELECT count(*) AS number FROM ${table} ${rowAlias} WHERE ${sql}`, ...values)?.number);
}

/** One page of a list. */
export function readPage(store: ODataStore, query: ListQuery, pages: PageOptions, token?: string): Page {
  const { set, orderBy, top, skip } = query;
  const { done, last } = startOf(token);
  const order = orderSql(store, set, orderBy === undefined ? [] : orderTerms(orderBy));
  const follows = last !== undefined && pages.by === 'row';
  const condition = joined([conditionOf(store, query), ...(follows ? [after(order, last)] : [])], ' AND ');
  const size = Math.min(pages.size, Math.max(0, top - done));
  const columns = order.map(({ sql }, index) => `, ${sql} AS "#${index}"`).join('');
  const by = order.map(({ isDescending }, index) => `"#${index}"${isDescending ? ' DESC' : ''}`).join(', ');
  const rows = store.all(
    `SELECT ${rowAlias}.*${columns} FROM ${store.table(set.name)} ${rowAlias} WHERE ${condition.sql}${by === '' ? '' : ` ORDER BY ${by}`} LIMIT ? OFFSET ?`,
    ...[...order.flatMap(({ values }) => values), ...condition.values],
    ...[Number.isFinite(size) ? size + 1 : -1, follows ? 0 : skip + done],
  );
  const page = rows.slice(0, size);
  const end = page.at(-1);
  if (rows.length <= size || done + size >= top || end === undefined) return { rows: page, token: undefined };
  return { rows: page, token: JSON.stringify([done + size, ...order.map((_, index) => end[`#${index}`] ?? null)]) };
}

const wholeNumber = (selection: Selection, name: string): number | undefined => {
  const value = selection.options.get(name);
  return value === undefined ? undefined : Number(value);
};

/** The records of an expanded member, with what its options ask for. */
function expanded(context: ReadContext, set: EntitySet, row: Row, name: string, selection: Selection): unknown {
  const { store } = context;
  const relation = relationNamed(set, name);
  const link = relation && store.links.linkOf(set, relation);
  // Complex members are in answers anyway; records without a set are inside of the row.
  if (relation === undefined || link === undefined)
    return JSON.parse(String(row[name] ?? (relation?.isCollection ? '[]' : 'null')));
  const [unknown] = [...selection.options.keys()].filter(
    (one) => !['$filter', '$orderby', '$top', '$skip'].includes(one),
  );
  if (unknown !== undefined) throw notImplemented(`The double does not have ${unknown} inside of $expand.`);
  const where = Object.fromEntries(link.on.map(([here, there]) => [there, row[here] ?? null]));
  const query: ListQuery = {
    set: link.set,
    where,
    filter: selection.options.get('$filter'),
    orderBy: selection.options.get('$orderby'),
    top: wholeNumber(selection, '$top') ?? Number.POSITIVE_INFINITY,
    skip: wholeNumber(selection, '$skip') ?? 0,
  };
  const { rows } = readPage(store, query, { size: Number.POSITIVE_INFINITY, by: 'row' });
  const records = rows.map((one) => readRecord(context, link.set, one, selection));
  if (!relation.isCollection) return records[0] ?? null;
  return context.version === 2 ? { results: records } : records;
}

/** A record as the request selects and expands it. */
export function readRecord(context: ReadContext, set: EntitySet, row: Row, selection: Selection): Json {
  const members = [...selection.expand].map(([name, inner]): [string, unknown] => [
    name,
    expanded(context, set, row, name, inner),
  ]);
  return {
    ...context.annotations,
    ...rowJson(set, row, selection.select, context.version),
    ...Object.fromEntries(members),
  };
}
