/** The input of all proposals, and parts that they share. */
import type { Dialect } from '../../../engine/internal/index.ts';
import { columnCriteria } from '../match/column-criteria.ts';
import type { Match } from '../match/field.ts';
import { bestColumn } from '../match/field.ts';
import { flagValues } from '../match/shapes.ts';
import type { FoundTables } from '../match/tables.ts';
import { keyTo } from '../model/database.ts';
import { add, type Draft, sqlOf } from './draft.ts';
import { valueLiteral } from './words.ts';

export interface Scope {
  readonly dialect: Dialect;
  readonly found: FoundTables;
}

/** Adds conditions that exclude inactive and blocked rows, if there are Boolean columns for them. */
export function activeOnly(draft: Draft): void {
  const { dialect, table, where } = draft;
  for (const [name, wants] of [
    ['active', 'yes'],
    ['blocked', 'no'],
  ] as const) {
    const match: Match | undefined = bestColumn(table, columnCriteria[name]);
    const values = match === undefined ? undefined : flagValues(match.column);
    if (match === undefined || values === undefined) continue;
    const { column } = match;
    const isBare = column.kind === 'number' || column.kind === 'boolean';
    const value = dialect.hasBooleans && column.kind === 'boolean' ? String(wants === 'yes') : values[wants];
    where.push(`${sqlOf(draft, column.name)} = ${valueLiteral(dialect, value, isBare)}`);
  }
}

/** Adds the customer of a document, or a question. Returns the column. */
export function addCustomer(draft: Draft, { found }: Scope, field: string): string | undefined {
  const customer = found.get('customer')?.table;
  const key = keyTo(draft.table, customer);
  const [column] = key?.columns ?? [];
  if (column === undefined) {
    draft.questions.set(field, `Which column names the customer? ${draft.table.name} has no key that points at one.`);
    return undefined;
  }
  const why = key?.declared === true ? 'foreign key' : 'its values are all keys';
  add(draft, field, sqlOf(draft, column), `${why} of ${customer?.name}`, `${draft.table.name}.${column}`);
  return column;
}
