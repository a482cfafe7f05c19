/** The rows of an ERP that checks change: in a database, and in the memory of a double. */
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DataTable, ErpData } from '../../../../src/workbench/checks/core/erp-data.ts';
import { rowsWritten } from '../../../../src/workbench/checks/core/written-rows.ts';
import { openErpData } from '../../../../src/workbench/checks/erp-data/open-data.ts';

async function tableOf(data: ErpData, name: string): Promise<DataTable> {
  const dataTable = (await data.tables()).find((table) => table.name === name);
  if (dataTable === undefined) throw new Error(`there is no table ${name}`);
  return dataTable;
}

describe('the rows of a database', () => {
  let database: Database.Database;
  let data: ErpData;
  let profileText: string;
  beforeEach(() => {
    profileText = '';
    database = new Database(':memory:');
    database.exec(`CREATE TABLE customer (no TEXT PRIMARY KEY, credit DECIMAL(12,3), note);
      CREATE TABLE invoice (id INTEGER PRIMARY KEY, doc_no TEXT UNIQUE, customer_no TEXT, total DECIMAL(12,3));
      CREATE TABLE invoice_line (invoice_id INTEGER NOT NULL REFERENCES invoice (id), line_no INTEGER NOT NULL, amount DECIMAL(12,3),
        PRIMARY KEY (invoice_id, line_no));
      CREATE TABLE rate (currency TEXT, value REAL);
      CREATE TABLE engine_claims (id INTEGER PRIMARY KEY);
      INSERT INTO customer VALUES ('K-1', 1000.125, x'00ff'), ('K-2', NULL, 7);
      INSERT INTO invoice VALUES (7, 'INV-1', 'K-1', 30.335), (8, '2026/0042', 'K-2', 0.1);
      INSERT INTO invoice_line VALUES (7, 1, 10.005), (7, 2, 20.33);
      INSERT INTO rate VALUES ('KWD', 2.6), ('KWD', 2.6);`);
    const opened = openErpData(
      [],
      {
        kind: 'tables',
        sql: 'sqlite',
        async execute(sql) {
          const statement = database.prepare<[], Record<string, unknown>>(sql);
          if (statement.reader) return statement.all();
          statement.run();
          return [];
        },
      },
      async () => profileText,
    );
    if (opened === undefined) throw new Error('there are no rows');
    data = opened;
  });
  afterEach(() => void database.close());

  const all = (): unknown =>
    ['customer', 'invoice', 'invoice_line', 'rate'].map((table) =>
      database.prepare(`SELECT * FROM ${table}`).raw().all(),
    );

  it('have declared and inferred references, and no tables of the engine', async () => {
    expect((await data.tables()).map(({ name }) => name)).toEqual(['customer', 'invoice', 'invoice_line', 'rate']);
    const [byName] = (await tableOf(data, 'invoice')).references;
    expect(byName).toEqual({ columns: ['customer_no'], table: 'customer', targetColumns: ['no'], isInferred: true });
    const line = await tableOf(data, 'invoice_line');
    expect(line.key).toEqual(['invoice_id', 'line_no']);
    expect(line.references.map(({ table, isInferred }) => [table, isInferred])).toEqual([['invoice', false]]);
    expect(line.columns.map(({ name, type }) => [name, type])).toEqual([
      ['invoice_id', 'integer'],
      ['line_no', 'integer'],
      ['amount', 'decimal'],
    ]);
  });

  it('have a reference to their own table in a column that names heads of groups, and none in a unique number that equals the key', async () => {
    database.exec(`CREATE TABLE party (id INTEGER PRIMARY KEY, code TEXT UNIQUE, head TEXT);
      INSERT INTO party VALUES (1, '1', '1'), (2, '2', '1'), (3, '3', '3'), (4, '4', '4')`);
    const { references } = await tableOf(data, 'party');
    expect(references.map(({ columns, table }) => [columns, table])).toEqual([[['head'], 'party']]);
  });

  it('are copied with their types, changed, removed, and all put back, also after a failure', async () => {
    const before = all();
    const [customer, invoice, line] = [
      await tableOf(data, 'customer'),
      await tableOf(data, 'invoice'),
      await tableOf(data, 'invoice_line'),
    ];
    const work = data.undone(async () => {
      const [first] = await data.rows(customer, { no: 'K-1' });
      const copy = await data.copy(customer, first ?? {}, { no: "K'3" });
      expect(copy.no).toBe("K'3");
      expect(database.prepare("SELECT note FROM customer WHERE no = 'K''3'").pluck().get()).toEqual(
        Buffer.from([0, 255]),
      );
      await data.update(customer, copy, { credit: '3000.375' });
      const [one] = await data.rows(line, { invoice_id: '7', line_no: '2' });
      expect(await data.copy(line, one ?? {}, {})).toEqual({ invoice_id: '7', line_no: '3', amount: '20.33' });
      const [document] = await data.rows(invoice, { doc_no: 'INV-1' });
      const second = await data.copy(invoice, document ?? {}, { doc_no: 'INV-1b', customer_no: "K'3" });
      expect(Number(second.id)).toBeGreaterThan(8);
      await data.remove(invoice, document ?? {});
      expect(await data.rows(invoice, { doc_no: 'INV-1' })).toEqual([]);
      expect((await data.rows(customer)).map(({ credit }) => credit)).toEqual(['3000.375', '1000.125', null]);
      throw new Error('the check ended');
    });
    await expect(work).rejects.toThrow('the check ended');
    expect(all()).toEqual(before);
  });

  it('are left alone where the database refuses a change', async () => {
    const before = all();
    const [invoice, rate] = [await tableOf(data, 'invoice'), await tableOf(data, 'rate')];
    await data.undone(async () => {
      const [document] = await data.rows(invoice);
      await expect(data.copy(invoice, document ?? {}, {})).rejects.toThrow('UNIQUE');
      await expect(data.remove(rate, { currency: 'KWD', value: '2.7' })).rejects.toThrow('0 rows');
    });
    expect(all()).toEqual(before);
  });

  it('without a key are copied, changed and removed one by one, also where others equal them', async () => {
    const before = all();
    const rate = await tableOf(data, 'rate');
    const row = { currency: 'KWD', value: '2.6' };
    await data.undone(async () => {
      expect(await data.copy(rate, row, {})).toEqual(row);
      await data.update(rate, row, { value: '2.75' });
      expect(await data.rows(rate)).toEqual([{ ...row, value: '2.75' }, row, row]);
      await data.remove(rate, row);
      expect(await data.rows(rate)).toEqual([{ ...row, value: '2.75' }, row]);
    });
    expect(all()).toEqual(before);
  });

  it('that are written are found also where they equal other rows', async () => {
    const written = await rowsWritten(data, async () => {
      database.exec("INSERT INTO rate VALUES ('KWD', 2.6), ('KWD', 2.6), ('BHD', 2.4)");
    });
    expect(written.map(({ table, row }) => [table.name, row.currency, row.value])).toEqual([
      ['rate', 'KWD', '2.6'],
      ['rate', 'KWD', '2.6'],
      ['rate', 'BHD', '2.4'],
    ]);
  });

  it('refer by a kind and a number to the row that has both', async () => {
    database.exec(`CREATE TABLE trans (id INTEGER PRIMARY KEY, type INTEGER, trans_no INTEGER); CREATE TABLE move (move_id INTEGER PRIMARY KEY, type INTEGER, trans_no INTEGER);
      INSERT INTO trans VALUES (501, 10, 1), (502, 10, 2), (503, 11, 1);
      INSERT INTO move VALUES (1, 10, 1), (2, 10, 1), (3, 10, 2), (4, 11, 1), (5, 25, 8);`);
    const pairs = (await tableOf(data, 'move')).references.filter(({ columns }) => columns.length === 2);
    expect(pairs).toEqual([
      { columns: ['type', 'trans_no'], table: 'trans', targetColumns: ['type', 'trans_no'], isInferred: true },
    ]);
  });

  it('refer by two columns with further words in their names to a primary key, and then not by the number alone', async () => {
    database.exec(`CREATE TABLE ledger_trans (counter INTEGER PRIMARY KEY, amount DECIMAL(12,2));
      INSERT INTO ledger_trans VALUES (1, 10.5), (2, -10.5), (3, 7), (4, -7);
      CREATE TABLE debtor_trans (type INTEGER, trans_no INTEGER, ref TEXT, PRIMARY KEY (type, trans_no));
      INSERT INTO debtor_trans VALUES (10, 1, '001/2026'), (10, 2, '002/2026'), (12, 1, '003/2026'), (13, 3, '001/2026');
      CREATE TABLE allocation (id INTEGER PRIMARY KEY, amount DECIMAL(12,2), trans_type_from INTEGER, trans_no_from INTEGER,
        trans_type_to INTEGER, trans_no_to INTEGER);
      INSERT INTO allocation VALUES (1, 5, 12, 1, 10, 1), (2, 6, 12, 1, 10, 2), (3, 1.5, 13, 3, 10, 1), (4, 2, 10, 2, 12, 1)`);
    const to = (end: string) => ({
      ...{ columns: [`trans_type_${end}`, `trans_no_${end}`], table: 'debtor_trans' },
      ...{ targetColumns: ['type', 'trans_no'], isInferred: true },
    });
    expect((await tableOf(data, 'allocation')).references).toEqual([to('from'), to('to')]);
    expect((await tableOf(data, 'debtor_trans')).references).toEqual([]);
  });

  it('refer to a key of the same name though one row of five does not, and not by a price to the table of prices', async () => {
    database.exec(`CREATE TABLE stock (stock_id TEXT PRIMARY KEY, title TEXT);
      INSERT INTO stock VALUES ('A-1', 'Hammer'), ('A-2', 'Zange'), ('A-3', 'Säge');
      CREATE TABLE price (id INTEGER PRIMARY KEY, stock_id TEXT, price DOUBLE);
      INSERT INTO price VALUES (1, 'A-1', 1.5), (2, 'A-2', 2.5), (3, 'A-3', 3.5), (4, 'A-1', 4.5), (5, 'KIT', 5.5);
      CREATE TABLE move (id INTEGER PRIMARY KEY, stock_id TEXT, price DOUBLE);
      INSERT INTO move VALUES (1, 'A-1', 1), (2, 'KIT', 2), (3, 'KIT', 3), (4, 'A-2', 4)`);
    expect((await tableOf(data, 'price')).references.map(({ columns, table }) => [columns, table])).toEqual([
      [['stock_id'], 'stock'],
    ]);
    expect((await tableOf(data, 'move')).references).toEqual([]);
  });

  it('do not refer by the number of a line and a quantity, though both may occur together in two tables', async () => {
    database.exec(`CREATE TABLE picking_line (order_no INTEGER, line_no INTEGER, qty INTEGER, PRIMARY KEY (order_no, line_no)); CREATE TABLE billing_line (invoice_no INTEGER, line_no INTEGER, qty INTEGER, PRIMARY KEY (invoice_no, line_no));
      INSERT INTO picking_line VALUES (1, 1, 20), (1, 2, 50), (2, 1, 5), (3, 1, 2);
      INSERT INTO billing_line VALUES (1, 1, 20), (1, 2, 50), (2, 1, 2), (3, 1, 5);`);
    expect((await tableOf(data, 'billing_line')).references.filter(({ columns }) => columns.length === 2)).toEqual([]);
  });

  it('have keys where a number has another value in each row, and references to all tables that are numbered together', async () => {
    database.exec(`CREATE TABLE sale (id INTEGER, customer_no TEXT); CREATE TABLE offer (id INTEGER, customer_no TEXT);
      CREATE TABLE posting (trans_id INTEGER, amount DECIMAL(12,3));
      INSERT INTO sale VALUES (10101, 'K-1'), (10103, 'K-2'); INSERT INTO offer VALUES (10102, 'K-1'), (10104, NULL);
      INSERT INTO posting VALUES (10101, 30.335), (10101, 1), (10102, 0.1), (10103, 7);`);
    expect((await tableOf(data, 'sale')).key).toEqual(['id']);
    const posting = await tableOf(data, 'posting');
    expect(posting.key).toEqual([]);
    expect(posting.references.map(({ columns, table, targetColumns }) => [columns, table, targetColumns])).toEqual([
      [['trans_id'], 'sale', ['id']],
      [['trans_id'], 'offer', ['id']],
    ]);
  });

  it('of an ERP with more than 120 tables are those of the tables that the profile names', async () => {
    for (let number = 1; number <= 117; number += 1)
      database.exec(`CREATE TABLE offer${number} (id INTEGER PRIMARY KEY)`);
    profileText = 'SELECT i.id FROM Invoice i JOIN erp."offer12" o ON o.id = i.id WHERE invoice_lines = 1';
    expect((await data.tables()).map(({ name }) => name).toSorted()).toEqual(['invoice', 'offer12']);
  });

  it('of 120 tables are those of all', async () => {
    for (let number = 1; number <= 116; number += 1)
      database.exec(`CREATE TABLE offer${number} (id INTEGER PRIMARY KEY)`);
    expect(await data.tables()).toHaveLength(120);
  });
});

