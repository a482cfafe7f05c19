/** The server's connections and their statements. Column aliases avoid MySQL's upper-case names. */
import type { MysqlDatabase } from './mysql-database.ts';

/** Ids of the connections to this database whose statement matches; other tests use the same server. */
export async function running(database: MysqlDatabase, text: string): Promise<readonly string[]> {
  const rows = await database.run(
    `select id as id from information_schema.processlist
      where db = '${database.name}' and info like '${text}' and id <> connection_id()`,
  );
  return rows.map(({ id }) => String(id));
}

/** All connections of sources to this database. */
export async function connected(database: MysqlDatabase): Promise<readonly string[]> {
  const rows = await database.run(
    `select id as id from information_schema.processlist where db = '${database.name}' and id <> connection_id()`,
  );
  return rows.map(({ id }) => String(id));
}

/** MySQL's error number for an unknown connection. */
const unknownThread = 1094;

/** Ends connections, whatever they execute. A connection that has already ended is not an error. */
export async function kill(database: MysqlDatabase, ids: readonly string[]): Promise<void> {
  for (const id of ids)
    await database.run(`kill ${id}`).catch((error: unknown) => {
      if (!(error instanceof Error) || Reflect.get(error, 'errno') !== unknownThread) throw error;
    });
}
