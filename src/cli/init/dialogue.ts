/** A dialogue at the terminal: lists to choose from, answers that are checked at once, and steps back. */
import { closest } from '../../../engine/host/index.ts';
import type { Host } from '../../service/lifecycle/host.ts';
import { UsageError } from '../shared/usage.ts';

export interface Question {
  /** The flag that gives the answer: `--source`. */
  readonly flag: string;
  readonly text: string;
  /** The possible answers, each with what it is. */
  readonly choices?: readonly { readonly value: string; readonly label: string }[] | undefined;
  /** The answer to an empty line. */
  readonly byDefault: string | undefined;
  /** What is wrong with an answer, as a sentence; undefined if it can be used. */
  readonly fault?: (answer: string) => string | undefined;
}

/** Answers by flag. */
export type DialogueAnswers = ReadonlyMap<string, string>;

type Terminal = Pick<Host, 'ask' | 'out'>;

/** Goes back to the question before. */
const back = '<';

/** Empty answers in a row, without a default, after which the input counts as ended. */
const mostEmpty = 3;

function shownQuestion({ text, choices = [], byDefault }: Question, canGoBack: boolean): string {
  const list = choices.map(({ value, label }, index) => `  ${index + 1}  ${value.padEnd(10)} ${label}\n`).join('');
  const hints = [...(byDefault === undefined ? [] : [byDefault]), ...(canGoBack ? [`${back} to go back`] : [])];
  return `${text}\n${list}${hints.length === 0 ? '' : `[${hints.join('; ')}]`}> `;
}

/** The chosen value: by its number or its name, in any case. */
function chosenValue({ choices }: Question, answer: string): string | undefined {
  if (choices === undefined) return answer;
  const byNumber = /^\d+$/.test(answer) ? choices[Number(answer) - 1] : undefined;
  return (byNumber ?? choices.find(({ value }) => value.toLowerCase() === answer.toLowerCase()))?.value;
}

function faultOf(question: Question, answer: string): string | undefined {
  const value = chosenValue(question, answer);
  if (value !== undefined) return question.fault?.(value);
  const names = (question.choices ?? []).map((one) => one.value);
  const near = closest(answer, names);
  return `"${answer}" is none of them.${near === undefined ? '' : ` Did you mean ${near}?`}`;
}

/** The answer to a question; undefined for a step back. Asks again after a fault. */
async function answerTo({ ask, out }: Terminal, question: Question, canGoBack: boolean): Promise<string | undefined> {
  for (let empty = 0; empty < mostEmpty; ) {
    const line = ((await ask?.(shownQuestion(question, canGoBack))) ?? '').trim();
    if (line === back && canGoBack) return undefined;
    const answer = line === '' ? question.byDefault : line;
    if (answer === undefined) {
      empty += 1;
      continue;
    }
    const fault = faultOf(question, answer);
    if (fault === undefined) return chosenValue(question, answer);
    if (line === '') empty += 1;
    out(`${fault}\n`);
  }
  throw new UsageError(`init needs ${question.flag}`);
}

/**
 * Asks one question after the other. `next`: the question that follows from the answers so far; undefined at the end. A step back forgets the answer before.
 */
export async function converse(
  terminal: Terminal,
  next: (answers: DialogueAnswers) => Question | undefined,
): Promise<DialogueAnswers> {
  const answers = new Map<string, string>();
  for (;;) {
    const question = next(answers);
    if (question === undefined) return answers;
    const answer = await answerTo(terminal, question, answers.size > 0);
    const last = [...answers.keys()].at(-1);
    if (answer !== undefined) answers.set(question.flag, answer);
    else if (last !== undefined) answers.delete(last);
  }
}
