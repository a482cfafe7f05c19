/** Exports of this folder for tests. */
export { comparedLines } from './compared-lines.ts';
export { inOrder } from './ordered-results.ts';
export { createProfileChecks } from './profile-checks.ts';
export type { ReportEntry } from './report-entry.ts';
export { rewriteCases } from './rewrite.ts';
export { runFile } from './run-file.ts';
export { documentOf } from './yaml-text.ts';
