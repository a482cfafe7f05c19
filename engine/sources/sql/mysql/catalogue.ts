/** The catalogue of MySQL and MariaDB. Names are values here, and never become SQL. */
import type { Catalogue } from '../catalogue.ts';

export const mysqlCatalogue: Catalogue = {
  columnsOf({ schema, table }) {
    const values = schema === undefined ? [table] : [table, schema];
    const where = schema === undefined ? 'table_schema = database()' : 'lower(table_schema) = lower(?)';
    // MariaDB writes the default of a column that may be empty as the word NULL.
    const sql = `select column_name as name, column_type as type, case is_nullable when 'YES' then 1 else 0 end as nullable,
        case when coalesce(column_default, 'NULL') <> 'NULL' or extra <> '' then 1 else 0 end as filled
        from information_schema.columns where lower(table_name) = lower(?) and ${where} order by ordinal_position`;
    return { sql, values };
  },
  primaryKeyOf({ schema, table }) {
    const values = schema === undefined ? [table] : [table, schema];
    const where = schema === undefined ? 'table_schema = database()' : 'lower(table_schema) = lower(?)';
    const sql = `select column_name as name from information_schema.key_column_usage
        where constraint_name = 'PRIMARY' and lower(table_name) = lower(?) and ${where} order by ordinal_position`;
    return { sql, values };
  },
  uniqueColumnsOf({ schema, table }) {
    const values = schema === undefined ? [table] : [table, schema];
    const where = schema === undefined ? 'table_schema = database()' : 'lower(table_schema) = lower(?)';
    const sql = `select index_name as \`set\`, column_name as name from information_schema.statistics
        where non_unique = 0 and lower(table_name) = lower(?) and ${where} order by index_name, seq_in_index`;
    return { sql, values };
  },
  tables: {
    sql: 'select table_name as name from information_schema.tables where table_schema = database()',
    values: [],
  },
};
