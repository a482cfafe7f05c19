/** Describes a failed case: the differences, what was sent, the log, and a command that repeats the call. */
import { alignAnswers, type Difference, type Paint, plain } from '../../../engine/tools/index.ts';
import type { CaseResult } from './case-run.ts';
import { diffLines, paintDiff } from './diff.ts';
import { callLine, masked, requestLines } from './http-lines.ts';
import { shown, statementLines } from './statement-lines.ts';
import { yamlText } from './yaml-text.ts';

const differenceText = ({ at, expected, actual }: Difference, paint: Paint): string => {
  const where = at === '' ? 'the answer' : at;
  return `${where}: ${paint('good', `expected ${shown(expected)}`)}, ${paint('bad', `got ${shown(actual)}`)}`;
};

const differenceTexts = (differences: readonly Difference[], paint: Paint): readonly string[] =>
  differences.map((difference) => differenceText(difference, paint));

/** The first difference in one line. */
export function summaryOf({ answerDifferences, sentDifferences, disagreements }: CaseResult): string {
  const [first] = [...answerDifferences, ...sentDifferences];
  return first === undefined ? (disagreements[0] ?? '') : differenceText(first, plain);
}

/** The answer compared with the expected one: as a diff of the answers, or as sentences if one of them is an error. */
function answerLines({ testCase, actual, answerDifferences }: CaseResult, paint: Paint): readonly string[] {
  if (answerDifferences.length === 0) return [];
  if (testCase.error !== undefined || !actual.ok) return differenceTexts(answerDifferences, paint);
  const aligned = alignAnswers(testCase, actual);
  const lines = diffLines(yamlText(aligned.expected.value), yamlText(aligned.actual.value));
  const colors = { '-': 'good', '+': 'bad' } as const;
  return [
    `${paint('good', '- expected')}, ${paint('bad', '+ actual')}:`,
    ...lines.map((line) => paintDiff(line, colors, paint)),
  ];
}

/** The statements and requests of a case with their results. `secrets`: texts to hide. */
export function sentLines({ statements, requests }: CaseResult, secrets: readonly string[]): readonly string[] {
  return [...statements.flatMap(statementLines), ...requests.flatMap((exchange) => requestLines(exchange, secrets))];
}

/** `secrets`: texts to hide. */
export function failureLines(result: CaseResult, secrets: readonly string[], paint: Paint): readonly string[] {
  const { testCase, request, sentDifferences, disagreements, log } = result;
  const sent = sentLines(result, secrets);
  return [
    `--> ${testCase.place.file}:${testCase.place.line}`,
    ...answerLines(result, paint),
    ...differenceTexts(sentDifferences, paint),
    ...disagreements.map((text) => paint('bad', masked(text, secrets))),
    ...(sent.length === 0 ? ['Nothing was sent.'] : ['Sent:', ...sent]),
    ...(log.length === 0 ? [] : ['Logged:', ...log.map((text) => masked(text, secrets))]),
    'The same call of a service:',
    `  ${callLine(testCase.call, request)}`,
  ];
}
