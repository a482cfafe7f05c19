/** Expectations that are to become what actual: which of a file's cases, and the file's new text. */
import { readFileSync } from 'node:fs';
import { alignAnswers, judge, loadCases } from '../../engine/tools/index.ts';
import type { CaseFile } from './case-files.ts';
import { type Rewrite, rewriteCases } from './rewrite.ts';
import type { CaseResult } from './run-file.ts';

/** A file with other expectations. */
export interface Update {
  readonly file: CaseFile;
  readonly before: string;
  readonly after: string;
  /** Cases that it changes. */
  readonly changed: readonly CaseResult[];
  /** Cases that got another status than they expect, and stay as they are. */
  readonly left: readonly CaseResult[];
}

/** A text that is not what actual, or no file of cases any more, is never written. Throws where that has happened. */
function checkRewrite({ name, run }: CaseFile, text: string, { one, actual }: CaseResult): void {
  const index = run.loaded.cases.indexOf(one);
  const again = loadCases(text, name, run.contract, run.sources).loaded?.cases[index];
  if (again === undefined || judge(again, actual).length > 0)
    throw new Error(`the case "${one.case}" of ${name} cannot be rewritten`);
}

/** `statuses`: cases that got another status than they expect are rewritten, too. Undefined where nothing differs. */
export function updateOf(file: CaseFile, results: readonly CaseResult[], statuses: boolean): Update | undefined {
  const differing = results
    .filter(({ answerDifferences }) => answerDifferences.length > 0)
    .map((result) => ({ result, beside: alignAnswers(result.one, result.actual) }));
  if (differing.length === 0) return undefined;
  const taken = differing.filter(({ beside }) => statuses || !beside.otherStatus);
  const rewrites = taken.map(({ result, beside }): Rewrite => {
    const index = file.run.loaded.cases.indexOf(result.one);
    return { index, before: beside.expected, after: beside.came };
  });
  const before = readFileSync(file.file, 'utf8');
  const after = rewriteCases(before, rewrites);
  for (const { result } of taken) checkRewrite(file, after, result);
  return {
    file,
    before,
    after,
    changed: taken.map(({ result }) => result),
    left: differing.filter((one) => !taken.includes(one)).map(({ result }) => result),
  };
}
