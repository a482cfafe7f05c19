/** Addresses of the servers on which a run may create databases. */
import { type DatabaseKind, databaseKinds } from '../../../../engine/index.ts';

/** Addresses by kind of database. They contain passwords: never show them. */
export type Scratch = Readonly<Record<string, string>>;

const servers: readonly DatabaseKind[] = databaseKinds.filter(({ connection }) => connection.schemes.length > 0);

/** The environment variable with the address of a server. An option takes precedence. */
export const scratchVariable = (kind: DatabaseKind): string => `ENGINE_TEST_${kind.name.toUpperCase()}`;

function kindOf(url: string): DatabaseKind | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, hostname } = new URL(url);
  const scheme = protocol.slice(0, -1);
  return hostname === '' ? undefined : servers.find(({ connection }) => connection.schemes.includes(scheme));
}

/**
 * Collects the addresses of options and environment variables; options take precedence. `wrong` names invalid
 * addresses without their text.
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
