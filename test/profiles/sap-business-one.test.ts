/** The profile for SAP Business One: it has no findings, and its cases cover all of it. */
import { expect, it } from 'vitest';
import { root, runHere } from '../src/cli/here.ts';
import { holdCases } from './figures.ts';

const env = {
  B1_ADDRESS: 'https://b1.example.com:50000',
  B1_COMPANY: 'SBODEMODE',
  B1_USER: 'engine',
  B1_DRAFT_CUSTOMER: 'C20000',
  B1_REVENUE_ITEM: 'ERLOES',
  B1_TAX_CODE: 'A0',
  B1_BANK_ACCOUNTS: '{"MAIN": "_SYS00000000343"}',
};

it('has no findings', async () => {
  const { status, out, err } = await runHere(['check', '--strict', 'sap-business-one'], { env, cwd: root });
  expect({ status, err }).toEqual({ status: 0, err: '' });
  expect(out).toContain('no findings');
});

it('is reached by its cases in all parts', async () => {
  const args = ['test', 'sap-business-one', '--strict', '--coverage', '--coverage-threshold', '100'];
  const { status, out, err } = await runHere(args, { env: {}, cwd: root });
  expect(out).not.toContain('FAIL');
  expect({ status, err }).toEqual({ status: 0, err: '' });
  holdCases('sap-business-one', out);
});
