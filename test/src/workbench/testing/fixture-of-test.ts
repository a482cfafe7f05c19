/** Fixtures in a folder of the test, made on the databases of the run. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeEach } from 'vitest';
import type { Fixtures, MadeFixture } from '../../../../src/workbench/testing/fixture/fixture.ts';
import { openFixtures } from '../../../../src/workbench/testing/fixture/fixtures.ts';
import { type DialectName, kinds } from '../../../support/kinds.ts';
import { providedUrl } from '../../../support/provided.ts';
import { folderWith } from '../../service/server/fixture.ts';

export const scratch = { postgres: providedUrl('postgresUrl'), mysql: providedUrl('mysqlUrl') };

/** A fixture of the running test. It starts without files. Hooks of the calling file make and remove it. */
export function fixtureOfTest() {
  const open: Fixtures = openFixtures(scratch);
  afterAll(() => open.close());
  let folder = '';
  beforeEach(() => {
    folder = folderWith({});
  });
  const make = (dialect: DialectName, fixtures = open): Promise<MadeFixture> =>
    fixtures.make([folder], [{ kind: 'sql', name: 'erp', databaseKind: kinds[dialect], clock: 'Europe/Berlin' }]);
  return {
    files: () => join(folder, 'fixture'),
    /** Writes files of the fixture. */
    put(files: Readonly<Record<string, string>>): void {
      for (const [name, text] of Object.entries(files)) {
        const file = join(folder, 'fixture', name);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, text);
      }
    },
    make,
    async database(dialect: DialectName) {
      const made = await make(dialect);
      if (made.kind !== 'made') throw new Error(JSON.stringify(made));
      const fixtureDatabase = made.fixture.databases.get('erp');
      if (fixtureDatabase === undefined) throw new Error('There is no database.');
      return { ...fixtureDatabase, fixture: made.fixture };
    },
  };
}
