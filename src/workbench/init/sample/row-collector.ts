/** Collects rows of a database together with all rows that their foreign keys reference, so that a fixture of them is complete. */
import type { Row, SqlSource, SqlValue } from '../../../../engine/host/index.ts';
import type { Database, ForeignKey, Table } from '../model/database.ts';

/** Rows by the name of their table; each row has only the columns of the table. */
export type CutRows = ReadonlyMap<string, readonly Row[]>;

type Key = readonly SqlValue[];

/** Reads the rows of a table whose `columns` hold one of the keys. Rejects with `SourceError`. */
type ReadByKeys = (table: Table, columns: readonly string[], keys: readonly Key[]) => Promise<readonly Row[]>;

interface RowCollector {
  /** Adds rows, and the rows that they reference, recursively. Rejects with `SourceError`. */
  add(table: Table, rows: readonly Row[]): Promise<void>;
  /** Adds the rows of `table` that reference collected rows of `parent` by `key`. Rejects with `SourceError`. */
  addChildren(table: Table, parent: Table, key: ForeignKey): Promise<void>;
  rows(): CutRows;
}

/** Keys in one query. */
const keysPerQuery = 50;
/** Timeout of one query, in milliseconds. */
const queryTimeoutMs = 20_000;

/** Whether a cell can be compared: it is there, and no bytes. */
export const isValue = (cell: Row[string] | undefined): cell is SqlValue =>
  cell !== undefined && !(cell instanceof Uint8Array);

/** The values of some columns; undefined if one of them is missing, NULL or bytes. */
function rowKey(row: Row, columns: readonly string[]): Key | undefined {
  const values = columns.map((column) => row[column]);
  return values.every((value) => isValue(value) && value !== null) ? values.filter(isValue) : undefined;
}

const keyText = (key: Key): string => key.map(String).join('\n');

/** The different keys that rows hold in some columns. */
function keysIn(rows: readonly Row[], columns: readonly string[]): readonly Key[] {
  const keys = rows.flatMap((row) => {
    const key = rowKey(row, columns);
    return key === undefined ? [] : [[keyText(key), key] as const];
  });
  return [...new Map(keys).values()];
}

/** `now`: milliseconds since the epoch. */
export function keyReader(source: SqlSource, { databaseKind }: Database, now: () => number): ReadByKeys {
  const { quote, placeholder } = databaseKind.dialect;
  return async (table, columns, keys) => {
    const rows: Row[] = [];
    for (let from = 0; from < keys.length; from += keysPerQuery) {
      const chunk = keys.slice(from, from + keysPerQuery);
      let place = 0;
      const tests = chunk.map(
        (key) => `(${key.map((_, index) => `${quote(columns[index] ?? '')} = ${placeholder(++place)}`).join(' and ')})`,
      );
      const sql = `select * from ${quote(table.name)} where ${tests.join(' or ')}`;
      rows.push(...(await source.read({ sql, values: chunk.flat() }, { deadline: now() + queryTimeoutMs })));
    }
    return rows;
  };
}

/** Collects rows of these tables, with the rows that they refer to. `readByKeys` reads the latter. */
export function createRowCollector(tables: readonly Table[], readByKeys: ReadByKeys): RowCollector {
  const tablesByName = new Map(tables.map((table) => [table.name, table]));
  const rowsByTable = new Map<string, Map<string, Row>>();

  /** Stores rows. Returns those that are new. */
  function store(table: Table, rows: readonly Row[]): readonly Row[] {
    const stored = rowsByTable.get(table.name) ?? new Map<string, Row>();
    rowsByTable.set(table.name, stored);
    return rows.flatMap((row) => {
      const whole = Object.fromEntries(table.columns.map(({ name }) => [name, row[name] ?? null]));
      const key = (table.primaryKey.length > 0 ? table.primaryKey : Object.keys(whole))
        .map((name) => String(whole[name]))
        .join('\n');
      if (stored.has(key)) return [];
      stored.set(key, whole);
      return [whole];
    });
  }

  const has = (table: Table, { references }: ForeignKey, key: Key): boolean =>
    references.join('\n') === table.primaryKey.join('\n') && rowsByTable.get(table.name)?.has(keyText(key)) === true;

  async function add(table: Table, rows: readonly Row[]): Promise<void> {
    const added = store(table, rows);
    if (added.length === 0) return;
    for (const foreignKey of table.foreignKeys) {
      const target = tablesByName.get(foreignKey.table);
      if (target === undefined) continue;
      const keys = keysIn(added, foreignKey.columns).filter((key) => !has(target, foreignKey, key));
      if (keys.length > 0) await add(target, await readByKeys(target, foreignKey.references, keys));
    }
  }

  return {
    add,
    async addChildren(table, parent, foreignKey) {
      const parents = [...(rowsByTable.get(parent.name)?.values() ?? [])];
      const keys = keysIn(parents, foreignKey.references);
      await add(table, await readByKeys(table, foreignKey.columns, keys));
    },
    rows: () => new Map([...rowsByTable].map(([name, rows]) => [name, [...rows.values()]])),
  };
}
