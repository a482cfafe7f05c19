/** One mistake, one finding: what could not be read of a file makes the compiler miss it, which is no second mistake. */

import type { Path } from '../../base/place.ts';
import type { Code } from '../../diagnostics/codes.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { leadsTo } from './repaired-value.ts';

/** Findings that something is not there, or that nothing uses it. */
const absences: readonly Code[] = ['MAP112', 'MAP116', 'MAP205', 'MAP214', 'MAP246', 'MAP261', 'MAP267', 'MAP281'];

/** Findings that a name stands for nothing, which a neighbour may have brought. */
const nameless: readonly Code[] = [
  ...(['MAP222', 'MAP231', 'MAP234', 'MAP236', 'MAP251', 'MAP252', 'MAP253', 'MAP254', 'MAP255', 'MAP256'] as const),
  ...(['MAP258', 'MAP264', 'EXP302', 'EXP304', 'REQ606', 'REQ607', 'REQ609', 'REQ610'] as const),
];

/** Findings that a name is not declared, by the section that would declare it. */
const undeclared: Readonly<Record<string, readonly Code[]>> = {
  settings: ['MAP201'],
  parts: ['MAP211'],
  facts: ['MAP245'],
  ids: ['MAP231', 'MAP241', 'MAP242', 'MAP243', 'MAP267'],
};

/** Whether a finding at a path only follows from pieces that were left out of a profile, by the paths at which they are written. */
export function followsFrom(leftOut: readonly Path[], code: Code, path: Path): boolean {
  if (leftOut.length === 0) return false;
  if (code === 'MAP205' || code === 'MAP214' || code === 'MAP246') return true;
  return leftOut.some((piece) => {
    const [section = '', name] = piece;
    // What is missing among the endpoints is known: those that were left out are not.
    if (leadsTo(path, piece) && code !== 'MAP261') return true;
    if (piece.length <= 2 && (undeclared[section] ?? []).includes(code)) return true;
    const isNear = name !== undefined && leadsTo([section, name], path);
    return isNear && (absences.includes(code) || nameless.includes(code));
  });
}

/** What of the text was read as something else than was meant, or not at all. */
function isOfText({ code }: Diagnostic): boolean {
  return code.startsWith('YAML') || code === 'MAP108' || code === 'MAP109';
}

/** Of these it is known what they leave out, if anything. */
const bounded: readonly Code[] = ['YAML101', 'YAML102', 'YAML103', 'YAML106', 'YAML113', 'MAP108', 'MAP109'];

/**
 * Findings of reading a profile together with those of the next stage, less those of the second kind that only follow from text
 * that could not be read: whatever stands on the same line, and whatever is said to be missing.
 */
export function withoutConsequences(read: readonly Diagnostic[], next: readonly Diagnostic[]): readonly Diagnostic[] {
  const broken = read.filter(isOfText);
  const lineOf = ({ place }: Diagnostic): string => `${place?.file}:${place?.line}`;
  const lines = broken.map(lineOf);
  const isOpen = broken.some(({ code }) => !bounded.includes(code));
  const follows = (one: Diagnostic): boolean => lines.includes(lineOf(one)) || (isOpen && absences.includes(one.code));
  return [...read, ...next.filter((one) => !follows(one))];
}
