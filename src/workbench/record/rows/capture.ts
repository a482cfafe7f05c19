/** Reads the rows that statements have used, with all rows that they are joined with and refer to. */

import type { Row, SqlSource, SqlValue } from '../../../../engine/host/index.ts';
import { SourceError } from '../../../../engine/index.ts';
import type { RanStatement } from '../../../../engine/tools/index.ts';
import type { Database, Table } from '../../init/model/database.ts';
import { type CutRows, createRowCollector, isValue } from '../../init/sample/row-collector.ts';
import { type ReadStatement, readStatement, type TableColumn } from './read-statement.ts';

/** Rows of one comparison at most. */
const mostRows = 1_000;
/**
 * A table with fewer rows is taken whole: where a statement uses rows that nothing selects, and where the selected rows do not suffice for the same
 * answer.
 */
const [smallTable, wholeTable] = [200, 2_000];
/** Keys in one query, and the time limit of one, in milliseconds. */
const [keysPerQuery, queryTimeoutMs] = [50, 30_000];

type Key = readonly SqlValue[];

interface Fetched {
  readonly rows: readonly Row[];
  /** Rows were read now. */
  readonly isNew: boolean;
}

export interface RowCapture {
  /** Adds the rows of a statement that has run. Rejects with `SourceError`. */
  add(ran: RanStatement): Promise<void>;
  /** Adds all rows of the tables that a statement names, where they are few: for a statement whose selected rows do not suffice. */
  addTables(ran: RanStatement): Promise<void>;
  rows(): CutRows;
  /** Columns that statements compare with values or with each other: ids, whatever their names are. As `table.column`, in lower case. */
  compared(): ReadonlySet<string>;
  /** Names of columns that decide about an order, in lower case. */
  ordered(): ReadonlySet<string>;
}

const cellOf = (row: Row, name: string): Row[string] | undefined =>
  row[name] ?? row[Object.keys(row).find((one) => one.toLowerCase() === name.toLowerCase()) ?? ''];

