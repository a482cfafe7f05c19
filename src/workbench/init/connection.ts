/** The connection of `engine init` to a database, and its form in the profile, without secrets. */
import type { DatabaseKind } from '../../../engine/index.ts';
import type { WrittenSetting } from './write-profile.ts';

export interface ProfileConnection {
  /** The connection for `openSqlSource`. */
  readonly connection: Readonly<Record<string, string>>;
  readonly settings: readonly WrittenSetting[];
  /** Members of the profile's `connection`, each with the name of its setting. */
  readonly written: ReadonlyMap<string, string>;
}

/** The environment variable of a connection member: `acme-erp` and `password` give ACME_ERP_DB_PASSWORD. */
export const variableOf = (profile: string, member: string): string =>
  `${profile}_db_${member}`.replaceAll('-', '_').toUpperCase();

/** Creates the connection from the user's answers. `secret` returns the value of an environment variable. */
export function profileConnection(
  profile: string,
  { connection: { questions, schemes } }: DatabaseKind,
  given: Readonly<Record<string, string | undefined>>,
  secret: (variable: string) => string | undefined,
): ProfileConnection {
  const isFile = schemes.length === 0;
  const setting = (member: string, value: string | undefined, isSecret: boolean): WrittenSetting => ({
    name: `db_${member}`,
    env: variableOf(profile, member),
    default: isSecret ? undefined : value,
    secret: isSecret,
  });
  if (given.url !== undefined && !isFile)
    return {
      connection: { url: given.url },
      settings: [setting('url', undefined, true)],
      written: new Map([['url', 'db_url']]),
    };
  const named = questions.map(({ key, byDefault }) => [key, given[key] ?? byDefault ?? ''] as const);
  const password = isFile ? undefined : secret(variableOf(profile, 'password'));
  const all = [...named.map(([member]) => member), ...(isFile ? [] : ['password'])];
  return {
    connection: { ...Object.fromEntries(named), ...(password === undefined ? {} : { password }) },
    settings: [
      ...named.map(([member, value]) => setting(member, value, false)),
      ...(isFile ? [] : [setting('password', undefined, true)]),
    ],
    written: new Map(all.map((member) => [member, `db_${member}`])),
  };
}
