/** The input of `engine init`: from its flags, otherwise from the terminal. */
import { type DatabaseKind, databaseKinds } from '../../../engine/index.ts';
import type { Host } from '../../service/lifecycle/host.ts';
import type { ServiceKind } from '../../workbench/init/from-service.ts';
import { UsageError } from '../shared/usage.ts';

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

/** Asks for values that no flag gives. With `--yes` or without a terminal uses defaults, and throws `UsageError` if there is none. */
export async function askAll(host: Pick<Host, 'ask'>, flags: InitFlags): Promise<Answers> {
  async function ask(flag: string, question: string, byDefault: string | undefined): Promise<string> {
    const shown = byDefault === undefined ? '' : ` [${byDefault}]`;
    const input = flags.yes === true ? '' : ((await host.ask?.(`${question}${shown}: `)) ?? '').trim();
    const answer = input === '' ? byDefault : input;
    if (answer === undefined) throw new UsageError(`init needs ${flag}`);
    return answer;
  }
  async function askKind(): Promise<Kind> {
    const names = kindNames.join(', ');
    const answer = await ask('--source', `Kind of the ERP interface (${names})?`, undefined);
    const kind = kinds.find((one) => nameOf(one) === answer);
    if (kind === undefined) throw new UsageError(`"${answer}" is not one of ${names}`);
    return kind;
  }
  const kind = impliedKind(flags) ?? (await askKind());
  const values: Record<string, string | undefined> = { url: flags.url };
  if (isService(kind)) {
    const what = kind === 'odata' ? 'the $metadata of the service' : 'the OpenAPI document';
    values.file =
      flags.file ?? (flags.url === undefined ? await ask('--file', `File with ${what}?`, undefined) : undefined);
  } else if (flags.url === undefined)
    for (const { key: member, byDefault } of kind.connection.questions) {
      const flag = member === 'server' ? 'host' : member;
      const givenValues: Readonly<Record<string, string | undefined>> = {
        file: flags.file,
        host: flags.host,
        port: flags.port,
        database: flags.database,
        user: flags.user,
      };
      const question = `${member.charAt(0).toUpperCase()}${member.slice(1)} of the database?`;
      values[member] = givenValues[flag] ?? (await ask(`--${flag}`, question, byDefault));
    }
  const name =
    flags.name ?? (await ask('--name', 'Name of the profile (lower-case letters, digits and -)?', undefined));
  if (!/^[a-z][a-z\d-]*$/.test(name))
    throw new UsageError(`the name of a profile consists of lower-case letters, digits and "-", unlike "${name}"`);
  const title = flags.title ?? (await ask('--title', 'Name of the ERP?', name));
  const clock =
    flags.clock ?? (await ask('--clock', 'Time zone of dates and times in the ERP, such as Europe/Berlin?', 'UTC'));
  return { kind, name, title, clock, values };
}
