/** Exports of this folder for tests. */
export { type Check, nameOf } from './check.ts';
export { type CheckContext, openContext } from './context.ts';
export type { DataRow, DataTable, ErpData } from './erp-data.ts';
export type { FixtureAccess } from './fixture-access.ts';
export { fail, lacks, notPossible, overLimit, reasonIn } from './outcome.ts';
export { type WrongBody, wrongBodies } from './request-bodies.ts';
export { type CheckResult, runChecks } from './run-checks.ts';
export { rowsWritten } from './written-rows.ts';
