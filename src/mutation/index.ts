/** Exports of this folder for tests. */
export { relatedCases } from './by-cases.ts';
export { edited } from './edit.ts';
export { expressionMutations } from './expression-mutations.ts';
export { mutantsOf } from './mutants.ts';
export { sqlMutations } from './sql-mutations.ts';
export { readSurvivors } from './survivors.ts';
export { usersOf } from './uses.ts';
