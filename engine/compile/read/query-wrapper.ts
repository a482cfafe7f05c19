/** What a read's keys `search`, `order`, `page` and `since` make of its query. */

import type { Path } from '../../base/place.ts';
import { suggest } from '../../diagnostics/did-you-mean.ts';
import type { BranchSpec } from '../../profile/schema/index.ts';
import { sinceEntries } from '../../profile/schema/since.ts';
import type { StatementFacts } from '../../sources/source.ts';
import type { Wrap } from '../../sources/sql/text/wrap.ts';
import type { CompileContext } from '../context/context.ts';
import type { ReadTarget } from '../names/read-target.ts';
import { orderOf } from './row-processing.ts';

/** What the endpoint asks of a read that gives its rows. */
export interface ReadRole {
  /** The list's rows: the engine limits them, and orders them by this id where nothing else decides. */
  readonly rows:
    | { readonly id: string; readonly name: string | undefined; readonly limited: boolean; readonly paged: boolean }
    | undefined;
  /** Fields that something else provides. */
  readonly provided: readonly string[];
  /** Every row is wanted, and nobody would notice that some are missing. */
  readonly whole?: boolean;
}

/** The keys of a read that name output columns. */
export type Wrapped = Pick<BranchSpec, 'search' | 'order' | 'page' | 'since'>;

/**
 * What the engine asks of the columns of a query, for what the keys of its read say. What the engine orders by on its own account
 * is left out where the query does not give it, by the word of the database (`facts`): `fields` may make the id or the name after the query.
 */
export function wrapOf(
  spec: Wrapped,
  role: ReadRole,
  idColumns: readonly string[],
  since: Wrap['since'],
  facts?: Pick<StatementFacts, 'columns' | 'unsteady'>,
): Wrap {
  const { rows } = role;
  if (rows === undefined) return { order: orderOf(spec.order) };
  const key = spec.page?.key?.flatMap((column) => (column === rows.id ? idColumns : [column]));
  const order = orderOf(rows.paged && key !== undefined ? key : (spec.order ?? []));
  const gives = (column: string): boolean => facts?.columns === undefined || isAmong(facts.columns, column);
  const ties = idColumns
    .filter((column) => gives(column) && !order.some((by) => by.column === column))
    .map((column) => ({ column, descending: order[0]?.descending ?? false }));
  return {
    search: spec.search && {
      columns: spec.search.in,
      match: spec.search.match ?? 'words',
      name: rows.name !== undefined && gives(rows.name) ? rows.name : undefined,
      id: idColumns.find(gives) ?? spec.search.in[0] ?? rows.id,
    },
    since,
    order: spec.search === undefined ? [...order, ...ties] : [],
    after: pagedBy(spec, rows.paged, [...order, ...ties], facts?.unsteady ?? []),
    limit: rows.limited,
    offset: rows.paged,
  };
}

function isAmong(names: readonly string[], column: string): boolean {
  return names.some((name) => name.toLowerCase() === column.toLowerCase());
}

/** The columns that pages are walked by; undefined where rows are counted: by an order of the profile, or by `unsteady` columns. */
function pagedBy(
  spec: Wrapped,
  paged: boolean,
  order: NonNullable<Wrap['order']>,
  unsteady: readonly string[],
): readonly string[] | undefined {
  const byKey = paged && spec.search === undefined && (spec.page !== undefined || spec.order === undefined);
  const isSteady = order.every(({ column }) => !isAmong(unsteady, column));
  return byKey && isSteady ? order.map(({ column }) => column) : undefined;
}

/** Columns that hold the id of a row: its parts where it is composite. */
export function idColumnsOf(context: CompileContext, target: ReadTarget, id: string): readonly string[] {
  const field = target.fields?.[id];
  const kind = field?.type === 'id' ? field.of : undefined;
  const parts = kind === undefined ? [] : Object.keys(context.profile.ids?.[kind]?.parts ?? {});
  return parts.length === 0 ? [id] : parts.map((part) => `${id}.${part}`);
}

/** Reports a search for a field that is no text of the request, and changes since a time that requests do not carry. */
export function checkSearch(context: CompileContext, path: Path, spec: Wrapped, target: ReadTarget): void {
  const { request } = target.scope;
  if (spec.search !== undefined && request[spec.search.text]?.type !== 'text') {
    const texts = Object.keys(request).filter((name) => request[name]?.type === 'text');
    context.report('MAP264', {
      path: [...path, 'search', 'text'],
      message: `The request has no text field "${spec.search.text}".`,
      hint: suggest(spec.search.text, texts),
    });
  }
  if (spec.since !== undefined && request.modifiedSince === undefined) {
    context.report('MAP262', {
      path: [...path, 'since'],
      key: true,
      message: 'Requests to this endpoint have no `modifiedSince`.',
      hint: 'Remove `since`.',
    });
  }
}

/** Where an entry of `since` names a column: it is `by` itself, or one of the two there. */
function sinceAt(path: Path, since: Wrapped['since'], column: string): Path | undefined {
  for (const { entry, path: inner } of sinceEntries(since)) {
    const at: Path = [...path, 'since', ...inner, 'by'];
    if (entry.by === column) return at;
    const index = Array.isArray(entry.by) ? entry.by.indexOf(column) : -1;
    if (index >= 0) return [...at, index];
  }
  return undefined;
}

/** Where one of the keys of a read names a column. */
export function namedIn(path: Path, spec: Wrapped, by: string, column: string): Path | undefined {
  const isNamed = (name: string): boolean => name.replace(/^-/, '') === column || column.startsWith(`${name}.`);
  const item = (key: Path, names: readonly string[] | undefined): Path | undefined => {
    const index = names?.findIndex(isNamed) ?? -1;
    return index < 0 ? undefined : [...path, ...key, index];
  };
  switch (by) {
    case 'search':
      return item(['search', 'in'], spec.search?.in);
    case 'since':
      return sinceAt(path, spec.since, column);
    default:
      return item(['page', 'key'], spec.page?.key) ?? item(['order'], spec.order);
  }
}
