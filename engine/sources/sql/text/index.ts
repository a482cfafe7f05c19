/** Exports of this folder for tests. */
export type { Dialect } from './dialect.ts';
export { nest } from './nesting.ts';
export { expandParts, type SqlPart, valueUses } from './parts.ts';
export type { Match } from './search.ts';
export { compileStatement } from './statement.ts';
export { literalTemplate, type Piece, parseTemplate } from './template.ts';
export { tokenize } from './tokens.ts';
export { valueConditions } from './value-conditions.ts';
export type { BindArguments } from './value-slots.ts';
export { wordsOf } from './words.ts';
export type { SinceTerm, Wrap } from './wrap.ts';
export { writtenColumns } from './written-columns.ts';
