/** Optional fields that the record's own table may lack, because a table of contacts, addresses or instalments has them. */

import { wordsOf } from '../../vocabulary/words.ts';
import type { ColumnRole } from '../match/column-criteria.ts';
import { candidates } from '../match/field.ts';
import { hasAny } from '../match/names.ts';
import { tableCriteria } from '../match/table-criteria.ts';
import { type Column, keyTo, type Table } from '../model/database.ts';
import { addMatch, type Draft, namesOf } from './draft.ts';
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
    const match = candidates(other, role)[0];
    return match === undefined ? [] : [`${other.name}.${match.column.name}`];
  });
}

/** Roles that a table of contacts or addresses may have for the record. */
const ofContacts: readonly ColumnRole[] = ['email', 'city'];

/** Tables of contacts and addresses, without a direct key: their column for a role, or the table where its columns do not say. */
function amongContacts(table: Table, { tables }: Scope, role: ColumnRole): readonly string[] {
  if (!ofContacts.includes(role)) return [];
  return tables.flatMap((other) => {
    const words = wordsOf(other.name);
    const isKind = hasAny(words, ['contact', 'address', 'party']) && !hasAny(words, others);
    if (other === table || !isKind || (other.rows === 0 && table.rows !== 0)) return [];
    const match = candidates(other, role)[0];
    if (match !== undefined) return [`${other.name}.${match.column.name}`];
    return role === 'email' && hasAny(words, ['contact']) ? [`a row of ${other.name}`] : [];
  });
}

/** Whether the names of a table are hardly understood: most columns that such a record should have were not found in it. */
function isHardlyKnown(table: Table, { found }: Scope): boolean {
  const [entity] = [...found].find(([, one]) => one.table === table) ?? [];
  if (entity === undefined) return false;
  const { columns } = tableCriteria[entity];
  return columns.filter((role) => candidates(table, role).length > 0).length * 2 < columns.length;
}

/** With fewer lines the town is hardly among them. */
const leastLines = 3;

/** The numbered lines of an address: `address1` to `address6`. */
const addressLines = ({ columns }: Table): readonly Column[] =>
  columns.filter(({ name }) => /\d$/.test(name) && hasAny(wordsOf(name.replace(/\d+$/, '')), ['address', 'street']));

/**
 * Adds an optional field of the record. It is a question where another table has such a column, or where few columns of the record's
 * table were recognized. Otherwise the field is absent.
 */
export function addOrAsk(draft: Draft, scope: Scope, field: string, role: ColumnRole): void {
  const { table, questions } = draft;
  if (addMatch(draft, field, candidates(table, role)) !== undefined) return;
  const lines = role === 'city' ? addressLines(table) : [];
  const near = columnsAround(table, scope, role);
  const around = near.length > 0 ? near : amongContacts(table, scope, role);
  if (around.length > 0)
    questions.set(
      field,
      `${table.name} has no such column. Is it ${around.slice(0, 4).join(' or ')}, and of which row?`,
    );
  else if (isHardlyKnown(table, scope))
    questions.set(field, `Is there one? Few columns of ${table.name} were recognized by their names.`);
  else if (lines.length >= leastLines)
    questions.set(field, `Is it one of the lines of the address: ${namesOf(lines)}? No column is named like it.`);
  else draft.absent.set(field, `no column of ${table.name} looks like it`);
}
