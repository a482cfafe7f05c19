/** How the suite finds the table that holds the records of a list. */
import Database from 'better-sqlite3';
import { afterEach, expect, it } from 'vitest';
import { createErpHand } from '../../../../src/checks/conformance/erp-changes.ts';
import { kinds } from '../../../support/kinds.ts';

const database = new Database(':memory:');
afterEach(() => database.close());

it('passes over a table whose rows the service cannot do without, and puts its row back', async () => {
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
  const hand = createErpHand([{ databaseKind: kinds.sqlite, run }], undefined);
  const asked: string[] = [];
  // A service whose queries join the currencies, and which answers 502 where one is missing.
  const gone = async (id: string): Promise<boolean> => {
    asked.push(id);
    if (idsOf('a_currency').length < 3) throw new Error('the answer is 502, and was to be 200');
    return !idsOf('b_document').includes(Number(id));
  };
  const remove = await hand.remover('/invoices/list', ['1', '2', '3'], gone);
  expect(asked).toEqual(['1', '1']);
  const putBack = await remove?.('2');
  expect([idsOf('a_currency'), idsOf('b_document')]).toEqual([
    [1, 2, 3],
    [1, 3],
  ]);
  await putBack?.();
  expect(idsOf('b_document')).toEqual([1, 2, 3]);
});