/** More than 80 lines, because all of its functions share the rows that were read. */
export function createRowCapture(
  source: Pick<SqlSource, 'read'>,
  { databaseKind, tables }: Database,
  now: () => number,
): RowCapture {
  const { lexicon, quote, placeholder, firstRows } = databaseKind.dialect;
  const collector = createRowCollector(tables, readByKeys);
  /** The rows that were read, by the comparison that selected them. */
  const rowsByComparison = new Map<string, readonly Row[]>();
  /** Tables that were read, by the number of rows that they may have. */
  const whole = new Map<Table, number>();
  const compared = new Set<string>();
  const ordered = new Set<string>();

  async function readByKeys(table: Table, columns: readonly string[], keys: readonly Key[]): Promise<readonly Row[]> {
    const rows: Row[] = [];
    for (let from = 0; from < keys.length && rows.length < mostRows; from += keysPerQuery) {
      const chunk = keys.slice(from, from + keysPerQuery);
      let place = 0;
      const tests = chunk.map(
        (key) => `(${key.map((_, index) => `${quote(columns[index] ?? '')} = ${placeholder(++place)}`).join(' and ')})`,
      );
      const sql = firstRows('*', `from ${quote(table.name)} where ${tests.join(' or ')}`, mostRows);
      rows.push(...(await source.read({ sql, values: chunk.flat() }, { deadline: now() + queryTimeoutMs })));
    }
    return rows;
  }

  /** Rows by values of columns. Each combination is read once. Values that the column cannot have give no rows. */
  async function fetch(table: Table, columns: readonly string[], keys: readonly Key[]): Promise<Fetched> {
    const idOf = (key: readonly unknown[]): string => JSON.stringify([table.name, columns, key.map(String)]);
    const given = keys.filter((key) => key.every((value) => value !== null));
    const fresh = [...new Map(given.map((key) => [idOf(key), key])).entries()].filter(
      ([id]) => !rowsByComparison.has(id),
    );
    const knownRows = new Set(given.flatMap((key) => rowsByComparison.get(idOf(key)) ?? []));
    if (fresh.length === 0) return { rows: [...knownRows], isNew: false };
    for (const [id] of fresh) rowsByComparison.set(id, []);
    try {
      const rows = await readByKeys(
        table,
        columns,
        fresh.map(([, key]) => key),
      );
      for (const [id, idRows] of Map.groupBy(rows, (row) => idOf(columns.map((name) => cellOf(row, name)))))
        rowsByComparison.set(id, idRows);
      await collector.add(table, rows);
      return { rows: [...knownRows, ...rows], isNew: rows.length > 0 };
    } catch (error) {
      // The value has another type than the column, as where a statement converts one of them.
      if (error instanceof SourceError && error.kind !== 'unreachable') return { rows: [...knownRows], isNew: false };
      throw error;
    }
  }

  /** The rows of each table that the result itself shows. */
  async function addShown({ outputs }: ReadStatement, rows: readonly Row[], reached: Map<Table, Row[]>): Promise<void> {
    for (const [table, tableOutputs] of Map.groupBy(outputs, ({ tableColumn }) => tableColumn.table)) {
      const outputOf = new Map(tableOutputs.map(({ output, tableColumn }) => [tableColumn.column, output]));
      const key = [table.primaryKey, ...table.uniques].find(
        (columns) => columns.length > 0 && columns.every((column) => outputOf.has(column)),
      );
      const columns = key ?? [...outputOf.keys()];
      for (const row of rows) {
        const pairs = columns.flatMap((column) => {
          const cell = cellOf(row, outputOf.get(column) ?? '');
          return isValue(cell) && cell !== null ? [[column, cell] as const] : [];
        });
        if (pairs.length === 0 || (key !== undefined && pairs.length < key.length)) continue;
        const names = pairs.map(([name]) => name);
        note(reached, table, (await fetch(table, names, [pairs.map(([, value]) => value)])).rows);
      }
    }
  }

  const note = (reached: Map<Table, Row[]>, table: Table, rows: readonly Row[]): void => {
    if (rows.length > 0) reached.set(table, [...(reached.get(table) ?? []), ...rows]);
  };

  async function addGiven({ boundColumns }: ReadStatement, reached: Map<Table, Row[]>): Promise<void> {
    for (const { tableColumn, values } of boundColumns) {
      const keys = values.map((value): Key => [value]);
      note(reached, tableColumn.table, (await fetch(tableColumn.table, [tableColumn.column], keys)).rows);
    }
  }

  /** Follows the joins from tables that have rows to those that have none yet, until nothing is added. */
  async function addJoined({ joined }: ReadStatement, reached: Map<Table, Row[]>): Promise<void> {
    let from = new Set(reached.keys());
    const seen = new Set(from);
    const edges = joined.flatMap(([one, other]): (readonly [TableColumn, TableColumn])[] => [
      [one, other],
      [other, one],
    ]);
    while (from.size > 0) {
      const next = new Set<Table>();
      for (const [start, end] of edges) {
        if (!from.has(start.table) || (seen.has(end.table) && !isKeyOf(end))) continue;
        const keys = (reached.get(start.table) ?? []).flatMap((row): Key[] => {
          const cell = row[start.column];
          return isValue(cell) && cell !== null ? [[cell]] : [];
        });
        const { rows, isNew } = await fetch(end.table, [end.column], keys);
        if (seen.has(end.table) && !isNew) continue;
        note(reached, end.table, rows);
        if (rows.length > 0) next.add(end.table);
      }
      for (const table of next) seen.add(table);
      from = next;
    }
  }

  const isKeyOf = ({ table, column }: TableColumn): boolean =>
    [table.primaryKey, ...table.uniques].some((key) => key.length === 1 && key[0] === column);

  async function addWhole(table: Table, most: number): Promise<void> {
    if ((whole.get(table) ?? 0) >= most) return;
    whole.set(table, most);
    const sql = firstRows('*', `from ${quote(table.name)}`, most + 1);
    const rows = await source.read({ sql, values: [] }, { deadline: now() + queryTimeoutMs });
    if (rows.length <= most) await collector.add(table, rows);
  }

  return {
    async add(ran) {
      const read = readStatement(ran, tables, lexicon);
      for (const { table, column } of [
        ...read.boundColumns.map(({ tableColumn }) => tableColumn),
        ...read.joined.flat(),
      ])
        compared.add(`${table.name}.${column}`.toLowerCase());
      for (const name of read.ordered) ordered.add(name);
      // The order can name a column of the result.
      for (const { output, tableColumn } of read.outputs)
        if (read.ordered.has(output.toLowerCase())) ordered.add(tableColumn.column.toLowerCase());
      const reached = new Map<Table, Row[]>();
      await addShown(read, ran.rows, reached);
      await addGiven(read, reached);
      await addJoined(read, reached);
      // Rows of a small table that nothing selects, such as the currencies of a CROSS JOIN.
      const selected = new Set(
        [...read.boundColumns.map(({ tableColumn }) => tableColumn), ...read.joined.flat()].map(({ table }) => table),
      );
      const unselected = read.tables.filter((table) => !reached.has(table) && !selected.has(table));
      for (const table of unselected) await addWhole(table, smallTable);
    },
    async addTables(ran) {
      for (const table of readStatement(ran, tables, lexicon).tables) await addWhole(table, wholeTable);
    },
    rows: collector.rows,
    compared: () => compared,
    ordered: () => ordered,
  };
}
