/** Columns that may tell when a row was changed, with what its values show. */
import { columnCriteria } from '../match/column-criteria.ts';
import { bestColumn } from '../match/field.ts';
import type { Table } from '../model/database.ts';
import { type Draft, sqlOf } from './draft.ts';

/** What the rows that were read show of a column. */
function evidenceOf({ columns, sample }: Table, changed: string): string {
  if (sample.length === 0) return 'no row shows its values';
  const created = bestColumn({ ...emptyTable, columns, sample }, columnCriteria.created)?.column.name;
  const text = (cell: unknown): string | undefined => (cell === null || cell === undefined ? undefined : String(cell));
  const values = sample.flatMap((row) => text(row[changed]) ?? []);
  const later = sample.filter((row) => {
    const [one, other] = [text(row[changed]), created === undefined ? undefined : text(row[created])];
    return one !== undefined && other !== undefined && one > other;
  });
  return [
    `it has a value in ${values.length} of ${sample.length} rows`,
    `${new Set(values).size} different ones`,
    ...(created === undefined || created === changed ? [] : [`later than ${created} in ${later.length}`]),
  ].join(', ');
}

const emptyTable: Table = { name: '', columns: [], primaryKey: [], uniques: [], foreignKeys: [], rows: 0, sample: [] };

/**
 * A comment about `since`. It is not proposed as a key: a time that some changes do not update would lose them, and a list without `since`
 * is complete. `condition`: when the column is right.
 */
export function sinceComment(draft: Draft, what: string, condition: string): string {
  const match = bestColumn(draft.table, columnCriteria.changed);
  if (match === undefined) return `No column tells when a row was changed: each sync gets all ${what}.`;
  const { name } = match.column;
  return `Each sync gets all ${what}. ${draft.table.name}.${name} may be the time of the last change (${evidenceOf(draft.table, name)}). ${condition}: since: { by: _changed, overlap: 2m }, and ${sqlOf(draft, name)} AS _changed in the query.`;
}
