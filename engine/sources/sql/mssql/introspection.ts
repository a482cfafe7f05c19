/** What `engine init` reads from the catalogue of SQL Server. */
import type { Introspection } from '../introspection.ts';

/** Tables of the schema that the login has as its own. */
const tables = 'sys.tables as t';
const inDefaultSchema = 't.schema_id = schema_id() and t.is_ms_shipped = 0';

/** The catalogue keeps lengths in bytes, and -1 for `max`. */
const type = `case
    when y.name in ('nchar', 'nvarchar') then concat(y.name, '(', case c.max_length when -1 then 'max' else cast(c.max_length / 2 as varchar(5)) end, ')')
    when y.name in ('char', 'varchar', 'binary', 'varbinary') then concat(y.name, '(', case c.max_length when -1 then 'max' else cast(c.max_length as varchar(5)) end, ')')
    when y.name in ('decimal', 'numeric') then concat(y.name, '(', c.precision, ',', c.scale, ')')
    when y.name in ('datetime2', 'datetimeoffset', 'time') then concat(y.name, '(', c.scale, ')')
    else y.name end`;

export const mssqlIntrospection: Introspection = {
  columns: `select t.name as [table], c.name as [column], ${type} as [type], case when c.is_nullable = 0 then 1 else 0 end as [required]
    from ${tables} join sys.columns as c on c.object_id = t.object_id
    join sys.types as y on y.user_type_id = c.system_type_id
    where ${inDefaultSchema} and c.is_computed = 0 order by t.name, c.column_id`,
  keys: `select t.name as [table], i.name as [key], c.name as [column], cast(i.is_primary_key as int) as [main]
    from ${tables} join sys.indexes as i on i.object_id = t.object_id and i.is_unique = 1 and i.has_filter = 0
    join sys.index_columns as x on x.object_id = t.object_id and x.index_id = i.index_id and x.is_included_column = 0
    join sys.columns as c on c.object_id = t.object_id and c.column_id = x.column_id
    where ${inDefaultSchema} order by t.name, i.index_id, x.key_ordinal`,
  foreignKeys: `select t.name as [table], f.name as [key], c.name as [column], o.name as [target], d.name as [targetColumn]
    from ${tables} join sys.foreign_keys as f on f.parent_object_id = t.object_id
    join sys.foreign_key_columns as k on k.constraint_object_id = f.object_id
    join sys.columns as c on c.object_id = t.object_id and c.column_id = k.parent_column_id
    join sys.tables as o on o.object_id = k.referenced_object_id
    join sys.columns as d on d.object_id = o.object_id and d.column_id = k.referenced_column_id
    where ${inDefaultSchema} order by t.name, f.name, k.constraint_column_id`,
  viewColumns: `select t.name as [table], c.name as [column], ${type} as [type]
    from sys.views as t join sys.columns as c on c.object_id = t.object_id
    join sys.types as y on y.user_type_id = c.system_type_id
    where ${inDefaultSchema} order by t.name, c.column_id`,
  schema: 'select schema_name() as [name]',
};
