/** The questions of `engine init` that no flag answers, and what the answers mean. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { closest, openSqlSource, queryReader } from '../../../engine/host/index.ts';
import { type DatabaseKind, databaseKinds, SourceError } from '../../../engine/index.ts';
import type { Host } from '../../service/lifecycle/host.ts';
import { profileConnection, variableOf } from '../../workbench/init/connection.ts';
import type { ServiceKind } from '../../workbench/init/from-service.ts';
import { UsageError } from '../shared/usage.ts';
import type { DialogueAnswers, Question } from './dialogue.ts';

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
  /** The password of the database, where the person has typed it. */
  readonly password: string | undefined;
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

/** What is wrong with the name of a profile, as a sentence. */
export const nameFault = (name: string): string | undefined =>
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

/** What is wrong with a time zone, as a sentence. */
export const zoneFault = (zone: string): string | undefined => {
  if (isZone(zone)) return undefined;
  const near = closest(zone, Intl.supportedValuesOf('timeZone'));
  return `"${zone}" is no time zone.${near === undefined ? '' : ` Did you mean ${near}?`}`;
};

/** What the questions need of the machine. */
export type Asked = Pick<Host, 'ask' | 'streams' | 'cwd' | 'env' | 'now'>;

const fileFault = ({ cwd }: Asked, file: string): string | undefined => {
  const path = resolve(cwd, file);
  if (!existsSync(path)) return `The file ${file} does not exist.`;
  return statSync(path).isFile() ? undefined : `${file} is a folder.`;
};

/** What the flags give, by the names of the questions. */
export const givenBy = (flags: InitFlags): Readonly<Record<string, string | undefined>> => ({
  ...{ '--source': flags.source, '--file': flags.file, '--host': flags.host, '--port': flags.port },
  ...{ '--database': flags.database, '--user': flags.user, '--name': flags.name },
  ...{ '--title': flags.title, '--clock': flags.clock },
});

const flagOf = (member: string): string => `--${member === 'server' ? 'host' : member}`;

/** The question that no flag answers: its answer is never written. */
export const passwordFlag = 'password';

/** The answers and the flags about the connection, by member. */
function connectionValues(kind: DatabaseKind, flags: InitFlags, answers: DialogueAnswers) {
  const given = givenBy(flags);
  const keys = kind.connection.questions.map(({ key }) => key);
  return Object.fromEntries(keys.map((key) => [key, answers.get(flagOf(key)) ?? given[flagOf(key)]]));
}

/** The questions about the place of the tables. The last one is answered only if the database answers. */
function placeQuestions(host: Asked, kind: Kind, flags: InitFlags, answers: DialogueAnswers): readonly Question[] {
  if (flags.url !== undefined) return [];
  const file = { form: 'file', byDefault: undefined } as const;
  if (isService(kind)) {
    const what = kind === 'odata' ? 'the $metadata of the service' : 'the OpenAPI document';
    return [{ flag: '--file', text: `File with ${what}?`, ...file, fault: (path) => fileFault(host, path) }];
  }
  const name = flags.name ?? answers.get('--name') ?? '';
  const variable = variableOf(name, 'password');
  const connects = (member: string) => (answer: string) =>
    connectionFault(host, kind, name, { ...connectionValues(kind, flags, answers), [member]: answer });
  const members = kind.connection.questions.map(({ key: member, byDefault }): Question => {
    const what = member === 'database' ? 'Name' : `${member.charAt(0).toUpperCase()}${member.slice(1)}`;
    const text = `${what} of the database?`;
    if (member !== 'file') return { ...{ flag: flagOf(member), text, byDefault }, form: 'text' };
    const fault = (path: string) => fileFault(host, path) ?? connects(member)(path);
    return { flag: flagOf(member), text, ...file, fault };
  });
  if (isFile(kind)) return members;
  const isSet = host.env[variable] !== undefined;
  const last = members.at(-1);
  if (isSet && last !== undefined) return [...members.slice(0, -1), { ...last, fault: connects(last.flag.slice(2)) }];
  const text = `Password? ${variable} does not have it. It is used now, and not written.`;
  return [...members, { flag: passwordFlag, text, form: 'secret', byDefault: '', fault: connects('password') }];
}

/** Why the database cannot be read with these values, as a sentence. */
async function connectionFault(
  { cwd, env, now }: Asked,
  kind: DatabaseKind,
  name: string,
  values: Readonly<Record<string, string | undefined>>,
): Promise<string | undefined> {
  const way = profileConnection(name, kind, values, (variable) => env[variable] ?? values.password);
  try {
    const source = await openSqlSource(kind, { connection: way.connection, clock: 'UTC', connections: 1, folder: cwd });
    try {
      await queryReader(source, now)('SELECT 1 AS one');
      return undefined;
    } finally {
      await source.close();
    }
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return `The database cannot be read: ${error.message} Escape goes back.`;
  }
}

const folderFault = ({ cwd }: Asked, { out }: InitFlags, name: string): string | undefined => {
  const folder = resolve(cwd, out ?? name);
  return existsSync(folder) && readdirSync(folder).length > 0
    ? `The folder ${out ?? name} is not empty, and init overwrites nothing.`
    : undefined;
};

/** All questions in the order in which they are asked. `answers`: of those before. */
export function questionsFor(host: Asked, flags: InitFlags, answers: DialogueAnswers): readonly Question[] {
  const width = Math.max(...kindNames.map((name) => name.length));
  const source: Question = {
    ...{ flag: '--source', text: 'What is the interface of the ERP?', form: 'list', byDefault: undefined },
    choices: kinds.map((kind) => ({ value: nameOf(kind), label: `${nameOf(kind).padEnd(width)}  ${labelOf(kind)}` })),
  };
  const kind = impliedKind(flags) ?? kinds.find((one) => nameOf(one) === answers.get('--source'));
  if (kind === undefined) return [source];
  const name = flags.name ?? answers.get('--name');
  const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];
  return [
    ...(impliedKind(flags) === undefined ? [source] : []),
    {
      ...{ flag: '--name', text: 'Name of the profile (lower-case letters, digits and -)?', form: 'text' },
      byDefault: undefined,
      fault: (answer) => nameFault(answer) ?? folderFault(host, flags, answer),
    },
    ...placeQuestions(host, kind, flags, answers),
    { flag: '--title', text: 'Name of the ERP?', form: 'text', byDefault: name },
    {
      ...{ flag: '--clock', text: 'Time zone of dates and times in the ERP?', form: 'search', byDefault: 'UTC' },
      choices: zones.map((zone) => ({ value: zone, label: zone })),
      fault: zoneFault,
    },
  ];
}

/** The answers in the form that the ERP is read with. */
export function answersFrom(flags: InitFlags, answers: DialogueAnswers): Answers {
  const kind = impliedKind(flags) ?? kinds.find((one) => nameOf(one) === answers.get('--source'));
  const answerTo = (flag: string): string => answers.get(flag) ?? '';
  if (kind === undefined) throw new UsageError(`"${answerTo('--source')}" is not one of ${kindNames.join(', ')}`);
  const places =
    flags.url === undefined ? (isService(kind) ? ['file'] : kind.connection.questions.map(({ key }) => key)) : [];
  const values = Object.fromEntries(places.map((member) => [member, answers.get(flagOf(member))]));
  return {
    ...{ kind, name: answerTo('--name'), title: answerTo('--title'), clock: answerTo('--clock') },
    password: answers.get(passwordFlag) || undefined,
    values: { url: flags.url, ...(isService(kind) && flags.file !== undefined ? { file: flags.file } : {}), ...values },
  };
}
