/** A database of MySQL with a table `t`, and connections of the engine to it. */
import type { DatabaseAccess } from '../../../../engine/sources/source.ts';
import { openMysql } from '../../../../engine/sources/sql/mysql/source.ts';
import { freshMysqlDatabase, type MysqlDatabase } from '../../../support/mysql-database.ts';

export interface MysqlTable {
  readonly database: MysqlDatabase;
  readonly source: DatabaseAccess;
  /** Another source over the same database. */
  open(options: { readonly connections?: number; readonly timeoutMs?: number; readonly url?: string }): DatabaseAccess;
  end(): Promise<void>;
}

export async function mysqlTable(): Promise<MysqlTable> {
  const database = await freshMysqlDatabase();
  await database.run('create table t (a integer primary key, b varchar(5) not null default "")');
  const open: MysqlTable['open'] = (options) =>
    openMysql({ url: database.url, clock: 'Europe/Berlin', timeoutMs: 60_000, ...options });
  const source = open({ connections: 2 });
  const end = async () => {
    await source.close();
    await database.drop();
  };
  return { database, source, open, end };
}
