/** The catalogue of SQLite. Names are values here, and never become SQL. */
import type { Catalogue } from '../catalogue.ts';

export const sqliteCatalogue: Catalogue = {
  columnsOf({ schema, table }) {
    const values = schema === undefined ? [table] : [table, schema];
    // A database that is not attached would be an error.
    const attached = 'pragma_database_list as d join pragma_table_xinfo(?, d.name) as x on lower(d.name) = lower(?)';
    const from = schema === undefined ? 'pragma_table_xinfo(?) as x' : attached;
    const sql = `select x.name as name, x.type as type, case when x."notnull" = 1 or x.pk > 0 then 0 else 1 end as nullable,
        case when x.dflt_value is not null or x.hidden > 1 or (x.pk = 1 and max(x.pk) over () = 1 and lower(x.type) = 'integer') then 1 else 0 end as filled
        from ${from} order by x.cid`;
    return { sql, values };
  },
  primaryKeyOf({ schema, table }) {
    const values = schema === undefined ? [table] : [table, schema];
    const from = schema === undefined ? 'pragma_table_info(?)' : 'pragma_table_info(?, ?)';
    return { sql: `select name from ${from} where pk > 0 order by pk`, values };
  },
  uniqueColumnsOf({ schema, table }) {
    const values = schema === undefined ? [table] : [table, schema];
    const [list, info] = schema === undefined ? ['?', 'l.name'] : ['?, ?', 'l.name, ?'];
    const sql = `select l.name as "set", i.name as name from pragma_index_list(${list}) as l join pragma_index_info(${info}) as i
        where l."unique" = 1 and l.partial = 0 order by l.name, i.seqno`;
    return { sql, values: schema === undefined ? values : [...values, schema] };
  },
  tables: { sql: "select name from sqlite_schema where type in ('table', 'view')", values: [] },
};
