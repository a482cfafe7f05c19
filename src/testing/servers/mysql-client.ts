/** Statements run past the engine on a MySQL or MariaDB. */
import { createConnection, type ResultSetHeader, type RowDataPacket } from 'mysql2/promise';

/** Rows of a statement, values as the text that the server shows. */
export type RunText = (sql: string) => Promise<readonly Readonly<Record<string, string | null>>[]>;

/** Connects, lends a function that runs one text after the other, and disconnects. A text may hold several statements. */
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
