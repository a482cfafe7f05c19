/** Changes of the profile that neither cases nor checks detect, as of `engine test --mutate`. */
import { displayPath } from '../../../service/config/display-path.ts';
import { mutantEntry } from '../../mutation/mutant-entry.ts';
import { scoreText } from '../../mutation/report.ts';
import { runMutation } from '../../mutation/run.ts';
import { subjectOf } from './conformance.ts';
import type { Prover } from './prover.ts';

/** Tries mutants of the profile, as `engine test --mutate`. Nothing is written to a file of results. */
export const proveMutation: Prover = async (run, { filter, endpoint, sample }) => {
  const { workspace, fixtures, jobs, signal } = run;
  const { cwd, packageRoot, now } = workspace.host;
  const subject = await subjectOf(run);
  let done = 0;
  const result = await runMutation({
    ...{ subject, fixtures, packageRoot, now, jobs, signal, overlays: [], budget: undefined, resuming: undefined },
    pathOf: (file) => displayPath(cwd, file),
    selection: { filter: filter || undefined, only: endpoint, sample },
    progress: ({ what, ...progress }) =>
      run.progress({ what: `Running ${what} of the unchanged profile`, ...progress }),
    reportFault: ({ diagnostics, sources }) => run.find(diagnostics, sources),
    note: run.note,
    report: (tested, { total, survival }) => {
      done += 1;
      run.progress({ what: 'Trying mutants', done, total, current: tested.mutant.id });
      run.add([mutantEntry(tested, subject, survival)]);
    },
  });
  if (signal.aborted) return;
  switch (result.kind) {
    case 'ran':
      return run.note(`${scoreText(result.report)}.`);
    case 'refused':
      return run.find(result.diagnostics, result.sources);
    case 'none':
      return run.note('No part of the profile that this selects can be changed.');
  }
};
