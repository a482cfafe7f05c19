/** The settings that checks over a fixture run with. */
import { expect, it } from 'vitest';
import { givenSettings } from '../../../../src/workbench/checks/conformance/subject.ts';

/** The first file comes last, as in a subject. */
function given(files: readonly Readonly<Record<string, string>>[], set: Readonly<Record<string, string>> = {}) {
  const cases = files.map((settings) => ({ settings })).toReversed();
  return givenSettings({ cases, declared: { needed: new Map([['customer', 'ACME_CUSTOMER']]) }, set });
}

it('takes a setting with a default from the first file alone', () => {
  expect(given([{ customer: '10' }, { customer: '10', zero_limit: 'nothing' }])).toEqual({ customer: '10' });
  expect(given([{ customer: '10', zero_limit: 'unlimited' }, { zero_limit: 'nothing' }])).toEqual({
    customer: '10',
    zero_limit: 'unlimited',
  });
});

it('takes a setting that needs a value from the first file that has it', () => {
  expect(given([{}, { customer: '20' }, { customer: '30' }])).toEqual({ customer: '20' });
});

it('prefers given values', () => {
  expect(given([{ customer: '10' }], { customer: '7', zero_limit: 'nothing' })).toEqual({
    customer: '7',
    zero_limit: 'nothing',
  });
});