it('records of a double are copied, changed, removed and put back in their places and types', async () => {
  const invoices = [
    { id: 7, number: 'INV-1', customer: 'K-1', total: 30.335, paid: false },
    { id: 8, number: '2026/0042', customer: 'K-2', total: 12, paid: true },
  ];
  const customers = [{ number: 'K-1' }, { number: 'K-2' }];
  const references = [{ member: 'customer', set: 'customers', targetKey: 'number' }];
  const before = structuredClone(invoices);
  const data = openErpData(
    [],
    {
      kind: 'records',
      sets: [
        { name: 'customers', records: customers, key: ['number'] },
        { name: 'invoices', records: invoices, key: ['id'], references },
      ],
    },
    async () => '',
  );
  if (data === undefined) throw new Error('there are no records');
  const table = await tableOf(data, 'invoices');
  expect(table.references).toEqual([
    { columns: ['customer'], table: 'customers', targetColumns: ['number'], isInferred: false },
  ]);
  await data.undone(async () => {
    const [first, second] = await data.rows(table);
    expect(await data.copy(table, first ?? {}, { total: '91.005' })).toEqual({ ...first, id: '9', total: '91.005' });
    await data.update(table, second ?? {}, { paid: 'false' });
    await data.remove(table, first ?? {});
    expect(invoices).toEqual([
      { ...before[1], paid: false },
      { ...before[0], id: 9, total: 91.005 },
    ]);
  });
  expect(invoices).toEqual(before);
});
