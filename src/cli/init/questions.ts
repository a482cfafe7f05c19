/** The input of `engine init`: from its flags, otherwise from the terminal. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { closest } from '../../../engine/host/index.ts';
import { type DatabaseKind, databaseKinds } from '../../../engine/index.ts';
import type { Host } from '../../service/lifecycle/host.ts';
import type { ServiceKind } from '../../workbench/init/from-service.ts';
import { UsageError } from '../shared/usage.ts';
import { converse, type DialogueAnswers, type Question } from './dialogue.ts';

/** A database, or the description of a service. */
type Kind = DatabaseKind | ServiceKind;

const kinds: readonly Kind[] = [...databaseKinds, 'odata', 'openapi'];

/** Whether the profile is made from the description of an HTTP service, and not from a database. */
export const isService = (kind: Kind): kind is ServiceKind => kind === 'odata' || kind === 'openapi';

const nameOf = (kind: Kind): string => (isService(kind) ? kind : kind.name);

export const kindNames: readonly string[] = kinds.map(nameOf);

/** The database is a file, and not a server. */
export const isFile = (kind: Kind): boolean => isService(kind) || kind.connection.schemes.length === 0;

export interface InitFlags {
  /** One of `kindNames`. */
  readonly source?: string;
  readonly file?: string;
  readonly url?: string;
  readonly host?: string;
  readonly port?: string;
  readonly database?: string;
  readonly user?: string;
  readonly name?: string;
  readonly title?: string;
  readonly clock?: string;
  readonly out?: string;
  readonly sample: number;
  /** `record=table`, each. */
  readonly table: readonly string[];
  readonly seed?: string;
  readonly yes?: true;
}

export interface Answers {
  readonly kind: Kind;
  readonly name: string;
  readonly title: string;
  readonly clock: string;
  readonly values: Readonly<Record<string, string | undefined>>;
}

/** The kind that a file name or URL implies. */
function impliedKind({ source, file, url }: InitFlags): Kind | undefined {
  if (source !== undefined) return kinds.find((kind) => nameOf(kind) === source);
  if (file !== undefined) {
    if (/\.(xml|edmx)$/i.test(file)) return 'odata';
    return /\.(json|ya?ml)$/i.test(file) ? 'openapi' : databaseKinds.find(isFile);
  }
  const scheme = url?.split(':')[0] ?? '';
  return databaseKinds.find(({ connection }) => connection.schemes.includes(scheme));
}

const descriptions: Readonly<Record<string, string>> = {
  odata: 'an HTTP service with OData',
  openapi: 'an HTTP service with an OpenAPI document',
};

const labelOf = (kind: Kind): string => (isService(kind) ? (descriptions[kind] ?? kind) : `a database: ${kind.title}`);

const nameFault = (name: string): string | undefined =>
  /^[a-z][a-z\d-]*$/.test(name)
    ? undefined
    : `The name of a profile consists of lower-case letters, digits and "-", unlike "${name}".`;

const isZone = (zone: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
};

const zoneFault = (zone: string): string | undefined => {
  if (isZone(zone)) return undefined;
  const near = closest(zone, Intl.supportedValuesOf('timeZone'));
  return `"${zone}" is no time zone.${near === undefined ? '' : ` Did you mean ${near}?`}`;
};

type Asked = Pick<Host, 'ask' | 'out' | 'cwd'>;

const fileFault = ({ cwd }: Asked, file: string): string | undefined =>
  existsSync(resolve(cwd, file)) ? undefined : `The file ${file} does not exist.`;

/** What the flags give, by the names of the questions. */
const givenBy = (flags: InitFlags): Readonly<Record<string, string | undefined>> => ({
  ...{ '--source': flags.source, '--file': flags.file, '--host': flags.host, '--port': flags.port },
  ...{ '--database': flags.database, '--user': flags.user, '--name': flags.name },
  ...{ '--title': flags.title, '--clock': flags.clock },
});

const flagOf = (member: string): string => `--${member === 'server' ? 'host' : member}`;

/** The questions about the place of the tables. */
function placeQuestions(host: Asked, kind: Kind, flags: InitFlags): readonly Question[] {
  if (flags.url !== undefined) return [];
  const fault = (file: string): string | undefined => fileFault(host, file);
  if (isService(kind)) {
    const what = kind === 'odata' ? 'the $metadata of the service' : 'the OpenAPI document';
    return [{ flag: '--file', text: `File with ${what}?`, byDefault: undefined, fault }];
  }
  return kind.connection.questions.map(({ key: member, byDefault }) => ({
    ...{ flag: flagOf(member), byDefault },
    text: `${member.charAt(0).toUpperCase()}${member.slice(1)} of the database?`,
    ...(member === 'file' ? { fault } : {}),
  }));
}

