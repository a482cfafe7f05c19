/** The profile for Acumatica: it has no findings, and its cases cover all of it. */
import { expect, it } from 'vitest';
import { root, runHere } from '../src/cli/here.ts';
import { holdCases } from './figures.ts';

const env = {
  ACUMATICA_ADDRESS: 'https://acme.example/Production',
  ACUMATICA_CLIENT: 'client@Company',
  ACUMATICA_USER: 'engine',
  ACUMATICA_BASE_CURRENCY: 'USD',
  ACUMATICA_DRAFT_CUSTOMER: 'ABARTENDE',
  ACUMATICA_REVENUE_ACCOUNT: '40000',
};

it('has no findings', async () => {
  const { status, out, err } = await runHere(['check', '--strict', 'acumatica'], { env, cwd: root });
  expect({ status, err }).toEqual({ status: 0, err: '' });
  expect(out).toContain('no findings');
});

it('is reached by its cases in all parts', async () => {
  const args = ['test', 'acumatica', '--strict', '--coverage', '--coverage-threshold', '100'];
  const { status, out, err } = await runHere(args, { env: {}, cwd: root });
  expect(out).not.toContain('FAIL');
  expect({ status, err }).toEqual({ status: 0, err: '' });
  holdCases('acumatica', out);
});
