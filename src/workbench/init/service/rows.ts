/** Which records of a service belong to a list: active ones, those that are not deleted, and those of the right kind. */
import type { ColumnRole } from '../match/column-criteria.ts';
import { candidates } from '../match/field.ts';
import type { Entity } from '../match/tables.ts';
import type { Column, Table } from '../model/database.ts';
import { ask, type Sheet } from './field-sheet.ts';

/** A condition on the records of a list: a property is a value. */
export interface Condition {
  readonly column: Column;
  readonly value: boolean;
}

/** Conditions by the flags of some roles: `active` and `isCustomer` are true, the others are false. */
const flagsOf = (table: Table, roles: readonly ColumnRole[]): readonly Condition[] =>
  roles.flatMap((role) => {
    const column = candidates(table, role)[0]?.column;
    return column === undefined ? [] : [{ column, value: role === 'active' || role === 'isCustomer' }];
  });

/** Conditions that leave out deleted records, in a search inactive ones, too, and partners who are no customers. */
export const conditionsOf = (table: Table, entity: Entity, isSearch: boolean): readonly Condition[] => [
  ...flagsOf(table, isSearch ? ['deleted', 'active', 'blocked', 'discontinued'] : ['deleted']),
  ...(entity === 'customer' ? flagsOf(table, ['isCustomer']) : []),
];

/** A property of a role that has listed values instead of yes and no. */
function listed(table: Table, role: ColumnRole): Column | undefined {
  const column = candidates(table, role, 'few')[0]?.column;
  return (column?.options ?? []).length > 1 ? column : undefined;
}

/** The listed values of a property, for a question. */
export const optionsOf = ({ options = [] }: Column): string => options.join(', ');

/** A question for each property whose listed values may say that a search leaves a record out. */
export function askForInactive(one: Sheet, field: string): void {
  const { table } = one.draft;
  const columns = (['active', 'blocked', 'discontinued', 'status'] as const).flatMap(
    (role) => listed(table, role) ?? [],
  );
  for (const column of new Set(columns))
    ask(
      one,
      field,
      `${table.name}.${column.name} is one of ${optionsOf(column)}: which of these does a search leave out?`,
    );
}

/** A question where listed values say that a list has documents of several kinds. */
export function askForKinds(one: Sheet, field: string, what: string): void {
  const { table } = one.draft;
  const column = listed(table, 'kind');
  if (column === undefined) return;
  ask(one, field, `${table.name}.${column.name} is one of ${optionsOf(column)}: which of these are ${what}?`);
}
