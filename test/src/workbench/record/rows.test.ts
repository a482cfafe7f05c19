/** Which rows a recording reads, and how it writes their tables. */
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { sqliteKind } from '../../../../engine/host/index.ts';
import { createRowCapture } from '../../../../src/workbench/record/rows/capture.ts';
import { clauseOf } from '../../../../src/workbench/record/rows/catalogue.ts';

const column = (name: string) => ({ name, type: 'INTEGER', kind: 'number' as const, required: false, values: [] });
const table = (name: string, columns: readonly string[]) => ({
  ...{
    name,
    columns: columns.map(column),
    primaryKey: ['id'],
    uniques: [],
    foreignKeys: [],
    rows: undefined,
    sample: [],
  },
});
const tables = [table('trans', ['id', 'type', 'transno']), table('moves', ['id', 'type', 'transno', 'qty'])];

it('reads rows that a later statement joins with rows that an earlier one has read', async () => {
  const erp = new Database(':memory:');
  erp.exec(`CREATE TABLE trans (id INTEGER, type INTEGER, transno INTEGER); INSERT INTO trans VALUES (1, 10, 7), (2, 11, 8);
    CREATE TABLE moves (id INTEGER, type INTEGER, transno INTEGER, qty INTEGER); INSERT INTO moves VALUES (1, 10, 7, 3), (2, 12, 9, 4)`);
  const read = async ({ sql, values }: { readonly sql: string; readonly values: readonly unknown[] }) =>
    erp.prepare<unknown[], Record<string, number>>(sql).all(...values);
  const capture = createRowCapture({ read }, { databaseKind: sqliteKind, tables }, () => 0);
  const ran = { source: 'erp', ms: 0, names: [], affected: undefined, error: undefined };
  await capture.add({
    ...ran,
    sql: 'SELECT d.id AS erpInvoiceId FROM trans d',
    values: [],
    rows: [{ erpInvoiceId: 1 }],
  });
  await capture.add({
    ...ran,
    sql: 'SELECT d.id AS inv, -s.qty AS quantity FROM trans d JOIN moves s ON s.type = d.type AND s.transno = d.transno WHERE d.id IN (?)',
    values: [1],
    rows: [{ inv: 1, quantity: -3 }],
  });
  expect(capture.rows().get('moves')).toEqual([{ id: 1, type: 10, transno: 7, qty: 3 }]);
  erp.close();
});

it.each([
  ['int(11)', { default: null, counts: 1 }, true, ' AUTO_INCREMENT'],
  ['int(11)', { default: null, counts: 1 }, false, ''],
  ['decimal(20,4)', { default: '0.0000', counts: 0 }, false, ' DEFAULT 0.0000'],
  ['varchar(3)', { default: "'EUR'", counts: 0 }, false, " DEFAULT 'EUR'"],
  ['varchar(40)', { default: "'Nordlicht Handels GmbH'", counts: 0 }, false, " DEFAULT ''"],
  ['varchar(40)', { default: "'07614711882'", counts: 0 }, false, " DEFAULT ''"],
  ["enum('open','paid')", { default: "'open'", counts: 0 }, false, " DEFAULT 'open'"],
  ['timestamp', { default: 'current_timestamp()', counts: 0 }, false, ' DEFAULT current_timestamp()'],
  ['int(11)', undefined, true, ''],
])('a column %s with %o has the clause of its default, and nothing real', (type, row, isFirst, clause) => {
  expect(clauseOf(type, row, isFirst)).toBe(clause);
});
