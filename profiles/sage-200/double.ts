/** The Sage 200 API over the fixture's database, for `engine test --conformance` and the sandbox: what it posts, the profile's queries read. */
import type { Database } from './double/database.ts';
import { access, startServer } from './double/server.ts';

/** Starts it over the database of the source `erp`. */
export default async function start(databases: ReadonlyMap<string, Database>) {
  const database = databases.get('erp');
  if (database === undefined) throw new Error('The double of Sage 200 needs the database of the source erp.');
  let time: number | undefined;
  const now = (): string => `'${new Date(time ?? Date.now()).toISOString().slice(0, 23)}'`;
  const server = await startServer(database, now);
  return {
    environment: {
      SAGE200_API_URL: `${server.url}/v1`,
      SAGE200_TOKEN_URL: `${server.url}/oauth/token`,
      SAGE200_API_CLIENT: access.client,
      SAGE200_API_SECRET: access.secret,
      SAGE200_API_SITE: access.site,
      SAGE200_API_COMPANY: access.company,
    },
    setClock(ms: number) {
      time = ms;
    },
    close: () => server.close(),
  };
}
