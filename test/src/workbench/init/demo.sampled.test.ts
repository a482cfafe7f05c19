/** `engine init` on the tables of the demo: how much of the hand-written profile it finds, on real servers. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSqlSource } from '../../../../engine/host/index.ts';
import { profileConnection } from '../../../../src/workbench/init/connection.ts';
import { generateFromDatabase, readDatabase } from '../../../../src/workbench/init/from-database.ts';
import type { Part } from '../../../../src/workbench/init/propose/index.ts';
import { type DemoProfile, demoProfile } from '../../../support/demo.ts';
import { isDeep } from '../../../support/depth.ts';
import { testedDialects } from '../../../support/dialects.ts';
import { kinds } from '../../../support/kinds.ts';
import { demoSources } from './demo-sources.ts';
import { checked, emptyFolder, type Folder } from './init-folder.ts';

/** Of 67 fields; a change that finds fewer is a step back. */
const floor = 61;

const servers = testedDialects.filter((name) => name !== 'sqlite');

describe.each(isDeep ? servers : servers.slice(0, 1))('%s', (dialect) => {
  let demo: DemoProfile;
  let folder: Folder;
  let url = '';
  beforeAll(async () => {
    demo = await demoProfile({ dialect });
    url = String(demo.connection.url);
    folder = emptyFolder({ KONTOR_DB_URL: url });
  });
  afterAll(async () => {
    folder.remove();
    await demo.drop();
  });

  it('proposes the columns that a person took', async () => {
    const source = await openSqlSource(kinds[dialect], { connection: { url }, folder: folder.path });
    const way = profileConnection('kontor', kinds[dialect], { url }, () => undefined);
    const texts = { name: 'kontor', title: 'Kontor', schema: 's', clock: 'UTC', key: 'k' };
    const { proposals } = await generateFromDatabase(source, await readDatabase(source, Date.now, () => undefined), {
      ...texts,
      profileConnection: way,
      sample: 0,
      now: Date.now,
      progress: () => undefined,
    });
    await source.close();
    const wanted = Object.entries(demoSources).flatMap(([path, fields]) =>
      Object.entries(fields).flatMap(([field, from]) =>
        (typeof from === 'string' ? [from] : from).map((one) => `${path} ${field}: ${one}`),
      ),
    );
    const all = proposals.endpoints.flatMap(({ path, parts }) =>
      parts.map(({ field, from }: Part) => `${path} ${field}: ${from}`),
    );
    const missed = wanted.filter((one) => !all.includes(one));
    process.stdout.write(`init on the demo, ${dialect}: ${wanted.length - missed.length} of ${wanted.length} fields\n`);
    expect(wanted).toHaveLength(67);
    expect(wanted.length - missed.length, `missed: ${missed.join(', ')}`).toBeGreaterThanOrEqual(floor);
  });

  // The stand-in for SQL Server says itself what it cannot run.
  it.skipIf(dialect === 'mssql')(
    'writes a profile, a fixture that its own kind of database takes, and cases that hold',
    async () => {
      const { status, out, err } = await folder.run(
        'init',
        '--url',
        url,
        '--name',
        'kontor',
        '--clock',
        'Europe/Berlin',
        '--yes',
      );
      expect([status, err]).toEqual([0, '']);
      expect(out).toMatch(/6 of 17 endpoints are complete/);
      const test = await folder.run('test', '--strict', 'kontor/profile.yaml');
      expect([test.status, test.out.split('\n').at(-2)]).toEqual([0, '8 passed, 0 failed.']);
      // The address holds a password, and the database has a name.
      const secret = new URL(url);
      for (const file of ['profile.yaml', 'fixture/schema.sql', 'fixture/data.sql', 'cases/first.yaml'])
        expect(folder.text('kontor', file)).not.toContain(secret.pathname.slice(1));
      const outcome = await checked(folder, '--connect', 'kontor/profile.yaml');
      expect(outcome.codes).toEqual(['MAP284']);
    },
    120_000,
  );
});
