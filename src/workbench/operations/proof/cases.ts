/** The cases of the profile over its fixture, as of `engine test`. */
import { createCoverage } from '../../../../engine/tools/index.ts';
import { displayPath } from '../../../service/config/display-path.ts';
import { locateBase } from '../../../service/config/locate-base.ts';
import { caseEntry, unprovenEntry } from '../../testing/case-entry.ts';
import { type CaseFile, readCases } from '../../testing/case-files.ts';
import { shareOf } from '../../testing/coverage-text.ts';
import { endpointLines } from '../../testing/endpoint-lines.ts';
import { inOrder } from '../../testing/ordered-results.ts';
import { runFile } from '../../testing/run-file.ts';
import type { ProofRun, Prover } from './prover.ts';

/** Runs the cases of the profile, as `engine test`. An empty `filter` selects all. */
export const proveCases: Prover = async (run, { filter }) => {
  const { workspace, fixtures, jobs, signal } = run;
  const { host, profileFile, profileName } = workspace;
  const { contract, cwd, now } = host;
  const coverage = createCoverage();
  const read = await readCases({
    ...{ contract, fixtures, profileFile, profileName, locate: locateBase(host), now, coverage },
    ...{ nameOf: (file) => displayPath(cwd, file), filter: filter || undefined, only: undefined },
  });
  for (const { diagnostics, sources } of read.faults) run.find(diagnostics, sources);
  const total = read.files.reduce((sum, file) => sum + file.run.loaded.cases.length, 0);
  let done = 0;
  const count = (current: string): void => {
    done += 1;
    run.progress({ what: 'Running cases', done, total, current });
  };
  await inOrder(
    read.files,
    jobs,
    async (file) => (signal.aborted ? undefined : { file, result: await runOf(file, signal, count) }),
    (ended) => {
      // The exchanges of a file that was cancelled are incomplete.
      if (ended === undefined || signal.aborted) return;
      const { file, result } = ended;
      switch (result.kind) {
        case 'refused':
          return run.find(result.diagnostics, result.sources);
        case 'unproven':
          return run.add([unprovenEntry(file.name, result.reason, result.cure)]);
        case 'ran':
          return run.add(result.results.map((one) => caseEntry(file, one)));
      }
    },
  );
  if (!signal.aborted && !filter) await recordCoverage(run, coverage);
};

const runOf = (file: CaseFile, signal: AbortSignal, count: (current: string) => void) =>
  runFile({ ...file.run, signal, onCase: () => count(file.name) });

/** The share of each endpoint's part of the profile that the cases have reached. */
async function recordCoverage(
  { workspace, records }: ProofRun,
  coverage: ReturnType<typeof createCoverage>,
): Promise<void> {
  const { text } = await workspace.read();
  const points = coverage.reached().filter(({ place }) => place.file === workspace.profileName);
  for (const [path, { first, end }] of endpointLines(text)) {
    const endpointPoints = points.filter(({ place }) => place.line >= first && place.line < end);
    if (endpointPoints.length > 0) records.coverage.set(path, shareOf(endpointPoints));
  }
}
