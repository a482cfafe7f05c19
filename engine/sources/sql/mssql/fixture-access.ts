/** SQL Server outside of the engine's sources, for fixtures: one connection, and requests on it. */
export { mssqlParameter } from './parameters.ts';
export { connectMssql } from './pool.ts';
export { runRequest } from './request.ts';
