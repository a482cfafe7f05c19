/** Exports of this folder for tests. */
export { grammarDiagnostics } from './grammar-faults.ts';
export { profileJsonSchema } from './json-schema.ts';
export { descriptionAt, examplesAt, knownKeys } from './schema-at-path.ts';
