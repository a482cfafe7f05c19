/** Servers that a run may make databases on, by their addresses. */
import { type DatabaseKind, databaseKinds } from '../../../engine/index.ts';

/** Addresses of servers, by the name of their kind. They hold passwords: they are not shown. */
export type Scratch = Readonly<Record<string, string>>;

const servers: readonly DatabaseKind[] = databaseKinds.filter(({ connection }) => connection.schemes.length > 0);

/** The environment variable that gives the address of a server where no option does. */
export const scratchVariable = (kind: DatabaseKind): string => `ENGINE_TEST_${kind.name.toUpperCase()}`;

function kindOf(url: string): DatabaseKind | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, hostname } = new URL(url);
  const scheme = protocol.slice(0, -1);
  return hostname === '' ? undefined : servers.find(({ connection }) => connection.schemes.includes(scheme));
}

/**
 * What the options and the environment give; an option goes before a variable. `wrong` names, without its text, what is no address of a
 * database server.
 */
export function scratchOf(
  given: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): { readonly scratch: Scratch; readonly wrong: readonly string[] } {
  const entries: [string, string][] = [];
  const wrong: string[] = [];
  for (const kind of servers) {
    const variable = scratchVariable(kind);
    const url = env[variable];
    if (url === undefined || url === '') continue;
    if (kindOf(url) === kind) entries.push([kind.name, url]);
    else wrong.push(variable);
  }
  for (const url of given) {
    const kind = kindOf(url);
    if (kind === undefined) wrong.push('--scratch');
    else entries.push([kind.name, url]);
  }
  return { scratch: Object.fromEntries(entries), wrong };
}
