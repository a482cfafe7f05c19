/**
 * Indexes of SQL Server, from its catalogue: sys.indexes and sys.index_columns
 * (https://learn.microsoft.com/sql/relational-databases/system-catalog-views/sys-index-columns-transact-sql), and the rows of sys.partitions
 * (https://learn.microsoft.com/sql/relational-databases/system-catalog-views/sys-partitions-transact-sql). A login sees the metadata of the tables that it may read.
 *
 * SQL Server shows a plan only to a batch of its own and to logins with the right SHOWPLAN
 * (https://learn.microsoft.com/sql/t-sql/statements/set-showplan-xml-transact-sql), so that the indexes alone decide.
 */
import type { TableName } from '../catalogue.ts';
import { fullName, type IndexNeed, type IndexRules, indexName, plainOr, servesColumn } from '../index-rules.ts';

const quotedIfNeeded = (name: string): string => plainOr((text) => `[${text.replaceAll(']', ']]')}]`, name);

const inTable = ({ schema, table }: TableName) => ({
  id: `object_id(${schema === undefined ? 'quotename(@p1)' : "quotename(@p2) + N'.' + quotename(@p1)"}, N'U')`,
  values: schema === undefined ? [table] : [table, schema],
});

/**
 * Bytes of a key of an index in all supported versions; 1,700 since 2016
 * (https://learn.microsoft.com/sql/sql-server/maximum-capacity-specifications-for-sql-server).
 */
const keyBytes = 900;

/** Bytes of a value of this type in a key; infinite where no key can contain one. Numbers and times take at most 17. */
function bytesOf(type: string | undefined): number {
  const [, name = '', length] = /^(\w+)(?:\((\w+))?/.exec(type?.toLowerCase() ?? '') ?? [];
  if (length === 'max' || /^(?:n?text|image|xml|geometry|geography|json)$/.test(name)) return Number.POSITIVE_INFINITY;
  if (/^n(?:var)?char$/.test(name)) return 2 * Number(length ?? 1);
  return /^(?:var)?(?:char|binary)$/.test(name) ? Number(length ?? 1) : 17;
}

function create({ table, columns, use }: IndexNeed, types: ReadonlyMap<string, string>) {
  // No index finds a text inside of a column as LIKE does.
  if (use === 'words') return undefined;
  const bytes = columns.reduce((sum, name) => sum + bytesOf(types.get(name.toLowerCase())), 0);
  if (bytes > keyBytes) return undefined;
  const full = fullName(table, quotedIfNeeded);
  return {
    sql: `CREATE INDEX ${quotedIfNeeded(indexName({ table, columns }))} ON ${full} (${columns.map(quotedIfNeeded).join(', ')})`,
    note: 'With the Enterprise edition, WITH (ONLINE = ON) creates it without locking the table.',
  };
}

export const mssqlIndexRules: IndexRules = {
  unknownValue: null,
  wholeReads: undefined,
  rowCount(table) {
    const { id, values } = inTable(table);
    // 0: a table without a clustered index, 1: one with it.
    const sql = `select sum(p.rows) as [rows] from sys.partitions as p where p.index_id in (0, 1) and p.object_id = ${id}`;
    return { sql, values };
  },
  /**
   * The first columns of clustered and nonclustered indexes. An index on a computed column serves conditions on that column; the engine's own searches compare the
   * searched column itself, so that an index on LOWER() or UPPER() of it does not serve them.
   */
  indexesOf(table) {
    const { id, values } = inTable(table);
    const sql = `select c.name as [column] from sys.indexes as i
      join sys.index_columns as k on k.object_id = i.object_id and k.index_id = i.index_id
      join sys.columns as c on c.object_id = k.object_id and c.column_id = k.column_id
      where k.key_ordinal = 1 and i.type in (1, 2) and i.has_filter = 0 and i.is_disabled = 0 and i.is_hypothetical = 0 and i.object_id = ${id}`;
    return { sql, values };
  },
  serves: servesColumn,
  create,
};
