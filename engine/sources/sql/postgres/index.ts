/** Exports of this folder for tests. */
export { postgresClientConfig } from './config.ts';
export type { PostgresConnection } from './connection.ts';
export { describeOnClient } from './describe.ts';
export { postgresKind } from './kind.ts';
export { createPostgresPool } from './pool.ts';
export { openPostgres } from './source.ts';
