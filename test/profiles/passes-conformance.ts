/** The conformance checks over a shipped profile, in the depth of the run. */
import { expect } from 'vitest';
import { root, runHere } from '../src/cli/here.ts';
import { isAll } from '../support/depth.ts';
import { holdConformance } from './figures.ts';

/** The checks of the deep run: those that compare answers with each other, and those of writes. */
const sampled = ['agreement', 'writes'];

/**
 * No check fails. The nightly run makes all of them, and they are as many as the page of the profiles says.
 * `flags`: further ones of `engine test`. `themes`: the checks of the deep run.
 */
export async function passesConformance(
  profile: string,
  env: Readonly<Record<string, string | undefined>>,
  flags: readonly string[] = [],
  themes: readonly string[] = sampled,
): Promise<void> {
  const outOf = async (more: readonly string[]): Promise<string> => {
    const args = ['test', '--conformance', ...flags, ...more, profile];
    const { status, out } = await runHere(args, { env, cwd: root });
    expect(out).not.toContain('FAIL');
    expect(status).toBe(0);
    return out;
  };
  if (isAll) return holdConformance(profile, await outOf([]));
  for (const theme of themes)
    expect(await outOf(['--filter', theme]), theme).toMatch(/^[1-9]\d* passed, 0 failed, \d+ not tested, /m);
}
