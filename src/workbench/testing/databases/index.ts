/** Exports of this folder for tests. */
export type { FixtureDatabase } from './fixture-database.ts';
export { mssqlTestServer } from './mssql.ts';
export { postgresClient } from './postgres.ts';
export type { Scratch } from './server-addresses.ts';
export { standInTestServer } from './stand-in.ts';
export type { TestDatabaseServer } from './test-database-server.ts';
