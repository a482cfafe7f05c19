/** A dialogue at the terminal, with the prompts of @clack/prompts: lists to choose from, answers that are checked at once, and steps back. */
import type { Key } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { UsageError } from '../shared/usage.ts';

interface Choice {
  readonly value: string;
  readonly label: string;
}

export interface Question {
  /** The flag that gives the answer: `--source`. */
  readonly flag: string;
  readonly text: string;
  /** `search`: a long list, in which letters are typed. `file`: a path that is completed. `secret`: the answer is not shown. */
  readonly form: 'list' | 'search' | 'text' | 'file' | 'secret';
  /** The possible answers of a list, each with what it is. */
  readonly choices?: readonly Choice[] | undefined;
  /** The answer to an empty line. */
  readonly byDefault: string | undefined;
  /** What is wrong with an answer, as a sentence; undefined if it can be used. */
  readonly fault?: (answer: string) => string | undefined | Promise<string | undefined>;
  /** The flag of the earlier question to which an answer goes back. A flag that was not asked: `next` is called again. */
  readonly goesBackTo?: (answer: string) => string | undefined;
  /** What is shown above the question: a title and its lines. */
  readonly note?: { readonly title: string; readonly lines: readonly string[] };
}

/** Answers by flag. */
export type DialogueAnswers = ReadonlyMap<string, string>;

export interface Terminal {
  readonly input: Readable;
  readonly output: Writable;
  readonly cwd: string;
}

type Prompts = typeof import('@clack/prompts');

/** Longer lists are scrolled. */
const mostItems = 10;

/** An answer, or a step back. */
type Step = { readonly answer: string } | 'back';

interface Asking {
  readonly prompts: Prompts;
  readonly terminal: Terminal;
  /** Ends the prompt. */
  readonly signal: AbortSignal;
}

/** Shows one prompt. Resolves with a symbol if it is cancelled. `before`: the answer that was given before a step back. */
function prompt({ prompts, terminal, signal }: Asking, question: Question, before: string | undefined) {
  const { text: message, form, choices = [], byDefault, fault } = question;
  const { input, output, cwd } = terminal;
  const common = { message, input, output, signal };
  const options = choices.map(({ value, label }) => ({ value, label }));
  const first = before ?? byDefault;
  const validate = (value: string | string[] | undefined) => {
    const answer = String(value ?? '').trim() || byDefault;
    return answer === undefined ? 'An answer is needed.' : fault?.(answer);
  };
  switch (form) {
    case 'list':
      return prompts.select({
        ...common,
        options,
        maxItems: mostItems,
        ...(first !== undefined && { initialValue: first }),
      });
    case 'search':
      return prompts.autocomplete({
        ...common,
        options,
        maxItems: mostItems,
        ...(first !== undefined && { initialValue: first }),
      });
    case 'file':
      return prompts.path({ ...common, initialValue: before ?? `${cwd}/`, validate });
    case 'secret':
      return prompts.password({ ...common, validate });
    case 'text':
      return prompts.text({
        ...{ ...common, validate },
        ...(byDefault !== undefined && { placeholder: byDefault, defaultValue: byDefault }),
        ...(before !== undefined && { initialValue: before }),
      });
  }
}

/** Asks one question. Escape goes back; Ctrl-C and the end of the input throw `UsageError`. */
async function answerTo(asking: Omit<Asking, 'signal'>, question: Question, before: string | undefined): Promise<Step> {
  const { prompts, terminal } = asking;
  const { input, output } = terminal;
  const end = new AbortController();
  let isBack = false;
  const onKey = (_text: string | undefined, key: Key): void => {
    isBack = key.name === 'escape';
    if (key.ctrl === true && key.name === 'd') end.abort();
  };
  const onEnd = (): void => end.abort();
  input.on('keypress', onKey).on('end', onEnd);
  try {
    if (question.note !== undefined) prompts.note(question.note.lines.join('\n'), question.note.title, { output });
    const answer = await prompt({ ...asking, signal: end.signal }, question, before);
    if (typeof answer === 'string') return { answer: answer.trim() };
    if (isBack && !end.signal.aborted) return 'back';
    throw new UsageError('stopped: nothing was written');
  } finally {
    input.off('keypress', onKey).off('end', onEnd);
  }
}

/**
 * Asks one question after the other. `next`: the question that follows from the answers so far; undefined at the end. A step back shows the answer
 * that was given. Throws `UsageError` where the person ends the dialogue.
 */
export async function converse(
  terminal: Terminal,
  title: string,
  next: (answers: DialogueAnswers) => Question | undefined | Promise<Question | undefined>,
): Promise<DialogueAnswers> {
  const prompts = await import('@clack/prompts');
  const given = new Map<string, string>();
  let asked: readonly string[] = [];
  for (;;) {
    const answers = new Map(asked.map((flag) => [flag, given.get(flag) ?? '']));
    const question = await next(answers);
    if (question === undefined) return answers;
    if (given.size === 0)
      prompts.intro(`${title}. Escape goes back, Ctrl-C ends without a file.`, { output: terminal.output });
    const step = await answerTo({ prompts, terminal }, question, given.get(question.flag));
    if (step === 'back') asked = asked.slice(0, -1);
    else {
      const target = question.goesBackTo?.(step.answer);
      if (target === undefined) {
        given.set(question.flag, step.answer);
        asked = [...asked, question.flag];
      } else if (asked.includes(target)) asked = asked.slice(0, asked.indexOf(target));
    }
  }
}
