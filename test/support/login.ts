/** A new login on a PostgreSQL or MySQL server, without any rights until they are granted. */
import { randomBytes } from 'node:crypto';

export type GrantingDialect = 'postgres' | 'mysql';

export interface Login {
  readonly url: string;
  /** Its name in statements. */
  readonly name: string;
  drop(): Promise<void>;
}

export const loginPassword = 'secret-of-the-login';

/** Creates a login for the database at `url`. `run` executes statements there as the owner. */
export async function newLogin(
  dialect: GrantingDialect,
  url: string,
  run: (sql: string) => Promise<unknown>,
): Promise<Login> {
  const user = `u_${randomBytes(4).toString('hex')}`;
  const address = new URL(url);
  address.username = user;
  address.password = loginPassword;
  const name = dialect === 'postgres' ? user : `'${user}'@'%'`;
  const made = dialect === 'postgres' ? `create role ${name} login password` : `create user ${name} identified by`;
  await run(`${made} '${loginPassword}'`);
  const drop = dialect === 'postgres' ? `drop owned by ${name}; drop role ${name}` : `drop user ${name}`;
  return { url: address.href, name, drop: async () => void (await run(drop)) };
}

/** The rights of a login that writes to the existing tables and owns none. */
export const writersGrants: Readonly<Record<GrantingDialect, (database: string, login: string) => string>> = {
  postgres: (_database, login) => `grant select, insert, update on all tables in schema public to ${login}`,
  mysql: (database, login) => `grant select, insert, update, execute on ${database}.* to ${login}`,
};
