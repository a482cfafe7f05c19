/** Odoo by its double, which keeps what is written in the tables that the profiles read: what follows from the contract holds. */
import { expect, it, vi } from 'vitest';
import { root, runHere } from '../cli/here.ts';
import { providedUrl } from '../support/provided.ts';
import { holdConformance } from './figures.ts';

vi.setConfig({ testTimeout: 600_000 });

const env = { ENGINE_TEST_POSTGRES: providedUrl('postgresUrl') };

it('holds what follows from the contract, by JSON-2', async () => {
  const { status, out, err } = await runHere(['test', '--conformance', 'odoo'], { env, cwd: root });
  expect(err).toBe('');
  expect(out).not.toContain('FAIL');
  expect(status).toBe(0);
  holdConformance('odoo', out);
});

// It reads as the other one does.
it('holds what is demanded of writes by JSON-RPC, on the tables of 16', async () => {
  const args = ['test', '--conformance', '--strict', '--filter', 'writes', 'odoo-json-rpc'];
  const { status, out, err } = await runHere(args, { env, cwd: root });
  expect(err).toBe('');
  expect(out).toMatch(/\n1\d held, 0 failed/);
  expect(status).toBe(0);
});
