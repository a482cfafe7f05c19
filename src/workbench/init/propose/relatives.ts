/** Columns of other tables that look like a field: of tables that have a key to the query's table, or that it has a key to. */
import type { Dialect } from '../../../../engine/host/index.ts';
import type { Meaning } from '../../vocabulary/vocabulary.ts';
import { means, wordsOf } from '../../vocabulary/words.ts';
import type { ColumnRole } from '../match/column-criteria.ts';
import { candidates, reasonOf } from '../match/field.ts';
import { keyTo, type Table } from '../model/database.ts';
import { nameIn } from '../model/sql-text.ts';

interface RelatedColumn {
  /** A query for the one value. */
  readonly sql: string;
  /** `table.column` */
  readonly from: string;
  readonly reason: string;
  readonly score: number;
}

/** Tables with several rows for one of another table. */
const several: readonly Meaning[] = [
  'line',
  'item',
  'history',
  'allocation',
  'payment',
  'delivery',
  'tax',
  'translation',
  'recurring',
];

const hasSeveralRows = (other: Table, table: Table): boolean => {
  const [tableWords, otherWords] = [wordsOf(table.name), wordsOf(other.name)];
  return several.some((one) => means(otherWords, one) && !means(tableWords, one));
};

/** A question names at most this many columns of other tables. */
const most = 3;

interface Origin {
  readonly dialect: Dialect;
  readonly table: Table;
  readonly tables: readonly Table[];
  readonly alias: string;
}

/** The columns that only fit, the best first. Each is a subquery, and right only if there is one row: that is for a person to say. */
export function relatedColumns({ dialect, table, tables, alias }: Origin, role: ColumnRole): readonly RelatedColumn[] {
  const name = (text: string | undefined): string => nameIn(dialect, text ?? '');
  const all = tables.flatMap((other): readonly RelatedColumn[] => {
    if (other === table) return [];
    const [match] = candidates(other, role);
    if (match?.isSure !== true) return [];
    const [down, up] = [keyTo(other, table), keyTo(table, other)];
    if (up === undefined && (down === undefined || hasSeveralRows(other, table))) return [];
    const condition =
      up === undefined
        ? `x.${name(down?.columns[0])} = ${alias}.${name(down?.references[0])}`
        : `x.${name(up.references[0])} = ${alias}.${name(up.columns[0])}`;
    const sql = `(SELECT x.${name(match.column.name)} FROM ${name(other.name)} x WHERE ${condition})`;
    return [{ sql, from: `${other.name}.${match.column.name}`, reason: reasonOf(match), score: match.score }];
  });
  return all.toSorted((one, other) => other.score - one.score).slice(0, most);
}
