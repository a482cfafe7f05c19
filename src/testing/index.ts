/** Exports of this folder for tests. */
export { inOrder } from './ordered-results.ts';
export { createProfileChecks } from './profile-checks.ts';
export { rewriteCases } from './rewrite.ts';
export { runFile } from './run-file.ts';
export { documentOf } from './yaml-text.ts';
