/** What the server of a database is doing, and for whom. MySQL would name the columns in capitals by itself. */
import type { MysqlDatabase } from './mysql-database.ts';

/** Ids of connections to this database whose statement is like this; other tests have theirs on the same server. */
export async function running(database: MysqlDatabase, text: string): Promise<readonly string[]> {
  const rows = await database.run(
    `select id as id from information_schema.processlist
      where db = '${database.name}' and info like '${text}' and id <> connection_id()`,
  );
  return rows.map(({ id }) => String(id));
}

/** Connections of sources to this database, whatever they do. */
export async function connected(database: MysqlDatabase): Promise<readonly string[]> {
  const rows = await database.run(
    `select id as id from information_schema.processlist where db = '${database.name}' and id <> connection_id()`,
  );
  return rows.map(({ id }) => String(id));
}

/** MySQL's number for a connection that is not there. */
const unknownThread = 1094;

/** Ends connections, whatever they do. One that has ended by itself in the meantime is as wanted. */
export async function kill(database: MysqlDatabase, ids: readonly string[]): Promise<void> {
  for (const id of ids)
    await database.run(`kill ${id}`).catch((error: unknown) => {
      if (!(error instanceof Error) || Reflect.get(error, 'errno') !== unknownThread) throw error;
    });
}
