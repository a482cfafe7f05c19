/** A line diff of two texts with some context lines. */
import { structuredPatch } from 'diff';

/**
 * Lines start with `-` (only in the first text), `+` (only in the second) or a space; `@@` marks omitted lines. Empty
 * if the texts are equal.
 */
export function diffLines(first: string, second: string): readonly string[] {
  const { hunks } = structuredPatch('', '', first, second, undefined, undefined, { context: 3 });
  return hunks.flatMap(({ oldStart, lines }, index) =>
    // Nothing is omitted at the start.
    index === 0 && oldStart <= 1 ? lines : [`@@ line ${oldStart} @@`, ...lines],
  );
}
