/** The profile for kivitendo: its cases cover all of it, over rows of a real kivitendo. */
import { expect, it } from 'vitest';
import { root, runHere } from '../src/cli/here.ts';
import { isDeep } from '../support/depth.ts';
import { providedUrl } from '../support/provided.ts';
import { holdCases } from './figures.ts';

const env = { ENGINE_TEST_POSTGRES: providedUrl('postgresUrl') };

if (isDeep)
  it('the profile for kivitendo is reached by its cases in all parts', async () => {
    const args = ['test', 'kivitendo', '--strict', '--coverage', '--coverage-threshold', '100'];
    const { status, out } = await runHere(args, { env, cwd: root });
    expect(out).not.toContain('FAIL');
    expect(status).toBe(0);
    holdCases('kivitendo', out);
  });
else
  it('the profile for kivitendo passes its cases', async () => {
    const { status, out } = await runHere(['test', 'kivitendo', '--strict'], { env, cwd: root });
    expect(out).toMatch(/^[1-9]\d+ passed, 0 failed\.$/m);
    expect(status).toBe(0);
  });
