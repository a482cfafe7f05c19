/** Exports of this folder for tests. */
export { createClaimAdmin } from './claim-admin.ts';
export { createClaims } from './claims.ts';
export { createTableStatements, type ReleasedAnswer } from './claims-table.ts';
export { lackOf } from './claims-version.ts';
