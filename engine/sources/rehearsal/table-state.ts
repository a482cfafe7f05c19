/** A table before and after a write, both read in the transaction of the write. */
import { type Row, SourceError, type SqlSession } from '../source.ts';
import type { TableName } from '../sql/catalogue.ts';
import type { DatabaseKind } from '../sql/kind.ts';
import { differences, type TableChanges } from './changes.ts';
import { nameParts } from './tables.ts';

/** Maximum number of rows to compare. Of a larger table only rows with a greater key are read. */
const mostCompared = 10_000;

/** A table before the write. */
export interface TableState {
  readonly table: string;
  /** The differences after the write. */
  compare(session: SqlSession): Promise<Omit<TableChanges, 'source'>>;
}

async function namesOf(
  session: SqlSession,
  statement: Parameters<SqlSession['execute']>[0],
): Promise<readonly string[]> {
  return (await session.execute(statement)).rows.map(({ name }) => String(name));
}

async function one(session: SqlSession, sql: string): Promise<Row[string] | undefined> {
  return (await session.execute({ sql, values: [] })).rows[0]?.value;
}

const count = async (session: SqlSession, table: string): Promise<number> =>
  Number(await one(session, `select count(*) as value from ${table}`));

/** A storage engine without transactions keeps written rows after a rollback. */
async function refuseLasting(session: SqlSession, { transactions }: DatabaseKind, name: TableName): Promise<void> {
  const statement = transactions.lastingStorage?.(name);
  if (statement === undefined) return;
  const [storage] = await namesOf(session, statement);
  if (storage === undefined) return;
  const message = `The table ${name.table} is kept by ${storage}, which cannot roll back: what is written there would stay.`;
  throw new SourceError('broken', message, { cure: 'Rehearse this write in a copy of the database.' });
}

/**
 * Reads a table before a change; undefined if the catalogue does not have it. Rejects with `SourceError` if a write
 * to it would survive the rollback.
 */
export async function lookAt(session: SqlSession, kind: DatabaseKind, table: string): Promise<TableState | undefined> {
  const [last = '', schema] = [...nameParts(table)].reverse();
  const name = { schema, table: last };
  if ((await namesOf(session, kind.catalogue.columnsOf(name))).length === 0) return undefined;
  await refuseLasting(session, kind, name);
  const key = await namesOf(session, kind.catalogue.primaryKeyOf(name));
  const size = await count(session, table);
  return size <= mostCompared ? wholeTable(session, table, key) : largeTable(session, kind, table, key, size);
}

async function wholeTable(session: SqlSession, table: string, key: readonly string[]): Promise<TableState> {
  const all = async (from: SqlSession) => (await from.execute({ sql: `select * from ${table}`, values: [] })).rows;
  const before = await all(session);
  return {
    table,
    compare: async (now) => ({ table, key, ...differences(key, before, await all(now)), unseen: undefined }),
  };
}

async function largeTable(
  session: SqlSession,
  { dialect }: DatabaseKind,
  table: string,
  key: readonly string[],
  size: number,
): Promise<TableState> {
  const [column, ...others] = key;
  const { quote, placeholder } = dialect;
  const single = column === undefined || others.length > 0 ? undefined : quote(column);
  const last = single === undefined ? undefined : await one(session, `select max(${single}) as value from ${table}`);
  return {
    table,
    async compare(now) {
      const rows = `it had ${size} rows, and has ${await count(now, table)}`;
      const bare = { table, key, inserted: [], updated: [], deleted: [] };
      if (single === undefined || last === undefined || last instanceof Uint8Array)
        return { ...bare, unseen: `the table is too large to be compared row by row; ${rows}` };
      const sql = `select * from ${table} where ${single} > ${placeholder(1)} order by ${single}`;
      const { rows: inserted } = await now.execute({ sql, values: [last] });
      return { ...bare, inserted, unseen: `of this large table only rows behind its greatest key are shown; ${rows}` };
    },
  };
}
