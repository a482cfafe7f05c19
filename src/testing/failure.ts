/** Describes a failed case: the differences, what was sent, the log, and a command that repeats the call. */
import { alignAnswers, type Difference } from '../../engine/tools/index.ts';
import { diffLines } from './diff.ts';
import { callLine, masked, requestLines } from './http-lines.ts';
import type { CaseResult } from './run-file.ts';
import { shown, statementLines } from './statement-lines.ts';
import { yamlText } from './yaml-text.ts';

const differenceText = ({ at, expected, actual }: Difference): string =>
  `${at === '' ? 'the answer' : at}: expected ${shown(expected)}, got ${shown(actual)}`;

/** The first difference in one line. */
export function summaryOf({ answerDifferences, sentDifferences }: CaseResult): string {
  const [first] = [...answerDifferences, ...sentDifferences];
  return first === undefined ? '' : differenceText(first);
}

/** The answer compared with the expected one: as a diff of the answers, or as sentences if one of them is an error. */
function answerLines({ testCase, actual, answerDifferences }: CaseResult): readonly string[] {
  if (answerDifferences.length === 0) return [];
  if (testCase.error !== undefined || !actual.ok) return answerDifferences.map(differenceText);
  const aligned = alignAnswers(testCase, actual);
  return ['- expected, + actual:', ...diffLines(yamlText(aligned.expected.value), yamlText(aligned.actual.value))];
}

/** `secrets`: texts to hide. */
export function failureLines(result: CaseResult, secrets: readonly string[]): readonly string[] {
  const { testCase, request, sentDifferences, statements, requests, log } = result;
  const sent = [
    ...statements.flatMap(statementLines),
    ...requests.flatMap((exchange) => requestLines(exchange, secrets)),
  ];
  return [
    `--> ${testCase.place.file}:${testCase.place.line}`,
    ...answerLines(result),
    ...sentDifferences.map(differenceText),
    ...(sent.length === 0 ? ['Nothing was sent.'] : ['Sent:', ...sent]),
    ...(log.length === 0 ? [] : ['Logged:', ...log.map((text) => masked(text, secrets))]),
    'The same call of a service:',
    `  ${callLine(testCase.call, request)}`,
  ];
}
