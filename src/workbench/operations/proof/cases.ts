/** The cases of the profile over its fixture, as of `engine test`. */
import type { Diagnostic } from '../../../../engine/index.ts';
import { alignAnswers, createCoverage, jsonText } from '../../../../engine/tools/index.ts';
import { displayPath } from '../../../service/config/display-path.ts';
import { locateBase } from '../../../service/config/locate-base.ts';
import { caseEntry, unprovenEntry } from '../../testing/case-entry.ts';
import { type CaseFile, readCases } from '../../testing/case-files.ts';
import type { CaseResult, FileResult } from '../../testing/case-run.ts';
import { shareOf } from '../../testing/coverage-text.ts';
import { endpointLines } from '../../testing/endpoint-lines.ts';
import { masked } from '../../testing/http-lines.ts';
import { inOrder } from '../../testing/ordered-results.ts';
import type { ReportEntry } from '../../testing/report-entry.ts';
import { runEndpointCases, runFile } from '../../testing/run-file.ts';
import { yamlText } from '../../testing/yaml-text.ts';
import { casePlace } from '../workspace/session-records.ts';
import type { ProofRun, Prover } from './prover.ts';

/** Runs the cases of the profile, as `engine test`. An empty `filter` selects all. */
export const proveCases: Prover = async (run, { filter }) => {
  const { workspace, fixtures, jobs, signal } = run;
  const { host, profileFile, profileName } = workspace;
  const { contract, cwd, now } = host;
  const coverage = createCoverage();
  const read = await readCases({
    ...{ contract, fixtures, profileFile, profileName, locate: locateBase(host), now, coverage },
    ...{ nameOf: (file) => displayPath(cwd, file), filter: filter || undefined, files: undefined },
  });
  run.records.failedCases.clear();
  for (const { diagnostics, sources } of read.faults) run.find(diagnostics, sources);
  const total = read.files.reduce((sum, file) => sum + file.run.loaded.cases.length, 0);
  const reported = new Set<string>();
  let done = 0;
  const count = (current: string): void => {
    done += 1;
    run.progress({ what: 'Running cases', done, total, current });
  };
  await inOrder(
    read.files,
    jobs,
    async (file) => (signal.aborted ? undefined : { file, results: await resultsOf(file, signal, count) }),
    (ended) => {
      // The exchanges of a file that was cancelled are incomplete.
      if (ended === undefined || signal.aborted) return;
      const { file, results } = ended;
      for (const result of results) show(run, file, result, reported);
    },
  );
  if (!signal.aborted && !filter) await recordCoverage(run, coverage);
};

/**
 * The results of a file. Where the profile cannot be used as a whole, the cases of the endpoints without faults run together, because some depend on writes of
 * others; where these cannot be used together, those of each endpoint run apart.
 */
async function resultsOf(
  file: CaseFile,
  signal: AbortSignal,
  count: (current: string) => void,
): Promise<readonly FileResult[]> {
  const run = { ...file.run, signal, onCase: () => count(file.name) };
  const whole = await runFile(run);
  const endpoints = new Set(run.loaded.cases.filter(run.isSelected).map(({ call }) => call));
  if (whole.kind !== 'refused' || endpoints.size === 0) return [whole];
  const results: FileResult[] = [];
  const usable = new Set<string>();
  for (const endpoint of endpoints) {
    const { ok, diagnostics, sources } = await run.checks.check({ ...run, only: new Set([endpoint]) });
    if (ok) usable.add(endpoint);
    else results.push({ kind: 'refused', diagnostics, sources });
  }
  if (usable.size === 0 || signal.aborted) return results;
  const together = await runEndpointCases(run, usable);
  if (together.kind !== 'refused' || usable.size === 1) return [...results, together];
  for (const endpoint of usable) if (!signal.aborted) results.push(await runEndpointCases(run, new Set([endpoint])));
  return results;
}

/** `reported`: the findings that are shown. Several endpoints may need a part of the profile that has a fault. */
function show(run: ProofRun, file: CaseFile, result: FileResult, reported: Set<string>): void {
  switch (result.kind) {
    case 'refused': {
      const isNew = ({ code, place, message }: Diagnostic): boolean => {
        const before = reported.size;
        return reported.add(JSON.stringify([code, place, message])).size > before;
      };
      run.find(result.diagnostics.filter(isNew), result.sources);
      break;
    }
    case 'unproven':
      run.add([unprovenEntry(file.name, result.reason, result.cure)]);
      break;
    case 'ran':
      for (const one of result.results)
        if (one.answerDifferences.length > 0)
          run.records.failedCases.set(casePlace(one.testCase.place), { file, result: one });
      run.add(result.results.map((one) => shownCase(file, one)));
  }
}

/** Characters of a request or an answer that are shown at most. */
const longest = 4_000;
const cut = (text: string): string => (text.length > longest ? `${text.slice(0, longest)}...` : text);

/** The entry of a case with its request; of a passed one also what it asked and got. */
function shownCase(file: CaseFile, result: CaseResult): ReportEntry {
  const entry = caseEntry(file, result);
  const { testCase, actual } = result;
  const request = jsonText(testCase.request);
  if (entry.verdict !== 'passed') return { ...entry, request };
  const answer = actual.ok ? yamlText(alignAnswers(testCase, actual).actual.value) : jsonText(testCase.error);
  const details = [
    { label: 'Asked', text: masked(cut(yamlText(testCase.request)), file.secrets) },
    { label: 'Got', text: masked(cut(answer), file.secrets) },
  ];
  return { ...entry, request, details };
}

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
