/** Rows of the tables as entities of the endpoint: each field is `{ value }`, and `{}` where it has none. */
import { createHash } from 'node:crypto';
import type { ODataStore, Row } from '../../../src/workbench/testing/odata-double/store.ts';
import { Refused } from './refused.ts';

export type Entity = Readonly<Record<string, unknown>>;

const document = ['Type', 'ReferenceNbr'];
/** Key fields of the entities. */
export const keysOf: Readonly<Record<string, readonly string[]>> = {
  Currency: ['CurrencyID'],
  Customer: ['CustomerID'],
  CustomerLocation: ['Customer', 'LocationID'],
  StockItem: ['InventoryID'],
  NonStockItem: ['InventoryID'],
  PurchaseOrder: ['Type', 'OrderNbr'],
  SalesOrder: ['OrderType', 'OrderNbr'],
  Invoice: document,
  Payment: document,
};

/** The id of a record, which follows from its key. */
export function idOf(set: string, row: Row): string {
  const digest = createHash('sha1')
    .update(JSON.stringify([set, ...(keysOf[set] ?? []).map((name) => row[name])]))
    .digest('hex');
  return digest.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
}

/** The record with an id. */
export const recordWith = (store: ODataStore, set: string, id: string): Row | undefined =>
  store.all(`SELECT * FROM "${set}"`).find((row) => idOf(set, row) === id.toLowerCase());

interface Child {
  readonly set: string;
  readonly where: string;
  /** Members of the parent, in the order of the condition. */
  readonly by: readonly string[];
  /** Acumatica computes the rows of this view by code, so that a list of records does not have them. */
  readonly isComputed?: boolean;
}

const ofDocument = { where: 'Type = ? AND ReferenceNbr = ?', by: ['Type', 'ReferenceNbr'] };

/** Detail entities, by their parent. */
const children: Readonly<Record<string, Readonly<Record<string, Child>>>> = {
  StockItem: {
    UOMConversions: { set: 'UOMConversion', where: 'InventoryID = ?', by: ['InventoryID'], isComputed: true },
  },
  SalesOrder: {
    Details: { set: 'SalesOrderDetail', where: 'OrderType = ? AND OrderNbr = ?', by: ['OrderType', 'OrderNbr'] },
  },
  Invoice: { Details: { set: 'InvoiceDetail', ...ofDocument } },
  Payment: {
    ApplicationHistory: {
      set: 'Application',
      where: 'AdjustingDocType = ? AND AdjustingRefNbr = ? AND Released = 1',
      by: ['Type', 'ReferenceNbr'],
      isComputed: true,
    },
  },
};
/** Linked entities whose values Acumatica computes by code. */
const computedLinks = ['CreditVerificationRules'];
/** Members of rows that are no fields of the entity. */
const hidden = new Set(['CuryID', 'DocDate', 'Released']);
/** Fields of forms that `$custom` gives: the type of the field, by its name. */
const customTypes: Readonly<Record<string, string>> = { CuryID: 'CustomStringField', DocDate: 'CustomDateTimeField' };
const booleans = new Set(['Active', 'EnableCurrencyOverride', 'Hold', 'Promotion']);

const isNone = (value: unknown): boolean => value === null || value === undefined || value === '';

const field = (name: string, value: unknown): Entity => {
  if (isNone(value)) return {};
  return { value: booleans.has(name) ? value === 1 || value === true : value };
};

/** Sets a field at its path: MainContact_Address_City. */
function place(entity: Record<string, unknown>, [first = '', ...rest]: readonly string[], value: Entity): void {
  if (rest.length === 0) {
    entity[first] = value;
    return;
  }
  const inner: Record<string, unknown> = { ...(typeof entity[first] === 'object' ? entity[first] : {}) };
  place(inner, rest, value);
  entity[first] = inner;
}

export interface Shape {
  readonly expand: readonly string[];
  /** Undefined: all fields. */
  readonly select: readonly string[] | undefined;
  readonly custom: readonly string[];
}

const listOf = (text: string | null): readonly string[] => (text ?? '').split(',').filter((name) => name !== '');

export const shapeOf = (query: URLSearchParams): Shape => ({
  expand: listOf(query.get('$expand')),
  select: query.get('$select') === null ? undefined : listOf(query.get('$select')),
  custom: listOf(query.get('$custom')),
});

/** Refuses what a list of records cannot have. */
export function checkList(set: string, { expand }: Shape): void {
  const computed = expand.find((name) => computedLinks.includes(name) || children[set]?.[name]?.isComputed === true);
  if (computed === undefined) return;
  throw new Refused(
    500,
    `Optimization cannot be performed. The following fields cause the error: ${computed}`,
    'System.InvalidOperationException',
  );
}

/** `without`: fields that the entity does not have. */
function childEntity(row: Row, without: readonly string[]): Entity {
  const members = Object.entries(row).filter(([member]) => !hidden.has(member) && !without.includes(member));
  return Object.fromEntries(members.map(([member, value]) => [member, field(member, value)]));
}

/** Fields of a child that its entity does not have, since the parent has them. */
const ofParent: Readonly<Record<string, readonly string[]>> = {
  UOMConversion: ['InventoryID'],
  SalesOrderDetail: ['OrderType', 'OrderNbr'],
  InvoiceDetail: ['Type', 'ReferenceNbr'],
};

function detailsOf(store: ODataStore, set: string, name: string, row: Row): readonly Entity[] {
  const child = children[set]?.[name];
  if (child === undefined)
    throw new Refused(400, `${set} has no ${name} that the double knows.`, 'PX.Api.ContractBased.BadRequest');
  const keys = child.by.map((member) => row[member] ?? null);
  return store
    .all(`SELECT * FROM "${child.set}" WHERE ${child.where} ORDER BY rowid`, ...keys)
    .map((one) => childEntity(one, ofParent[child.set] ?? []));
}

/** A row as an entity. */
export function entityOf(store: ODataStore, set: string, row: Row, { expand, select, custom }: Shape): Entity {
  const entity: Record<string, unknown> = { id: idOf(set, row), rowNumber: 1, note: {} };
  for (const [member, value] of Object.entries(row)) {
    const path = member.split('_');
    if (hidden.has(member) || /^(odata|#)/.test(member)) continue;
    const isExpanded = path.slice(0, -1).every((_, index) => expand.includes(path.slice(0, index + 1).join('/')));
    if (!isExpanded || (select !== undefined && !select.includes(path[0] ?? ''))) continue;
    place(entity, path, field(path.at(-1) ?? '', value));
  }
  for (const name of expand) if (children[set]?.[name] !== undefined) entity[name] = detailsOf(store, set, name, row);
  const fields = Object.entries(customTypes).filter(
    ([name]) => custom.includes(`Document.${name}`) && !isNone(row[name]),
  );
  const document = Object.fromEntries(fields.map(([name, type]) => [name, { type, value: row[name] }]));
  return { ...entity, custom: fields.length === 0 ? {} : { Document: document } };
}
