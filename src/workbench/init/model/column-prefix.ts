/** Prefixes of columns: in some schemas each column begins with a short name of its table, such as `cust_number` in `custinfo`. */
import type { Table } from './database.ts';

/** The share of the columns that have to begin with the prefix. */
const leastShare = 0.8;
const fewestColumns = 3;

const prefixes = new WeakMap<Table['columns'], string | undefined>();

function findPrefix({ columns }: Pick<Table, 'columns'>): string | undefined {
  const firsts = columns.flatMap(({ name }) => /^([a-z\d]+_)[a-z\d]/i.exec(name)?.[1]?.toLowerCase() ?? []);
  const [most] = [...Map.groupBy(firsts, (first) => first)].toSorted(([, one], [, other]) => other.length - one.length);
  if (most === undefined) return undefined;
  const [prefix, { length }] = most;
  return length >= fewestColumns && length >= columns.length * leastShare ? prefix : undefined;
}

/** The name of a column without the prefix that nearly all columns of its table have. */
export function withoutPrefix(table: Pick<Table, 'columns'>, column: string): string {
  if (!prefixes.has(table.columns)) prefixes.set(table.columns, findPrefix(table));
  const prefix = prefixes.get(table.columns);
  return prefix !== undefined && column.toLowerCase().startsWith(prefix) ? column.slice(prefix.length) : column;
}
