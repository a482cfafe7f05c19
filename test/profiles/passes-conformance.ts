/** The conformance checks over a shipped profile, in the depth of the run. */
import { expect } from 'vitest';
import { root, runHere } from '../src/cli/here.ts';
import { isAll } from '../support/depth.ts';
import { holdConformance } from './figures.ts';

/**
 * No check fails. The nightly run makes all of them, and they are as many as the page of the profiles says. The deep run makes those of
 * writes: that answers agree with each other is seen there by the sandbox, and for Tryton by its figures.
 * `flags`: further ones of `engine test`.
 */
export async function passesConformance(
  profile: string,
  env: Readonly<Record<string, string | undefined>>,
  flags: readonly string[] = [],
): Promise<void> {
  const outOf = async (more: readonly string[]): Promise<string> => {
    const args = ['test', '--conformance', ...flags, ...more, profile];
    const { status, out } = await runHere(args, { env, cwd: root });
    expect(out).not.toContain('FAIL');
    expect(status).toBe(0);
    return out;
  };
  if (isAll) return holdConformance(profile, await outOf([]));
  expect(await outOf(['--filter', 'writes'])).toMatch(/^[1-9]\d* passed, 0 failed, \d+ not tested, /m);
}
