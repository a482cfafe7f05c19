/** The conformance checks of the profile on a real Tryton, which its double starts. */
import { describe, expect, it, vi } from 'vitest';
import { holdConformance } from '../../profiles/figures.ts';
import { root, runHere } from '../../src/cli/here.ts';
import { providedUrl } from '../../support/provided.ts';
import { hasTryton } from './provided.ts';

vi.setConfig({ testTimeout: 1_800_000 });

describe.skipIf(!hasTryton)('the profile for Tryton', () => {
  it('passes what follows from the contract', async () => {
    const env = { ENGINE_TEST_POSTGRES: providedUrl('postgresUrl') };
    const { status, out } = await runHere(['test', '--conformance', 'tryton'], { env, cwd: root });
    expect(out).not.toContain('FAIL');
    expect(status).toBe(0);
    holdConformance('tryton', out);
  });
});
