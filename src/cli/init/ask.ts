/** The input of `engine init`: from its flags, otherwise from the terminal. */
import type { Host } from '../../service/lifecycle/host.ts';
import type { Entity, NamedTables } from '../../workbench/init/match/tables.ts';
import { UsageError } from '../shared/usage.ts';
import { converse, type DialogueAnswers, type Question } from './dialogue.ts';
import {
  type Answers,
  type Asked,
  answersFrom,
  givenBy,
  type InitFlags,
  nameFault,
  passwordFlag,
  questionsFor,
  zoneFault,
} from './questions.ts';
import {
  type ErpTables,
  entityOf,
  erpLines,
  isTableFlag,
  nextTableQuestion,
  type TablesToAsk,
  tableChanges,
  tablesIn,
} from './table-questions.ts';

/** The last question: what was read and what will be written, and whether it is right. */
function summary(flags: InitFlags, answers: DialogueAnswers, erp: ErpTables, asked: TablesToAsk): Question {
  const name = flags.name ?? answers.get('--name') ?? '';
  const shown = [...answers].filter(([flag]) => flag !== passwordFlag && !isTableFlag(flag));
  const lineOf = (flag: string, answer: string): string => `${flag.replace('--', '').padEnd(9)} ${answer}`;
  return {
    ...{ flag: '--yes', text: 'Write the profile?', form: 'list', byDefault: 'yes' },
    note: {
      title: 'Summary',
      lines: [
        ...shown.map(([flag, answer]) => lineOf(flag, answer)),
        lineOf('folder', flags.out ?? name),
        ...erpLines(erp, asked, answers),
      ],
    },
    choices: [
      { value: 'yes', label: 'Yes: nothing in the ERP is changed' },
      ...tableChanges(asked, answers),
      ...shown.map(([flag, answer]) => ({ value: flag, label: `Change the ${lineOf(flag, answer)}` })),
      { value: 'no', label: 'No: end without a file' },
    ],
    goesBackTo: (answer) => (answer === 'yes' || answer === 'no' ? undefined : answer),
  };
}

/** Without a terminal or with `--yes`: the flags and the defaults. Throws `UsageError` if a value is missing or wrong. */
function withoutDialogue(host: Asked, flags: InitFlags): DialogueAnswers {
  const answers = new Map<string, string>();
  const given = givenBy(flags);
  for (;;) {
    const open = questionsFor(host, flags, answers).find(({ flag }) => !answers.has(flag));
    if (open === undefined) return answers;
    const answer = given[open.flag] ?? open.byDefault;
    if (answer === undefined) throw new UsageError(`init needs ${open.flag}`);
    answers.set(open.flag, answer);
  }
}

/** Asks for what no flag gives. A terminal gets a dialogue with a summary at its end. */
async function dialogue<Read extends ErpTables>(
  host: Asked,
  streams: Streams,
  { flags, named, read }: Dialogue<Read>,
): Promise<Asking<Read>> {
  const given = givenBy(flags);
  const flagAnswers = Object.entries(given).flatMap(([flag, value]) =>
    value === undefined ? [] : [[flag, value] as const],
  );
  const doubted = new Set<Entity>();
  let erp: { readonly of: string; readonly read: Read } | undefined;
  /** Reads the ERP once for the same answers. */
  async function erpOf(all: DialogueAnswers): Promise<Read> {
    const answers = answersFrom(flags, new Map([...flagAnswers, ...all]));
    const key = JSON.stringify([answers.values, answers.clock, answers.password]);
    if (erp?.of !== key) erp = { of: key, read: await read(answers) };
    return erp.read;
  }
  const answers = await converse({ ...streams, cwd: host.cwd }, 'A first profile for an ERP', async (all) => {
    const open = questionsFor(host, flags, all).filter(({ flag }) => given[flag] === undefined);
    const next = open.find(({ flag }) => !all.has(flag));
    if (next !== undefined) return next;
    if (all.has('--yes')) return undefined;
    const current = await erpOf(all);
    const asked = { tables: current.tables, named, doubted };
    const table = nextTableQuestion(asked, all);
    if (table !== undefined || all.size === 0) return table;
    const last = summary(flags, all, current, asked);
    return {
      ...last,
      goesBackTo(answer) {
        const entity = entityOf(answer);
        if (entity !== undefined) doubted.add(entity);
        return last.goesBackTo?.(answer);
      },
    };
  });
  if (answers.get('--yes') === 'no') throw new UsageError('nothing was written');
  return {
    answers: answersFrom(flags, new Map([...flagAnswers, ...answers])),
    erp: erp?.read,
    chosen: tablesIn(answers),
  };
}

type Streams = NonNullable<Host['streams']>;

interface Dialogue<Read> {
  readonly flags: InitFlags;
  /** The tables that flags name. */
  readonly named: NamedTables;
  readonly read: (answers: Answers) => Promise<Read>;
}

interface Asking<Read> {
  readonly answers: Answers;
  /** What was read for the questions about tables; undefined without a dialogue. */
  readonly erp: Read | undefined;
  /** The tables that were chosen. */
  readonly chosen: NamedTables;
}

/**
 * Asks for values that no flag gives, and for the tables that are not certain. With `--yes` or without a terminal uses defaults, and throws
 * `UsageError` if there is none.
 */
export async function askAll<Read extends ErpTables>(
  host: Asked,
  flags: InitFlags,
  named: NamedTables,
  read: (answers: Answers) => Promise<Read>,
): Promise<Asking<Read>> {
  for (const [flag, fault] of [
    ['name', nameFault],
    ['clock', zoneFault],
  ] as const) {
    const given = flags[flag];
    const wrong = given === undefined ? undefined : fault(given);
    if (wrong !== undefined) throw new UsageError(wrong.replace(/\.$/, ''));
  }
  const { ask, streams } = host;
  if (flags.yes !== true && ask !== undefined && streams !== undefined)
    return dialogue(host, streams, { flags, named, read });
  return { answers: answersFrom(flags, withoutDialogue(host, flags)), erp: undefined, chosen: new Map() };
}
