/** Provides one PostgreSQL server to a test run. `TEST_POSTGRES_URL` names an existing server instead. */
import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres-server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of a server with the superuser login; tests create and drop databases. */
    postgresUrl: string;
  }
}

/** Vitest's global set-up; returns the tear-down. */
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
