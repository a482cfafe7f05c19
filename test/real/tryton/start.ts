/** Tryton for `npm run real -- tryton`: Debian's packages over a PostgreSQL server that is started for the run. */
import { z } from 'zod';
import { missingTryton, runScript } from '../../../profiles/tryton/double/python.ts';
import { startTryton } from '../../../profiles/tryton/double/trytond.ts';
import { startPostgres } from '../../../src/workbench/testing/servers/postgres.ts';
import type { Opinion, RealErp, StartErp } from '../erp.ts';
import { killsOn } from './kills.ts';

const opinion: z.ZodType<Opinion> = z.object({
  path: z.string(),
  request: z.record(z.string(), z.unknown()),
  answer: z.record(z.string(), z.unknown()),
});

/** A filled Tryton on a PostgreSQL server. */
export async function openTryton(server: string): Promise<RealErp> {
  const { version, environment, config, database, close } = await startTryton(server);
  const address = new URL(server);
  address.pathname = `/${database}`;
  return {
    kills: killsOn(address.href),
    ...{ version: `Tryton ${version}`, profile: 'tryton', environment, close },
    async opinions() {
      const args = [config.file, database, environment.TRYTON_LOGIN ?? ''];
      const out = await runScript('opinion.py', args, { folder: import.meta.dirname });
      return out
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => opinion.parse(JSON.parse(line)));
    },
  };
}

/** With TEST_POSTGRES_URL the database is made on that server, and the filled one stays there for later runs. */
export const startTrytonErp: StartErp = async ({ TEST_POSTGRES_URL: given }) => {
  const missing = await missingTryton();
  if (missing !== undefined) return { kind: 'missing', ...missing };
  if (given) return { kind: 'started', erp: await openTryton(given) };
  const server = await startPostgres();
  try {
    const erp = await openTryton(server.url);
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
