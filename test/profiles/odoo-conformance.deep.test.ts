/** Odoo with its double, which writes into the tables that the profiles read: the conformance checks pass by JSON-2, and by JSON-RPC on the tables of 16. */
import { expect, it } from 'vitest';
import { root, runHere } from '../src/cli/here.ts';
import { providedUrl } from '../support/provided.ts';
import { holdConformance } from './figures.ts';

const env = { ENGINE_TEST_POSTGRES: providedUrl('postgresUrl') };

it.each(['odoo', 'odoo-json-rpc'])('%s passes the conformance checks', async (profile) => {
  const { status, out, err } = await runHere(['test', '--conformance', profile], { env, cwd: root });
  expect(err).toBe('');
  expect(out).not.toContain('FAIL');
  expect(status).toBe(0);
  holdConformance(profile, out);
});
