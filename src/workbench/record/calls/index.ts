/** Exports of this folder for tests. */
export { createChosenCalls } from './chosen-calls.ts';
export { explore } from './explore.ts';
export { createKnownValues } from './known-values.ts';
export { listenForCalls } from './listen.ts';
export { scenarioCalls } from './scenarios.ts';
