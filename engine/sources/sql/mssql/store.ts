/** The service's store on SQL Server. */
import type { StoreSql } from '../store-sql.ts';
import { lockName } from './control-statements.ts';

export const mssqlStore: StoreSql = {
  types: {
    digest: 'char(64) collate Latin1_General_BIN2',
    text: 'nvarchar(max)',
    exact: 'nvarchar(max) collate Latin1_General_BIN2',
    word: 'varchar(10) collate Latin1_General_BIN2',
  },
  createTable({ name, columns, indexes }) {
    const table = `create table ${name} (${columns.join(', ')})`;
    const all = [table, ...indexes.map((index) => `create index ${index.name} on ${name} (${index.on})`)];
    return [`if object_id(N'${name}', N'U') is null begin\n${all.map((sql) => `  ${sql};`).join('\n')}\nend`];
  },
  clock: "datediff_big(millisecond, '19700101', sysutcdatetime())",
  migrationLock: (name) => lockName(`N'${name}'`),
  upserts: false,
  ignoresConflicts: false,
};
