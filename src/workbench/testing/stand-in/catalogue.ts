/** SQL Server's catalogue views, as far as the engine reads them, over PostgreSQL's catalogue. */

/** The T-SQL name of a PostgreSQL type. Text types have no length. */
const typeName = `case typname when 'int2' then 'smallint' when 'int4' then 'int' when 'int8' then 'bigint' when 'numeric' then 'decimal'
  when 'float4' then 'real' when 'float8' then 'float' when 'citext' then 'nvarchar' when 'varchar' then 'nvarchar'
  when 'bpchar' then 'nchar' when 'timestamp' then 'datetime2' when 'timestamptz' then 'datetimeoffset'
  when 'bytea' then 'varbinary' when 'uuid' then 'uniqueidentifier' else typname end`;

export const catalogue: readonly string[] = [
  `create view sys.types as select oid::integer as user_type_id, (${typeName})::citext as name from pg_catalog.pg_type`,
  // PostgreSQL stores the size of numeric plus four.
  `create view sys.all_columns as select attrelid::integer as object_id, attname::citext as name, attnum::integer as column_id,
      atttypid::integer as user_type_id, atttypid::integer as system_type_id, -1 as max_length,
      case when atttypid = 'numeric'::regtype and atttypmod >= 4 then ((atttypmod - 4) >> 16) & 65535 else 0 end as precision,
      case when atttypid = 'numeric'::regtype and atttypmod >= 4 then (atttypmod - 4) & 2047 else 0 end as scale,
      case when attnotnull then 0 else 1 end as is_nullable, case when atthasdef then 1 else 0 end as default_object_id,
      case when attidentity <> '' then 1 else 0 end as is_identity, case when attgenerated <> '' then 1 else 0 end as is_computed
    from pg_catalog.pg_attribute where attnum > 0 and not attisdropped`,
  'create view sys.columns as select * from sys.all_columns',
  `create view sys.tables as select c.oid::integer as object_id, c.relname::citext as name, n.nspname::citext as schema_name,
      n.oid::integer as schema_id, 0 as is_ms_shipped
    from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace where c.relkind = 'r' and n.nspname not like 'pg%' and n.nspname <> 'information_schema'`,
  // Kinds of access other than B-trees have no equivalent. The numbers of columns in an index begin at 1.
  `create view sys.indexes as select i.indrelid::integer as object_id, i.indexrelid::integer as index_id, x.relname::citext as name,
      case when m.amname = 'btree' then 2 else 6 end as type, case when i.indpred is null then 0 else 1 end as has_filter,
      0 as is_disabled, 0 as is_hypothetical, case when i.indisprimary then 1 else 0 end as is_primary_key, case when i.indisunique then 1 else 0 end as is_unique
    from pg_catalog.pg_index i join pg_catalog.pg_class x on x.oid = i.indexrelid join pg_catalog.pg_am m on m.oid = x.relam`,
  `create view sys.index_columns as select i.indrelid::integer as object_id, i.indexrelid::integer as index_id, i.indkey[k.part]::integer as column_id,
      case when k.part < i.indnkeyatts then k.part + 1 else 0 end as key_ordinal, case when k.part < i.indnkeyatts then 0 else 1 end as is_included_column
    from pg_catalog.pg_index i cross join lateral generate_series(0, i.indnatts - 1) as k(part)`,
  `create view sys.partitions as select oid::integer as object_id, 1 as index_id, greatest(reltuples, 0)::bigint as rows
    from pg_catalog.pg_class where relkind = 'r'`,
  `create view sys.foreign_keys as select oid::integer as object_id, conname::citext as name, conrelid::integer as parent_object_id,
      confrelid::integer as referenced_object_id from pg_catalog.pg_constraint where contype = 'f'`,
  `create view sys.foreign_key_columns as select c.oid::integer as constraint_object_id, k.part::integer as constraint_column_id,
      c.conkey[k.part]::integer as parent_column_id, c.confkey[k.part]::integer as referenced_column_id,
      c.confrelid::integer as referenced_object_id
    from pg_catalog.pg_constraint c cross join lateral generate_series(1, cardinality(c.conkey)) as k(part) where c.contype = 'f'`,
  // The stand-in keeps no comments, and no texts of views.
  `create view sys.extended_properties as select 0 as class, 0 as major_id, 0 as minor_id, ''::citext as name, ''::citext as value where false`,
  `create view sys.views as select object_id, name, schema_id, is_ms_shipped from sys.tables where false`,
  `create view sys.sql_modules as select 0 as object_id, ''::citext as definition where false`,
  `create function tsql.schema_id() returns integer language sql stable as $$ select current_schema()::regnamespace::oid::integer $$`,
  `create function tsql.schema_name(id integer) returns citext language sql stable as $$ select id::oid::regnamespace::text::citext $$`,
  `create view sys.objects as select object_id, name, 'U'::citext as type from sys.tables`,
];
