/** The changes of a rolled-back write to a table, row by row. */
import type { Row } from '../source.ts';

export interface ChangedRow {
  readonly before: Row;
  readonly after: Row;
}

export interface TableChanges {
  readonly source: string;
  /** The name as in the statement. */
  readonly table: string;
  /** Columns of the primary key. Without a primary key a changed row appears as a deleted and an inserted row. */
  readonly key: readonly string[];
  readonly inserted: readonly Row[];
  readonly updated: readonly ChangedRow[];
  readonly deleted: readonly Row[];
  /** The part of the table that was not compared, and why; undefined if all of it was. */
  readonly unseen: string | undefined;
}

/** A row, or its key, as text. */
function rowText(row: Row, columns: readonly string[]): string {
  const cells = columns.map((column) => {
    const cell = row[column];
    return typeof cell === 'bigint' ? String(cell) : cell instanceof Uint8Array ? [...cell] : cell;
  });
  return JSON.stringify(cells);
}

function byText(rows: readonly Row[], columns: readonly string[] | undefined): ReadonlyMap<string, readonly Row[]> {
  return Map.groupBy(rows, (row) => rowText(row, columns ?? Object.keys(row)));
}

/** The differences between two states of a table. Equal rows of a table without a key are counted. */
export function differences(
  key: readonly string[],
  before: readonly Row[],
  after: readonly Row[],
): Pick<TableChanges, 'inserted' | 'updated' | 'deleted'> {
  const [old, now] = [
    byText(before, key.length === 0 ? undefined : key),
    byText(after, key.length === 0 ? undefined : key),
  ];
  const surplus = (these: typeof old, others: typeof old): readonly Row[] =>
    [...these].flatMap(([text, rows]) => rows.slice(others.get(text)?.length ?? 0));
  const updated = [...now].flatMap(([text, [row]]): readonly ChangedRow[] => {
    const [was] = old.get(text) ?? [];
    if (row === undefined || was === undefined) return [];
    return rowText(was, Object.keys(was)) === rowText(row, Object.keys(row)) ? [] : [{ before: was, after: row }];
  });
  return { inserted: surplus(now, old), updated: key.length === 0 ? [] : updated, deleted: surplus(old, now) };
}
