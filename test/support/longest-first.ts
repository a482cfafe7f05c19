/** The order of the files in a test run: what takes longest begins first, so that no core waits for it at the end. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Beginnings of the paths below `test/`, longest first; what is not named comes after them, as vitest has it. */
const longest = [
  'src/checks/conformance/',
  'profiles/',
  'soak/',
  'engine/run/write/',
  'outages/',
  'examples',
  'docs/tutorial',
  'src/checks/sandbox/',
  'engine/sources/http/throttle',
  'engine/run/since/',
  'src/cli/',
  'http/',
  'src/state/',
];

function rankOf({ moduleId }: TestSpecification): number {
  const rank = longest.findIndex((beginning) => moduleId.includes(`/test/${beginning}`));
  return rank < 0 ? longest.length : rank;
}

/** Vitest takes a class. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}
