/** The requests of the platform to a service for Odoo, with its double: no answer violates the contract. */
import { expect, it } from 'vitest';
import { contract } from '../../src/contract/index.ts';
import { openServiceUnderTest } from '../../src/workbench/checks/conformance/service-under-test.ts';
import { root, runHere } from '../src/cli/here.ts';
import { openOdoo } from './odoo-environment.ts';

const settings = { database: 'nordlicht', login: 'middleware@nordlicht.example', draft_partner: '3' };

it('the sandbox finds nothing, writes included', async () => {
  await using end = new AsyncDisposableStack();
  const { profileFile, locate, declared, fixture, double } = await openOdoo(end);
  const opened = await openServiceUnderTest({
    ...{ contract, profileFile, profileName: 'odoo', locate, packageRoot: root, now: Date.now, demoSku: 'DEMO-SKU' },
    environment: { ...declared.values(settings).environment, ...double.environment },
    connections: fixture.connections,
    connectors: fixture.connectors,
    store: fixture.store,
  });
  if (!opened.ok) throw new Error(opened.diagnostics.map(({ message }) => message).join('\n'));
  const { service } = opened;
  end.defer(() => service.close());

  const env = {
    ENGINE_KEY_ORDERING: service.keys.ordering.reveal(),
    ENGINE_KEY_RECEIVABLES: service.keys.receivables.reveal(),
  };
  const deviations = [...declared.deviations.keys()].flatMap((name) => ['--deviation', name]);
  const { status, out, err } = await runHere(['sandbox', service.baseUrl(), '--writes', ...deviations], {
    env,
    cwd: root,
  });
  expect(err).toBe('');
  expect(out).not.toMatch(/^ *FAIL/m);
  expect({ status, out }).toMatchObject({ status: 0 });
});
