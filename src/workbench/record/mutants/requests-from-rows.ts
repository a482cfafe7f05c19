/**
 * Requests with values of rows: the ids by which the statements of an endpoint select, since a price of a customer is found by its own two ids, and not by chance; and
 * words of the texts that a search answers.
 */
import type { Row, SqlSource } from '../../../../engine/host/index.ts';
import { type Endpoint, SourceError } from '../../../../engine/index.ts';
import type { Table } from '../../init/model/database.ts';
import { readCatalogue } from '../rows/catalogue.ts';
import { readStatement } from '../rows/read-statement.ts';
import type { CallToRecord, RecordedCall } from '../session.ts';
import { diverseRows } from './diverse-rows.ts';

type Request = CallToRecord['request'];

interface RowsInput {
  /** By source. */
  readonly databases: ReadonlyMap<string, SqlSource>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Rows that are read of a table, those of them that are used, and requests of an endpoint. */
const [mostRead, mostUsed, mostRequests] = [2_000, 24, 240];
/** Rows of two tables of which each pair is tried, and pairs of two tables. */
const [mostCrossed, mostPairs] = [8, 96];
/** Searches for words, and letters that a word has at least. */
const [mostSearches, fewestLetters] = [120, 3];
const queryTimeoutMs = 30_000;

/** A table that a statement of an endpoint reads. */
interface ReadTable {
  readonly source: string;
  readonly table: Table;
  /** Columns that equal a field of the request, by the name of the field. */
  readonly columns: ReadonlyMap<string, string>;
  /** Columns that the statement gives out. */
  readonly outputs: ReadonlySet<string>;
}

/** Finds requests of endpoints. Rows are read once. */
export interface RowRequests {
  /** `calls`: of the endpoint. Rejects with `SourceError` if the ERP cannot be reached. */
  for(endpoint: Endpoint, calls: readonly RecordedCall[]): Promise<readonly Request[]>;
}

function readTables(
  { request }: Endpoint,
  calls: readonly RecordedCall[],
  tables: ReadonlyMap<string, readonly Table[]>,
  databases: RowsInput['databases'],
): readonly ReadTable[] {
  const read = new Map<string, { source: string; table: Table; columns: Map<string, string>; outputs: Set<string> }>();
  const statements = new Map(calls.flatMap((call) => call.statements.map((ran) => [`${ran.source} ${ran.sql}`, ran])));
  for (const ran of statements.values()) {
    const { source } = ran;
    const database = databases.get(source);
    if (database === undefined) continue;
    const readTable = (table: Table) => {
      const key = `${source} ${table.name}`;
      const one = read.get(key) ?? { source, table, columns: new Map(), outputs: new Set() };
      read.set(key, one);
      return one;
    };
    const statement = readStatement(ran, tables.get(source) ?? [], database.databaseKind.dialect.lexicon);
    for (const { tableColumn, valueName } of statement.boundColumns) {
      const name = valueName?.replace(/^:/, '').split('.').at(-1) ?? '';
      if (Object.hasOwn(request, name)) readTable(tableColumn.table).columns.set(name, tableColumn.column);
    }
    for (const { tableColumn } of statement.outputs) readTable(tableColumn.table).outputs.add(tableColumn.column);
  }
  return [...read.values()];
}

/** Pairs of a part of each list: each of the first ones with each, then every part of the longer list once, then again with other partners. */
function paired(ones: readonly Request[], others: readonly Request[]): readonly Request[] {
  if (ones.length === 0 || others.length === 0) return [];
  const crossed = ones
    .slice(0, mostCrossed)
    .flatMap((one) => others.slice(0, mostCrossed).map((other) => ({ ...one, ...other })));
  const longest = Math.max(ones.length, others.length);
  const count = Math.min(mostPairs - crossed.length, ones.length * others.length);
  const cyclic = Array.from({ length: count }, (_, index) => {
    const round = Math.floor(index / longest);
    return { ...ones[index % ones.length], ...others[(index + round * 7) % others.length] };
  });
  return [...crossed, ...cyclic];
}

/** The fields that the rows of a table give values to. */
const fieldsIn = (part: readonly Request[]): readonly string[] => Object.keys(part[0] ?? {});

/** The request's values in a row; undefined if the row has not all of them. */
function selectedBy({ columns }: ReadTable, row: Row): Request | undefined {
  const entries = [...columns].map(([field, column]) => [field, row[column]] as const);
  const isWhole = entries.every(([, value]) => ['string', 'number', 'bigint'].includes(typeof value));
  return isWhole ? Object.fromEntries(entries.map(([field, value]) => [field, String(value)])) : undefined;
}

/** Texts of a request that no column equals: a search compares parts of columns with them. */
const searchFields = ({ request }: Endpoint, tables: readonly ReadTable[]): readonly string[] =>
  Object.entries(request).flatMap(([name, field]) =>
    field.type === 'text' && field.oneOf === undefined && !tables.some(({ columns }) => columns.has(name))
      ? [name]
      : [],
  );

/** Words of the texts in the columns that a statement gives out, those of the first rows first. */
function wordsIn({ outputs }: ReadTable, rows: readonly Row[]): readonly string[] {
  const texts = rows.flatMap((row) => [...outputs].map((column) => row[column]));
  const words = texts.flatMap((text) => (typeof text === 'string' ? text.split(/\s+/) : []));
  return words.filter((word) => (word.match(/\p{L}/gu) ?? []).length >= fewestLetters);
}

/** Reads the catalogues. Rejects with `SourceError`. */
export async function openRowRequests({ databases, now }: RowsInput): Promise<RowRequests> {
  const tables = new Map<string, readonly Table[]>();
  for (const [source, sql] of databases) tables.set(source, (await readCatalogue(sql, () => true, now)).tables);
  const rowsByTable = new Map<Table, readonly Row[]>();

  async function rowsOf({ source, table }: ReadTable): Promise<readonly Row[]> {
    const cached = rowsByTable.get(table);
    if (cached !== undefined) return cached;
    const database = databases.get(source);
    const { quote, firstRows } = database?.databaseKind.dialect ?? {};
    if (database === undefined || quote === undefined || firstRows === undefined) return [];
    const statement = { sql: firstRows('*', `from ${quote(table.name)}`, mostRead), values: [] };
    try {
      const rows = diverseRows(await database.read(statement, { deadline: now() + queryTimeoutMs }), mostUsed);
      rowsByTable.set(table, rows);
      return rows;
    } catch (error) {
      if (!(error instanceof SourceError) || error.kind === 'unreachable') throw error;
      rowsByTable.set(table, []);
      return [];
    }
  }

  return {
    async for(endpoint, calls) {
      const seed = calls.find(({ outcome }) => outcome.ok)?.request ?? calls[0]?.request;
      if (seed === undefined || endpoint.answer.kind === 'write') return [];
      const read = readTables(endpoint, calls, tables, databases);
      const parts: (readonly Request[])[] = [];
      for (const one of read) {
        if (one.columns.size === 0) continue;
        parts.push(
          (await rowsOf(one)).flatMap((row): readonly Request[] => {
            const selected = selectedBy(one, row);
            return selected === undefined ? [] : [selected];
          }),
        );
      }
      // Rows with several ids come first: what they combine is what a statement looks for.
      const byFields = parts.toSorted((a, b) => fieldsIn(b).length - fieldsIn(a).length);
      const share = Math.max(mostUsed, Math.floor(mostRequests / Math.max(1, byFields.length * 2)));
      const alone = byFields.flatMap((part) => part.slice(0, share));
      // A row that has the other one's fields too would replace them.
      const pairs = byFields.flatMap((part, index) =>
        byFields
          .slice(index + 1)
          .filter((other) => !fieldsIn(other).some((field) => fieldsIn(part).includes(field)))
          .flatMap((other) => paired(other, part)),
      );
      const searches: Request[] = [];
      for (const field of searchFields(endpoint, read))
        for (const one of read)
          for (const word of new Set(wordsIn(one, await rowsOf(one)))) searches.push({ [field]: word });
      return [...alone, ...pairs]
        .slice(0, mostRequests)
        .concat(searches.slice(0, mostSearches))
        .map((part) => ({ ...seed, ...part }));
    },
  };
}
