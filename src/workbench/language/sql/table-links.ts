/** Which tables of a database can be joined by which columns: by foreign keys, or by equal names of key columns where the database has none. */
import { oncePer } from '../../../../engine/tools/index.ts';
import type { DatabaseTable, DatabaseTables } from '../tables/tables.ts';

/** Another table, and the columns by which a table is joined with it. */
export interface TableLink {
  readonly table: DatabaseTable;
  /** Pairs of a column of the table itself and a column of the other one. */
  readonly columns: readonly (readonly [own: string, other: string])[];
  /** The names of columns suggest it; no foreign key does. */
  readonly isGuess: boolean;
}

/** By the name of a table in lower case. */
type Links = ReadonlyMap<string, readonly TableLink[]>;

const lower = (text: string): string => text.toLowerCase();

/** The same link from the other table. */
const reversed = (table: DatabaseTable, { columns, isGuess }: TableLink): TableLink => ({
  table,
  columns: columns.map(([own, other]) => [other, own]),
  isGuess,
});

/** The links of each table, also those that others declare. */
function linksInBothDirections(all: readonly (readonly [DatabaseTable, TableLink])[]): Links {
  const links = new Map<string, TableLink[]>();
  const add = ({ name }: DatabaseTable, link: TableLink): void => {
    links.set(lower(name), [...(links.get(lower(name)) ?? []), link]);
  };
  for (const [table, link] of all) {
    add(table, link);
    add(link.table, reversed(table, link));
  }
  return links;
}

const declaredLinks = ({ all, find }: DatabaseTables): readonly (readonly [DatabaseTable, TableLink])[] =>
  all.flatMap((table) =>
    (table.foreignKeys ?? []).flatMap(({ columns, table: target, references }) => {
      const other = find(target);
      if (other === undefined) return [];
      const pairs = columns.map((own, index) => [own, references[index] ?? own] as const);
      return [[table, { table: other, columns: pairs, isGuess: false }] as const];
    }),
  );

/** The name of a table as the name of a column that refers to it begins: `customers` as `customer`. */
const singular = (name: string): string => lower(name).replace(/^.*\./, '').replace(/s$/, '');

/** Tables that can have one name of a key column before the name shows nothing, as `id` does. */
const mostOfOneName = 2;

/** Names of last key columns that many tables have. */
function commonNames(all: readonly DatabaseTable[]): ReadonlySet<string> {
  const byName = Map.groupBy(all, ({ key }) => lower(key.at(-1) ?? ''));
  return new Set([...byName].flatMap(([name, tables]) => (tables.length > mostOfOneName ? [name] : [])));
}

/** Names of a column that refers to the last key column of a table: `customer_id`, `customerId`, and the name itself where it is not common. */
function referringNames({ name, key }: DatabaseTable, common: ReadonlySet<string>): readonly string[] {
  const column = lower(key.at(-1) ?? '');
  const alone = common.has(column) ? [] : [column];
  return key.length === 0 ? [] : [`${singular(name)}_${column}`, `${singular(name)}${column}`, ...alone];
}

/** The columns of a table that have the names of the whole key of another one; undefined where one is missing. Where they are the key of both tables, one of them must begin with the name of the other table. */
function sameNamedKey(
  table: DatabaseTable,
  columns: ReadonlyMap<string, string>,
  other: DatabaseTable,
  common: ReadonlySet<string>,
): TableLink['columns'] | undefined {
  const names = [...other.key.slice(0, -1).map((key) => [lower(key)]), referringNames(other, common)];
  const pairs = names.flatMap((wanted, index): TableLink['columns'] => {
    const name = wanted.find((one) => columns.has(one));
    return name === undefined ? [] : [[columns.get(name) ?? name, other.key[index] ?? name]];
  });
  if (pairs.length < other.key.length) return undefined;
  const isOwnKey = pairs.length === table.key.length && pairs.every(([own]) => table.key.includes(own));
  const isNamed = pairs.some(([own]) => lower(own).startsWith(singular(other.name)));
  return isOwnKey && !isNamed ? undefined : pairs;
}

function guessedLinks(all: readonly DatabaseTable[]): readonly (readonly [DatabaseTable, TableLink])[] {
  const common = commonNames(all);
  const referred = new Map<string, DatabaseTable[]>();
  for (const table of all)
    for (const name of referringNames(table, common)) referred.set(name, [...(referred.get(name) ?? []), table]);
  return all.flatMap((table) => {
    const columns = new Map(table.columns.map(({ name }) => [lower(name), name]));
    const others = new Set([...columns.keys()].flatMap((name) => referred.get(name) ?? []));
    return [...others].flatMap((other) => {
      const pairs = other === table ? undefined : sameNamedKey(table, columns, other, common);
      return pairs === undefined ? [] : [[table, { table: other, columns: pairs, isGuess: true }] as const];
    });
  });
}

const linksIn = oncePer((tables: DatabaseTables): Links => {
  const declared = declaredLinks(tables);
  return linksInBothDirections(declared.length > 0 ? declared : guessedLinks(tables.all));
}, new WeakMap());

/** The links of a table with the others of its database. Made once for a database. */
export const linksOf = (tables: DatabaseTables, { name }: DatabaseTable): readonly TableLink[] =>
  linksIn(tables).get(lower(name)) ?? [];
