/** Tables of claims that an older version of the engine or a person made: which columns are missing, and what adds them. */
import type { CallContext } from '../../source.ts';
import { claimColumns as columns, quotedTable } from '../claims-sql.ts';
import type { SqlSource } from '../kind.ts';

/** Columns that a table with rows can be given: nothing need be in them. */
const optional: readonly string[] = [columns.installation, columns.result, columns.freeSince, columns.released];

export interface Lack {
  readonly columns: readonly string[];
  /** Statements that add them; undefined where the rows that are there would have no value. */
  readonly cure: readonly string[] | undefined;
}

/** What `table` (`name` or `schema.name`) lacks; undefined where it has all. Nothing is run. Rejects with `SourceError`, of the kind `statement` where there is no such table. */
export async function lackOf(
  table: string,
  source: Pick<SqlSource, 'databaseKind' | 'describe'>,
  call: CallContext,
): Promise<Lack | undefined> {
  const { dialect, claims } = source.databaseKind;
  const { quote } = dialect;
  const quoted = quotedTable(table, quote);
  const described = await source.describe(`select * from ${quoted} where 1 = 0`, call);
  if (described.columns === undefined) return undefined;
  const columnNames = new Set(described.columns.map((column) => column.toLowerCase()));
  const missing = Object.values(columns).filter((column) => !columnNames.has(column));
  if (missing.length === 0) return undefined;
  const cure = missing.map(
    (column) => `alter table ${quoted} ${claims.addColumn} ${quote(column)} ${claims.textType} null`,
  );
  return { columns: missing, cure: missing.every((column) => optional.includes(column)) ? cure : undefined };
}
