/** The catalogue of SQL Server. Names are values here, and never become SQL. */
import type { Catalogue } from '../catalogue.ts';

export const mssqlCatalogue: Catalogue = {
  columnsOf({ schema, table }) {
    const values = schema === undefined ? [table] : [table, schema];
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
  },
  primaryKeyOf({ schema, table }) {
    const values = schema === undefined ? [table] : [table, schema];
    const full = schema === undefined ? 'quotename(@p1)' : "quotename(@p2) + N'.' + quotename(@p1)";
    const sql = `select col_name(k.object_id, k.column_id) as name from sys.indexes as i
        join sys.index_columns as k on k.object_id = i.object_id and k.index_id = i.index_id
        where i.is_primary_key = 1 and i.object_id = object_id(${full}, N'U') order by k.key_ordinal`;
    return { sql, values };
  },
  uniqueColumnsOf({ schema, table }) {
    const values = schema === undefined ? [table] : [table, schema];
    const full = schema === undefined ? 'quotename(@p1)' : "quotename(@p2) + N'.' + quotename(@p1)";
    const sql = `select i.name as [set], col_name(k.object_id, k.column_id) as name from sys.indexes as i
        join sys.index_columns as k on k.object_id = i.object_id and k.index_id = i.index_id
        where i.is_unique = 1 and i.has_filter = 0 and k.is_included_column = 0 and i.object_id = object_id(${full}, N'U') order by i.name, k.key_ordinal`;
    return { sql, values };
  },
  tables: { sql: "select o.name as name from sys.objects as o where o.type in ('U', 'V')", values: [] },
};
