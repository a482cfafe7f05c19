/** A table's definition in the database catalogue. */
import { type CallContext, type Row, SourceError } from '../../sources/source.ts';
import { tableName } from '../../sources/sql/catalogue.ts';
import type { SqlSource } from '../../sources/sql/kind.ts';

interface ColumnShape {
  /** In the spelling of the database. */
  readonly name: string;
  /** As in a declaration: `varchar(21)`. */
  readonly type: string;
  readonly nullable: boolean;
  /** The database has a default for it. */
  readonly filled: boolean;
}

export interface TableShape {
  readonly columns: readonly ColumnShape[];
  /** Columns of the primary key, in order. */
  readonly key: readonly string[];
  /** Columns of each unique index, the primary key included, in a stable order. */
  readonly unique: readonly (readonly string[])[];
}

const cellText = (value: Row[string] | undefined): string =>
  value instanceof Uint8Array ? new TextDecoder().decode(value) : String(value ?? '');

/** Without the display width that only some MySQL versions show. */
const steady = (type: string): string => type.replace(/^((?:tiny|small|medium|big)?int)\(\d+\)/i, '$1');

const isYes = (value: Row[string] | undefined): boolean => Number(value ?? 0) === 1;

function uniqueSets(rows: readonly Row[], key: readonly string[]): TableShape['unique'] {
  const sets = new Map<string, (string | undefined)[]>();
  for (const row of rows) {
    const name = row.name === null || row.name === undefined ? undefined : cellText(row.name);
    const set = cellText(row.set);
    sets.set(set, [...(sets.get(set) ?? []), name]);
  }
  // An index over an expression does not concern columns alone.
  const whole = [...sets.values()].filter((names): names is string[] => names.every((name) => name !== undefined));
  const sorted = [...whole, ...(key.length === 0 ? [] : [key])].map((names) => [...names].sort());
  const distinct = new Map(sorted.map((names) => [names.join(' '), names]));
  return [...distinct.keys()].sort().flatMap((one) => [distinct.get(one) ?? []]);
}

/**
 * Undefined if there is no such table or view, or the name has more parts than schema and table. Rejects with
 * `SourceError`.
 */
export async function tableShape(source: SqlSource, table: string, call: CallContext): Promise<TableShape | undefined> {
  const name = tableName(table);
  if (name === undefined) return undefined;
  const { catalogue } = source.databaseKind;
  const rows = await source.read(catalogue.columnsOf(name), call);
  if (rows.length === 0) return undefined;
  const key = (await source.read(catalogue.primaryKeyOf(name), call)).map((row) => cellText(row.name));
  const unique = uniqueSets(await source.read(catalogue.uniqueColumnsOf(name), call), key);
  const columns = rows.map((row) => ({
    name: cellText(row.name),
    type: steady(cellText(row.type)),
    nullable: isYes(row.nullable),
    filled: isYes(row.filled),
  }));
  return { columns, key, unique };
}

/** Names of tables and views, for a hint; empty if unavailable. */
export async function tableNames(source: SqlSource, call: CallContext): Promise<readonly string[]> {
  try {
    return (await source.read(source.databaseKind.catalogue.tables, call)).map((row) => cellText(row.name)).sort();
  } catch (error) {
    if (error instanceof SourceError) return [];
    throw error;
  }
}
