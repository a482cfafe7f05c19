/**
 * Rows of records inside of others, in tables as SAP Business One has them: lines of documents, invoices of payments, addresses of customers. Triggers
 * write the member of the record from them, so that checks can read and change them.
 */
import type { ODataStore } from '../../../src/workbench/testing/odata-double/store.ts';
import type { Body } from './values.ts';

interface Part {
  readonly table: string;
  /** The set that has the rows, the member that they are, and their column with the key of their record. */
  readonly set: string;
  readonly member: string;
  readonly parent: string;
  readonly key: string;
  /** Members that tell the rows of a record apart, and whose order they have. */
  readonly order: string;
  /** Members and their SQL types. */
  readonly columns: Readonly<Record<string, string>>;
  /** Members that are computed from columns, as SQL. */
  readonly computed?: Readonly<Record<string, string>>;
  /** Columns that are no members. */
  readonly hidden?: Readonly<Record<string, string>>;
}

const documentLine: Part['columns'] = {
  LineNum: 'INTEGER NOT NULL',
  ItemCode: 'TEXT NOT NULL REFERENCES Items (ItemCode)',
  ItemDescription: 'TEXT',
  Quantity: 'NUMERIC NOT NULL',
  UnitPrice: 'NUMERIC NOT NULL',
  DiscountPercent: 'NUMERIC NOT NULL',
  Price: 'NUMERIC NOT NULL',
  Currency: 'TEXT NOT NULL REFERENCES Currencies (Code)',
  VatGroup: 'TEXT NOT NULL REFERENCES VatGroups (Code)',
  LineTotal: 'NUMERIC NOT NULL',
  RowTotalFC: 'NUMERIC NOT NULL',
  GrossTotal: 'NUMERIC NOT NULL',
  GrossTotalFC: 'NUMERIC NOT NULL',
  LineStatus: 'TEXT NOT NULL',
  UnitsOfMeasurment: 'NUMERIC NOT NULL',
  InventoryQuantity: 'NUMERIC NOT NULL',
};
const lines = (table: string, set: string): Part => ({
  table,
  set,
  member: 'DocumentLines',
  parent: 'DocEntry',
  key: 'DocEntry',
  order: 'LineNum',
  columns: documentLine,
  computed: { DocEntry: 'DocEntry' },
});

const parts: readonly Part[] = [
  lines('RDR1', 'Orders'),
  lines('DRF1', 'Drafts'),
  lines('INV1', 'Invoices'),
  lines('DPI1', 'DownPayments'),
  lines('RIN1', 'CreditNotes'),
  {
    table: 'RCT2',
    set: 'IncomingPayments',
    member: 'PaymentInvoices',
    parent: 'DocNum', // so it is called there, and has DocEntry of the payment
    key: 'DocEntry',
    order: 'LineNum',
    columns: {
      LineNum: 'INTEGER NOT NULL',
      SumApplied: 'NUMERIC NOT NULL',
      AppliedFC: 'NUMERIC NOT NULL',
      InstallmentId: 'INTEGER NOT NULL',
    },
    hidden: {
      Invoice: 'INTEGER REFERENCES Invoices (DocEntry)',
      DownPayment: 'INTEGER REFERENCES DownPayments (DocEntry)',
    },
    computed: {
      DocEntry: 'coalesce(Invoice, DownPayment)',
      InvoiceType: "CASE WHEN Invoice IS NULL THEN 'it_DownPayment' ELSE 'it_Invoice' END",
    },
  },
  {
    table: 'CRD1',
    set: 'BusinessPartners',
    member: 'BPAddresses',
    parent: 'CardCode',
    key: 'CardCode',
    order: 'AddressType, AddressName',
    columns: {
      AddressType: 'TEXT NOT NULL',
      AddressName: 'TEXT NOT NULL',
      AddressName2: 'TEXT',
      Street: 'TEXT',
      StreetNo: 'TEXT',
      Block: 'TEXT',
      ZipCode: 'TEXT',
      City: 'TEXT',
      Country: 'TEXT',
    },
    computed: { BPCode: 'CardCode' },
  },
];

function definition(part: Part): string {
  const { table, set, member, parent, key, order, columns, hidden = {}, computed = {} } = part;
  const all = Object.entries({ ...columns, ...hidden }).map(([name, type]) => `${name} ${type}`);
  const members = [...Object.keys(columns).map((name) => [name, name]), ...Object.entries(computed)];
  const json = `json_object(${members.map(([name, sql]) => `'${name}', ${sql}`).join(', ')})`;
  const write = (row: 'NEW' | 'OLD', column: string): string =>
    `UPDATE ${set} SET ${member} = (SELECT json_group_array(${json} ORDER BY ${order}) FROM ${table} WHERE ${parent} = ${row}.${column})
      WHERE ${key} = ${row}.${column};`;
  const trigger = (event: string, on: string, sql: string): string =>
    `CREATE TRIGGER ${table}_${event}_${on} AFTER ${event} ON ${on} BEGIN ${sql} END;`;
  const written = [
    trigger('INSERT', set, write('NEW', key)),
    trigger('INSERT', table, write('NEW', parent)),
    trigger('UPDATE', table, write('NEW', parent)),
    trigger('DELETE', table, write('OLD', parent)),
  ];
  const type = parent === 'CardCode' ? 'TEXT' : 'INTEGER';
  return `CREATE TABLE ${table} (${parent} ${type} NOT NULL REFERENCES ${set} (${key}), ${all.join(', ')}, PRIMARY KEY (${parent}, ${order}));
    ${written.join('\n')}`;
}

export const partTables = parts.map(definition).join('\n');

/** Adds rows to a record, which is there. `key`: of the record. Members that are no columns are left out. */
export function addParts(store: ODataStore, set: string, key: string | number, rows: readonly Body[]): void {
  const part = parts.find((one) => one.set === set);
  if (part === undefined) throw new Error(`${set} has no rows inside of its records.`);
  const names = Object.keys({ ...part.columns, ...part.hidden });
  for (const row of rows) {
    const given = names.flatMap((name) => (row[name] === undefined ? [] : [[name, row[name]]]));
    store.insert(part.table, { [part.parent]: key, ...Object.fromEntries(given) });
  }
}
