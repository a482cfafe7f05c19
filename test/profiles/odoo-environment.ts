/** The fixture of Odoo with its double over it. */
import { join } from 'node:path';
import { readBases } from '../../engine/index.ts';
import { declaredBy } from '../../engine/tools/index.ts';
import { readText } from '../../src/service/config/environment.ts';
import { locateBase } from '../../src/service/config/locate-base.ts';
import { loadDouble } from '../../src/workbench/checks/conformance/erp-double.ts';
import { openFixtures } from '../../src/workbench/testing/fixture/fixtures.ts';
import { root } from '../src/cli/here.ts';
import { providedUrl } from '../support/provided.ts';

/** What is opened ends with `end`. `postgres`: address of a server; by default, the one of the test run. */
export async function openOdoo(end: AsyncDisposableStack, postgres = providedUrl('postgresUrl')) {
  const folder = join(root, 'profiles/odoo');
  const profileFile = join(folder, 'profile.yaml');
  const text = readText(profileFile) ?? '';
  const locate = locateBase({ cwd: root, packageRoot: root });
  const declared = declaredBy(text, await readBases(text, profileFile, 'odoo', locate));
  if (declared === undefined) throw new Error('The profile does not hold to the grammar.');
  const fixtures = openFixtures({ postgres });
  end.defer(() => fixtures.close());
  const made = await fixtures.make([folder], declared.sources);
  if (made.kind !== 'made') throw new Error(`no fixture: ${made.kind}`);
  const { fixture } = made;
  end.defer(() => fixture.drop());
  const loaded = await loadDouble([folder]);
  if (loaded.kind !== 'found') throw new Error(`no double: ${loaded.kind}`);
  const double = await loaded.start(fixture.databases);
  end.defer(() => double.close());
  return { profileFile, locate, declared, fixture, double };
}
