/** A profile with one mistake: `engine check` reports it, at its place and with a useful hint, and reports nothing else. */
import { afterAll, describe, it } from 'vitest';
import { completed } from '../support/check-profile.ts';
import { sampleOf } from '../support/depth.ts';
import { demoProfile, expectFound, kontorProfile, openBench } from './check.ts';
import { databaseMutations } from './databases.ts';
import { dialectMutations, smallProfile } from './dialects.ts';
import { expressionMutations } from './expressions.ts';
import { grammarMutations } from './grammar.ts';
import { type Mutation, mutate } from './mutation.ts';
import { nameMutations } from './names.ts';
import { requestMutations } from './requests.ts';
import { statementMutations } from './statements.ts';
import { yamlMutations } from './yaml.ts';

// SQLite works in processes of its own, which take their time on a busy machine.
const bench = openBench();
afterAll(() => bench.close());

async function isFound(text: string, mutation: Mutation, connect?: 'connect'): Promise<void> {
  const mutated = mutate(text, mutation);
  expectFound(mutation, mutated, await bench.check(mutated.text, connect));
}

describe.each([
  ['YAML', yamlMutations],
  ['keys', grammarMutations],
  ['names', nameMutations],
  ['expressions', expressionMutations],
  ['statements', statementMutations],
])('without a database: %s', (_kind, mutations) => {
  it.for(sampleOf(mutations, 6))('$name: $code', (mutation) => isFound(demoProfile, mutation));
});

describe('without a database: each dialect', () => {
  it.for(sampleOf(dialectMutations, 8))('$dialect, $name: $code', (mutation) =>
    isFound(completed(smallProfile(mutation.dialect)), mutation),
  );
});

describe('an ERP by HTTP', () => {
  it.for(sampleOf(requestMutations, 6))('$name: $code', (mutation) => isFound(kontorProfile, mutation));
});

describe('with the database', () => {
  it.for(sampleOf(databaseMutations, 3))('$name: $code', (mutation) => isFound(demoProfile, mutation, 'connect'));
});
