/** The kinds of databases that the engine has: the one list. To add a kind, add its folder and a line here. */
import type { DatabaseKind } from '../kind.ts';
import { mssqlKind } from '../mssql/kind.ts';
import { mysqlKind } from '../mysql/kind.ts';
import { postgresKind } from '../postgres/kind.ts';
import { sqliteKind } from '../sqlite/kind.ts';

export const databaseKinds: readonly DatabaseKind[] = [sqliteKind, postgresKind, mysqlKind, mssqlKind];

/** The kind whose rules apply to SQL of a source that is not known, so that the rest of a profile can still be checked. */
export const fallbackKind: DatabaseKind = sqliteKind;
