/**
 * kivitendo for `npm run real -- kivitendo`: a checkout of its sources, named by KIVITENDO_SOURCES, with its Perl packages from Debian, over a
 * PostgreSQL server that is started for the run. It has no web server: scripts call its forms and classes.
 */
import { startPostgres } from '../../../src/workbench/testing/servers/postgres.ts';
import type { RealErp, StartErp } from '../erp.ts';
import { compareFixture, readFixture } from './fixture.ts';
import { createInstance, missingPackages } from './instance.ts';
import { opinionsIn } from './opinions.ts';
import { compareVariables } from './variables.ts';
import { compareWrites } from './writes.ts';

/** A filled kivitendo on a PostgreSQL server. */
export async function openKivitendo(sources: string, server: string): Promise<RealErp> {
  const instance = await createInstance(sources, server, 'kivitendo');
  const { version, database, run, close } = instance;
  await run('fill.pl');
  const { hostname, port, username } = new URL(server);
  const fixture = await readFixture(new URL(`/${database}`, server).href);
  await run('later.pl');
  const erp: RealErp = {
    version: `kivitendo ${version}`,
    profile: 'kivitendo',
    environment: {
      KIVITENDO_DB: database,
      KIVITENDO_DB_HOST: hostname,
      KIVITENDO_DB_PORT: port,
      KIVITENDO_DB_USER: username,
      KIVITENDO_DB_PASSWORD: 'trusted',
      KIVITENDO_TIME_ZONE: 'UTC',
      KIVITENDO_EMPLOYEE: 'platform',
      KIVITENDO_DRAFT_CUSTOMER: 'K10010',
      KIVITENDO_PUSH_ARTICLE: 'PAUSCHAL',
    },
    opinions: async () => opinionsIn(await run('opinion.pl')),
    trials: async (caller) => [compareFixture(fixture), await compareVariables(caller, instance)],
    writes: () => compareWrites(erp, instance),
    close: async () => close(),
  };
  return erp;
}

/** The PostgreSQL server needs the extension pg_trgm, which the one of npm has. */
export const startKivitendo: StartErp = async ({ KIVITENDO_SOURCES: sources }) => {
  const missing = sources === undefined ? undefined : await missingPackages(sources);
  if (sources === undefined || missing === undefined) {
    const cure = 'Set KIVITENDO_SOURCES to the folder of a checkout of kivitendo 4.1.';
    return { kind: 'missing', reason: 'there are no sources of kivitendo', cure };
  }
  if (missing.length > 0) {
    const cure = `On Debian 12: apt-get install ${missing.join(' ')}`;
    return { kind: 'missing', reason: 'Perl packages of kivitendo are not installed', cure };
  }
  const server = await startPostgres();
  try {
    const erp = await openKivitendo(sources, server.url);
    const close = async (): Promise<void> => {
      await erp.close();
      await server.stop();
    };
    return { kind: 'started', erp: { ...erp, close } };
  } catch (error) {
    await server.stop();
    throw error;
  }
};
