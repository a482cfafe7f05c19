/** A case that fails, as text for people: what differs, what was sent, what the log says, and how to call the same of a service. */
import { alignAnswers, type Difference } from '../../engine/tools/index.ts';
import { diffLines } from './diff.ts';
import { callLine, masked, requestLines } from './http-lines.ts';
import type { CaseResult } from './run-file.ts';
import { shown, statementLines } from './statement-lines.ts';
import { yamlText } from './yaml-text.ts';

const differenceText = ({ at, expected, actual }: Difference): string =>
  `${at === '' ? 'the answer' : at}: expected ${shown(expected)}, got ${shown(actual)}`;

/** The first difference, in a line. */
export function summaryOf({ answerDifferences, sentDifferences }: CaseResult): string {
  const [first] = [...answerDifferences, ...sentDifferences];
  return first === undefined ? '' : differenceText(first);
}

/** An answer beside the expected one, line by line; what cannot stand beside each other in sentences. */
function answerLines({ one, actual, answerDifferences }: CaseResult): readonly string[] {
  if (answerDifferences.length === 0) return [];
  if (one.error !== undefined || !actual.ok) return answerDifferences.map(differenceText);
  const beside = alignAnswers(one, actual);
  return ['- expected, + actual:', ...diffLines(yamlText(beside.expected.value), yamlText(beside.came.value))];
}

/** `secrets`: texts that are not shown, wherever they stand. */
export function failureLines(result: CaseResult, secrets: readonly string[]): readonly string[] {
  const { one, request, sentDifferences, statements, requests, log } = result;
  const sent = [
    ...statements.flatMap(statementLines),
    ...requests.flatMap((exchange) => requestLines(exchange, secrets)),
  ];
  return [
    `--> ${one.place.file}:${one.place.line}`,
    ...answerLines(result),
    ...sentDifferences.map(differenceText),
    ...(sent.length === 0 ? ['Nothing was sent.'] : ['Sent:', ...sent]),
    ...(log.length === 0 ? [] : ['Logged:', ...log.map((text) => masked(text, secrets))]),
    'The same call of a service:',
    `  ${callLine(one.call, request)}`,
  ];
}
