/** SQL Server past the engine's sources: to fill a database, and to look into it. */
export { ask, connectMssql } from './mssqlConnection.ts';
export { mssqlParameter } from './mssqlParameters.ts';
