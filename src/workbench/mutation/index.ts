/** Exports of this folder for tests. */
export { relatedCases } from './by-cases.ts';
export { datumOf } from './datum.ts';
export { edited, type MutationKind } from './edit.ts';
export { expressionMutations } from './expression-mutations.ts';
export type { Verdict } from './kill.ts';
export { type Mutant, mutantsOf } from './mutants.ts';
export { openKeptResults } from './results-file.ts';
export { byRisk } from './risk.ts';
export { sqlMutations } from './sql-mutations.ts';
export { survivorCases } from './survivor-cases.ts';
export { readSurvivors } from './survivors.ts';
export { usersOf } from './uses.ts';
