/** Which rows are those of an answer's records, and what a copy of them needs. */
import { describe, expect, it } from 'vitest';
import type { DataRow } from '../../../../src/workbench/checks/core/erp-data.ts';
import { candidatesOf, comparableFirst } from '../../../../src/workbench/checks/metamorphic/candidate.ts';
import { cloneFamily } from '../../../../src/workbench/checks/metamorphic/clone.ts';
import { familyOf } from '../../../../src/workbench/checks/metamorphic/family.ts';
import { idOfCopy, placeOf, rowAt } from '../../../../src/workbench/checks/metamorphic/places.ts';
import { type Rows, readRows } from '../../../../src/workbench/checks/metamorphic/rows.ts';
import { shownCustomer } from '../../../../src/workbench/checks/metamorphic/subjects.ts';
import { namesByText, unknownReference } from '../../../../src/workbench/checks/metamorphic/undeclared-references.ts';
import { column, dataOf, reference, table } from './made-up-data.ts';

const party = table('party', [column('id', 'integer'), column('name', 'text')]);
/** The parties 6 and 7 have no name: the profile answers `[6]` and `[7]`. */
const parties = ['Müller & Söhne', "O'Hara", 'Café 100 %', 'Alpen AG', 'Tōkyō Trading', null, null].map(
  (name, index) => ({
    ...{ id: String(index + 1), name },
  }),
);
const shownParties = parties.map(({ id, name }) => ({ id, texts: [name ?? `[${id}]`] }));
/** Its ids are those of the parties, too, with other texts. */
const journal = table('journal', [column('id', 'integer'), column('text', 'text')]);
const entries = parties.map(({ id }) => ({ id, text: `Entry ${id}` }));

describe('the column with the ids of records', () => {
  const placeIn = async (all: Parameters<typeof dataOf>[0], shown = shownParties): Promise<string | undefined> => {
    const place = placeOf(await readRows(dataOf(all)), shown);
    return place && `${place.table.name}.${place.column}`;
  };

  it('is found although the profile makes up the names of a minority', async () => {
    expect(
      await placeIn([
        [journal, entries],
        [party, parties],
      ]),
    ).toBe('party.id');
  });

  it('is not found by ids alone', async () => {
    expect(await placeIn([[journal, entries]])).toBeUndefined();
  });

  it('has every record', async () => {
    expect(await placeIn([[party, parties.slice(1)]])).toBeUndefined();
  });
});

describe('an id with the values of a key of several columns', () => {
  const transaction = {
    ...table('transaction', [column('kind', 'integer'), column('no', 'integer'), column('ref', 'text')]),
    key: ['kind', 'no'],
  };
  // The kinds 10 and 13 share a number and a reference: an invoice and its delivery.
  const transactions = ['10 7 001/2026', '13 7 001/2026', '10 8 002/2026', '10 10 003/2026', '12 8 004/2026'].map(
    (text) => {
      const [kind = '', no = '', ref = ''] = text.split(' ');
      return { kind, no, ref };
    },
  );
  const shown = ['10:7 001/2026', '10:8 002/2026', '10:10 003/2026'].map((text) => {
    const [id = '', ref = ''] = text.split(' ');
    return { id, texts: [ref] };
  });

  it('is found by the part that tells the records apart', async () => {
    const rows = await readRows(dataOf([[transaction, transactions]]));
    const place = placeOf(rows, shown);
    expect([place?.column, place?.part]).toEqual(['no', 1]);
    const [first, , last] = shown;
    if (place === undefined || first === undefined || last === undefined) throw new Error('no place');
    expect(rowAt(rows, place, first)?.row).toEqual({ kind: '10', no: '7', ref: '001/2026' });
    const original = rowAt(rows, place, last);
    if (original === undefined) throw new Error('no row');
    expect(idOfCopy('10:10', place, original, { kind: '10', no: '41', ref: '009/2026' })).toBe('10:41');
  });
});

describe('a copy', () => {
  const productTable = table('product', [column('id', 'integer'), column('code', 'text'), column('colour', 'text')]);
  const products = ['TS-S', 'TS-M', 'TS-L', 'K 17'].map((code, index) => ({
    id: String(index + 1),
    code,
    colour: 'grey',
  }));
  const copyOf = async (number?: string): Promise<DataRow | undefined> => {
    const data = dataOf([[productTable, products]]);
    const rows = await readRows(data);
    const [, root] = rows.inTable(productTable);
    const family = root && familyOf(rows, root, { most: 10 });
    if (root === undefined || family === undefined) throw new Error('there is no product');
    return (await cloneFamily(data, rows, family, { ids: new Set(), number })).made.get(root);
  };

  it('has another SKU, also where SKUs do not look like numbers', async () => {
    const copy = await copyOf('TS-M');
    expect(copy?.code).not.toBe('TS-M');
    expect(products.map(({ code }) => code)).not.toContain(copy?.code);
    expect(copy?.colour).toBe('grey');
  });

  it('keeps a text that is no number of the record', async () => {
    expect(await copyOf()).toMatchObject({ code: 'TS-M', colour: 'grey' });
  });
});

