/** The columns around the rows of listed records. */
import { expect, it } from 'vitest';
import { loadRows, locate } from '../../../../src/workbench/checks/themes/columns/located.ts';
import { column, dataOf, reference, table } from './made-up-data.ts';

const company = table('company', [column('id', 'integer'), column('name', 'text')]);
const account = table(
  'account',
  [column('id', 'integer'), column('company', 'integer'), column('credit_limit', 'decimal')],
  [],
  [reference('company', 'company')],
);

it('the columns of an account are found by the name of its company', async () => {
  const rows = await loadRows(
    dataOf([
      [company, [{ id: '7', name: 'Müller & Söhne' }]],
      [account, [{ id: '31', company: '7', credit_limit: '1250.50' }]],
    ]),
  );
  const listed = [{ id: '31', also: 'Müller & Söhne', values: {} }];
  const [columns] = locate(rows, listed, ({ type }) => type === 'decimal');
  expect(columns?.get('account.credit_limit')?.located).toEqual([{ listed: listed[0], values: ['1250.50'] }]);
});
