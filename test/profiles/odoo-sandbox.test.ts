/** The platform's work against a service for Odoo, over its double: nothing breaks the contract. */
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { declaredBy, readBases } from '../../engine/index.ts';
import { locateBase } from '../../src/cli/locate-base.ts';
import { readText } from '../../src/config/environment.ts';
import { loadDouble } from '../../src/conformance/double.ts';
import { openStage } from '../../src/conformance/stage.ts';
import { contract } from '../../src/contract/index.ts';
import { openFixtures } from '../../src/testing/fixture/fixtures.ts';
import { root, runHere } from '../cli/here.ts';
import { providedUrl } from '../support/provided.ts';

vi.setConfig({ testTimeout: 600_000 });

const settings = { database: 'nordlicht', login: 'middleware@nordlicht.example', draft_partner: '3' };

it('the sandbox finds nothing, writes included', async () => {
  await using end = new AsyncDisposableStack();
  const folder = join(root, 'profiles/odoo');
  const profileFile = join(folder, 'profile.yaml');
  const text = readText(profileFile) ?? '';
  const locate = locateBase({ cwd: root, packageRoot: root });
  const declared = declaredBy(text, await readBases(text, profileFile, 'odoo', locate));
  if (declared === undefined) throw new Error('The profile does not hold to the grammar.');
  const fixtures = openFixtures({ postgres: providedUrl('postgresUrl') });
  end.defer(() => fixtures.close());
  const made = await fixtures.make([folder], declared.sources);
  if (made.kind !== 'made') throw new Error(`no fixture: ${made.kind}`);
  end.defer(() => made.fixture.drop());
  const loaded = await loadDouble([folder]);
  if (loaded.kind !== 'found') throw new Error(`no double: ${loaded.kind}`);
  const double = await loaded.start(made.fixture.databases);
  end.defer(() => double.close());
  const opened = await openStage({
    ...{ contract, profileFile, profileName: 'odoo', locate, packageRoot: root, now: Date.now, demoSku: 'DEMO-SKU' },
    environment: { ...declared.values(settings).environment, ...double.environment },
    connections: made.fixture.connections,
    store: made.fixture.store,
  });
  if (!opened.ok) throw new Error(opened.diagnostics.map(({ message }) => message).join('\n'));
  const { stage } = opened;
  end.defer(() => stage.close());

  const env = {
    ENGINE_KEY_ORDERING: stage.keys.ordering.reveal(),
    ENGINE_KEY_RECEIVABLES: stage.keys.receivables.reveal(),
  };
  const { status, out, err } = await runHere(['sandbox', stage.baseUrl(), '--writes'], { env, cwd: root });
  expect(err).toBe('');
  expect(out).not.toMatch(/^ *FAIL/m);
  expect({ status, out }).toMatchObject({ status: 0 });
});