describe('a customer whose name is in the row of a company', () => {
  const currency = table('currency', [column('id', 'integer')]);
  const company = table('company', [column('id', 'integer'), column('name', 'text')]);
  // Its rows refer to the company, and not to the account.
  const bank = table(
    'company_bank',
    [column('id', 'integer'), column('company', 'integer')],
    [],
    [reference('company', 'company')],
  );
  const account = {
    ...table(
      'account',
      [column('id', 'integer'), column('company', 'integer'), column('number', 'text'), column('currency', 'integer')],
      [['id']],
      [reference('company', 'company'), reference('currency', 'currency')],
    ),
    key: ['company', 'number'],
  };
  const address = table('address', [column('id', 'integer'), column('town', 'text')]);
  const assigned = table(
    'account_address',
    [column('id', 'integer'), column('account', 'integer'), column('address', 'integer')],
    [],
    [reference('account', 'account'), reference('address', 'address')],
  );
  const transaction = table('ledger_transaction', [column('id', 'integer')]);
  const posting = table(
    'posting',
    [column('id', 'integer'), column('ledger_transaction', 'integer'), column('amount', 'decimal')],
    [],
    [reference('ledger_transaction', 'ledger_transaction')],
  );
  const invoice = table(
    'invoice',
    [column('id', 'integer'), column('account', 'integer')],
    [],
    [reference('id', 'ledger_transaction'), reference('account', 'account')],
  );
  const numbers = Array.from({ length: 12 }, (_, index) => index + 1);
  const idsFrom = (first: number): readonly string[] => numbers.map((number) => String(first + number));
  const made = readRows(
    dataOf([
      [currency, [{ id: '1' }]],
      [company, idsFrom(100).map((id) => ({ id, name: `Kranz & Söhne ${id}` }))],
      [
        account,
        numbers.map((number) => ({
          ...{ id: String(200 + number), company: String(100 + number), number: `C-${number + 10}`, currency: '1' },
        })),
      ],
      [bank, idsFrom(700).map((id) => ({ id, company: String(Number(id) - 600) }))],
      [address, idsFrom(300).map((id) => ({ id, town: 'Delft' }))],
      // The accounts 211 and 212 have one address together.
      [
        assigned,
        numbers.map((number) => ({
          ...{ id: String(400 + number), account: String(200 + number), address: String(300 + Math.min(number, 11)) },
        })),
      ],
      [transaction, idsFrom(500).map((id) => ({ id }))],
      [posting, idsFrom(600).map((id) => ({ id, ledger_transaction: String(Number(id) - 100), amount: '119.63' }))],
      [invoice, idsFrom(500).map((id) => ({ id, account: String(Number(id) - 300) }))],
    ]),
  );
  const customers = numbers.map((number) => ({
    ...{ erpId: String(200 + number), erpName: `Kranz & Söhne ${100 + number}` },
  }));

  it('is found by the row that refers to it', async () => {
    const place = placeOf(await made, customers.map(shownCustomer));
    expect(place).toMatchObject({ table: { name: 'account' }, column: 'id', refersToTexts: true });
  });

  it('is copied with its company, its own addresses, and the transactions that its invoices are', async () => {
    const rows = await made;
    const place = placeOf(rows, customers.map(shownCustomer));
    if (place === undefined) throw new Error('the customers have no place');
    const subjects = { customers, products: [], customerPlace: place, productPlace: undefined };
    const candidates = candidatesOf(rows, subjects, place);
    const tablesOf = (id: string): readonly string[] | undefined =>
      candidates
        .find(({ subject }) => subject.erpId === id)
        ?.family.records.map((record) => `${record.table.name} ${record.row.id}`)
        .toSorted();
    const without = ['account_address 401', 'account 201', 'company 101', 'invoice 501', 'ledger_transaction 501'];
    expect(tablesOf('201')).toEqual([...without, 'address 301', 'company_bank 701', 'posting 601'].toSorted());
    expect(tablesOf('212')).not.toContain('address 311');
    const family = candidates.find(({ subject }) => subject.erpId === '201')?.family;
    if (family === undefined) throw new Error('customer 201 has no family');
    const clone = await cloneFamily(dataOf([]), rows, family, { ids: new Set() });
    // A database may require that the number is unique for all companies.
    expect(clone.made.get(family.root)).toMatchObject({ number: 'C-99' });
  });
});

