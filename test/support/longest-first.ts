/** The order of the files in a test run: the longest start first, so that no core is idle at the end. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Prefixes of the paths below `test/`, longest duration first; other files follow in vitest's order. */
const longest = [
  // The first file with Tryton fills its database, for which the others would wait: they follow later.
  'real/tryton/kills',
  'soak/',
  'src/workbench/checks/',
  'docs/tutorial',
  'engine/run/write/',
  'src/cli/conformance.',
  'profiles/',
  'outages/',
  'library/',
  'src/workbench/studio/',
  'real/',
  'src/cli/mutate',
  'mutations/',
  'examples',
  'engine/sources/http/throttle',
  'engine/run/since/',
  'src/cli/',
  'http/',
  'src/service/state/',
];

function rankOf({ moduleId }: TestSpecification): number {
  const rank = longest.findIndex((beginning) => moduleId.includes(`/test/${beginning}`));
  return rank < 0 ? longest.length : rank;
}

/** Vitest requires a class. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}
