/** Several mistakes in one profile, each in another endpoint: all are reported in one run, in the order of the file. */
import { afterAll, describe, expect, it } from 'vitest';
import { sampleOf } from '../support/depth.ts';
import { demoProfile, openBench } from './check.ts';
import { expressionMutations } from './expressions.ts';
import { grammarMutations } from './grammar.ts';
import { type Mutation, mutate } from './mutation.ts';
import { nameMutations } from './names.ts';
import { statementMutations } from './statements.ts';
import { yamlMutations } from './yaml.ts';

const bench = openBench();
afterAll(() => bench.close());

/** One number after the other from a seed (mulberry32), from 0 to below 1. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const kinds = [yamlMutations, grammarMutations, nameMutations, expressionMutations, statementMutations];

const isHeader = (line: string): boolean => /^ {2}\/.*:/.test(line);

/** The endpoint that a line stands in, counted from 1. */
const endpointAt = (text: string, line: number): string | undefined =>
  text.split('\n').slice(0, line).findLast(isHeader);

/** The endpoint that a mistake stands in and is found in; undefined where it is about the endpoint itself, or at no certain place. */
function endpointOf(mutation: Mutation): string | undefined {
  const { text, spot } = mutate(demoProfile, mutation);
  if (mutation.from.split('\n').some(isHeader) || spot.column === undefined) return undefined;
  const line = demoProfile.slice(0, demoProfile.indexOf(mutation.from)).split('\n').length;
  const name = endpointAt(demoProfile, line);
  return name === endpointAt(text, spot.line) ? name : undefined;
}

/** Five mistakes, one of each kind, in endpoints that differ. */
function five(seed: number): readonly Mutation[] {
  const random = randomFrom(seed);
  const taken = new Set<string>();
  return kinds.flatMap((kind) => {
    const free = kind.filter((one) => {
      const endpoint = endpointOf(one);
      return endpoint !== undefined && !taken.has(endpoint);
    });
    const chosen = free[Math.floor(random() * free.length)];
    if (chosen !== undefined) taken.add(endpointOf(chosen) ?? '');
    return chosen === undefined ? [] : [chosen];
  });
}

/** The profile with all of them, and what has to be found, in the order of the file. */
function mutateAll(mutations: readonly Mutation[]): { readonly text: string; readonly wanted: readonly string[] } {
  const inOrder = [...mutations].sort((a, b) => demoProfile.indexOf(a.from) - demoProfile.indexOf(b.from));
  let text = demoProfile;
  let added = 0;
  const wanted = inOrder.map((mutation) => {
    const alone = mutate(demoProfile, mutation);
    const line = alone.spot.line + added;
    text = mutate(text, mutation).text;
    added += mutation.to.split('\n').length - mutation.from.split('\n').length;
    return `${mutation.code} ${line}:${alone.spot.column}`;
  });
  return { text, wanted };
}

const seeds = Array.from({ length: 10 }, (_, index) => 7001 + 13 * index);

describe('five mistakes at once', () => {
  it.each(sampleOf(seeds, 2))('of seed %i', async (seed) => {
    const mutations = five(seed);
    expect(mutations).toHaveLength(5);
    const { text, wanted } = mutateAll(mutations);
    const findings = await bench.check(text);
    const names = mutations.map(({ name }) => name).join(', ');
    expect(
      findings.map(({ code, line, column }) => `${code} ${line}:${column}`),
      `seed ${seed}: ${names}`,
    ).toEqual(wanted);
  });
});

describe('a broken section', () => {
  it('hides no mistake in the others', async () => {
    const text = demoProfile
      .replace('  bank_account:\n    { env:', '  bank_account:\n    { env')
      .replace(
        'description: Bank account for pushed payments without a bankAccountCode }',
        'description: of pushed payments',
      )
      .replace('search: { text: query, in: [erpName] }', 'serch: { text: query, in: [erpName] }')
      .replace(':customerId', ':custmerId');
    const findings = await bench.check(text);
    expect(findings.map(({ code }) => code)).toEqual(['YAML101', 'MAP101', 'MAP231']);
  });
});
