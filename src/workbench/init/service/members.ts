/** Records inside of the records that a service lists: `Contact.ContactID`, `line_items`. */
import { means, wordsOf } from '../../vocabulary/words.ts';
import type { ColumnRole } from '../match/column-criteria.ts';
import { candidates } from '../match/field.ts';
import { columnOf, type Member, type Table } from '../model/database.ts';

/** A member as a table, so that its properties can be matched. */
export const tableOf = ({ name, columns, form }: Member): Table => ({
  name,
  columns,
  primaryKey: [],
  uniques: [],
  foreignKeys: [],
  rows: undefined,
  sample: [],
  described: { members: [], form },
});

/** The records and lists inside of the records of a table. */
export const membersOf = ({ described }: Table): readonly Member[] => described?.members ?? [];

/** The places inside of a record whose name is sure for a role; `[]` follows a list. Lists count only where `withLists`. */
export const placesInside = (table: Table, role: ColumnRole, withLists: boolean): readonly string[] =>
  membersOf(table).flatMap((member) => {
    if (member.isList && !withLists) return [];
    const [best] = candidates(tableOf(member), role);
    return best?.isSure === true ? [`${member.name}${member.isList ? '[]' : ''}.${best.column.name}`] : [];
  });

/** The record inside of `table` that is one of `target`: it has the same form, or is named after it, and contains the key. */
export function recordInside(
  table: Table,
  target: Table,
): { readonly member: Member; readonly key: string } | undefined {
  const [key, ...more] = target.primaryKey;
  if (key === undefined || more.length > 0) return undefined;
  const form = target.described?.form;
  const targetMeanings = wordsOf(target.name).flatMap(({ meanings }) => meanings);
  const fitting = membersOf(table).filter(({ name, isList, columns, form: memberForm }) => {
    const isSame = form !== undefined && memberForm === form;
    const isNamed = targetMeanings.some((meaning) => means(wordsOf(name), meaning)) && wordsOf(name).length === 1;
    return !isList && (isSame || isNamed) && columns.some((column) => column.name === key);
  });
  const [member, ...others] = fitting;
  const memberColumn = member && columnOf(tableOf(member), key);
  return member === undefined || memberColumn === undefined || others.length > 0
    ? undefined
    : { member, key: memberColumn.name };
}
