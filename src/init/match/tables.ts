/** Finds the tables of customers, items, invoices and other records by name, columns and keys. */

import type { Meaning } from '../../vocabulary/vocabulary.ts';
import { covers, means, wordsOf } from '../../vocabulary/words.ts';
import { type Database, keyTo, type Table } from '../model/database.ts';
import { type ColumnRole, columnCriteria } from './column-criteria.ts';
import { bestColumn } from './field.ts';

export type Entity =
  | 'customer'
  | 'item'
  | 'address'
  | 'customerPrice'
  | 'purchaseOrder'
  | 'salesOrder'
  | 'orderLine'
  | 'invoice'
  | 'invoiceLine'
  | 'payment'
  | 'allocation'
  | 'entry';

interface TableCriteria {
  readonly names: readonly (readonly Meaning[])[];
  /** Meanings that exclude a table. */
  readonly not: readonly Meaning[];
  /** Entities that it references. */
  readonly keys: readonly Entity[];
  readonly columns: readonly ColumnRole[];
}

const documents: readonly Meaning[] = ['line', 'payment', 'allocation', 'price', 'group', 'text', 'range', 'status'];

/** In search order: an entity can only reference earlier ones. */
const tableCriteria: Readonly<Record<Entity, TableCriteria>> = {
  customer: {
    names: [['customer']],
    not: [...documents, 'address', 'order', 'purchase', 'invoice', 'entry', 'contact', 'bank', 'terms', 'email'],
    keys: [],
    columns: ['name', 'email', 'city', 'creditLimit'],
  },
  item: {
    names: [['item']],
    not: [...documents, 'order', 'invoice', 'stock', 'supplier', 'customer', 'list', 'kind'],
    keys: [],
    columns: ['sku', 'title', 'price'],
  },
  address: {
    names: [['customer', 'address'], ['address']],
    not: ['supplier', 'email', 'bank', 'kind'],
    keys: ['customer'],
    columns: ['street', 'zip', 'city'],
  },
  customerPrice: {
    names: [['customer', 'price'], ['price']],
    not: ['list', 'supplier', 'group'],
    keys: ['customer', 'item'],
    columns: ['price'],
  },
  purchaseOrder: {
    names: [
      ['customer', 'purchase', 'order'],
      ['customer', 'purchase'],
      ['purchase', 'order'],
    ],
    not: [...documents, 'supplier'],
    keys: ['customer'],
    columns: ['poNumber', 'orderDate', 'status'],
  },
  salesOrder: {
    names: [['sales', 'order'], ['customer', 'order'], ['order']],
    not: [...documents, 'purchase', 'supplier', 'quote', 'invoice'],
    keys: ['customer'],
    columns: ['documentNumber', 'orderDate', 'status'],
  },
  orderLine: {
    names: [
      ['sales', 'order', 'line'],
      ['order', 'line'],
    ],
    not: ['purchase', 'supplier', 'invoice', 'price'],
    keys: ['salesOrder', 'item'],
    columns: ['quantity', 'unitPrice'],
  },
  invoice: {
    names: [['sales', 'invoice'], ['customer', 'invoice'], ['invoice']],
    not: [...documents, 'purchase', 'supplier', 'order', 'credit'],
    keys: ['customer'],
    columns: ['documentNumber', 'issueDate', 'total', 'dueDate'],
  },
  invoiceLine: {
    names: [['invoice', 'line']],
    not: ['purchase', 'supplier', 'order', 'price'],
    keys: ['invoice'],
    columns: ['quantity', 'unitPrice', 'lineAmount'],
  },
  payment: {
    names: [['customer', 'payment'], ['payment']],
    not: ['supplier', 'allocation', 'terms', 'kind', 'line'],
    keys: ['customer'],
    columns: ['paymentDate', 'amount'],
  },
  allocation: {
    names: [['payment', 'allocation'], ['allocation']],
    not: ['supplier'],
    keys: ['invoice', 'payment'],
    columns: ['amount'],
  },
  entry: {
    names: [['customer', 'entry'], ['entry']],
    not: ['supplier', 'kind'],
    keys: ['customer'],
    columns: ['entryDate', 'amount', 'reference'],
  },
};

/** A found table with the reasons for it. */
export interface Found {
  readonly table: Table;
  readonly score: number;
  readonly signs: readonly string[];
  readonly of: number;
  readonly sure: boolean;
  /** Tables with a similar score. */
  readonly rivals: readonly string[];
}

export type FoundTables = ReadonlyMap<Entity, Found>;

type Candidate = Omit<Found, 'sure' | 'rivals'>;

function candidateFor(table: Table, spec: TableCriteria, found: FoundTables): Candidate | undefined {
  const words = wordsOf(table.name);
  if (spec.not.some((meaning) => means(words, meaning) && !spec.names.some((names) => names.includes(meaning))))
    return undefined;
  let byName = 0;
  for (const [place, names] of spec.names.entries()) {
    const used = covers(words, names);
    if (used === undefined) continue;
    byName = Math.max(byName, 4 - place * 0.3 - (words.length - used.length) * 0.5);
  }
  if (byName <= 0) return undefined;
  const keys = spec.keys.filter((entity) => keyTo(table, found.get(entity)?.table) !== undefined);
  const columns = spec.columns.filter((name) => bestColumn(table, columnCriteria[name]) !== undefined);
  const share = columns.length / spec.columns.length;
  if (share === 0) return undefined;
  const signs = [
    `named ${table.name}`,
    ...keys.map((entity) => `points at ${found.get(entity)?.table.name}`),
    ...(share >= 0.5 ? [`has ${columns.length} of ${spec.columns.length} columns that it should have`] : []),
  ];
  const rows = table.rows === 0 ? -1 : 0;
  return { table, score: byName + keys.length * 1.5 + share * 3 + rows, signs, of: 2 + spec.keys.length };
}

const margin = 0.75;

/** The table of each entity, as far as there is one. */
export function findTables({ tables }: Database): FoundTables {
  const found = new Map<Entity, Found>();
  for (const entity of entities) {
    const taken = [...found.values()].map(({ table }) => table.name);
    const all = tables
      .filter(({ name }) => !taken.includes(name))
      .flatMap((table) => candidateFor(table, tableCriteria[entity], found) ?? [])
      .sort((one, other) => other.score - one.score);
    const [best, ...others] = all;
    if (best === undefined) continue;
    const rivals = others.filter(({ score }) => best.score - score < margin).map(({ table }) => table.name);
    found.set(entity, { ...best, sure: rivals.length === 0 && best.signs.length >= 2, rivals });
  }
  return found;
}

const entities: readonly Entity[] = Object.keys(tableCriteria).filter((name): name is Entity =>
  Object.hasOwn(tableCriteria, name),
);
