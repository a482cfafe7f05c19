/** Which rows are those of an answer's records, and what a copy of them needs. */
import { describe, expect, it } from 'vitest';
import type {
  DataColumn,
  DataReference,
  DataRow,
  DataTable,
  ErpData,
} from '../../../../src/workbench/checks/core/erp-data.ts';
import { comparableFirst } from '../../../../src/workbench/checks/metamorphic/candidate.ts';
import { cloneFamily } from '../../../../src/workbench/checks/metamorphic/clone.ts';
import { familyOf, namesByText } from '../../../../src/workbench/checks/metamorphic/dependents.ts';
import { placeOf } from '../../../../src/workbench/checks/metamorphic/places.ts';
import { type Rows, readRows } from '../../../../src/workbench/checks/metamorphic/rows.ts';

const column = (name: string, type: DataColumn['type']): DataColumn => ({ name, type, nullable: true });
const table = (
  name: string,
  columns: readonly DataColumn[],
  uniqueKeys: DataTable['uniqueKeys'] = [],
  references: readonly DataReference[] = [],
): DataTable => ({ name, columns, key: ['id'], uniqueKeys, references });
const reference = (from: string, to: string): DataReference => ({
  ...{ columns: [from], table: to, targetColumns: ['id'], isInferred: false },
});

function dataOf(all: readonly (readonly [DataTable, readonly DataRow[]])[]): ErpData {
  return {
    tables: async () => all.map(([one]) => one),
    isPartial: async () => false,
    rows: async ({ name }) => all.find(([one]) => one.name === name)?.[1] ?? [],
    copy: async (_table, row, changed) => ({ ...row, ...changed }),
    update: async (_table, row, changed) => ({ ...row, ...changed }),
    remove: async () => undefined,
    undone: (work) => work(),
  };
}

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
    const [, root] = rows.of(productTable);
    const family = root && familyOf(rows, root, 10);
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
    const named = rows.of(invoiceLine).map((record) => namesByText(rows, { records: [record] }));
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
    const candidates = rows.of(invoice).flatMap((root) => {
      const family = familyOf(rows, root, 10);
      return family === undefined ? [] : [{ subject: root.row.id, family }];
    });
    expect(candidates.map(({ family }) => family.records.length)).toEqual([2, 1]);
    expect(comparableFirst(rows, candidates).map(({ subject }) => subject)).toEqual(['2', '1']);
  });
});
