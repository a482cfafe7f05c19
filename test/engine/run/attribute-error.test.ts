/** Which value of a statement a database error is attributed to. */

import { expect, it } from 'vitest';
import type { QueryPlan } from '../../../engine/plan/query.ts';
import { attributeError } from '../../../engine/run/statement/run-statement.ts';

import { SourceError } from '../../../engine/sources/source.ts';
import { mssqlParameter } from '../../../engine/sources/sql/mssql/parameters.ts';

const plan: QueryPlan = {
  source: 'erp',
  statement: { bind: () => ({ sql: '', values: [] }) },
  values: new Map(),
  optional: new Set(),
  decimals: new Set(['amount']),
  columns: [],
  clean: (row) => row,
};
const bound = (amount: number | string) => ({ sql: '', values: ['A-1', amount], names: [':sku', ':amount'] });

function refused(value: number | string): unknown {
  try {
    return mssqlParameter(value, 'int');
  } catch (error) {
    return error;
  }
}

it('a decimal that SQL Server takes for a whole number is the fault of the statement', () => {
  for (const amount of [12.5, 1e-7, '12.50']) {
    expect(attributeError(refused(amount), plan, bound(amount))).toMatchObject({
      kind: 'statement',
      unfit: [],
      cure: expect.stringContaining('takes :amount for a whole number'),
    });
  }
});

it('a text that is no number is none of the statement, and no error is changed that tells of no value', () => {
  const text = refused('A-1');
  expect(text).toMatchObject({ kind: 'value', unfit: ['A-1'] });
  expect(attributeError(text, plan, bound(12))).toBe(text);
  const other = new SourceError('value', 'too large');
  expect(attributeError(other, plan, bound(12.5))).toBe(other);
});
