/** Odoo by its double, which keeps what is written in the tables that the profile reads: what follows from the contract holds. */
import { expect, it, vi } from 'vitest';
import { root, runHere } from '../cli/here.ts';
import { providedUrl } from '../support/provided.ts';

vi.setConfig({ testTimeout: 600_000 });

const env = { ENGINE_TEST_POSTGRES: providedUrl('postgresUrl') };

// The whole suite holds, too; here is what the double decides. Searches, pages and statements are those of every PostgreSQL.
it.each(['writes', 'is a change of its invoice', 'raises the closing balance'])(
  'over its double, %s',
  async (subject) => {
    const { status, out, err } = await runHere(['test', '--conformance', '--filter', subject, '--strict', 'odoo'], {
      env,
      cwd: root,
    });
    expect(err).toBe('');
    expect(out).toMatch(/\n[1-9]\d* held, 0 failed/);
    expect(status).toBe(0);
  },
);
