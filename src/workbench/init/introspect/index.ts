/** Reads tables, keys and sample rows of a database on its read-only connections. */
import { queryReader, type ReadQuery, type Row, readSchema, type SqlSource } from '../../../../engine/host/index.ts';
import { SourceError } from '../../../../engine/index.ts';
import type { Meaning } from '../../vocabulary/vocabulary.ts';
import { means, wordsOf } from '../../vocabulary/words.ts';
import type { Column, Database, Table } from '../model/database.ts';
import { kindOf } from './kinds.ts';

/** Days that ERPs write where there is no date. None of them is the day of a document. */
const noDates = ['0000-00-00', '0001-01-01', '1753-01-01', '1899-12-30', '1899-12-31', '1900-01-01', '9999-12-31'];

/** The day of a date or time that means "no date"; undefined if it is a date. */
const noDateOf = (text: string): string | undefined => noDates.find((one) => text.startsWith(one));

/** Sample rows of each table. */
const sampleRows = 500;
/** The engine's own tables. */
const ownTables = ['engine_claims'];

/** A cell as trimmed text; undefined if it is NULL, empty or bytes. */
function cellText(cell: Row[string] | undefined): string | undefined {
  if (cell === null || cell === undefined || cell instanceof Uint8Array) return undefined;
  const text = String(cell).trim();
  return text === '' ? undefined : text;
}

/** Counts the rows of a table; undefined if that takes too long. */
async function countOf(read: ReadQuery, table: string): Promise<number | undefined> {
  try {
    const [row] = await read(`select count(*) as n from ${table}`);
    return Number(row?.n ?? 0);
  } catch (error) {
    if (error instanceof SourceError && error.kind === 'timeout') return undefined;
    throw error;
  }
}

/** Columns whose values lead to questions, so that all values are needed. */
const decisive: readonly Meaning[] = [
  'status',
  'kind',
  'active',
  'blocked',
  'deleted',
  'voided',
  'draft',
  'discontinued',
];

/** Adds the values of a state or kind column that the sample does not contain, and how often each of them occurs. */
async function withAllValues(
  read: ReadQuery,
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
  const { quote, firstRows } = databaseKind.dialect;
  const read = queryReader(source, now);
  const tables: Table[] = [];
  const described = (await readSchema(source, read)).filter(({ name }) => !ownTables.includes(name.toLowerCase()));
  for (const [place, table] of described.entries()) {
    const { name, foreignKeys } = table;
    progress(name, place + 1, described.length);
    const quoted = quote(name);
    const sample = await read(firstRows('*', `from ${quoted}`, sampleRows));
    const rows = await countOf(read, quoted);
    const tableColumns = table.columns.map((column): Column => {
      const texts = sample.flatMap((row) => cellText(row[column.name]) ?? []);
      const kind = kindOf(column.type, texts);
      const isDate = kind === 'date' || kind === 'datetime';
      const noDates = isDate ? [...new Set(texts.flatMap((text) => noDateOf(text) ?? []))] : [];
      const values = isDate ? texts.filter((text) => noDateOf(text) === undefined) : texts;
      return {
        ...column,
        kind,
        values,
        ...(noDates.length === 0 ? {} : { noDates }),
      };
    });
    const whole = sample.length < sampleRows;
    const complete: Column[] = [];
    for (const column of tableColumns) complete.push(whole ? column : await withAllValues(read, quote, name, column));
    const declared = foreignKeys.map((key) => ({ ...key, declared: true }));
    tables.push({ ...table, columns: complete, foreignKeys: declared, rows, sample });
  }
  return { databaseKind, tables };
}
