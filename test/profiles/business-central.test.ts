/** The profile for Business Central: it has no findings, and its cases cover all of it. */
import { expect, it } from 'vitest';
import { root, runHere } from '../src/cli/here.ts';
import { holdCases } from './figures.ts';

const env = {
  BC_TENANT: 'cronus.example',
  BC_COMPANY: '6c4bc1b0-3c5e-4b0e-9d8e-0d6f6f1c2a11',
  BC_COMPANY_NAME: 'CRONUS UK Ltd.',
  BC_CLIENT: 'engine',
  BC_DRAFT_CUSTOMER: 'C00010',
  BC_REVENUE_ACCOUNT: '6110',
};

it('has no findings', async () => {
  const { status, out, err } = await runHere(['check', '--strict', 'business-central'], { env, cwd: root });
  expect({ status, err }).toEqual({ status: 0, err: '' });
  expect(out).toContain('no findings');
});

it('is reached by its cases in all parts', async () => {
  const args = ['test', 'business-central', '--strict', '--coverage', '--coverage-threshold', '100'];
  const { status, out, err } = await runHere(args, { env: {}, cwd: root });
  expect(out).not.toContain('FAIL');
  expect({ status, err }).toEqual({ status: 0, err: '' });
  holdCases('business-central', out);
});
