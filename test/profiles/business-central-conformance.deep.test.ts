/** The conformance checks of the profile for Business Central, with its double. */
import { expect, it } from 'vitest';
import { root, runHere } from '../src/cli/here.ts';
import { holdConformance } from './figures.ts';

it('passes the conformance checks', async () => {
  const { status, out, err } = await runHere(['test', '--conformance', 'business-central'], { env: {}, cwd: root });
  expect(out).not.toContain('FAIL');
  expect({ status, err }).toEqual({ status: 0, err: '' });
  holdConformance('business-central', out);
});
