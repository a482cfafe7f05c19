/** The order of a frame. */
import type { Dialect } from './dialect.ts';
import { engineSlots } from './engine-values.ts';
import type { ColumnReference } from './frame-conditions.ts';
import type { SearchWrap, Wrap, WrapUse } from './wrap.ts';

interface Term {
  readonly by: string;
  readonly descending: boolean;
}

/** Hits that are equal to the text first, then those that start with it. */
function rankTerms(search: SearchWrap, sql: Dialect['search'], column: ColumnReference): readonly string[] {
  if (search.match === 'exact') return [];
  const columns = search.columns.map(column);
  const equal = columns.map((name) => sql.equals(name, engineSlots.equals)).join(' or ');
  if (search.match === 'prefix') return [`case when ${equal} then 0 else 1 end`];
  const starts = columns.map((name) => sql.startsWith(name, engineSlots.startsWith)).join(' or ');
  return [`case when ${equal} then 0 when ${starts} then 1 else 2 end`];
}

/** Without repeated terms: they order nothing, and SQL Server refuses them. */
function written(terms: readonly Term[]): readonly string[] {
  const distinct = terms.filter(({ by }, index) => terms.findIndex((term) => term.by === by) === index);
  return distinct.map(({ by, descending }) => `${by}${descending ? ' desc' : ''}`);
}

/** The terms of ORDER BY; of a search the rank, the given order or the name, and the id. */
export function orderTerms(
  wrap: Wrap,
  use: WrapUse,
  sql: Dialect['search'],
  column: ColumnReference,
): readonly string[] {
  if (wrap.select === 'sum') return [];
  const given = (wrap.order ?? []).map((term) => ({ by: column(term.column), descending: term.descending }));
  const { search } = wrap;
  if (!search) return written(given);
  const ascending = (by: string): Term => ({ by, descending: false });
  const ranks = use.searching && !use.nothing ? rankTerms(search, sql, column) : [];
  const names = search.name === undefined ? [] : [sql.folded(column(search.name))];
  return written([
    ...ranks.map(ascending),
    ...(given.length > 0 ? given : names.map(ascending)),
    ascending(column(search.id)),
  ]);
}
