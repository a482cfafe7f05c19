/** What `engine init` reads from the catalogue of MySQL and MariaDB. */
import type { Introspection } from '../introspection.ts';

export const mysqlIntrospection: Introspection = {
  columns: `select c.table_name as \`table\`, c.column_name as \`column\`, c.column_type as \`type\`,
      case when c.is_nullable = 'NO' then 1 else 0 end as \`required\`
    from information_schema.columns as c
    join information_schema.tables as t on t.table_schema = c.table_schema and t.table_name = c.table_name
    where c.table_schema = database() and t.table_type = 'BASE TABLE' and c.extra not like '%GENERATED' order by c.table_name, c.ordinal_position`,
  // MariaDB has SQL in `column_default`, MySQL the value itself.
  defaults: `select c.table_name as \`table\`, c.column_name as \`column\`,
      case when c.column_default is null or c.column_default like '%0000-00-00%' then null
        when version() like '%MariaDB%' or c.column_default like 'CURRENT_TIMESTAMP%' or c.data_type = 'bit' then c.column_default
        when c.extra like '%DEFAULT_GENERATED%' then null else quote(c.column_default) end as \`default\`,
      case when c.extra like '%auto_increment%' then 1 else 0 end as \`counts\`
    from information_schema.columns as c
    where c.table_schema = database() and (c.column_default is not null or c.extra like '%auto_increment%')`,
  keys: `select s.table_name as \`table\`, s.index_name as \`key\`, s.column_name as \`column\`,
      case when s.index_name = 'PRIMARY' then 1 else 0 end as \`main\`
    from information_schema.statistics as s where s.table_schema = database() and s.non_unique = 0
    order by s.table_name, s.index_name, s.seq_in_index`,
  foreignKeys: `select k.table_name as \`table\`, k.constraint_name as \`key\`, k.column_name as \`column\`,
      k.referenced_table_name as \`target\`, k.referenced_column_name as \`targetColumn\`
    from information_schema.key_column_usage as k
    where k.table_schema = database() and k.referenced_table_name is not null
    order by k.table_name, k.constraint_name, k.ordinal_position`,
  viewColumns: `select c.table_name as \`table\`, c.column_name as \`column\`, c.column_type as \`type\`
    from information_schema.columns as c
    join information_schema.views as v on v.table_schema = c.table_schema and v.table_name = c.table_name
    where c.table_schema = database() order by c.table_name, c.ordinal_position`,
  keylessType: /text|blob|json/i,
  schema: 'select database() as `name`',
};
