/** The kinds of databases that the engine has: the one list. To add a kind, add its folder and a line here. */
import type { DatabaseKind } from '../kind.ts';
import { mssqlKind } from '../mssql/kind.ts';
import { mysqlKind } from '../mysql/kind.ts';
import { postgresKind } from '../postgres/kind.ts';
import { sqliteKind } from '../sqlite/kind.ts';

export const databaseKinds: readonly DatabaseKind[] = [sqliteKind, postgresKind, mysqlKind, mssqlKind];

/** The schemes of databases on a server, for messages: `postgres://, mysql:// or mssql://`. */
export const serverSchemes: string = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(
  databaseKinds.flatMap(({ connection }) => connection.schemes.slice(0, 1)).map((scheme) => `${scheme}://`),
);

/** The kind whose rules apply to SQL of a source that is not known, so that the rest of a profile can still be checked. */
export const fallbackKind: DatabaseKind = sqliteKind;
