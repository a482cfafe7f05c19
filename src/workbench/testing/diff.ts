/** A line diff of two texts with some context lines. */

import { structuredPatch } from 'diff';
import type { Paint } from '../../../engine/tools/index.ts';

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

/** A line of a diff in the colour of its sign. */
export function paintDiff(line: string, colors: Readonly<Record<'-' | '+', 'good' | 'bad'>>, paint: Paint): string {
  if (line.startsWith('@@')) return paint('quiet', line);
  if (line.startsWith('-')) return paint(colors['-'], line);
  return line.startsWith('+') ? paint(colors['+'], line) : line;
}
