/** The kind of an address is that of the code in its row, where the code is a word for shipping or for billing. */
import type { DataTable } from '../../core/erp-data.ts';
import { fail, lacks, notApplicable } from '../../core/outcome.ts';
import { rowAt, valuesIn } from '../../metamorphic/places.ts';
import type { ErpRow, Rows } from '../../metamorphic/rows.ts';
import { rowsCheck } from '../rows-check.ts';
import { type Address, answeredAddresses, type Kind, kindNamedBy } from './answered-addresses.ts';
import { codesOf } from './codes.ts';
import { judgeNamedKinds } from './named-address-kinds.ts';

const path = '/catalog/customers/addresses';
const shownRecords = 12;
/** Addresses of a code that are never answered, from which on it is no accident. */
const fewestMissing = 2;

const isYes = (value: string): boolean => /^(1|t|true|y|yes|j|ja)$/i.test(value);
const isFlag = (values: readonly string[]): boolean =>
  values.every((value) => /^(0|1|[tfynj]|true|false|yes|no|ja|nein)$/i.test(value));

/** The kind that a code names: by its own word, or by the name of a flag that is set. Undefined for none and for both. */
function kindOf(column: string, value: string, values: readonly string[]): Kind | undefined {
  const text = isFlag(values) ? (isYes(value) ? column : '') : value;
  return kindNamedBy(text);
}

/** Addresses, each with its row. */
type Located = ReadonlyMap<Address, ErpRow>;

/**
 * The tables that may have the addresses, with the row of each. Addresses may be numbered within each customer, and an address may be answered once for
 * each kind. Two addresses have two rows. Where each customer has one address, the table of customers is found, too.
 */
function placesOf(rows: Rows, addresses: readonly Address[]): ReadonlyMap<DataTable, Located> {
  const byCustomer = [...Map.groupBy(addresses, ({ customerId }) => customerId).values()];
  const some = byCustomer
    .toSorted((one, other) => other.length - one.length)
    .flat()
    .slice(0, shownRecords);
  const nameOf = ({ customerId, id }: Address): string => JSON.stringify([customerId, id]);
  const count = new Set(some.map(nameOf)).size;
  const places = new Map<DataTable, Located>();
  /** Rows that have the id, or its part, and the customer. */
  const ofCustomer = (table: DataTable, column: string, { id, customerId }: Address): ErpRow | undefined => {
    const values = valuesIn(id);
    const has = ({ row }: ErpRow): boolean =>
      values.includes(row[column] ?? '') && Object.values(row).includes(customerId);
    const [row, ...others] = rows.inTable(table).filter(has);
    return others.length === 0 ? row : undefined;
  };
  const ofTexts = (table: DataTable, column: string, { id, texts }: Address): ErpRow | undefined =>
    rowAt(rows, { table, column }, { id, texts });
  for (const find of [ofCustomer, ofTexts]) {
    for (const table of rows.tables) {
      for (const { name: column } of table.columns) {
        const rowFor = (one: Address) => find(table, column, one);
        const records = some.flatMap((one) => rowFor(one) ?? []);
        if (places.has(table) || records.length < some.length || new Set(records).size < count) continue;
        const located = addresses.flatMap((one) => {
          const row = rowFor(one);
          return row === undefined ? [] : [[one, row] as const];
        });
        places.set(table, new Map(located));
      }
    }
  }
  return places;
}

/** Judges the codes of one table. Returns whether one names a kind. */
function judgeCodes(rows: Rows, table: DataTable, located: Located): boolean {
  const asked = new Set([...located.keys()].map(({ customerId }) => customerId));
  let isShown = false;
  for (const { column, values } of codesOf(rows, table)) {
    for (const value of values) {
      const kind = kindOf(column.name, value, values);
      if (kind === undefined) continue;
      isShown = true;
      const hasCode = ({ row }: ErpRow): boolean => row[column.name] === value;
      const what = `${table.name}.${column.name} is ${value}`;
      const withCode = [...located].flatMap(([one, record]) => (hasCode(record) ? [one] : []));
      const [first] = withCode;
      if (first !== undefined && withCode.every((one) => one.kind !== kind)) {
        const message = `address ${first.id} of customer ${first.customerId} is answered as ${first.kind}, and so are all ${withCode.length} addresses whose ${what}, which names a ${kind} address`;
        fail('erp-values', message, 'addressKind');
      }
      const isAsked = ({ row }: ErpRow): boolean => Object.values(row).some((one) => one !== null && asked.has(one));
      const missing = rows.inTable(table).filter((record) => hasCode(record) && isAsked(record)).length;
      if (first !== undefined || missing < fewestMissing) continue;
      const message = `${missing} rows of customers with other addresses, whose ${what}, which names a ${kind} address, are never answered`;
      fail('erp-values', message, 'hits');
    }
  }
  return isShown;
}

/** Texts of a row that an address must have, so that it is the address of the row. */
const fewestTexts = 2;
const shortestText = 4;

/** Whether the row names the customer, and the address has its texts: street and town, for example. */
function isAddressOf({ table, row }: ErpRow, { customerId, texts }: Address): boolean {
  if (!Object.values(row).includes(customerId)) return false;
  const values = table.columns.flatMap(({ name, type }) => (type === 'text' ? (row[name] ?? []) : []));
  const longTexts = new Set(values.filter((value) => value.length >= shortestText));
  return [...longTexts].filter((value) => texts.some((text) => text.includes(value))).length >= fewestTexts;
}

/** Judges the addresses in tables whose names are words for one kind. Returns whether there is one. */
function judgeTables(rows: Rows, addresses: readonly Address[]): boolean {
  let isShown = false;
  for (const table of rows.tables) {
    const kind = kindNamedBy(table.name);
    if (kind === undefined) continue;
    const addressesInTable = addresses.filter((one) => rows.inTable(table).some((record) => isAddressOf(record, one)));
    const [first] = addressesInTable;
    if (first === undefined) continue;
    isShown = true;
    if (addressesInTable.some((one) => one.kind === kind)) continue;
    const message = `address ${first.id} of customer ${first.customerId} is answered as ${first.kind}, and so are all ${addressesInTable.length} addresses of ${table.name}, which names ${kind} addresses`;
    fail('erp-values', message, 'addressKind');
  }
  return isShown;
}

export const addressKinds = rowsCheck({
  id: 'columns/address-kinds',
  path,
  title:
    'an address whose code or table in the ERP is a word for shipping is a shipping address, and one for billing a billing address',
  clause: 'contract 2, address hit',
  needs: [path, '/catalog/customers/search'],
  async run(context, rows) {
    const addresses = await answeredAddresses(context);
    const places = placesOf(rows, addresses);
    if (addresses.length === 0) lacks('a customer with an address', path);
    let isShown = judgeTables(rows, addresses);
    if (judgeNamedKinds(rows, addresses)) isShown = true;
    if (places.size === 0 && !isShown) notApplicable('no column of one table has the ids of the addresses');
    for (const [table, located] of places) if (judgeCodes(rows, table, located)) isShown = true;
    if (!isShown) notApplicable('no code of the addresses is a word for shipping or billing');
  },
});
