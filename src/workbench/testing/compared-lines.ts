/** Two texts side by side. */
import { structuredPatch } from 'diff';

export type ComparedLine =
  | { readonly kind: 'same'; readonly text: string }
  /** One of the texts is undefined if only the other text has the line. */
  | { readonly kind: 'different'; readonly expected: string | undefined; readonly received: string | undefined }
  /** Equal lines are left out before this line of the expected text, which counts from 1. */
  | { readonly kind: 'omitted'; readonly line: number };

/** Lines of a hunk: removed ones beside the added ones that replace them. */
function pairedLines(lines: readonly string[]): readonly ComparedLine[] {
  const paired: ComparedLine[] = [];
  let expected: string[] = [];
  let received: string[] = [];
  const flush = (): void => {
    for (let at = 0; at < Math.max(expected.length, received.length); at += 1)
      paired.push({ kind: 'different', expected: expected[at], received: received[at] });
    expected = [];
    received = [];
  };
  for (const line of lines) {
    const text = line.slice(1);
    if (line.startsWith('-')) expected.push(text);
    else if (line.startsWith('+')) received.push(text);
    // A backslash marks a text without a line break at its end.
    else if (!line.startsWith('\\')) {
      flush();
      paired.push({ kind: 'same', text });
    }
  }
  flush();
  return paired;
}

/** The different lines of two texts with three equal lines around them; empty if the texts are equal. */
export function comparedLines(expected: string, received: string): readonly ComparedLine[] {
  const { hunks } = structuredPatch('', '', expected, received, undefined, undefined, { context: 3 });
  return hunks.flatMap(({ oldStart, lines }, index): readonly ComparedLine[] => {
    // Nothing is omitted at the start.
    const isStart = index === 0 && oldStart <= 1;
    return [...(isStart ? [] : [{ kind: 'omitted', line: oldStart } as const]), ...pairedLines(lines)];
  });
}
