/** One mistake, one finding: what could not be read of a file makes the compiler miss it, which is no second mistake. */
import type { Code } from '../diagnostics/codes.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';

/** Findings that something is not there. */
const absences: readonly Code[] = ['MAP112', 'MAP116', 'MAP205', 'MAP214', 'MAP261', 'MAP267', 'MAP281'];

function isOfText({ code }: Diagnostic): boolean {
  return code.startsWith('YAML') || code === 'MAP108' || code === 'MAP109';
}

/**
 * Findings of reading a profile together with those of compiling it, less those of the second kind that only follow from text
 * that could not be read: whatever stands on the same line, and whatever is said to be missing.
 */
export function withoutConsequences(
  read: readonly Diagnostic[],
  compiled: readonly Diagnostic[],
): readonly Diagnostic[] {
  const broken = read.filter(isOfText);
  if (broken.length === 0) return [...read, ...compiled];
  const lineOf = ({ place }: Diagnostic): string => `${place?.file}:${place?.line}`;
  const lines = broken.map(lineOf);
  return [...read, ...compiled.filter((one) => !absences.includes(one.code) && !lines.includes(lineOf(one)))];
}
