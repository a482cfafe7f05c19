/** Which documents can be removed or copied without others, and the customers and companies as whose they can be copied. */
import type { Customer } from '../core/discovered-data.ts';
import type { Json } from '../validation/record.ts';
import { ownerOf } from './customer-neighbours.ts';
import { type Documents, leadsTo } from './documents.ts';
import type { Family } from './family.ts';
import { type Place, rowAt } from './places.ts';
import { type ErpRow, isCodeColumn, type Rows } from './rows.ts';
import { type FoundSubjects, shownCustomer } from './subjects.ts';

export interface DocumentData {
  readonly rows: Rows;
  readonly foundSubjects: FoundSubjects;
  readonly customerPlace: Place;
  /** All kinds. */
  readonly all: readonly Documents[];
}

/** Whether no row of a document belongs to another one, or to one of another kind: otherwise it cannot vanish alone. */
export function isAlone(
  { rows, foundSubjects, all, customerPlace }: DocumentData,
  { root, records, sharedRows }: Family,
): boolean {
  const familyRows = new Set(records);
  const tables = new Set(all.flatMap(({ place }) => place?.table.name ?? []));
  const masters = new Set([
    customerPlace.table.name,
    ...(foundSubjects.productPlace ? [foundSubjects.productPlace.table.name] : []),
  ]);
  const outside = records
    .flatMap((one) => (one === root ? [] : rows.referredToBy(one)))
    .filter((one) => !familyRows.has(one));
  return (
    sharedRows.length === 0 &&
    records.every((one) => one === root || !tables.has(one.table.name)) &&
    outside.every((one) => !leadsTo(rows, one, tables, masters))
  );
}

/** A customer or a company of which a document is, and another one. */
interface Exchange {
  readonly owner: ErpRow;
  readonly other: ErpRow;
}

/**
 * Another customer with the same codes, if possible one with such documents. Undefined where rows of the document name the customer through other
 * rows: these would still name the first one.
 */
export function otherCustomer(
  { rows, foundSubjects, customerPlace }: DocumentData,
  { rows: listed }: Documents,
  document: Json,
  { records }: Family,
): (Exchange & { readonly customer: Customer }) | undefined {
  const rowOf = (one: Customer): ErpRow | undefined => rowAt(rows, customerPlace, shownCustomer(one));
  const owner = foundSubjects.customers.find(({ erpId }) => erpId === ownerOf(document));
  const ownerRow = owner && rowOf(owner);
  if (ownerRow === undefined) return undefined;
  const tables = new Set([customerPlace.table.name]);
  const named = records.flatMap(rows.referredToBy).filter((one) => !records.includes(one));
  if (!named.includes(ownerRow) || named.some((one) => one !== ownerRow && leadsTo(rows, one, tables, new Set())))
    return undefined;
  const codes = ownerRow.table.columns.filter(({ name }) => isCodeColumn(rows, ownerRow.table, name));
  const owners = new Set(listed.map(ownerOf));
  const { having = [], lacking = [] } = Object.groupBy(foundSubjects.customers, ({ erpId }) =>
    owners.has(erpId) ? 'having' : 'lacking',
  );
  for (const customer of [...having, ...lacking]) {
    const other = customer === owner ? undefined : rowOf(customer);
    if (other !== undefined && other !== ownerRow && codes.every(({ name }) => other.row[name] === ownerRow.row[name]))
      return { owner: ownerRow, other, customer };
  }
  return undefined;
}

const companyNames = /compan|mandant|firm|societ|organi[sz]ation|unternehm|empresa|bedrijf/i;

/** Another company, where all documents of the list refer to the same one. References to companies are known by their names. */
export function otherCompany(
  { rows, customerPlace }: DocumentData,
  { rows: listed, recordOf }: Documents,
  { root }: Family,
): Exchange | undefined {
  for (const reference of root.table.references) {
    const { table, columns } = reference;
    if (table === customerPlace.table.name || ![table, ...columns].some((name) => companyNames.test(name))) continue;
    const [companyRow] = rows.targetsOf(root, reference);
    const other = companyRow && rows.inTable(companyRow.table).find((one) => one !== companyRow);
    const isOwn = (record: ErpRow | undefined): boolean =>
      record === undefined || rows.targetsOf(record, reference)[0] === companyRow;
    if (companyRow !== undefined && other !== undefined && listed.every((row) => isOwn(recordOf(row))))
      return { owner: companyRow, other };
  }
  return undefined;
}
