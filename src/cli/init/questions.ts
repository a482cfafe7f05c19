/** What `engine init` has to know: from its flags, else from the terminal. */
import type { DialectName } from '../../../engine/index.ts';
import { members, usual } from '../../init/connection.ts';
import type { Host } from '../../service/host.ts';
import { UsageError } from '../shared/usage.ts';

/** A database, or the description of an OData service. */
export type Kind = DialectName | 'odata';

export const kinds: readonly Kind[] = ['sqlite', 'postgres', 'mysql', 'mssql', 'odata'];

export interface InitFlags {
  readonly source?: Kind;
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

const isKind = (text: string): text is Kind => kinds.some((kind) => kind === text);

/** The kind that an address or the other flags speak of. */
function impliedKind({ source, file, url }: InitFlags): Kind | undefined {
  if (source !== undefined) return source;
  if (file !== undefined) return /\.(xml|edmx)$/i.test(file) ? 'odata' : 'sqlite';
  const scheme = url
    ?.split(':')[0]
    ?.replace('mariadb', 'mysql')
    .replace('postgresql', 'postgres')
    .replace('sqlserver', 'mssql');
  return scheme !== undefined && isKind(scheme) ? scheme : undefined;
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
  const kind = impliedKind(flags) ?? (await ask('--source', `What holds its data (${kinds.join(', ')})?`, undefined));
  if (!isKind(kind)) throw new UsageError(`"${kind}" is none of ${kinds.join(', ')}`);
  const given: Record<string, string | undefined> = { url: flags.url };
  if (kind === 'odata') given.file = flags.file ?? (await ask('--file', 'The file with its $metadata?', undefined));
  else if (flags.url === undefined)
    for (const member of members[kind]) {
      const flag = member === 'server' ? 'host' : member;
      const known: Readonly<Record<string, string | undefined>> = {
        file: flags.file,
        host: flags.host,
        port: flags.port,
        database: flags.database,
        user: flags.user,
      };
      given[member] = known[flag] ?? (await ask(`--${flag}`, `Its ${member}?`, usual[kind][member]));
    }
  const name =
    flags.name ?? (await ask('--name', 'Name of the profile (lower-case letters, digits and -)?', undefined));
  if (!/^[a-z][a-z\d-]*$/.test(name))
    throw new UsageError(`the name of a profile has lower-case letters, digits and "-", and "${name}" has others`);
  const title = flags.title ?? (await ask('--title', 'What is the ERP called?', name));
  const clock = flags.clock ?? (await ask('--clock', 'Time zone of its dates and times (Europe/Berlin)?', 'UTC'));
  return { kind, name, title, clock, given };
}
