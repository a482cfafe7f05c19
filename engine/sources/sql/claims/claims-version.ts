/** Tables of claims that an older version of the engine made, or somebody by hand: what they lack, and what adds it. */
import type { CallContext, SqlSource } from '../../source.ts';
import { dialects } from '../text/dialects.ts';
import { columns, quotedTable, typesOf } from './claims-table.ts';

/** Columns that a table with rows can be given: nothing need be in them. */
const optional: readonly string[] = [columns.result, columns.freeSince, columns.released];

export interface Lack {
  readonly columns: readonly string[];
  /** Statements that add them; undefined where the rows that are there would have no value. */
  readonly cure: readonly string[] | undefined;
}

/** What `table` (`name` or `schema.name`) lacks; undefined where it has all. Nothing is run. Rejects with `SourceError`, of the kind `statement` where there is no such table. */
export async function lackOf(
  table: string,
  source: Pick<SqlSource, 'dialect' | 'describe'>,
  call: CallContext,
): Promise<Lack | undefined> {
  const { name, quote } = dialects[source.dialect];
  const quoted = quotedTable(table, quote);
  const facts = await source.describe(`select * from ${quoted} where 1 = 0`, call);
  if (facts.columns === undefined) return undefined;
  const known = new Set(facts.columns.map((column) => column.toLowerCase()));
  const missing = Object.values(columns).filter((column) => !known.has(column));
  if (missing.length === 0) return undefined;
  const { text } = typesOf(name);
  const add = name === 'mssql' ? 'add' : 'add column';
  const cure = missing.map((column) => `alter table ${quoted} ${add} ${quote(column)} ${text} null`);
  return { columns: missing, cure: missing.every((column) => optional.includes(column)) ? cure : undefined };
}
