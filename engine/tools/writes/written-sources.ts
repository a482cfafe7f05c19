/** Which endpoints of a profile write to which sources. */
import { compile, type ProfileInput } from '../../compile/compile.ts';
import { factCombinations } from '../../compile/context/fact-combinations.ts';

/** The sources to which each endpoint may write, with any facts. */
export function writtenSources(input: ProfileInput): ReadonlyMap<string, ReadonlySet<string>> {
  const sourcesByEndpoint = new Map<string, Set<string>>();
  for (const { factValues, endpoints: only } of factCombinations(input.profile)) {
    for (const [path, { work }] of compile({ ...input, descriptions: new Map(), factValues, only }).plan) {
      if (work.kind !== 'write') continue;
      sourcesByEndpoint.set(path, (sourcesByEndpoint.get(path) ?? new Set()).add(work.write.source));
    }
  }
  return sourcesByEndpoint;
}
