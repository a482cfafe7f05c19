/** The rows of a fixture's database. Values are copied in SQL, so that those that are not changed keep their types exactly. */
import type { DataRow, DataTable, ErpData } from '../core/erp-data.ts';
import { overLimit } from '../core/outcome.ts';
import { openJournal } from './journal.ts';
import type { RawDatabase } from './raw-database.ts';
import { sqlTables } from './sql-tables.ts';

/** Prefix of the tables that keep rows before a change. */
const keptTable = 'engine_conformance_removed_data';
/** New numbers leave a gap, because the database may number rows itself meanwhile. */
const gap = 1_000;

/** A fixture with the whole schema of an ERP has hundreds of tables: changes and comparisons of all of them would take too long. */
const mostTables = 120;

const wordsIn = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];

let keptTables = 0;

/** The tables whose rows are changed. `isPartial`: the database has others. */
interface Changeable {
  readonly tables: readonly DataTable[];
  readonly isPartial: boolean;
}

/**
 * Cells are the database's own texts. Of an ERP with more than 120 tables, only those are changed that the profile names: other ones reach its
 * answers only through a view, a function or a request. `profileText`: the merged profile.
 */
export function sqlData(database: RawDatabase, profileText: () => Promise<string>): ErpData {
  const { run, databaseKind } = database;
  const { quote, textLiteral, firstRows } = databaseKind.dialect;
  const { createTableFrom, ignoreForeignKeys, keepingNumbers, oneOf, columnText: textOf } = databaseKind.fixture;
  const literal = (value: string | null): string => (value === null ? 'NULL' : textLiteral(value));
  const columnsOf = ({ columns }: DataTable): string => columns.map(({ name }) => quote(name)).join(', ');

  /** `column = value` for each column. */
  function condition(columns: readonly string[], row: DataRow): string {
    const parts = columns.map((name) => {
      const value = row[name] ?? null;
      return value === null ? `${quote(name)} IS NULL` : `${quote(name)} = ${textLiteral(value)}`;
    });
    return parts.join(' AND ');
  }

  /** A condition for all columns. Some types have no equality, and numbers with binary digits none with their texts; other types have several texts. */
  function equalRows({ columns }: DataTable, row: DataRow): string {
    const parts = columns.map(({ name, type }) => {
      const value = row[name] ?? null;
      if (value === null) return `${quote(name)} IS NULL`;
      const text = `${textOf(quote(name))} = ${textLiteral(value)}`;
      return type === 'text' || type === 'other' ? text : `(${quote(name)} = ${textLiteral(value)} OR ${text})`;
    });
    return parts.join(' AND ');
  }

  /** What follows WHERE for this row only; where there is no key, for one of the rows that equal it. */
  const isRow = (table: DataTable, row: DataRow): string =>
    table.key.length > 0 ? condition(table.key, row) : oneOf(quote(table.name), equalRows(table, row));

  /** Runs a change without foreign keys and triggers, or with them where the login may not switch them off. Returns the rows of `after`. */
  const change = (sql: string, after = ''): Promise<readonly DataRow[]> =>
    run([ignoreForeignKeys, sql, after].join(';\n')).catch(() => run([sql, after].join(';\n')));

  const journal = openJournal((undos) => change(undos.join(';\n')).then(() => undefined));

  const select = (table: DataTable, where: string): string =>
    `SELECT ${columnsOf(table)} FROM ${quote(table.name)}${where === '' ? '' : ` WHERE ${where}`}`;

  async function oneRow(table: DataTable, row: DataRow): Promise<void> {
    const count = (await run(select(table, isRow(table, row)))).length;
    if (count !== 1) throw new Error(`${table.name} has ${count} rows with these values`);
  }

  /** A row before a change. */
  interface Kept {
    /** A query for all columns of the row. */
    readonly row: string;
    value(column: string): string;
    /** Removes what keeps the row. */
    readonly forget: string;
  }

  /** Keeps a row in a table; as text where the database makes no table from a query. */
  async function keep(table: DataTable, row: DataRow): Promise<Kept> {
    await oneRow(table, row);
    keptTables += 1;
    const kept = `${keptTable}_${keptTables}`;
    const columns = columnsOf(table);
    try {
      await run(createTableFrom(kept, columns, `FROM ${quote(table.name)} WHERE ${isRow(table, row)}`));
    } catch {
      const value = (name: string): string => literal(row[name] ?? null);
      return { row: `SELECT ${table.columns.map(({ name }) => value(name)).join(', ')}`, value, forget: '' };
    }
    const value = (name: string): string => `(SELECT ${quote(name)} FROM ${kept})`;
    return { row: `SELECT ${columns} FROM ${kept}`, value, forget: `DROP TABLE ${kept}` };
  }

  /** The number of a new row, where no change names it: the last column of the key that is a number and no reference. */
  async function newNumber(table: DataTable, row: DataRow, changed: DataRow): Promise<DataRow> {
    const { key, columns, references } = table;
    if (key.some((name) => Object.hasOwn(changed, name))) return {};
    const isReference = (name: string): boolean =>
      references.some(({ columns: referenceColumns }) => referenceColumns.includes(name));
    const isNumber = (name: string): boolean => columns.some((one) => one.name === name && one.type === 'integer');
    const counted = key.findLast((name) => isNumber(name) && !isReference(name)) ?? key.findLast(isNumber);
    if (counted === undefined) return {};
    const others = key.filter((name) => name !== counted);
    const within = others.length === 0 ? '' : ` WHERE ${condition(others, { ...row, ...changed })}`;
    const step = others.length === 0 ? gap : 1;
    const [last] = await run(`SELECT MAX(${quote(counted)}) + ${step} AS n FROM ${quote(table.name)}${within}`);
    return { [counted]: last?.n ?? '1' };
  }

  async function changeable(): Promise<Changeable> {
    const all = await sqlTables(database);
    if (all.length <= mostTables) return { tables: all, isPartial: false };
    const words = new Set(wordsIn(await profileText()));
    const named = all.filter(({ name }) =>
      wordsIn(name.slice(name.lastIndexOf('.') + 1)).every((word) => words.has(word)),
    );
    return named.length <= mostTables
      ? { tables: named, isPartial: true }
      : overLimit(`the profile names ${named.length} tables; rows are changed in up to ${mostTables}`);
  }

  let reading: Promise<Changeable> | undefined;
  const read = (): Promise<Changeable> => {
    reading ??= changeable();
    return reading;
  };
  return {
    tables: async () => (await read()).tables,
    isPartial: async () => (await read()).isPartial,
    async rows(table, where = {}) {
      const order = table.key.length === 0 ? '' : ` ORDER BY ${table.key.map(quote).join(', ')}`;
      return run(`${select(table, condition(Object.keys(where), where))}${order}`);
    },
    async copy(table, row, changed) {
      const all = { ...changed, ...(await newNumber(table, row, changed)) };
      const values = table.columns.map(({ name }) =>
        Object.hasOwn(all, name) ? literal(all[name] ?? null) : quote(name),
      );
      const from = `FROM ${quote(table.name)} WHERE ${table.key.length > 0 ? condition(table.key, row) : equalRows(table, row)}`;
      const insert = `INSERT INTO ${quote(table.name)} (${columnsOf(table)}) ${keepingNumbers}${firstRows(values.join(', '), from, 1)}`;
      const [made] = await change(insert, select(table, isRow(table, { ...row, ...all })));
      if (made === undefined) throw new Error(`${table.name} has no row with these values`);
      journal.add(`DELETE FROM ${quote(table.name)} WHERE ${isRow(table, made)}`);
      return made;
    },
    async update(table, row, changed) {
      const kept = await keep(table, row);
      const names = Object.keys(changed);
      // A column that MySQL stamps at each change keeps its time where the statement sets it.
      const times = table.columns.flatMap(({ name, type }) =>
        type === 'datetime' && !names.includes(name) ? [name] : [],
      );
      const set = [
        ...names.map((name) => `${quote(name)} = ${literal(changed[name] ?? null)}`),
        ...times.map((name) => `${quote(name)} = ${quote(name)}`),
      ].join(', ');
      const after = { ...row, ...changed };
      const update = `UPDATE ${quote(table.name)} SET ${set} WHERE ${isRow(table, row)}`;
      const [made] = await change(update, select(table, isRow(table, after)));
      if (made === undefined) throw new Error(`${table.name} has changed the values`);
      const back = [...names, ...times].map((name) => `${quote(name)} = ${kept.value(name)}`).join(', ');
      journal.add(`UPDATE ${quote(table.name)} SET ${back} WHERE ${isRow(table, made)};\n${kept.forget}`);
      return made;
    },
    async remove(table, row) {
      const kept = await keep(table, row);
      await change(`DELETE FROM ${quote(table.name)} WHERE ${isRow(table, row)}`);
      const insert = `INSERT INTO ${quote(table.name)} (${columnsOf(table)}) ${keepingNumbers}${kept.row}`;
      journal.add(`${insert};\n${kept.forget}`);
    },
    undone: journal.undone,
  };
}
