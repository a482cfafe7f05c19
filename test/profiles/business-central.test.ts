/** Business Central: its cases hold, and what follows from the contract holds over its double. */
import { expect, it, vi } from 'vitest';
import { root, runHere } from '../cli/here.ts';

vi.setConfig({ testTimeout: 240_000 });

it('its cases hold', async () => {
  const { out, err } = await runHere(['test', 'business-central'], { env: {}, cwd: root });
  expect(err).toBe('');
  expect(out).toMatch(/\n[1-9]\d* held, 0 failed\.\n$/);
});

// Paging and the statement are in the whole run of the suite; here is what writes, and what a double of its own decides.
it.each(['writes', 'look-ups'])('over its double, %s hold', async (subject) => {
  const args = ['test', '--conformance', '--filter', subject, 'business-central'];
  const { status, out, err } = await runHere(args, { env: {}, cwd: root });
  expect(err).toBe('');
  expect(out).toMatch(/[1-9]\d* held, 0 failed/);
  expect(status).toBe(0);
});
