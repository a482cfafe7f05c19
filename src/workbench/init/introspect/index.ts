/** Reads tables, keys and sample rows of a database on its read-only connections. */
import type { CallContext, Row, SqlSource } from '../../../../engine/host/index.ts';
import { SourceError } from '../../../../engine/index.ts';
import type { Meaning } from '../../vocabulary/vocabulary.ts';
import { means, wordsOf } from '../../vocabulary/words.ts';
import type { Column, Database, ForeignKey, Table } from '../model/database.ts';
import { kindOf } from './kinds.ts';

/** Days that ERPs write where there is no date. None of them is the day of a document. */
const noDates = ['0000-00-00', '0001-01-01', '1753-01-01', '1899-12-30', '1899-12-31', '1900-01-01', '9999-12-31'];

/** The day of a date or time that means "no date"; undefined if it is a date. */
const noDateOf = (text: string): string | undefined => noDates.find((one) => text.startsWith(one));

/** Sample rows of each table. */
const sampleRows = 500;
/** Timeout of one query, in milliseconds. */
const queryTimeoutMs = 20_000;
/** The engine's own tables. */
const ownTables = ['engine_claims'];

/** A cell as trimmed text; undefined if it is NULL, empty or bytes. */
function cellText(cell: Row[string] | undefined): string | undefined {
  if (cell === null || cell === undefined || cell instanceof Uint8Array) return undefined;
  const text = String(cell).trim();
  return text === '' ? undefined : text;
}

/** Returns a function that runs a query without values. */
export function queryReader(
  source: Pick<SqlSource, 'read'>,
  now: () => number,
): (sql: string) => Promise<readonly Row[]> {
  return (sql) => {
    const call: CallContext = { deadline: now() + queryTimeoutMs };
    return source.read({ sql, values: [] }, call);
  };
}

/** Groups rows by some columns, in order of first occurrence. */
function grouped(rows: readonly Row[], ...names: readonly string[]): ReadonlyMap<string, readonly Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = names.map((name) => String(row[name])).join('\n');
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return groups;
}

const named = (rows: readonly Row[], name: string): readonly string[] => rows.map((row) => String(row[name]));

function foreignKeysOf(
  rows: readonly Row[],
  primaryKeys: ReadonlyMap<string, readonly string[]>,
): readonly ForeignKey[] {
  return [...grouped(rows, 'key').values()].map((parts) => {
    const table = String(parts[0]?.target);
    const given = parts.every(({ targetColumn }) => targetColumn !== null);
    return {
      columns: named(parts, 'column'),
      table,
      references: given ? named(parts, 'targetColumn') : (primaryKeys.get(table) ?? []),
      declared: true,
    };
  });
}

/** Counts the rows of a table; undefined if that takes too long. */
async function countOf(read: (sql: string) => Promise<readonly Row[]>, table: string): Promise<number | undefined> {
  try {
    const [row] = await read(`select count(*) as n from ${table}`);
    return Number(row?.n ?? 0);
  } catch (error) {
    if (error instanceof SourceError && error.kind === 'timeout') return undefined;
    throw error;
  }
}

/** Columns whose values lead to questions, so that all values are needed. */
const decisive: readonly Meaning[] = ['status', 'kind', 'active', 'blocked', 'deleted', 'discontinued'];

/** Adds the values of a state or kind column that the sample does not contain, and how often each of them occurs. */
async function withAllValues(
  read: (sql: string) => Promise<readonly Row[]>,
  quote: (name: string) => string,
  table: string,
  column: Column,
): Promise<Column> {
  const words = wordsOf(column.name);
  if (!decisive.some((meaning) => means(words, meaning)) || new Set(column.values).size > 20) return column;
  try {
    const name = quote(column.name);
    const sql = `select ${name} as v, count(*) as n from ${quote(table)} where ${name} is not null group by ${name}`;
    const rows = await read(sql);
    const columnValues = new Set(column.values);
    return {
      ...column,
      values: [...column.values, ...rows.flatMap(({ v }) => cellText(v) ?? []).filter((v) => !columnValues.has(v))],
      counts: new Map(rows.flatMap(({ v, n }) => (cellText(v) === undefined ? [] : [[cellText(v) ?? '', Number(n)]]))),
    };
  } catch (error) {
    if (error instanceof SourceError && error.kind === 'timeout') return column;
    throw error;
  }
}

/**
 * Reads all tables of the login's own schema. `progress` is called with each table's name, its number from 1, and the
 * number of tables. Rejects with `SourceError`.
 */
export async function introspect(
  source: Pick<SqlSource, 'databaseKind' | 'read'>,
  now: () => number,
  progress: (table: string, place: number, total: number) => void = () => undefined,
): Promise<Database> {
  const { databaseKind } = source;
  const { columns, keys, foreignKeys } = databaseKind.introspection;
  const { quote, firstRows } = databaseKind.dialect;
  const read = queryReader(source, now);
  const columnRows = grouped(await read(columns), 'table');
  const keyRows = grouped(await read(keys), 'table', 'key');
  const foreignRows = grouped(await read(foreignKeys), 'table');
  const keysOfTable = (name: string) => [...keyRows.values()].filter((rows) => rows[0]?.table === name);
  const primaryKeyOf = (name: string): readonly string[] =>
    named(keysOfTable(name).find((rows) => Number(rows[0]?.main) === 1) ?? [], 'column');
  const primaryKeys = new Map([...columnRows.keys()].map((name) => [name, primaryKeyOf(name)]));
  const tables: Table[] = [];
  const names = [...columnRows.keys()].filter((name) => !ownTables.includes(name.toLowerCase()));
  for (const [place, name] of names.entries()) {
    progress(name, place + 1, names.length);
    const quoted = quote(name);
    const sample = await read(firstRows('*', `from ${quoted}`, sampleRows));
    const rows = await countOf(read, quoted);
    const tableColumns = (columnRows.get(name) ?? []).map(({ column, type, required }): Column => {
      const texts = sample.flatMap((row) => cellText(row[String(column)]) ?? []);
      const kind = kindOf(String(type), texts);
      const isDate = kind === 'date' || kind === 'datetime';
      const noDates = isDate ? [...new Set(texts.flatMap((text) => noDateOf(text) ?? []))] : [];
      const values = isDate ? texts.filter((text) => noDateOf(text) === undefined) : texts;
      return {
        name: String(column),
        type: String(type),
        kind,
        required: Number(required) === 1,
        values,
        ...(noDates.length === 0 ? {} : { noDates }),
      };
    });
    const whole = sample.length < sampleRows;
    const complete: Column[] = [];
    for (const column of tableColumns) complete.push(whole ? column : await withAllValues(read, quote, name, column));
    tables.push({
      name,
      columns: complete,
      primaryKey: primaryKeys.get(name) ?? [],
      uniques: keysOfTable(name).flatMap((keys) => (Number(keys[0]?.main) === 1 ? [] : [named(keys, 'column')])),
      foreignKeys: foreignKeysOf(foreignRows.get(name) ?? [], primaryKeys),
      rows,
      sample,
    });
  }
  return { databaseKind, tables };
}
