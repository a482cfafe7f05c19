/** The profile for QuickBooks Online: it has no findings, and its cases cover all of it. */
import { expect, it } from 'vitest';
import { root, runHere } from '../src/cli/here.ts';
import { holdCases } from './figures.ts';

const env = {
  QBO_REALM: '9341452000000001',
  QBO_CLIENT: 'engine',
  QBO_HOME_CURRENCY: 'USD',
  QBO_DRAFT_CUSTOMER: '1',
  QBO_INVOICE_ITEM: '9',
};

it('has no findings', async () => {
  const { status, out, err } = await runHere(['check', '--strict', 'quickbooks-online'], { env, cwd: root });
  expect({ status, err }).toEqual({ status: 0, err: '' });
  expect(out).toContain('no findings');
});

it('is reached by its cases in all parts', async () => {
  const args = ['test', 'quickbooks-online', '--strict', '--coverage', '--coverage-threshold', '100'];
  const { status, out, err } = await runHere(args, { env: {}, cwd: root });
  expect(out).not.toContain('FAIL');
  expect({ status, err }).toEqual({ status: 0, err: '' });
  holdCases('quickbooks-online', out);
});
