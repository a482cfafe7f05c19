/** Exports of this folder for tests. */
export * as controlStatements from './control-statements.ts';
export { lockRefused } from './control-statements.ts';
export { describeOrigins } from './describe.ts';
export { mssqlError } from './errors.ts';
export { mssqlIntrospection } from './introspection.ts';
export { mssqlKind } from './kind.ts';
export { mssqlParameter } from './parameters.ts';
export { connectMssql } from './pool.ts';
export { mssqlProcedureRules } from './procedure-call.ts';
export { mssqlProcedures } from './procedures.ts';
export { type ResultSet, runRequest } from './request.ts';
export { openMssql } from './source.ts';
