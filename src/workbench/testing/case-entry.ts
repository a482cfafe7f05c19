/** The result of a case as an entry of a report. */
import type { Diagnostic } from '../../../engine/index.ts';
import { alignAnswers, type Difference, withoutSecretsOf } from '../../../engine/tools/index.ts';
import { type CaseResult, passes } from './case-run.ts';
import { type ComparedLine, comparedLines } from './compared-lines.ts';
import { sentLines } from './failure.ts';
import { callLine, masked } from './http-lines.ts';
import type { FileReport } from './report.ts';
import type { ReportDetail, ReportEntry } from './report-entry.ts';
import { shown } from './statement-lines.ts';
import { yamlText } from './yaml-text.ts';

const withPlace = (at: string, value: unknown): string => `${at === '' ? 'the answer' : at}: ${shown(value)}`;

const differentLine = ({ at, expected, actual }: Difference): ComparedLine => ({
  kind: 'different',
  expected: withPlace(at, expected),
  received: withPlace(at, actual),
});

/** The answers as YAML, or the differences where one of the answers is an error; then what was sent. */
function comparisonOf({ testCase, actual, answerDifferences, sentDifferences }: CaseResult): readonly ComparedLine[] {
  const sent = sentDifferences.map(differentLine);
  if (answerDifferences.length === 0) return sent;
  if (testCase.error !== undefined || !actual.ok) return [...answerDifferences.map(differentLine), ...sent];
  const aligned = alignAnswers(testCase, actual);
  return [...comparedLines(yamlText(aligned.expected.value), yamlText(aligned.actual.value)), ...sent];
}

function detailsOf(result: CaseResult, secrets: readonly string[]): readonly ReportDetail[] {
  const { testCase, request, log } = result;
  const sent = sentLines(result, secrets);
  return [
    { label: 'Sent', text: sent.length === 0 ? 'Nothing was sent.' : sent.join('\n') },
    ...(log.length === 0 ? [] : [{ label: 'Logged', text: log.join('\n') }]),
    { label: 'The same call of a service', text: callLine(testCase.call, request) },
  ];
}

/** The result of one case of a file. Secrets of the file are hidden. */
export function caseEntry({ secrets }: Pick<FileReport, 'secrets'>, result: CaseResult): ReportEntry {
  const { testCase, notTested, ms } = result;
  const { file, line } = testCase.place;
  const entry = { title: testCase.case, endpoint: testCase.call, place: { file, line }, ms };
  if (notTested !== undefined)
    return { ...entry, verdict: 'not tested', reasons: [`${notTested}.`], comparison: [], details: [] };
  if (passes(result)) return { ...entry, verdict: 'passed', reasons: [], comparison: [], details: [] };
  const hide = (text: string): string => masked(text, secrets);
  return {
    ...{ ...entry, verdict: 'failed', reasons: result.disagreements.map(hide), comparison: comparisonOf(result) },
    details: detailsOf(result, secrets).map(({ label, text }) => ({ label, text: hide(text) })),
  };
}

/** A file that did not run for a reason of this machine. */
export const unprovenEntry = (name: string, reason: string, cure: string): ReportEntry => ({
  ...{ verdict: 'not tested', title: `${name} is not run`, endpoint: undefined, place: { file: name, line: 1 } },
  ...{ reasons: [`${reason}.`, cure], comparison: [], details: [], ms: undefined },
});

/** A finding that prevents a run. Secrets in the texts of the files are hidden. */
export function findingEntries(
  diagnostics: readonly Diagnostic[],
  sources: ReadonlyMap<string, string>,
): readonly ReportEntry[] {
  return withoutSecretsOf(diagnostics, sources).map(({ code, message, hint, place }) => ({
    ...{ verdict: 'failed', title: `${code}: ${message}`, endpoint: undefined, reasons: [hint] },
    place: place === undefined ? undefined : { file: place.file, line: place.line },
    ...{ comparison: [], details: [], ms: undefined },
  }));
}
