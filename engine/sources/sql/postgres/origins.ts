/** Follows the columns of a query to the columns of tables, through views that show them unchanged. */
import type { CallContext, ColumnOrigin } from '../../source.ts';
import type { PostgresConnection } from './connection.ts';
import type { DescribedColumn } from './describe.ts';

/** $1: a JSON array of numbers of tables. One row for each of them that is a view. */
const viewsAmong = `select c.oid::text as number, pg_get_viewdef(c.oid) as query from pg_catalog.pg_class as c
  where c.relkind = 'v' and c.oid in (select value::oid from json_array_elements_text($1::json))`;

/** $1: a JSON array of pairs of the numbers of a table and of its column. One row for each pair, in their order. */
const names = `select case when not pg_table_is_visible(c.oid) then n.nspname end as schema, c.relname as "table", a.attname as "column"
  from json_array_elements($1::json) with ordinality as p(pair, place)
  join pg_catalog.pg_class as c on c.oid = (pair->>0)::oid
  join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
  join pg_catalog.pg_attribute as a on a.attrelid = c.oid and a.attnum = (pair->>1)::int2 order by place`;

/** Views that contain views are followed so far. */
const maximumDepth = 8;

/**
 * The columns, with the column of a table in place of the column of a view that shows it. PostgreSQL itself describes the query of the view. A view cannot lose columns, so
 * that the number of its column is the place in its query.
 */
export async function throughViews(
  connection: PostgresConnection,
  columns: readonly DescribedColumn[],
  call: CallContext,
  depth = 0,
): Promise<readonly DescribedColumn[]> {
  const tables = [...new Set(columns.map(({ table }) => table))].filter((table) => table !== 0);
  if (tables.length === 0 || depth === maximumDepth) return columns;
  const rows = await connection.read({ sql: viewsAmong, values: [JSON.stringify(tables)] }, call);
  const shown = new Map<number, readonly DescribedColumn[]>();
  for (const { number, query } of rows) {
    const inner = await connection.columnsOf(String(query).replace(/;\s*$/, ''), call);
    shown.set(Number(number), await throughViews(connection, inner, call, depth + 1));
  }
  return columns.map((column) => {
    const view = shown.get(column.table);
    if (view === undefined) return column;
    const { table = 0, attribute = 0 } = view[column.attribute - 1] ?? {};
    return { ...column, table, attribute };
  });
}

/** By column of a query: the column of a table that it shows unchanged. */
export async function postgresOrigins(
  connection: PostgresConnection,
  sql: string,
  call: CallContext,
): Promise<readonly (ColumnOrigin | undefined)[]> {
  const columns = await throughViews(connection, await connection.columnsOf(sql, call), call);
  const tableColumns = columns.filter(({ table }) => table !== 0);
  const values = [JSON.stringify(tableColumns.map(({ table, attribute }) => [table, attribute]))];
  const rows = await connection.read({ sql: names, values }, call);
  return columns.map((column) => {
    const row = rows[tableColumns.indexOf(column)];
    if (row === undefined) return undefined;
    return {
      schema: row.schema === null ? undefined : String(row.schema),
      table: String(row.table),
      column: String(row.column),
    };
  });
}
