/** `engine test --update`: writes actual values into the cases after a confirmation. */

import { writeFileSync } from 'node:fs';
import { paintOf } from '../../../engine/tools/index.ts';
import type { Host } from '../../service/lifecycle/host.ts';
import { passes } from '../../workbench/testing/case-run.ts';
import { diffLines, paintDiff } from '../../workbench/testing/diff.ts';
import { type Update, updateOf } from '../../workbench/testing/updates.ts';
import type { TestFlags } from './flags.ts';
import type { CasesRun } from './run-profiles.ts';

const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`;

function show(host: Host, { file, before, after, left }: Update): void {
  if (before !== after) {
    const paint = paintOf(host.color.out);
    const lines = diffLines(before, after).map((line) => paintDiff(line, { '-': 'bad', '+': 'good' }, paint));
    host.out([`--- ${file.name}`, ...lines, ''].join('\n'));
  }
  for (const { testCase } of left) {
    const hint = 'check the profile, or add --update-status';
    host.err(
      `${file.name}:${testCase.place.line}: "${testCase.case}" got another status, and is not updated: ${hint}.\n`,
    );
  }
}

/** Shows the differences, asks for a confirmation and writes them. Returns whether all cases pass now. */
export async function updateCases(host: Host, { updateStatus, yes }: TestFlags, { files }: CasesRun): Promise<boolean> {
  const updates = files.flatMap(({ file, results }) => updateOf(file, results, updateStatus === true) ?? []);
  for (const update of updates) show(host, update);
  const changing = updates.filter(({ before, after }) => before !== after);
  const changed = new Set(changing.flatMap((update) => update.changed));
  if (changing.length > 0) {
    const what = `${count(changed.size, 'case')} in ${count(changing.length, 'file')}`;
    if (yes !== true && host.ask === undefined) {
      host.err('There is no terminal to ask for a confirmation, so nothing is written. Add --yes to write it.\n');
      return false;
    }
    if (yes !== true && !/^y(es)?$/i.test((await host.ask?.(`Write ${what}? [y/N] `)) ?? '')) return false;
    for (const { file, after } of changing) writeFileSync(file.file, after);
    host.out(`Written: ${what}.\n`);
  }
  return files.every(({ results }) =>
    results.every(
      (result) =>
        passes(result) || (changed.has(result) && result.sentDifferences.length + result.disagreements.length === 0),
    ),
  );
}
