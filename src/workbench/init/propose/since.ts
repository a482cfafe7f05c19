/** The column with the time of an invoice's last change, and the evidence of its values. */
import { bestColumn } from '../match/field.ts';
import type { Table } from '../model/database.ts';
import { type Draft, sqlOf } from './draft.ts';

/** What the rows that were read show of a column. */
function evidenceOf({ columns, sample }: Table, changed: string): string {
  if (sample.length === 0) return 'no row shows its values';
  const created = bestColumn({ ...emptyTable, columns, sample }, 'created')?.column.name;
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

/** What `since` adds to the read of a list. */
interface Since {
  /** Lines of the endpoint. */
  readonly keys: readonly string[];
  /** Columns of the query. */
  readonly columns: readonly string[];
  readonly comments: readonly string[];
}

/**
 * Proposes `since` for invoices. A time is a question: a change that does not update it would be lost. A `rowversion` changes with every
 * change of its row, so that it is a question only if the open amount is in another table.
 */
export function sinceOf(draft: Draft, openField: string): Since {
  const { table, questions } = draft;
  const version = table.columns.find(({ type }) => /^rowversion\b/i.test(type));
  const match = version ?? bestColumn(table, 'changed')?.column;
  if (match === undefined)
    return {
      keys: [],
      columns: [],
      comments: ['No column has the time of the last change: each sync gets all invoices.'],
    };
  const place = `${table.name}.${match.name}`;
  const isOpenHere = draft.parts.some(({ field, from }) => field === openField && from?.startsWith(`${table.name}.`));
  const rest = 'If not, remove since and the column: each sync then gets all invoices.';
  if (version === undefined) {
    questions.set(
      'modifiedSince',
      `Does every change of an invoice update ${place} (${evidenceOf(table, match.name)}), a payment and a cancellation too? ${rest}`,
    );
    return {
      keys: ['since: { by: _changed, overlap: 2m }'],
      columns: [`${sqlOf(draft, match.name)} AS _changed`],
      comments: [],
    };
  }
  if (!isOpenHere)
    questions.set(
      'modifiedSince',
      `Does a payment of an invoice change its row of ${table.name}, and so ${place}? ${rest}`,
    );
  return {
    keys: ['since: { by: _version, as: version, version: SELECT MIN_ACTIVE_ROWVERSION() }'],
    columns: [`${sqlOf(draft, match.name)} AS _version`],
    comments: [],
  };
}
