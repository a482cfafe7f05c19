/** Provides one PostgreSQL to a test run. `TEST_POSTGRES_URL` names a server to use instead of one of the run's own. */
import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres-server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of a server with its superuser; databases may be created and dropped. */
    postgresUrl: string;
  }
}

/** Vitest's global set-up; gives the tear-down. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = process.env.TEST_POSTGRES_URL;
  if (given) {
    project.provide('postgresUrl', given);
    return undefined;
  }
  const { url, stop } = await startPostgres();
  project.provide('postgresUrl', url);
  return stop;
}
