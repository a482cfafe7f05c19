/** SQL Server past the engine's sources: to fill a database, and to look into it. */
export { ask, connectMssql } from './connection.ts';
export { mssqlParameter } from './parameters.ts';
