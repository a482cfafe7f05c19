/** Finds the tables of customers, items, invoices and other records by names, rows, columns and keys. */

import { means, wordsOf } from '../../vocabulary/words.ts';
import { columnOf, keysTo, keyTo, type Table } from '../model/database.ts';
import { bestColumn, type Match } from './field.ts';
import { type Ignored, scoreOfWords, sharedPrefixes } from './names.ts';
import { type Entity, type TableCriteria, tableCriteria } from './table-criteria.ts';

export type { Entity } from './table-criteria.ts';

/** A found table with the reasons for it. */
export interface TableMatch extends Omit<Match, 'column'> {
  readonly table: Table;
  /** Tables with a similar score. */
  readonly rivals: readonly string[];
  /** All tables: a field may be in one that has a key to this one, or that this one has a key to. */
  readonly tables: readonly Table[];
}

export type FoundTables = ReadonlyMap<Entity, TableMatch>;

/** Tables that a person has named. `null`: the ERP has no such records. */
export type NamedTables = ReadonlyMap<Entity, string | null>;

type Candidate = Omit<TableMatch, 'isSure' | 'rivals' | 'tables'> & {
  readonly byName: number;
  readonly byKeys: boolean;
  /** Each row belongs to a record that it should point at, and all columns are there. */
  readonly isComplete: boolean;
};

interface Surroundings extends Ignored {
  readonly foundTables: FoundTables;
  /** How many tables have a key to a table. */
  readonly inbound: ReadonlyMap<string, number>;
}

function candidateFor(
  table: Table,
  spec: TableCriteria,
  { foundTables, inbound, prefixes }: Surroundings,
): Candidate | undefined {
  const byName = scoreOfWords(wordsOf(table.name), spec.names, { prefixes, excluded: spec.excluded });
  if (byName <= 0) return undefined;
  const keys = spec.keys.filter((entity) => keyTo(table, foundTables.get(entity)?.table) !== undefined);
  if (spec.needsKey === true && keys.length === 0) return undefined;
  const columns = spec.columns.filter((name) => bestColumn(table, name) !== undefined);
  const share = columns.length / spec.columns.length;
  const references = inbound.get(table.name) ?? 0;
  // A record that many tables point at may keep its data in other tables.
  if (share === 0 && (byName < 3.8 || references < 3)) return undefined;
  if (spec.withoutSupplier === true && pointsAtSupplier(table)) return undefined;
  const signs = [
    `named ${table.name}`,
    ...keys.map((entity) => `points at ${foundTables.get(entity)?.table.name}`),
    ...(share >= 0.5 ? [`has ${columns.length} of ${spec.columns.length} columns that it should have`] : []),
    ...(references >= 3 ? [`${references} tables point at it`] : []),
    ...(table.rows === undefined || table.rows === 0 ? [] : [`${table.rows} rows`]),
  ];
  const score = byName + keys.length * 1.5 + share * 3 + Math.min(1.5, Math.log2(1 + references) / 3);
  const byKeys = keys.length > 0 || references >= 3;
  const isComplete = share === 1 && keys.some((entity) => isRequiredKey(table, foundTables.get(entity)?.table));
  return { table, byName, byKeys, isComplete, score, signs, possibleSigns: 3 + spec.keys.length };
}

function isRequiredKey(table: Table, target: Table | undefined): boolean {
  const [column = ''] = keyTo(table, target)?.columns ?? [];
  return columnOf(table, column)?.required === true;
}

const pointsAtSupplier = ({ columns }: Table): boolean => columns.some(({ name }) => means(wordsOf(name), 'supplier'));

/** Minimum lead of a sure table over the next candidate. */
const margin = 0.75;
/** Minimum score of the name of a sure table. */
const sureName = 2.9;
/** With a lower score a word of the name is unknown, so that keys have to confirm what the table is. */
const fullName = 3.5;

/** `isUnused`: of a module that has no rows. */
function isSure({ byName, byKeys, isComplete, signs }: Candidate, spec: TableCriteria, isUnused: boolean): boolean {
  const hasKeys = spec.keys.length === 0 || signs.some((sign) => sign.startsWith('points at'));
  const least = isComplete ? sureName : (spec.sureName ?? sureName);
  const isNamed = byName >= least && (byName >= fullName || byKeys);
  return isNamed && hasKeys && !isUnused && signs.length >= 2;
}

/** Whether a table begins with the name of a module that the customers are not in, and has no rows although they have: the orders of a web shop. */
function isOfUnusedModule(table: Table, customer: Table | undefined): boolean {
  const [first] = wordsOf(table.name);
  const isOther =
    first?.meanings.length === 0 && !wordsOf(customer?.name ?? '').some(({ text }) => text === first.text);
  return isOther && first.text.length > 2 && table.rows === 0 && (customer?.rows ?? 0) > 0;
}

