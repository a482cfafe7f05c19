/** The demo's cases: they pass, and cover every part of its profile. */
import { expect, it } from 'vitest';
import { contract } from '../../src/contract/index.ts';
import { root, runHere } from '../src/cli/here.ts';
import { holdCases } from './figures.ts';

// SQLite works in processes of its own, which take their time on a busy machine.
it('reach all of the profile', async () => {
  const { status, out, err } = await runHere(['test', 'demo', '--coverage', '--coverage-threshold', '100'], {
    env: {},
    cwd: root,
  });
  expect({ status, err }).toEqual({ status: 0, err: '' });
  // The service itself answers /health.
  const provided = contract.endpoints.filter(({ answer }) => answer.kind !== 'service').length;
  expect(out).toMatch(new RegExp(`endpoints +${provided} of ${provided} +100 %`));
  holdCases('demo', out);
});
