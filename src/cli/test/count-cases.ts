/** Shows how many cases have run. */
import type { CaseFile } from '../../workbench/testing/case-files.ts';
import { countedText, type ProgressLine } from '../shared/progress.ts';

/** A function to call after each case with the name of its file. `work`: what is being done, such as `Running cases`. */
export function countCases(files: readonly CaseFile[], work: string, line: ProgressLine): (file: string) => void {
  const total = files.reduce((sum, { run }) => sum + run.loaded.cases.length, 0);
  let done = 0;
  return (file) => {
    done += 1;
    line.show(countedText(work, { done, total }, file), { done, total });
  };
}
