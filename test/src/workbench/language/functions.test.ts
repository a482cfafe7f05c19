/** The functions that completion proposes are those that expressions have. */
import { expect, it } from 'vitest';
import { functionNames } from '../../../../engine/tools/index.ts';
import { expressionFunctions } from '../../../../src/workbench/language/index.ts';

it('has a signature and a meaning for each function, and no others', () => {
  expect(expressionFunctions.map(({ name }) => name).sort()).toEqual([...functionNames].sort());
  for (const { signature, meaning } of expressionFunctions) {
    expect(signature).toMatch(/^\(.*\) → \w+$/);
    expect(meaning).toMatch(/^[A-Z0-9$].*\.$|^null/);
  }
});
