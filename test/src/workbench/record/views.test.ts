/** A view is recorded as a table with its columns and types, on each kind of database. */
import { describe, expect, it } from 'vitest';
import { openSqlSource } from '../../../../engine/host/index.ts';
import { databaseKinds } from '../../../../engine/index.ts';
import { readCatalogue } from '../../../../src/workbench/record/rows/catalogue.ts';
import { freshDatabase } from '../../../support/database.ts';
import { hasMysql } from '../../../support/dialects.ts';
import { freshMysqlDatabase } from '../../../support/mysql-database.ts';

const statements = [
  'CREATE TABLE debtortrans (id int NOT NULL PRIMARY KEY, amount decimal(12,3) NOT NULL)',
  'CREATE VIEW open_items AS SELECT id AS inv, CAST(amount * 2 AS decimal(14,3)) AS doubled, amount FROM debtortrans',
];

async function columnsOf(name: string, url: string): Promise<unknown> {
  const databaseKind = databaseKinds.find((kind) => kind.name === name);
  if (databaseKind === undefined) throw new Error(`no kind of database is called ${name}`);
  const options = { connection: { url }, clock: 'UTC', connections: 1, folder: '.' };
  const source = await openSqlSource(databaseKind, options, undefined);
  try {
    const { tables } = await readCatalogue(source, (table) => table === 'open_items', Date.now);
    return tables.map((table) => [table.name, table.primaryKey, table.columns.map((one) => [one.name, one.type])]);
  } finally {
    await source.close();
  }
}

describe('a view', () => {
  it('of PostgreSQL', async () => {
    const erp = await freshDatabase();
    try {
      for (const sql of statements) await erp.run(sql);
      expect(await columnsOf('postgres', erp.url)).toEqual([
        [
          'open_items',
          [],
          [
            ['inv', 'integer'],
            ['doubled', 'numeric(14,3)'],
            ['amount', 'numeric(12,3)'],
          ],
        ],
      ]);
    } finally {
      await erp.drop();
    }
  });

  it.skipIf(!hasMysql)('of MySQL', async () => {
    const erp = await freshMysqlDatabase();
    try {
      for (const sql of statements) await erp.run(sql);
      expect(await columnsOf('mysql', erp.url)).toEqual([
        [
          'open_items',
          [],
          [
            ['inv', expect.stringMatching(/^int/)],
            ['doubled', 'decimal(14,3)'],
            ['amount', 'decimal(12,3)'],
          ],
        ],
      ]);
    } finally {
      await erp.drop();
    }
  });
});
