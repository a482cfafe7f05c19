/** The profiles for Odoo: they have no findings, and their cases, which pass on PostgreSQL, cover all of them. */
import { expect, it } from 'vitest';
import { root, runHere } from '../src/cli/here.ts';
import { byDepth } from '../support/depth.ts';
import { providedUrl } from '../support/provided.ts';
import { holdCases } from './figures.ts';

const settings = {
  ODOO_URL: 'https://odoo.example.com',
  ODOO_DB: 'nordlicht',
  ODOO_LOGIN: 'middleware@nordlicht.example',
  ODOO_DRAFT_PARTNER: '3',
};

it.each(['odoo', 'odoo-json-rpc'])('%s has no findings', async (profile) => {
  const checked = await runHere(['check', '--strict', profile], { env: settings, cwd: root });
  expect(checked).toMatchObject({ status: 0, err: '', out: expect.stringContaining('no findings') });
});

// A PostgreSQL is filled for each file of cases: too slow for a sample. The deep run makes the conformance checks of the other one.
const profiles = byDepth({ sample: [], deep: ['odoo'], all: ['odoo', 'odoo-json-rpc'] });
it.each(profiles)('%s holds its cases, which reach all of it', async (profile) => {
  const env = { ENGINE_TEST_POSTGRES: providedUrl('postgresUrl') };
  const flags = ['--strict', '--coverage', '--coverage-threshold', '100'];
  const { status, out, err } = await runHere(['test', ...flags, profile], { env, cwd: root });
  expect(err).toBe('');
  expect(out).not.toContain('FAIL');
  expect(status).toBe(0);
  holdCases(profile, out);
});
