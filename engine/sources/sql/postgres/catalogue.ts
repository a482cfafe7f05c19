/** The catalogue of PostgreSQL. Names are values here, and never become SQL. */
import type { Catalogue } from '../catalogue.ts';

export const postgresCatalogue: Catalogue = {
  columnsOf({ schema, table }) {
    const values = schema === undefined ? [table] : [table, schema];
    // Not the information schema: that hides a table which only lacks a grant.
    const where = schema === undefined ? 'n.nspname = any(current_schemas(true))' : 'lower(n.nspname) = lower($2)';
    const from =
      'pg_attribute as a join pg_class as c on c.oid = a.attrelid join pg_namespace as n on n.oid = c.relnamespace';
    const sql = `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, case when a.attnotnull then 0 else 1 end as nullable,
        case when a.atthasdef or a.attidentity <> '' then 1 else 0 end as filled
        from ${from} where lower(c.relname) = lower($1) and c.relkind in ('r', 'p', 'v', 'm', 'f')
        and a.attnum > 0 and not a.attisdropped and ${where} order by a.attnum`;
    return { sql, values };
  },
  primaryKeyOf({ schema, table }) {
    const values = schema === undefined ? [table] : [table, schema];
    const where = schema === undefined ? 'pg_table_is_visible(c.oid)' : 'lower(n.nspname) = lower($2)';
    const sql = `select a.attname as name from pg_index as i join pg_class as c on c.oid = i.indrelid
        join pg_namespace as n on n.oid = c.relnamespace join pg_attribute as a on a.attrelid = c.oid and a.attnum = any(i.indkey)
        where i.indisprimary and lower(c.relname) = lower($1) and ${where} order by array_position(i.indkey::smallint[], a.attnum)`;
    return { sql, values };
  },
  uniqueColumnsOf({ schema, table }) {
    const values = schema === undefined ? [table] : [table, schema];
    const where = schema === undefined ? 'pg_table_is_visible(c.oid)' : 'lower(n.nspname) = lower($2)';
    const sql = `select i.indexrelid::text as "set", a.attname as name from pg_index as i join pg_class as c on c.oid = i.indrelid
        join pg_namespace as n on n.oid = c.relnamespace
        join pg_attribute as a on a.attrelid = c.oid and a.attnum = any((i.indkey::smallint[])[0:i.indnkeyatts - 1])
        where i.indisunique and i.indpred is null and i.indexprs is null and lower(c.relname) = lower($1) and ${where} order by 1, 2`;
    return { sql, values };
  },
  tables: {
    sql: `select c.relname as name from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname = any(current_schemas(false))`,
    values: [],
  },
};
