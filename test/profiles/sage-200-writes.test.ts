/** What the profile for Sage 200 writes: over a double of the API whose postings its queries read. */
import { expect, it, vi } from 'vitest';
import { root, runHere } from '../cli/here.ts';

// The stand-in for SQL Server is a server of its own, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 240_000 });

it('writes each document once', async () => {
  const settings = ['--set', 'draft_customer=99001', '--set', 'bank_account=BARCLAYS'];
  const args = ['test', '--conformance', '--filter', 'writes', '--strict', ...settings, 'sage-200'];
  const { status, out } = await runHere(args, { env: {}, cwd: root });
  expect(out).not.toContain('FAIL');
  expect(out).toMatch(/[1-9]\d* held, 0 failed, 0 not shown/);
  expect(status).toBe(0);
});
