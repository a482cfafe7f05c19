/** Which columns a table has, by the catalogue of its database. Names are values here, and never become SQL. */
import type { BoundStatement, DialectName } from '../source.ts';

/** A table or view, by the names before the last one: those of its schema. */
export interface TableName {
  readonly schema: string | undefined;
  readonly table: string;
}

/** `table` or `schema.table`; undefined where there are more names than that. */
export function tableName(text: string): TableName | undefined {
  const [last = '', schema, ...more] = text.split('.').reverse();
  return more.length > 0 ? undefined : { schema, table: last };
}

/** A statement that gives a row with `name` for each column of the table; none where there is no such table. Capitals make no difference. */
export function columnsOfTable(dialect: DialectName, { schema, table }: TableName): BoundStatement {
  const values = schema === undefined ? [table] : [table, schema];
  switch (dialect) {
    case 'sqlite': {
      // A database that is not attached would be an error.
      const attached = 'pragma_database_list as d join pragma_table_xinfo(?, d.name) as x on lower(d.name) = lower(?)';
      const from = schema === undefined ? 'pragma_table_xinfo(?) as x' : attached;
      return { sql: `select x.name as name from ${from}`, values };
    }
    case 'postgres': {
      // Not the information schema: that hides a table which only lacks a grant.
      const where = schema === undefined ? 'n.nspname = any(current_schemas(true))' : 'lower(n.nspname) = lower($2)';
      const from =
        'pg_attribute as a join pg_class as c on c.oid = a.attrelid join pg_namespace as n on n.oid = c.relnamespace';
      const sql = `select a.attname as name from ${from} where lower(c.relname) = lower($1) and c.relkind in ('r', 'p', 'v', 'm', 'f')
        and a.attnum > 0 and not a.attisdropped and ${where}`;
      return { sql, values };
    }
    case 'mysql': {
      const where = schema === undefined ? 'table_schema = database()' : 'lower(table_schema) = lower(?)';
      const sql = `select column_name as name from information_schema.columns where lower(table_name) = lower(?) and ${where}`;
      return { sql, values };
    }
    case 'mssql': {
      const full = schema === undefined ? 'quotename(@p1)' : "quotename(@p2) + N'.' + quotename(@p1)";
      const sql = `select c.name as name from sys.all_columns as c where c.object_id = coalesce(object_id(${full}, N'U'), object_id(${full}, N'V'))`;
      return { sql, values };
    }
  }
}
