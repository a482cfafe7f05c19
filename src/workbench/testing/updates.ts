/** Replaces the expectations of a case file with the actual results. */
import { readFileSync } from 'node:fs';
import { alignAnswers, judge, loadCases } from '../../../engine/tools/index.ts';
import type { CaseFile } from './case-files.ts';
import type { CaseResult } from './case-run.ts';
import { type Rewrite, rewriteCases } from './rewrite.ts';

/** A case file with new expectations. */
export interface Update {
  readonly file: CaseFile;
  readonly before: string;
  readonly after: string;
  /** Cases with new expectations. */
  readonly changed: readonly CaseResult[];
  /** Unchanged cases: their status differs from the expected one. */
  readonly left: readonly CaseResult[];
}

/** Checks the new text before it is written: it must load, and the case must pass. Throws otherwise. */
function checkRewrite({ name, run }: CaseFile, text: string, { testCase, actual }: CaseResult): void {
  const index = run.loaded.cases.indexOf(testCase);
  const again = loadCases(text, name, run.contract, { sources: run.sources }).loaded?.cases[index];
  if (again === undefined || judge(again, actual).length > 0)
    throw new Error(`the case "${testCase.case}" of ${name} cannot be rewritten`);
}

/** `statuses`: also update cases whose status differs. Undefined if nothing differs. */
export function updateOf(file: CaseFile, results: readonly CaseResult[], statuses: boolean): Update | undefined {
  const differing = results
    .filter(({ answerDifferences }) => answerDifferences.length > 0)
    .map((result) => ({ result, aligned: alignAnswers(result.testCase, result.actual) }));
  if (differing.length === 0) return undefined;
  const taken = differing.filter(({ aligned }) => statuses || !aligned.otherStatus);
  const rewrites = taken.map(({ result, aligned }): Rewrite => {
    const index = file.run.loaded.cases.indexOf(result.testCase);
    return { index, before: aligned.expected, after: aligned.actual };
  });
  const before = readFileSync(file.file, 'utf8');
  const after = rewriteCases(before, rewrites);
  for (const { result } of taken) checkRewrite(file, after, result);
  return {
    file,
    before,
    after,
    changed: taken.map(({ result }) => result),
    left: differing.filter((difference) => !taken.includes(difference)).map(({ result }) => result),
  };
}
