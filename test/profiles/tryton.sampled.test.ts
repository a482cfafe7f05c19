/** The profile for Tryton: its cases cover all of it. Their records and exchanges are those of a real Tryton, see test/real/tryton. */
import { expect, it } from 'vitest';
import { root, runHere } from '../src/cli/here.ts';
import { isDeep } from '../support/depth.ts';
import { providedUrl } from '../support/provided.ts';
import { holdCases } from './figures.ts';

const env = { ENGINE_TEST_POSTGRES: providedUrl('postgresUrl') };

if (isDeep)
  it('the profile for Tryton is reached by its cases in all parts', async () => {
    const args = ['test', 'tryton', '--strict', '--coverage', '--coverage-threshold', '100'];
    const { status, out } = await runHere(args, { env, cwd: root });
    expect(out).not.toContain('FAIL');
    expect(status).toBe(0);
    holdCases('tryton', out);
  });
else
  it('the profile for Tryton passes its cases of payments', async () => {
    const { status, out } = await runHere(['test', 'tryton', '--strict', '--filter', 'payments'], { env, cwd: root });
    expect(out).toMatch(/^[1-9]\d+ passed, 0 failed\.$/m);
    expect(status).toBe(0);
  });
