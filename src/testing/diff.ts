/** Two texts beside each other: the lines that differ, with a few around them. */
import { structuredPatch } from 'diff';

/** Lines that begin with `-` (only in the first), `+` (only in the second) or a space; `@@` where lines are left out. Empty: no difference. */
export function diffLines(first: string, second: string): readonly string[] {
  const { hunks } = structuredPatch('', '', first, second, undefined, undefined, { context: 3 });
  return hunks.flatMap(({ oldStart, lines }, index) =>
    // At its beginning nothing is left out.
    index === 0 && oldStart <= 1 ? lines : [`@@ line ${oldStart} @@`, ...lines],
  );
}
