/** How a database is reached: for this run, and as the profile says it, without anything that is secret. */
import type { DialectName } from '../../engine/index.ts';
import type { WrittenSetting } from './write-profile.ts';

export interface Reached {
  /** As `openSqlSource` takes it. */
  readonly connection: Readonly<Record<string, string>>;
  readonly settings: readonly WrittenSetting[];
  /** Members of the profile's `connection`, by name: a setting's name. */
  readonly written: ReadonlyMap<string, string>;
}

/** What is asked for, by dialect, in this order. A password is never asked for: it comes from the environment. */
export const members: Readonly<Record<DialectName, readonly string[]>> = {
  sqlite: ['file'],
  postgres: ['host', 'port', 'database', 'user'],
  mysql: ['host', 'port', 'database', 'user'],
  mssql: ['server', 'port', 'database', 'user'],
};

/** What stands in the place of an answer that is left empty. */
export const usual: Readonly<Record<DialectName, Readonly<Record<string, string>>>> = {
  sqlite: {},
  postgres: { host: 'localhost', port: '5432' },
  mysql: { host: 'localhost', port: '3306' },
  mssql: { server: 'localhost', port: '1433' },
};

/** `acme-erp` and `password` are ACME_ERP_DB_PASSWORD. */
export const variableOf = (profile: string, member: string): string =>
  `${profile}_db_${member}`.replaceAll('-', '_').toUpperCase();

/** The connection from what was given; `secret` gives the values of environment variables. */
export function reached(
  profile: string,
  dialect: DialectName,
  given: Readonly<Record<string, string | undefined>>,
  secret: (variable: string) => string | undefined,
): Reached {
  const setting = (member: string, value: string | undefined, isSecret: boolean): WrittenSetting => ({
    name: `db_${member}`,
    env: variableOf(profile, member),
    default: isSecret ? undefined : value,
    secret: isSecret,
  });
  if (given.url !== undefined && dialect !== 'sqlite')
    return {
      connection: { url: given.url },
      settings: [setting('url', undefined, true)],
      written: new Map([['url', 'db_url']]),
    };
  const named = members[dialect].map((member) => [member, given[member] ?? usual[dialect][member] ?? ''] as const);
  const password = dialect === 'sqlite' ? undefined : secret(variableOf(profile, 'password'));
  const all = [...named.map(([member]) => member), ...(dialect === 'sqlite' ? [] : ['password'])];
  return {
    connection: { ...Object.fromEntries(named), ...(password === undefined ? {} : { password }) },
    settings: [
      ...named.map(([member, value]) => setting(member, value, false)),
      ...(dialect === 'sqlite' ? [] : [setting('password', undefined, true)]),
    ],
    written: new Map(all.map((member) => [member, `db_${member}`])),
  };
}
