/** The tables that a person has named on the command line: `customer=party_party`. */
import type { Table } from '../model/database.ts';
import type { Entity } from './table-criteria.ts';
import type { NamedTables } from './tables.ts';

/** The records of an ERP by the names that a person uses for them. */
const records = {
  customer: 'customer',
  item: 'item',
  address: 'address',
  price: 'customerPrice',
  'purchase-order': 'purchaseOrder',
  order: 'salesOrder',
  'order-line': 'orderLine',
  invoice: 'invoice',
  'invoice-line': 'invoiceLine',
  payment: 'payment',
  allocation: 'allocation',
  entry: 'entry',
} as const satisfies Readonly<Record<string, Entity>>;

const isRecord = (name: string): name is keyof typeof records => Object.hasOwn(records, name);

export const recordNames = Object.keys(records).filter(isRecord);

/** The name that a person uses for a record. */
export const recordNameOf = (entity: Entity): string =>
  Object.entries(records).find(([, one]) => one === entity)?.[0] ?? entity;

/** A choice that does not fit. The message says what is there. */
export class TableFault extends Error {}

/** What a person writes where the ERP has no such records. */
export const noTable = 'none';

/** Parses `customer=party_party`, or `order=none`. Throws `TableFault`. */
export function namedTable(text: string): readonly [Entity, string | null] {
  const place = text.indexOf('=');
  const [record, table] = [text.slice(0, Math.max(place, 0)), text.slice(place + 1)];
  if (!isRecord(record) || table === '')
    throw new TableFault(
      `--table takes <record>=<table> with one of the records ${recordNames.join(', ')}, not "${text}"`,
    );
  return [records[record], table === noTable ? null : table];
}

/** The named tables as the database spells them. Throws `TableFault` if there is no such table. */
export function knownTables(named: NamedTables, tables: readonly Pick<Table, 'name'>[]): NamedTables {
  return new Map(
    [...named].map(([entity, given]) => {
      if (given === null) return [entity, null] as const;
      const table =
        tables.find(({ name }) => name === given) ??
        tables.find(({ name }) => name.toLowerCase() === given.toLowerCase());
      if (table === undefined) {
        const alike = tables.filter(({ name }) => name.toLowerCase().includes(given.toLowerCase().slice(0, 4)));
        const hint =
          alike.length === 0
            ? ''
            : `; there are ${alike
                .slice(0, 5)
                .map(({ name }) => name)
                .join(', ')}`;
        throw new TableFault(`there is no table "${given}"${hint}`);
      }
      return [entity, table.name] as const;
    }),
  );
}
