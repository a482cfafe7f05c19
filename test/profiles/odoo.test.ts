/** The profile for Odoo: nothing is to be found in it, its cases hold on PostgreSQL, and hardly a part of it is without one. */
import { expect, it, vi } from 'vitest';
import { contract } from '../../src/contract/index.ts';
import { root, runHere } from '../cli/here.ts';
import { providedUrl } from '../support/provided.ts';

// A database is filled for each file of cases.
vi.setConfig({ testTimeout: 600_000 });

const env = {
  ODOO_URL: 'https://odoo.example.com',
  ODOO_DB: 'nordlicht',
  ODOO_LOGIN: 'middleware@nordlicht.example',
  ODOO_DRAFT_PARTNER: '3',
};

it('has no findings', async () => {
  const { status, out, err } = await runHere(['check', 'odoo'], { env, cwd: root });
  expect({ status, err }).toEqual({ status: 0, err: '' });
  expect(out).toContain('no findings');
});

it('holds its cases, which reach all endpoints', async () => {
  const { status, out, err } = await runHere(['test', 'odoo', '--coverage', '--coverage-threshold', '99'], {
    env: { ENGINE_TEST_POSTGRES: providedUrl('postgresUrl') },
    cwd: root,
  });
  expect({ status, err }).toEqual({ status: 0, err: '' });
  // The service itself answers /health.
  const provided = contract.endpoints.filter(({ answer }) => answer.kind !== 'service').length;
  expect(out).toMatch(new RegExp(`endpoints +${provided} of ${provided} +100 %`));
});
