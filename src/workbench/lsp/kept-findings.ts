/** Findings of databases between two checks with them: they stay while their lines are the same. */
import type { FileFinding } from '../language/index.ts';

interface KeptFinding {
  readonly finding: FileFinding;
  /** The text of the line in which it begins. */
  readonly line: string;
  /** The number of lines of its file. */
  readonly count: number;
}

type CurrentText = (file: string) => string | undefined;

const identity = ({ code, file, range, message }: FileFinding): string => JSON.stringify([code, file, range, message]);

const linesIn = (file: string, currentText: CurrentText): readonly string[] => (currentText(file) ?? '').split('\n');

/** The findings that only the databases have. `all`: with theirs; `others`: without. */
export function databaseFindings(
  all: readonly FileFinding[],
  others: readonly FileFinding[],
  currentText: CurrentText,
): readonly KeptFinding[] {
  const otherKeys = new Set(others.map(identity));
  return all
    .filter((finding) => !otherKeys.has(identity(finding)))
    .map((finding) => {
      const lines = linesIn(finding.file, currentText);
      return { finding, line: lines[finding.range.start.line] ?? '', count: lines.length };
    });
}

/** Those whose line is still there, at the same place or moved by lines that were inserted or removed before it. */
export function unchangedFindings(kept: readonly KeptFinding[], currentText: CurrentText): readonly FileFinding[] {
  return kept.flatMap(({ finding, line, count }) => {
    const lines = linesIn(finding.file, currentText);
    const { start, end } = finding.range;
    const by = [0, lines.length - count].find((shift) => lines[start.line + shift] === line);
    if (by === undefined) return [];
    const range = { start: { ...start, line: start.line + by }, end: { ...end, line: end.line + by } };
    return [{ ...finding, range }];
  });
}
