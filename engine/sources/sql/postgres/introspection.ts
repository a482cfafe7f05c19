/** What `engine init` reads from the catalogue of PostgreSQL. */
import type { Introspection } from '../introspection.ts';

/** Tables of the schema that the login finds first. */
const tables = `pg_class as c join pg_namespace as n on n.oid = c.relnamespace and n.nspname = current_schema()`;
const isTable = `c.relkind in ('r', 'p') and not c.relispartition`;

export const postgresIntrospection: Introspection = {
  columns: `select c.relname as "table", a.attname as "column", case y.typtype when 'e' then 'text' when 'd' then format_type(y.typbasetype, y.typtypmod)
        else format_type(a.atttypid, a.atttypmod) end as "type",
      case when a.attnotnull then 1 else 0 end as "required"
    from ${tables} join pg_attribute as a on a.attrelid = c.oid
    join pg_type as y on y.oid = a.atttypid
    where ${isTable} and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by c.relname, a.attnum`,
  keys: `select c.relname as "table", x.indexrelid::text as "key", a.attname as "column",
      case when x.indisprimary then 1 else 0 end as "main"
    from ${tables} join pg_index as x on x.indrelid = c.oid
    join pg_attribute as a on a.attrelid = c.oid and a.attnum = any(x.indkey)
    where ${isTable} and x.indisunique and x.indpred is null and x.indexprs is null
    order by c.relname, x.indexrelid, array_position(x.indkey::smallint[], a.attnum)`,
  foreignKeys: `select c.relname as "table", k.conname as "key", a.attname as "column", t.relname as "target",
      b.attname as "targetColumn"
    from ${tables} join pg_constraint as k on k.conrelid = c.oid and k.contype = 'f'
    join pg_class as t on t.oid = k.confrelid
    cross join lateral unnest(k.conkey, k.confkey) with ordinality as p(own, other, place)
    join pg_attribute as a on a.attrelid = c.oid and a.attnum = p.own
    join pg_attribute as b on b.attrelid = t.oid and b.attnum = p.other
    where ${isTable} order by c.relname, k.conname, p.place`,
  viewColumns: `select c.relname as "table", a.attname as "column", case y.typtype when 'e' then 'text' when 'd' then format_type(y.typbasetype, y.typtypmod)
        else format_type(a.atttypid, a.atttypmod) end as "type"
    from ${tables} join pg_attribute as a on a.attrelid = c.oid
    join pg_type as y on y.oid = a.atttypid
    where c.relkind in ('v', 'm') and a.attnum > 0 and not a.attisdropped order by c.relname, a.attnum`,
};
