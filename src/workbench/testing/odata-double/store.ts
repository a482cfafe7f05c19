/** The records of a double in SQLite: one table for each entity set, named after it. */
import Database from 'better-sqlite3';
import { type CsdlProperty, type DescribedType, oncePer, type ScalarType } from '../../../../engine/tools/index.ts';
import { registerFunctions } from './functions.ts';
import { Links, type Reference } from './links.ts';
import type { EntitySet } from './model.ts';

export type Value = string | number | null;
/** A row as it is stored: true is 1, and records and lists inside of it are JSON. */
export type Row = Readonly<Record<string, Value>>;
/** A row as it is given. */
export type GivenRow = Readonly<Record<string, unknown>>;

export interface StoreOptions {
  /** Members that distinguish the rows of a set, where these are not the key of the description. Rows are listed in their order. */
  readonly keys?: Readonly<Record<string, readonly string[]>>;
  /** References that the description lacks, by the set that has them. */
  readonly references?: Readonly<Record<string, readonly Reference[]>>;
  /** Queries of sets whose rows are computed from others. They have all members of their type as columns. */
  readonly views?: Readonly<Record<string, string>>;
  /** The value that the service has in place of null. */
  readonly blank?: (type: ScalarType) => Value;
  /** The name of the table of a set, if it is another one. */
  readonly tableOf?: (set: string) => string;
  /** The current time, in milliseconds since the epoch. */
  readonly now?: () => number;
}

export interface ODataStore {
  readonly database: Database.Database;
  readonly links: Links;
  readonly now: () => number;
  /** The quoted name of the table of a set. */
  table(set: string): string;
  keyOf(set: EntitySet): readonly string[];
  all(sql: string, ...values: readonly Value[]): readonly Row[];
  get(sql: string, ...values: readonly Value[]): Row | undefined;
  run(sql: string, ...values: readonly Value[]): void;
  /** The members of a body that are columns of a set. */
  columns(set: string, body: GivenRow): Row;
  /** The value of a member that a record lacks: null, or blank. */
  blankOf(set: EntitySet, member: string): Value;
  /** Adds a row to the table of a set, or to another one. Members that are left out are null, or blank. */
  insert(set: string, record: GivenRow): void;
  /** Takes the next number of a series. */
  next(series: string): number;
}

/** A name as SQL. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** A value as SQLite stores it. */
export function stored(value: unknown): Value {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  return typeof value === 'string' || typeof value === 'number' ? value : JSON.stringify(value);
}

function columnType(type: DescribedType): string {
  if (type.kind !== 'scalar') return 'TEXT';
  switch (type.scalar) {
    case 'number':
      return /Int|Byte/.test(type.name) ? 'INTEGER' : 'NUMERIC';
    case 'boolean':
      return 'BOOLEAN';
    case 'date':
      return 'DATE';
    case 'instant':
      return 'DATETIME';
    case 'text':
    case 'time':
    case 'any':
      return 'TEXT';
  }
}

/** Rules refer to records that do not exist, such as a blank one: keys between tables are for checks that read them. */
function emptyDatabase(): Database.Database {
  const database = new Database(':memory:');
  database.pragma('foreign_keys = OFF');
  return database;
}

/** Opens a store with empty tables. `database`: one that has them already. */
export function openStore(
  sets: ReadonlyMap<string, EntitySet>,
  options: StoreOptions,
  database: Database.Database = emptyDatabase(),
): ODataStore {
  const { keys = {}, references = {}, views = {}, blank, tableOf = (set) => set, now = Date.now } = options;
  const links = new Links(sets, references);
  const keyOf = ({ name, record }: EntitySet): readonly string[] => keys[name] ?? record.key;
  const table = (set: string): string => quoted(tableOf(set));
  registerFunctions(database, now);

  const typeOf = (set: EntitySet, name: string): DescribedType =>
    set.record.members.get(name)?.type ?? { kind: 'unknown' };

  function blankOf(set: EntitySet, name: string): Value {
    const type = typeOf(set, name);
    return type.kind === 'scalar' ? (blank?.(type) ?? null) : null;
  }

  function columnOf(set: EntitySet, { name }: CsdlProperty): string {
    const type = typeOf(set, name);
    const value = blankOf(set, name);
    const rest = value === null ? '' : ` NOT NULL DEFAULT '${String(value).replaceAll("'", "''")}'`;
    return `${quoted(name)} ${columnType(type)}${rest}`;
  }

  const isLinked = (type: string): boolean => [...sets.values()].some(({ typeName }) => typeName === type);

  function create(set: EntitySet): void {
    const names = (list: readonly string[]): string => list.map(quoted).join(', ');
    const inside = set.relations.filter((relation) => !isLinked(relation.type));
    const columns = [
      ...set.properties.map((one) => columnOf(set, one)),
      ...inside.map(({ name }) => `${quoted(name)} TEXT`),
    ];
    const key = keyOf(set);
    const constraints = [
      ...(key.length === 0 ? [] : [`PRIMARY KEY (${names(key)})`]),
      ...links
        .referencesOf(set)
        .map(
          ({ set: to, on }) =>
            `FOREIGN KEY (${names(Object.keys(on))}) REFERENCES ${table(to)} (${names(Object.values(on))})`,
        ),
    ];
    database.exec(`CREATE TABLE ${table(set.name)} (${[...columns, ...constraints].join(', ')})`);
  }

  const isThere = database.prepare<[string], object>('SELECT 1 FROM pragma_table_list WHERE name = ?');
  for (const set of sets.values())
    if (views[set.name] === undefined && isThere.get(tableOf(set.name)) === undefined) create(set);
  for (const [name, sql] of Object.entries(views)) database.exec(`CREATE TEMP VIEW ${table(name)} AS ${sql}`);
  database.exec('CREATE TEMP TABLE series (code TEXT PRIMARY KEY, last INTEGER NOT NULL)');

  const statement = oncePer((sql: string) => database.prepare<Value[], Row>(sql));
  return {
    database,
    links,
    now,
    table,
    keyOf,
    all: (sql, ...values) => statement(sql).all(...values),
    get: (sql, ...values) => statement(sql).get(...values),
    run: (sql, ...values) => void statement(sql).run(...values),
    blankOf,
    columns(name, body) {
      const names = (sets.get(name)?.properties ?? []).flatMap((one) => (one.name in body ? [one.name] : []));
      return Object.fromEntries(names.map((member) => [member, stored(body[member])]));
    },
    insert(name, record) {
      const names = Object.keys(record);
      const slots = names.map(() => '?').join(', ');
      const values = Object.values(record).map(stored);
      statement(`INSERT INTO ${table(name)} (${names.map(quoted).join(', ')}) VALUES (${slots})`).run(...values);
    },
    next(series) {
      const sql =
        'INSERT INTO series (code, last) VALUES (?, 1) ON CONFLICT (code) DO UPDATE SET last = last + 1 RETURNING last';
      return Number(statement(sql).get(series)?.last);
    },
  };
}
