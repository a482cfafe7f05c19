/** Which tables there are and which columns they have, by the catalogue of its database. Names are values here, and never become SQL. */
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

/**
 * A statement that gives a row for each column of the table, in their order; none where there is no such table. Capitals make no
 * difference. `name`; `type` as the database writes it in a declaration; `nullable`, and `filled` where the database has a value for a
 * row that is given none, both 1 or 0.
 */
export function columnsOfTable(dialect: DialectName, { schema, table }: TableName): BoundStatement {
  const values = schema === undefined ? [table] : [table, schema];
  switch (dialect) {
    case 'sqlite': {
      // A database that is not attached would be an error.
      const attached = 'pragma_database_list as d join pragma_table_xinfo(?, d.name) as x on lower(d.name) = lower(?)';
      const from = schema === undefined ? 'pragma_table_xinfo(?) as x' : attached;
      const sql = `select x.name as name, x.type as type, case when x."notnull" = 1 or x.pk > 0 then 0 else 1 end as nullable,
        case when x.dflt_value is not null or x.hidden > 1 or (x.pk = 1 and max(x.pk) over () = 1 and lower(x.type) = 'integer') then 1 else 0 end as filled
        from ${from} order by x.cid`;
      return { sql, values };
    }
    case 'postgres': {
      // Not the information schema: that hides a table which only lacks a grant.
      const where = schema === undefined ? 'n.nspname = any(current_schemas(true))' : 'lower(n.nspname) = lower($2)';
      const from =
        'pg_attribute as a join pg_class as c on c.oid = a.attrelid join pg_namespace as n on n.oid = c.relnamespace';
      const sql = `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, case when a.attnotnull then 0 else 1 end as nullable,
        case when a.atthasdef or a.attidentity <> '' then 1 else 0 end as filled
        from ${from} where lower(c.relname) = lower($1) and c.relkind in ('r', 'p', 'v', 'm', 'f')
        and a.attnum > 0 and not a.attisdropped and ${where} order by a.attnum`;
      return { sql, values };
    }
    case 'mysql': {
      const where = schema === undefined ? 'table_schema = database()' : 'lower(table_schema) = lower(?)';
      // MariaDB writes the default of a column that may be empty as the word NULL.
      const sql = `select column_name as name, column_type as type, case is_nullable when 'YES' then 1 else 0 end as nullable,
        case when coalesce(column_default, 'NULL') <> 'NULL' or extra <> '' then 1 else 0 end as filled
        from information_schema.columns where lower(table_name) = lower(?) and ${where} order by ordinal_position`;
      return { sql, values };
    }
    case 'mssql': {
      const full = schema === undefined ? 'quotename(@p1)' : "quotename(@p2) + N'.' + quotename(@p1)";
      // Lengths are in bytes, two for a character of nvarchar; -1 is max.
      const length = `case when c.max_length = -1 then 'max' when t.name like 'n%' then cast(c.max_length / 2 as varchar(9)) else cast(c.max_length as varchar(9)) end`;
      const sql = `select c.name as name, t.name + case
          when t.name in ('char', 'varchar', 'nchar', 'nvarchar', 'binary', 'varbinary') then '(' + ${length} + ')'
          when t.name in ('decimal', 'numeric') then concat('(', c.precision, ',', c.scale, ')')
          when t.name in ('datetime2', 'datetimeoffset', 'time') then concat('(', c.scale, ')') else '' end as type,
        cast(c.is_nullable as int) as nullable,
        case when c.default_object_id <> 0 or c.is_identity = 1 or c.is_computed = 1 or t.name = 'timestamp' then 1 else 0 end as filled
        from sys.all_columns as c join sys.types as t on t.user_type_id = c.user_type_id
        where c.object_id = coalesce(object_id(${full}, N'U'), object_id(${full}, N'V')) order by c.column_id`;
      return { sql, values };
    }
  }
}

