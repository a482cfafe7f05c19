/** Cryptic names become readable by comments and by the names that views give to columns. */
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { otherNames } from '../../../../src/workbench/init/introspect/other-names.ts';
import { emptyFolder, sqliteFile } from './init-folder.ts';

const folder = emptyFolder();
afterAll(() => folder.remove());

it('finds the customers of a table that only a view names', async () => {
  const tables = `
    create table T01 (F1 integer primary key, F2 text not null, F3 text);
    create view Customers as select x.F1 as CustomerNo, x.F2 as CustomerName, x.F3 as City from T01 as x;
    insert into T01 values (1, 'Nordwind GmbH', 'Kiel');`;
  sqliteFile(join(folder.path, 'erp.sqlite'), [tables]);
  const { err } = await folder.run('init', '--file', 'erp.sqlite', '--name', 'acme', '--yes', '--sample', '0');
  expect(err).toBe('');
  const { query } = parse(folder.text('acme', 'profile.yaml')).endpoints['/catalog/customers/search'];
  expect(query).toContain('c.F2 AS erpName');
  expect(query).toContain('c.F3 AS city');
  expect(folder.text('acme', 'profile.yaml')).toContain('called CustomerName in the view Customers');
});

it('reads the forms in which databases keep definitions', () => {
  const views = [
    { view: 'v1', definition: 'select `erp`.`c`.`KUNNR` AS `customer_no` from `erp`.`kna1` `c` where 1 = 1' },
    {
      view: 'v2',
      definition: ' SELECT k.name1 AS customer_name\n   FROM (kna1 k\n     JOIN vbak b ON ((b.kunnr = k.kunnr)))',
    },
    { view: 'v3', definition: 'create view v3 as select [k].[ort01] as [city] from [dbo].[KNA1] as [k]' },
  ];
  const names = otherNames([], views);
  expect(names.get('kna1.kunnr')).toEqual([{ name: 'customer_no', reason: 'called customer_no in the view v1' }]);
  expect(names.get('kna1.name1')?.[0]?.name).toBe('customer_name');
  expect(names.get('kna1.ort01')?.[0]?.name).toBe('city');
  // A view of several tables is no other name of one of them.
  expect(names.get('kna1')?.map(({ name }) => name)).toEqual(['v1', 'v3']);
});

it('takes a short comment as a name, and no description', () => {
  const names = otherNames(
    [
      { table: 'KNA1', column: null, text: 'Customers' },
      { table: 'KNA1', column: 'NAME1', text: 'Customer name' },
      { table: 'KNA1', column: 'ORT01', text: 'This is the place in which the customer has its main office' },
    ],
    [],
  );
  expect([...names]).toEqual([
    ['kna1', [{ name: 'Customers', reason: 'commented "Customers"' }]],
    ['kna1.name1', [{ name: 'Customer name', reason: 'commented "Customer name"' }]],
  ]);
});
