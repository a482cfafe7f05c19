/** A fixture's database without the engine. */
import type { DatabaseKind } from '../../../../engine/index.ts';

/** Runs statements on one connection. Returns the rows of the last one, values as text. */
export type RunSql = (sql: string) => Promise<readonly Readonly<Record<string, string | null>>[]>;

export interface RawDatabase {
  readonly databaseKind: DatabaseKind;
  readonly run: RunSql;
}
