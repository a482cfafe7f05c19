/** What `engine init` reads from the catalogue of SQLite. */
import type { Introspection } from '../introspection.ts';

const tables = "sqlite_master as m join %s where m.type = 'table' and m.name not like 'sqlite\\_%' escape '\\'";
const over = (join: string): string => tables.replace('%s', () => join);

export const sqliteIntrospection: Introspection = {
  columns: `select m.name as "table", x.name as "column", x.type as "type", x."notnull" as "required"
    from ${over('pragma_table_info(m.name) as x')} order by m.rowid, x.cid`,
  keys: `select * from (
      select m.name as "table", 'primary' as "key", x.name as "column", 1 as "main", x.pk as place
      from ${over('pragma_table_info(m.name) as x')} and x.pk > 0
      union all
      select m.name, l.name, i.name, 0, i.seqno
      from ${over('pragma_index_list(m.name) as l join pragma_index_info(l.name) as i')}
        and l."unique" = 1 and l.partial = 0 and l.origin <> 'pk'
    ) order by "table", "key", place`,
  foreignKeys: `select m.name as "table", f.id as "key", f."from" as "column", f."table" as "target", f."to" as "targetColumn"
    from ${over('pragma_foreign_key_list(m.name) as f')} order by m.rowid, f.id, f.seq`,
  viewColumns: `select m.name as "table", x.name as "column", x.type as "type"
    from sqlite_master as m join pragma_table_info(m.name) as x where m.type = 'view' order by m.rowid, x.cid`,
  schema: `select 'main' as "name"`,
};
