/** Runs statements directly on a MySQL or MariaDB server, without the engine. */
import { createConnection, type ResultSetHeader, type RowDataPacket } from 'mysql2/promise';

/** Runs a script. Returns the rows of a statement with values as text. */
export type RunText = (sql: string) => Promise<readonly Readonly<Record<string, string | null>>[]>;

/**
 * Connects, runs `work` with a function that runs scripts, and disconnects. A script may contain several statements.
 */
export async function onMysql<T>(
  url: string,
  work: (run: RunText) => Promise<T>,
  settings: readonly string[] = [],
): Promise<T> {
  const connection = await createConnection({
    uri: url,
    multipleStatements: true,
    charset: 'utf8mb4',
    typeCast: (field) => field.string(),
  });
  try {
    for (const setting of settings) await connection.query(`set session ${setting}`);
    return await work(async (sql) => {
      const [rows] = await connection.query<RowDataPacket[] | ResultSetHeader>(sql);
      return Array.isArray(rows) ? rows : [];
    });
  } finally {
    await connection.end();
  }
}