describe('a row that is named in a text', () => {
  const orderLine = table('sale_line', [column('id', 'integer')]);
  const invoiceLine = table('account_invoice_line', [column('id', 'integer'), column('origin', 'text')]);
  const origins = ['sale.line,12', 'sale.line,99', 'stock.move,12', 'Müller, 12', 'account.invoice.line,5', null];

  it('is a row of the table whose name the text has', async () => {
    const lines = origins.map((origin, index) => ({ id: String(index + 1), origin }));
    const rows = await readRows(
      dataOf([
        [orderLine, [{ id: '12' }]],
        [invoiceLine, lines],
      ]),
    );
    const named = rows.inTable(invoiceLine).map((record) => namesByText(rows, { records: [record] }));
    // The fifth names itself.
    expect(named).toEqual([true, false, false, false, false, false]);
  });
});

describe('the document that is copied', () => {
  const invoice = table('invoice', [column('id', 'integer')]);
  const entry = table('entry', [column('id', 'integer')]);
  const settlement = table(
    'settlement',
    [column('id', 'integer'), column('invoice', 'integer'), column('entry', 'integer')],
    [['entry']],
    [reference('invoice', 'invoice'), reference('entry', 'entry')],
  );
  const numbered = (first: number, count: number): readonly DataRow[] =>
    Array.from({ length: count }, (_, index) => ({ id: String(first + index) }));

  it('has no row whose unique column refers to a row that is not copied', async () => {
    const rows: Rows = await readRows(
      dataOf([
        [invoice, numbered(1, 2)],
        [entry, numbered(91, 3)],
        [settlement, [{ id: '51', invoice: '1', entry: '91' }]],
      ]),
    );
    const candidates = rows.inTable(invoice).flatMap((root) => {
      const family = familyOf(rows, root, { most: 10 });
      return family === undefined ? [] : [{ subject: root.row.id, family }];
    });
    expect(candidates.map(({ family }) => family.records.length)).toEqual([2, 1]);
    expect(comparableFirst(rows, candidates).map(({ subject }) => subject)).toEqual(['2', '1']);
  });
});

describe('a ledger entry whose document has the same number in another table', () => {
  // The kind and the number are unique, and a number need not be: invoice and credit note 4001.
  const entry = table(
    'entry',
    [column('id', 'integer'), column('kind', 'text'), column('docnumber', 'text'), column('amount', 'decimal')],
    [['kind', 'docnumber']],
  );
  const head = table('invoice_head', [column('id', 'integer'), column('number', 'text')]);
  const line = table(
    'invoice_line',
    [column('id', 'integer'), column('head', 'integer')],
    [],
    [reference('head', 'invoice_head')],
  );
  const entries = ['I 4001', 'I 4002', 'I 4003', 'C 4001', 'C 4002', 'C 4003', 'C 7006'].map((text, index) => {
    const [kind = '', docnumber = ''] = text.split(' ');
    return { id: String(11 + index), kind, docnumber, amount: '12.5' };
  });
  const heads = (numbers: readonly string[]): readonly DataRow[] =>
    numbers.map((number, index) => ({ id: String(91 + index), number }));
  /** The column that may refer to the entry at a place. */
  const unknownAt = async (place: number, numbers: readonly string[]): Promise<string | undefined> => {
    const lines = heads(numbers).map(({ id = '' }, index) => ({ id: String(51 + index), head: id }));
    const rows = await readRows(
      dataOf([
        [entry, entries],
        [head, heads(numbers)],
        [line, lines],
      ]),
    );
    const record = rows.inTable(entry)[place];
    const family = record && familyOf(rows, record, { most: 10 });
    return family && unknownReference(rows, family);
  };

  it('may be referred to by that number, which a copy does not have', async () => {
    // The number of a draft has no entry.
    const numbers = ['4001', '4002', '4003', '4999'];
    expect(await unknownAt(0, numbers)).toBe('invoice_head.number');
    expect(await unknownAt(6, numbers)).toBeUndefined();
  });

  it('is not referred to by a column that has other numbers, but for one', async () => {
    expect(await unknownAt(0, ['4001', '5002', '5003', '5004'])).toBeUndefined();
  });
});
