/** Tables of MySQL and MariaDB are written with their defaults and numbering, so that a recorded INSERT finds them. */
import { describe, expect, it } from 'vitest';
import { databaseKinds } from '../../../../engine/index.ts';
import { fixtureFiles } from '../../../../src/workbench/record/fixture-files.ts';
import { readCatalogue } from '../../../../src/workbench/record/rows/catalogue.ts';
import { wholeFolder } from '../../../../src/workbench/record/target.ts';
import { hasMysql } from '../../../support/dialects.ts';
import { freshMysqlDatabase } from '../../../support/mysql-database.ts';

describe.skipIf(!hasMysql)('a recorded table', () => {
  it('numbers its rows and fills columns that an INSERT does not name, and has no real text', async () => {
    const databaseKind = databaseKinds.find(({ name }) => name === 'mysql');
    if (databaseKind === undefined) throw new Error('no kind of database is called mysql');
    const [erp, replay] = [await freshMysqlDatabase(), await freshMysqlDatabase()];
    try {
      await erp.run(`CREATE TABLE debtortrans (id int NOT NULL AUTO_INCREMENT PRIMARY KEY, type smallint NOT NULL DEFAULT 12,
        currency char(3) NOT NULL DEFAULT 'EUR', alloc decimal(20,4) NOT NULL DEFAULT 0.5, invtext varchar(60) NOT NULL DEFAULT 'Nordlicht Handels GmbH',
        state enum('open','paid') NOT NULL DEFAULT 'paid', rate double DEFAULT NULL, amount decimal(12,2) NOT NULL)`);
      const database = await readCatalogue({ databaseKind, read: ({ sql }) => erp.run(sql) }, () => true, Date.now);
      const input = { schemas: new Map(), databases: new Map([['erp', erp]]), target: wholeFolder };
      const captured = { source: 'erp', database, compared: new Set<string>(), ordered: new Set<string>() };
      const rows = new Map([['debtortrans', []]]);
      const files = fixtureFiles(input, 'recorded', [{ ...captured, rows }], new Map([['erp', rows]]));
      const schema = files.get('fixture/schema.sql') ?? '';
      expect(schema).not.toContain('Nordlicht');
      await replay.run(schema);
      await replay.run('INSERT INTO debtortrans (amount) VALUES (33.37)');
      const [row] = await replay.run('SELECT * FROM debtortrans');
      expect(Object.fromEntries(Object.entries(row ?? {}).map(([name, value]) => [name, String(value)]))).toEqual({
        ...{ id: '1', type: '12', currency: 'EUR', alloc: '0.5000', invtext: '', state: 'paid', rate: 'null' },
        amount: '33.37',
      });
    } finally {
      await Promise.all([erp.drop(), replay.drop()]);
    }
  });
});