/** All questions in the order in which they are asked. `answers`: of those before. */
function questionsFor(host: Asked, flags: InitFlags, answers: DialogueAnswers): readonly Question[] {
  const source: Question = {
    ...{ flag: '--source', text: 'What is the interface of the ERP?', byDefault: undefined },
    choices: kinds.map((kind) => ({ value: nameOf(kind), label: labelOf(kind) })),
  };
  const kind = impliedKind(flags) ?? kinds.find((one) => nameOf(one) === answers.get('--source'));
  if (kind === undefined) return [source];
  const name = flags.name ?? answers.get('--name');
  return [
    ...(impliedKind(flags) === undefined ? [source] : []),
    ...placeQuestions(host, kind, flags),
    {
      ...{ flag: '--name', text: 'Name of the profile (lower-case letters, digits and -)?', byDefault: undefined },
      fault: nameFault,
    },
    { flag: '--title', text: 'Name of the ERP?', byDefault: name },
    {
      ...{ flag: '--clock', text: 'Time zone of dates and times in the ERP, such as Europe/Berlin?', byDefault: 'UTC' },
      fault: zoneFault,
    },
  ];
}

/** The last question: what will be written, and whether it is right. */
function summary(flags: InitFlags, answers: DialogueAnswers): Question {
  const name = flags.name ?? answers.get('--name') ?? '';
  const lines = [...answers].map(([flag, answer]) => `  ${flag.slice(2).padEnd(9)} ${answer}`);
  return {
    flag: '--yes',
    text: ['', ...lines, `  folder    ${flags.out ?? name}`, '', 'Read the ERP and write the profile?'].join('\n'),
    choices: [
      { value: 'yes', label: 'nothing in the ERP is changed' },
      { value: 'no', label: 'end without a file' },
    ],
    byDefault: 'yes',
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
async function dialogue(host: Asked, flags: InitFlags): Promise<DialogueAnswers> {
  const given = givenBy(flags);
  const answers = await converse(host, (all) => {
    const open = questionsFor(host, flags, all).filter(({ flag }) => given[flag] === undefined);
    const next = open.find(({ flag }) => !all.has(flag));
    if (next !== undefined) return next;
    return open.length === 0 || all.has('--yes') ? undefined : summary(flags, all);
  });
  if (answers.get('--yes') === 'no') throw new UsageError('nothing was written');
  const flagAnswers = Object.entries(given).flatMap(([flag, value]) =>
    value === undefined ? [] : [[flag, value] as const],
  );
  return new Map([...flagAnswers, ...answers]);
}

/** Asks for values that no flag gives. With `--yes` or without a terminal uses defaults, and throws `UsageError` if there is none. */
export async function askAll(host: Asked, flags: InitFlags): Promise<Answers> {
  for (const [flag, fault] of [
    ['name', nameFault],
    ['clock', zoneFault],
  ] as const) {
    const given = flags[flag];
    const wrong = given === undefined ? undefined : fault(given);
    if (wrong !== undefined) throw new UsageError(wrong.replace(/\.$/, ''));
  }
  const isAsked = flags.yes !== true && host.ask !== undefined;
  const answers = isAsked ? await dialogue(host, flags) : withoutDialogue(host, flags);
  const kind = impliedKind(flags) ?? kinds.find((one) => nameOf(one) === answers.get('--source'));
  const answerTo = (flag: string): string => answers.get(flag) ?? '';
  if (kind === undefined) throw new UsageError(`"${answerTo('--source')}" is not one of ${kindNames.join(', ')}`);
  const places = placeQuestions(host, kind, flags).map(({ flag }) => flag);
  const members = isService(kind) ? ['file'] : kind.connection.questions.map(({ key }) => key);
  const values = Object.fromEntries(
    members.flatMap((member) => (places.includes(flagOf(member)) ? [[member, answers.get(flagOf(member))]] : [])),
  );
  return {
    ...{ kind, name: answerTo('--name'), title: answerTo('--title'), clock: answerTo('--clock') },
    values: { url: flags.url, ...(isService(kind) && flags.file !== undefined ? { file: flags.file } : {}), ...values },
  };
}
