/** Requests with the ids of rows by which the statements of an endpoint select: a price of a customer is found by its own two ids, and not by chance. */
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
const queryTimeoutMs = 30_000;

/** Columns of one table that equal fields of the request. */
interface Selecting {
  readonly source: string;
  readonly table: Table;
  /** Columns by the name of the field. */
  readonly columns: ReadonlyMap<string, string>;
}

/** Finds requests of endpoints. Rows are read once. */
export interface RowRequests {
  /** `calls`: of the endpoint. Rejects with `SourceError` if the ERP cannot be reached. */
  for(endpoint: Endpoint, calls: readonly RecordedCall[]): Promise<readonly Request[]>;
}

function selectingTables(
  { request }: Endpoint,
  calls: readonly RecordedCall[],
  tables: ReadonlyMap<string, readonly Table[]>,
  databases: RowsInput['databases'],
): readonly Selecting[] {
  const found = new Map<string, { source: string; table: Table; columns: Map<string, string> }>();
  const statements = new Map(calls.flatMap((call) => call.statements.map((ran) => [`${ran.source} ${ran.sql}`, ran])));
  for (const ran of statements.values()) {
    const database = databases.get(ran.source);
    if (database === undefined) continue;
    const read = readStatement(ran, tables.get(ran.source) ?? [], database.databaseKind.dialect.lexicon);
    for (const { tableColumn, valueName } of read.boundColumns) {
      const name = valueName?.replace(/^:/, '').split('.').at(-1) ?? '';
      if (!Object.hasOwn(request, name)) continue;
      const key = `${ran.source} ${tableColumn.table.name}`;
      const one = found.get(key) ?? { source: ran.source, table: tableColumn.table, columns: new Map() };
      one.columns.set(name, tableColumn.column);
      found.set(key, one);
    }
  }
  return [...found.values()];
}

/** Pairs of a part of each list: every part of the longer one once, then again with other partners. */
function paired(ones: readonly Request[], others: readonly Request[], most: number): readonly Request[] {
  if (ones.length === 0 || others.length === 0) return [];
  const longest = Math.max(ones.length, others.length);
  const count = Math.min(most, ones.length * others.length);
  return Array.from({ length: count }, (_, index) => {
    const round = Math.floor(index / longest);
    return { ...ones[index % ones.length], ...others[(index + round * 7) % others.length] };
  });
}

/** Reads the catalogues. Rejects with `SourceError`. */
export async function openRowRequests({ databases, now }: RowsInput): Promise<RowRequests> {
  const tables = new Map<string, readonly Table[]>();
  for (const [source, sql] of databases) tables.set(source, (await readCatalogue(sql, () => true, now)).tables);
  const rowsByTable = new Map<Table, readonly Row[]>();

  async function rowsOf({ source, table }: Selecting): Promise<readonly Row[]> {
    const known = rowsByTable.get(table);
    if (known !== undefined) return known;
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
      const selecting = selectingTables(endpoint, calls, tables, databases);
      const parts: (readonly Request[])[] = [];
      for (const one of selecting) {
        const rows = await rowsOf(one);
        parts.push(
          rows.flatMap((row): readonly Request[] => {
            const entries = [...one.columns].map(([field, column]) => [field, row[column]] as const);
            const isWhole = entries.every(([, value]) => ['string', 'number', 'bigint'].includes(typeof value));
            return isWhole ? [Object.fromEntries(entries.map(([field, value]) => [field, String(value)]))] : [];
          }),
        );
      }
      // Rows with several ids come first: what they combine is what a statement looks for.
      const byFields = parts.toSorted((a, b) => Object.keys(b[0] ?? {}).length - Object.keys(a[0] ?? {}).length);
      const share = Math.max(24, Math.floor(mostRequests / Math.max(1, byFields.length * 2)));
      const alone = byFields.flatMap((part) => part.slice(0, share));
      const pairs = byFields.flatMap((part, index) =>
        byFields.slice(index + 1).flatMap((other) => paired(other, part, share * 2)),
      );
      return [...alone, ...pairs].slice(0, mostRequests).map((part) => ({ ...seed, ...part }));
    },
  };
}
