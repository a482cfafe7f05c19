/** The suite finds the table that has the records of a list. */
import Database from 'better-sqlite3';
import { afterEach, expect, it } from 'vitest';
import { openErpRecords } from '../../../../../src/workbench/checks/conformance/fixture-access.ts';
import { kinds } from '../../../../support/kinds.ts';

const database = new Database(':memory:');
afterEach(() => database.close());

it('skips a table whose rows the service needs for other answers, and puts its row back', async () => {
  database.exec(`CREATE TABLE a_currency (id INTEGER PRIMARY KEY); INSERT INTO a_currency VALUES (1), (2), (3);
    CREATE TABLE b_document (id INTEGER PRIMARY KEY); INSERT INTO b_document VALUES (1), (2), (3)`);
  const idsOf = (table: string): unknown[] => database.prepare(`SELECT id FROM ${table} ORDER BY id`).pluck().all();
  const run = async (sql: string) => {
    const last = sql.split(';').at(-1) ?? '';
    database.exec(sql.slice(0, sql.length - last.length));
    const statement = database.prepare<[], Record<string, string | null>>(last);
    if (statement.reader) return statement.all();
    statement.run();
    return [];
  };
  const records = openErpRecords([{ databaseKind: kinds.sqlite, run }], undefined);
  const tried: string[] = [];
  // A service whose queries join the currencies, and which answers 502 where one is missing.
  const isGone = async (id: string): Promise<boolean> => {
    tried.push(id);
    if (idsOf('a_currency').length < 3) throw new Error('the answer is 502');
    return !idsOf('b_document').includes(Number(id));
  };
  const remove = await records.remover('/invoices/list', ['1', '2', '3'], isGone);
  expect(tried).toEqual(['1', '1']);
  const putBack = await remove?.('2');
  expect([idsOf('a_currency'), idsOf('b_document')]).toEqual([
    [1, 2, 3],
    [1, 3],
  ]);
  await putBack?.();
  expect(idsOf('b_document')).toEqual([1, 2, 3]);
});
