/** Indexes of SQLite (https://sqlite.org/eqp.html). */
import type { TableName } from '../catalogue.ts';
import { type IndexNeed, type IndexRules, indexName, plainOr, servesColumn } from '../index-rules.ts';
import { doubleQuoted } from '../text/dialect.ts';

const quotedIfNeeded = (name: string): string => plainOr(doubleQuoted, name);

const scan = /^SCAN (.+?)(?: USING (?:COVERING )?INDEX .+)?$/;

function create({ table, columns, use }: IndexNeed) {
  // A search for words evaluates a function of the engine for each row.
  if (use === 'words') return undefined;
  return {
    sql: `CREATE INDEX ${quotedIfNeeded(indexName({ table, columns }))} ON ${quotedIfNeeded(table.table)} (${columns.map(quotedIfNeeded).join(', ')})`,
  };
}

export const sqliteIndexRules: IndexRules = {
  unknownValue: null,
  async wholeReads(session, statement) {
    const { rows } = await session.execute({ ...statement, sql: `explain query plan ${statement.sql}` });
    const steps = rows.map(({ detail }) => String(detail));
    const isSorted = steps.some((step) => /^USE TEMP B-TREE FOR (?:LAST .+ OF )?ORDER BY/.test(step));
    return steps.flatMap((step) => {
      const table = scan.exec(step)?.[1];
      return table === undefined ? [] : [{ table, ordered: !isSorted }];
    });
  },
  rowCount: ({ table }: TableName) => ({ sql: `select count(*) as rows from ${doubleQuoted(table)}`, values: [] }),
  // An INTEGER PRIMARY KEY is the number of the row, and is in no list of indexes.
  indexesOf: ({ table }) => ({
    sql: `select i.name as "column" from pragma_index_list(?) as l join pragma_index_info(l.name) as i where i.seqno = 0 and l.partial = 0
      union all select k.name from pragma_table_info(?) as k where k.pk = 1`,
    values: [table, table],
  }),
  serves: servesColumn,
  create,
};