/** A statement that gives a row with `name` for each column of the table's primary key, in the order of the key. */
export function keyOfTable(dialect: DialectName, { schema, table }: TableName): BoundStatement {
  const values = schema === undefined ? [table] : [table, schema];
  switch (dialect) {
    case 'sqlite': {
      const from = schema === undefined ? 'pragma_table_info(?)' : 'pragma_table_info(?, ?)';
      return { sql: `select name from ${from} where pk > 0 order by pk`, values };
    }
    case 'postgres': {
      const where = schema === undefined ? 'pg_table_is_visible(c.oid)' : 'lower(n.nspname) = lower($2)';
      const sql = `select a.attname as name from pg_index as i join pg_class as c on c.oid = i.indrelid
        join pg_namespace as n on n.oid = c.relnamespace join pg_attribute as a on a.attrelid = c.oid and a.attnum = any(i.indkey)
        where i.indisprimary and lower(c.relname) = lower($1) and ${where} order by array_position(i.indkey::smallint[], a.attnum)`;
      return { sql, values };
    }
    case 'mysql': {
      const where = schema === undefined ? 'table_schema = database()' : 'lower(table_schema) = lower(?)';
      const sql = `select column_name as name from information_schema.key_column_usage
        where constraint_name = 'PRIMARY' and lower(table_name) = lower(?) and ${where} order by ordinal_position`;
      return { sql, values };
    }
    case 'mssql': {
      const full = schema === undefined ? 'quotename(@p1)' : "quotename(@p2) + N'.' + quotename(@p1)";
      const sql = `select col_name(k.object_id, k.column_id) as name from sys.indexes as i
        join sys.index_columns as k on k.object_id = i.object_id and k.index_id = i.index_id
        where i.is_primary_key = 1 and i.object_id = object_id(${full}, N'U') order by k.key_ordinal`;
      return { sql, values };
    }
  }
}

/**
 * A statement that gives a row with `name` and `set` for each column of each unique index
 * without a condition; no `name` where it is an expression. SQLite has none for a key that is the number of the row.
 */
export function uniqueColumns(dialect: DialectName, { schema, table }: TableName): BoundStatement {
  const values = schema === undefined ? [table] : [table, schema];
  switch (dialect) {
    case 'sqlite': {
      const [list, info] = schema === undefined ? ['?', 'l.name'] : ['?, ?', 'l.name, ?'];
      const sql = `select l.name as "set", i.name as name from pragma_index_list(${list}) as l join pragma_index_info(${info}) as i
        where l."unique" = 1 and l.partial = 0 order by l.name, i.seqno`;
      return { sql, values: schema === undefined ? values : [...values, schema] };
    }
    case 'postgres': {
      const where = schema === undefined ? 'pg_table_is_visible(c.oid)' : 'lower(n.nspname) = lower($2)';
      const sql = `select i.indexrelid::text as "set", a.attname as name from pg_index as i join pg_class as c on c.oid = i.indrelid
        join pg_namespace as n on n.oid = c.relnamespace
        join pg_attribute as a on a.attrelid = c.oid and a.attnum = any((i.indkey::smallint[])[0:i.indnkeyatts - 1])
        where i.indisunique and i.indpred is null and i.indexprs is null and lower(c.relname) = lower($1) and ${where} order by 1, 2`;
      return { sql, values };
    }
    case 'mysql': {
      const where = schema === undefined ? 'table_schema = database()' : 'lower(table_schema) = lower(?)';
      const sql = `select index_name as \`set\`, column_name as name from information_schema.statistics
        where non_unique = 0 and lower(table_name) = lower(?) and ${where} order by index_name, seq_in_index`;
      return { sql, values };
    }
    case 'mssql': {
      const full = schema === undefined ? 'quotename(@p1)' : "quotename(@p2) + N'.' + quotename(@p1)";
      const sql = `select i.name as [set], col_name(k.object_id, k.column_id) as name from sys.indexes as i
        join sys.index_columns as k on k.object_id = i.object_id and k.index_id = i.index_id
        where i.is_unique = 1 and i.has_filter = 0 and k.is_included_column = 0 and i.object_id = object_id(${full}, N'U') order by i.name, k.key_ordinal`;
      return { sql, values };
    }
  }
}

/** A statement that gives a row with `name`, the storage engine, where MySQL keeps the table in one that cannot roll back. */
export function lastingStorage({ schema, table }: TableName): BoundStatement {
  const where = schema === undefined ? 't.table_schema = database()' : 'lower(t.table_schema) = lower(?)';
  const sql = `select t.engine as name from information_schema.tables as t join information_schema.engines as e on e.engine = t.engine
    where coalesce(e.transactions, 'NO') <> 'YES' and lower(t.table_name) = lower(?) and ${where}`;
  return { sql, values: schema === undefined ? [table] : [table, schema] };
}

/** A statement that gives a row with `name` for each table and view that a name without a schema can mean. */
export function tablesOfDatabase(dialect: DialectName): BoundStatement {
  return { sql: tables[dialect], values: [] };
}

const tables: Readonly<Record<DialectName, string>> = {
  sqlite: "select name from sqlite_schema where type in ('table', 'view')",
  postgres: `select c.relname as name from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname = any(current_schemas(false))`,
  mysql: 'select table_name as name from information_schema.tables where table_schema = database()',
  mssql: "select o.name as name from sys.objects as o where o.type in ('U', 'V')",
};
