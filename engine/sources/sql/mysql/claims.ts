/** Write claims on MySQL and MariaDB. */
import { randomInt } from 'node:crypto';
import { type ClaimsSql, claimColumns, newClaimValues } from '../claims-sql.ts';
import { prepared } from '../text/prepared.ts';
import { mysqlDialect } from './dialect.ts';

export const mysqlClaims: ClaimsSql = {
  hashType: 'char(64) character set ascii collate ascii_bin',
  // Its `text` holds 64 KiB.
  textType: 'mediumtext character set utf8mb4 collate utf8mb4_bin',
  // A claim must vanish with its transaction, which not every storage engine does.
  storageEngine: 'InnoDB',
  createsOnce: true,
  addColumn: 'add column',
  async isMissing(session, table) {
    const [name = '', schema = null] = table.split('.').reverse();
    const tableQuery =
      'select 1 from information_schema.tables where table_schema = coalesce(?, database()) and table_name = ?';
    return (await session.execute({ sql: tableQuery, values: [schema, name] })).rows.length === 0;
  },
  inserter(table) {
    const { builder } = mysqlDialect;
    // Ignoring the conflict would ignore every other error with it. The row of a concurrent writer stays unchanged, and sets a variable of the session.
    const marked = builder.raw('if(last_insert_id(?) is null, ??, ??)', ['mark', claimColumns.id, claimColumns.id]);
    const query = builder(table)
      .insert(newClaimValues)
      .onConflict(claimColumns.id)
      .merge({ [claimColumns.id]: marked });
    const insert = prepared(mysqlDialect, query);
    return async (session, claim) => {
      const mark = randomInt(2 ** 47);
      await session.execute(insert({ ...claim, mark }));
      // `affected` counts a row that was found and left alone, too.
      const { rows } = await session.execute({ sql: 'select last_insert_id() as mark', values: [] });
      return rows[0]?.mark !== mark;
    };
  },
};
