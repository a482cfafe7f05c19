/** What `engine init` has to know: from its flags, else from the terminal. */
import { type DatabaseKind, databaseKinds } from '../../../engine/index.ts';
import type { Host } from '../../service/host.ts';
import { UsageError } from '../shared/usage.ts';

/** A database, or the description of an OData service. */
export type Kind = DatabaseKind | 'odata';

const kinds: readonly Kind[] = [...databaseKinds, 'odata'];

const nameOf = (kind: Kind): string => (kind === 'odata' ? kind : kind.name);

export const kindNames: readonly string[] = kinds.map(nameOf);

/** The database is a file, and not a server. */
export const isFile = (kind: Kind): boolean => kind === 'odata' || kind.connection.schemes.length === 0;

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
  readonly seed?: string;
  readonly yes?: true;
}

export interface Answers {
  readonly kind: Kind;
  readonly name: string;
  readonly title: string;
  readonly clock: string;
  readonly given: Readonly<Record<string, string | undefined>>;
}

/** The kind that an address or the other flags imply. */
function impliedKind({ source, file, url }: InitFlags): Kind | undefined {
  if (source !== undefined) return kinds.find((kind) => nameOf(kind) === source);
  if (file !== undefined) return /\.(xml|edmx)$/i.test(file) ? 'odata' : databaseKinds.find(isFile);
  const scheme = url?.split(':')[0] ?? '';
  return databaseKinds.find(({ connection }) => connection.schemes.includes(scheme));
}

/** Asks for what no flag says. With `--yes`, or without a terminal, what has a usual answer gets that, and the rest is wrong usage. */
export async function askAll(host: Pick<Host, 'ask'>, flags: InitFlags): Promise<Answers> {
  async function ask(flag: string, question: string, byDefault: string | undefined): Promise<string> {
    const shown = byDefault === undefined ? '' : ` [${byDefault}]`;
    const said = flags.yes === true ? '' : ((await host.ask?.(`${question}${shown}: `)) ?? '').trim();
    const answer = said === '' ? byDefault : said;
    if (answer === undefined) throw new UsageError(`init needs ${flag}`);
    return answer;
  }
  async function askKind(): Promise<Kind> {
    const names = kindNames.join(', ');
    const answer = await ask('--source', `What holds its data (${names})?`, undefined);
    const kind = kinds.find((one) => nameOf(one) === answer);
    if (kind === undefined) throw new UsageError(`"${answer}" is none of ${names}`);
    return kind;
  }
  const kind = impliedKind(flags) ?? (await askKind());
  const given: Record<string, string | undefined> = { url: flags.url };
  if (kind === 'odata') given.file = flags.file ?? (await ask('--file', 'The file with its $metadata?', undefined));
  else if (flags.url === undefined)
    for (const { key: member, byDefault } of kind.connection.questions) {
      const flag = member === 'server' ? 'host' : member;
      const known: Readonly<Record<string, string | undefined>> = {
        file: flags.file,
        host: flags.host,
        port: flags.port,
        database: flags.database,
        user: flags.user,
      };
      given[member] = known[flag] ?? (await ask(`--${flag}`, `Its ${member}?`, byDefault));
    }
  const name =
    flags.name ?? (await ask('--name', 'Name of the profile (lower-case letters, digits and -)?', undefined));
  if (!/^[a-z][a-z\d-]*$/.test(name))
    throw new UsageError(`the name of a profile has lower-case letters, digits and "-", and "${name}" has others`);
  const title = flags.title ?? (await ask('--title', 'What is the ERP called?', name));
  const clock = flags.clock ?? (await ask('--clock', 'Time zone of its dates and times (Europe/Berlin)?', 'UTC'));
  return { kind, name, title, clock, given };
}