function inboundKeys(tables: readonly Table[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const table of tables)
    for (const target of new Set(table.foreignKeys.map((key) => key.table)))
      if (target !== table.name) counts.set(target, (counts.get(target) ?? 0) + 1);
  return counts;
}

/** The table of each entity, as far as there is one. `named` tables are taken as they are. */
export function findTables(
  { tables }: { readonly tables: readonly Table[] },
  named: NamedTables = new Map(),
): FoundTables {
  const foundTables = new Map<Entity, TableMatch>();
  const around = {
    foundTables,
    inbound: inboundKeys(tables),
    prefixes: sharedPrefixes(tables.map(({ name }) => name)),
  };
  for (const entity of entities) {
    if (named.get(entity) === null) continue;
    const given = tables.find(({ name }) => name === named.get(entity));
    if (given !== undefined) {
      foundTables.set(entity, {
        table: given,
        score: 0,
        signs: ['named by --table'],
        possibleSigns: 1,
        isSure: true,
        rivals: [],
        tables,
      });
      continue;
    }
    const spec = tableCriteria[entity];
    const taken = new Set([...[...foundTables.values()].map(({ table }) => table.name), ...namedLater(named, entity)]);
    const ranked = (all: readonly Table[]): readonly Candidate[] =>
      all.flatMap((table) => candidateFor(table, spec, around) ?? []).toSorted((one, other) => other.score - one.score);
    const [best, ...others] = ranked(tables.filter(({ name }) => !taken.has(name)));
    const lines = linesOf(entity, named, foundTables, tables);
    if (lines !== undefined && best?.table !== lines.table) {
      foundTables.set(entity, lines);
      continue;
    }
    if (best === undefined) continue;
    const rivals = others.flatMap(({ table, score }) => (best.score - score < margin ? [table.name] : []));
    const customer = foundTables.get('customer');
    // What belongs to customers is as certain as the customers.
    const isOwned = spec.ofCustomers !== true || customer?.isSure === true;
    const isUnused = isOfUnusedModule(best.table, customer?.table);
    const isCertain = rivals.length === 0 && isOwned && isSure(best, spec, isUnused);
    foundTables.set(entity, { ...best, isSure: isCertain, rivals, tables });
  }
  const item = foundTables.get('item');
  if (item !== undefined && !named.has('item') && !isSold(item.table, foundTables))
    foundTables.set('item', { ...item, isSure: false });
  return foundTables;
}

/** Whether a table has prices, or lines of documents have a key to it that is named after it: a record such as a single device has neither. */
function isSold(item: Table, foundTables: FoundTables): boolean {
  if (item.described !== undefined || bestColumn(item, 'price') !== undefined) return true;
  const lines = (['orderLine', 'invoiceLine'] as const).flatMap((entity) => foundTables.get(entity)?.table ?? []);
  return lines.some((line) =>
    keysTo(line, item).some(
      ({ columns: [column = ''] }) =>
        columnOf(line, column)?.required === true || wordsOf(column).length <= wordsOf(item.name).length + 1,
    ),
  );
}

/** The document that lines belong to. */
const documentsOfLines: Partial<Readonly<Record<Entity, Entity>>> = { orderLine: 'salesOrder', invoiceLine: 'invoice' };

/** The lines of a document that a person has named: the only table that points at it and has quantities and prices. Its name does not matter. */
function linesOf(
  entity: Entity,
  named: NamedTables,
  foundTables: FoundTables,
  tables: readonly Table[],
): TableMatch | undefined {
  const owner = documentsOfLines[entity];
  const document = owner !== undefined && named.has(owner) ? foundTables.get(owner)?.table : undefined;
  // Lines of another document may point at this one, too.
  const others = linesOfOthers(document, foundTables);
  const [table, ...more] = tables.filter(
    (one) =>
      one !== document &&
      !others.includes(one) &&
      keyTo(one, document) !== undefined &&
      tableCriteria[entity].columns.every((role) => bestColumn(one, role) !== undefined),
  );
  if (document === undefined || table === undefined || more.length > 0) return undefined;
  const signs = [`points at ${document.name}`, 'has quantities and prices'];
  return { table, tables, signs, score: 0, possibleSigns: 2, isSure: true, rivals: [] };
}

/** Tables with the lines of other documents. */
const linesOfOthers = (document: Table | undefined, foundTables: FoundTables): readonly Table[] =>
  foundTables.get('salesOrder')?.table === document ? [] : [foundTables.get('orderLine')?.table ?? []].flat();

/** Tables that a person has named for another entity. */
const namedLater = (named: NamedTables, entity: Entity): readonly string[] =>
  [...named].flatMap(([other, table]) => (other === entity ? [] : (table ?? [])));

/** All records, each after those that it refers to. */
export const entities: readonly Entity[] = Object.keys(tableCriteria).filter((name): name is Entity =>
  Object.hasOwn(tableCriteria, name),
);
