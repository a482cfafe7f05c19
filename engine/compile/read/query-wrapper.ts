/** The conditions, order and limits that the engine puts around a query, from the keys of its read and the kind of its endpoint. */
import { ownMember } from '../../base/members.ts';
import type { StatementDescription } from '../../sources/source.ts';
import type { Wrap } from '../../sources/sql/text/wrap.ts';
import type { CompileContext } from '../context/context.ts';
import type { ReadTarget } from '../names/read-target.ts';
import { orderTerms } from './order-terms.ts';
import type { QueryKeys } from './query-keys.ts';

/** What the endpoint needs from a read. */
export interface ReadRole {
  /** The read provides the rows of a list: the engine limits them, and orders rows that are otherwise equal by this id. */
  readonly rows:
    | { readonly id: string; readonly name: string | undefined; readonly limited: boolean; readonly paged: boolean }
    | undefined;
  /** Fields of the answer that something else provides. */
  readonly provided: readonly string[];
  /** Every row is needed: a missing one would give a wrong answer that nothing detects. */
  readonly whole?: boolean;
}

/** A read that needs nothing but its rows. */
export const plainRole: ReadRole = { rows: undefined, provided: [] };

/**
 * Conditions, order and limits around a query. A column that the engine alone orders by is left out where the database says (`description`) that
 * the query does not return it: `fields` may compute the id or the name afterwards.
 */
export function wrapOf(
  keys: QueryKeys,
  role: ReadRole,
  idColumns: readonly string[],
  since: Wrap['since'],
  description?: Pick<StatementDescription, 'columns' | 'unsteady' | 'searchForms'>,
): Wrap {
  const { rows } = role;
  if (rows === undefined) return { order: orderTerms(keys.order) };
  const key = keys.page?.key?.flatMap((column) => (column === rows.id ? idColumns : [column]));
  const order = orderTerms(rows.paged && key !== undefined ? key : (keys.order ?? []));
  const gives = (column: string): boolean => description?.columns === undefined || isAmong(description.columns, column);
  const ties = idColumns
    .filter((column) => gives(column) && !order.some((by) => by.column === column))
    .map((column) => ({ column, descending: order[0]?.descending ?? false }));
  return {
    search: keys.search && {
      columns: keys.search.in,
      match: keys.search.match ?? 'words',
      forms: description?.searchForms,
      name: rows.name !== undefined && gives(rows.name) ? rows.name : undefined,
      id: idColumns.find(gives) ?? keys.search.in[0] ?? rows.id,
    },
    since,
    order: keys.search === undefined ? [...order, ...ties] : [],
    after: pagedBy(keys, rows.paged, [...order, ...ties], description?.unsteady ?? []),
    limit: rows.limited,
    offset: rows.paged,
  };
}

function isAmong(names: readonly string[], column: string): boolean {
  return names.some((name) => name.toLowerCase() === column.toLowerCase());
}

/**
 * The columns whose values a page continues after. Undefined where pages are counted by offset instead: with an order of the profile, or
 * where a column is `unsteady`: its returned values do not compare in the order of the rows.
 */
function pagedBy(
  keys: QueryKeys,
  paged: boolean,
  order: NonNullable<Wrap['order']>,
  unsteady: readonly string[],
): readonly string[] | undefined {
  const byKey = paged && keys.search === undefined && (keys.page !== undefined || keys.order === undefined);
  const isSteady = order.every(({ column }) => !isAmong(unsteady, column));
  return byKey && isSteady ? order.map(({ column }) => column) : undefined;
}

/** The columns that hold the id of a row: the id itself, or the parts of a composite id. */
export function idColumnsOf(context: CompileContext, target: ReadTarget, id: string): readonly string[] {
  const field = ownMember(target.fields, id);
  const kind = field?.type === 'id' ? field.idKind : undefined;
  const parts = kind === undefined ? [] : Object.keys(context.profile.ids?.[kind]?.parts ?? {});
  return parts.length === 0 ? [id] : parts.map((part) => `${id}.${part}`);
}
