/** The profile for Xero: it has no findings, and its cases cover all of it. */
import { expect, it } from 'vitest';
import { root, runHere } from '../src/cli/here.ts';
import { holdCases } from './figures.ts';

const env = {
  XERO_TENANT: 'b2c885a9-4bb9-4a00-9b6e-6c2bf60b1a2b',
  XERO_CLIENT: 'engine',
  XERO_DRAFT_CONTACT: '8138a266-fb42-49b2-a104-014b7045753d',
  XERO_REVENUE_ACCOUNT: '200',
  XERO_BANK_ACCOUNT: '090',
};

it('has no findings', async () => {
  const { status, out, err } = await runHere(['check', '--strict', 'xero'], { env, cwd: root });
  expect({ status, err }).toEqual({ status: 0, err: '' });
  expect(out).toContain('no findings');
});

it('is reached by its cases in all parts', async () => {
  const args = ['test', 'xero', '--strict', '--coverage', '--coverage-threshold', '100'];
  const { status, out, err } = await runHere(args, { env: {}, cwd: root });
  expect(out).not.toContain('FAIL');
  expect({ status, err }).toEqual({ status: 0, err: '' });
  holdCases('xero', out);
});
