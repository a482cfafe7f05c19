/** Optional fields that the record's own table may lack, because a table of contacts, addresses or instalments has them. */

import { wordsOf } from '../../vocabulary/words.ts';
import { type ColumnRole, columnCriteria } from '../match/column-criteria.ts';
import { candidates } from '../match/field.ts';
import { hasAny } from '../match/names.ts';
import { keyTo, type Table } from '../model/database.ts';
import { addMatch, type Draft } from './draft.ts';
import type { Scope } from './scope.ts';

/** Tables next to a record that have other records. */
const others = [
  'supplier',
  'user',
  'history',
  'setting',
  'bank',
  'company',
  'order',
  'purchase',
  'quote',
  'recurring',
] as const;

/** Columns for a role in the tables that point at a table, or that it points at. */
function columnsAround(table: Table, { tables }: Scope, role: ColumnRole): readonly string[] {
  return tables.flatMap((other) => {
    const isNear = keyTo(other, table) !== undefined || keyTo(table, other) !== undefined;
    if (other === table || !isNear || hasAny(wordsOf(other.name), others) || (other.rows === 0 && table.rows !== 0))
      return [];
    const match = candidates(other, columnCriteria[role])[0];
    return match === undefined ? [] : [`${other.name}.${match.column.name}`];
  });
}

/** Adds an optional field of the record; a question where only a table around it has such a column, and otherwise the field is absent. */
export function addOrAsk(draft: Draft, scope: Scope, field: string, role: ColumnRole): void {
  if (addMatch(draft, field, candidates(draft.table, columnCriteria[role])) !== undefined) return;
  const around = columnsAround(draft.table, scope, role);
  if (around.length === 0) draft.absent.set(field, `no column of ${draft.table.name} looks like it`);
  else
    draft.questions.set(
      field,
      `${draft.table.name} has no such column. Is it ${around.slice(0, 4).join(' or ')}, and of which row?`,
    );
}
