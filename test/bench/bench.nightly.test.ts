/** The short form of `npm run bench`: no workload takes much more processor time than the service written by hand. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('takes no more processor time per request than each workload allows', { timeout: 1_200_000 }, () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'main.ts'), '--cpu'], {
    encoding: 'utf8',
  });
  expect(status === 0 ? '' : `${stdout}\n${stderr}`).toBe('');
});
