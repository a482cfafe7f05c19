/** A case that fails, as text for people: what differs, what was sent, what the log says, and how to call the same of a service. */
import { answerBeside, type Difference } from '../../engine/tools/index.ts';
import { diffLines } from './diff.ts';
import { callLine, masked, requestLines } from './http-lines.ts';
import type { CaseResult } from './run-file.ts';
import { shown, statementLines } from './statement-lines.ts';
import { yamlText } from './yaml-text.ts';

const differenceText = ({ at, expected, actual }: Difference): string =>
  `${at === '' ? 'the answer' : at}: expected ${shown(expected)}, got ${shown(actual)}`;

/** The first difference, in a line. */
export function summaryOf({ ofAnswer, ofSent }: CaseResult): string {
  const [first] = [...ofAnswer, ...ofSent];
  return first === undefined ? '' : differenceText(first);
}

/** An answer beside the expected one, line by line; what cannot stand beside each other in sentences. */
function answerLines({ one, came, ofAnswer }: CaseResult): readonly string[] {
  if (ofAnswer.length === 0) return [];
  if (one.error !== undefined || !came.ok) return ofAnswer.map(differenceText);
  const beside = answerBeside(one, came);
  return ['- expected, + came:', ...diffLines(yamlText(beside.expected.value), yamlText(beside.came.value))];
}

/** `secrets`: texts that are not shown, wherever they stand. */
export function failureLines(result: CaseResult, secrets: readonly string[]): readonly string[] {
  const { one, request, ofSent, statements, requests, told } = result;
  const sent = [...statements.flatMap(statementLines), ...requests.flatMap((played) => requestLines(played, secrets))];
  return [
    `--> ${one.place.file}:${one.place.line}`,
    ...answerLines(result),
    ...ofSent.map(differenceText),
    ...(sent.length === 0 ? ['Nothing was sent.'] : ['Sent:', ...sent]),
    ...(told.length === 0 ? [] : ['Logged:', ...told.map((text) => masked(text, secrets))]),
    'The same call of a service:',
    `  ${callLine(one.call, request)}`,
  ];
}
