/** The service's store on MySQL and MariaDB. */
import type { StoreSql } from '../store-sql.ts';

const longText = 'mediumtext character set utf8mb4 collate utf8mb4_bin';

export const mysqlStore: StoreSql = {
  types: {
    digest: 'char(64) character set ascii collate ascii_bin',
    text: longText,
    exact: longText,
    word: 'varchar(10) character set ascii collate ascii_bin',
  },
  // The server commits at each statement that creates something.
  createTable({ name, columns, indexes }) {
    const parts = [...columns, ...indexes.map((index) => `index ${index.name} (${index.on})`)];
    return [`create table if not exists ${name} (${parts.join(', ')}) engine = InnoDB`];
  },
  clock: "timestampdiff(microsecond, '1970-01-01', utc_timestamp(6)) div 1000",
  upserts: true,
  // The server's way to leave a row alone hides every other error.
  ignoresConflicts: false,
};
