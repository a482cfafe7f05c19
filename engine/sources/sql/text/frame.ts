/** The engine's own SQL around a profile's query: conditions, order and page by output columns. The query itself is never edited. */
import type { Knex } from 'knex';
import type { Dialect } from './dialect.ts';
import { type EngineValue, engineSlots, engineValue } from './engine-values.ts';
import { afterKey, type ColumnReference, searchConditions, sinceBounds } from './frame-conditions.ts';
import { type Lexicon, tokenize } from './tokens.ts';
import type { SearchWrap, Wrap, WrapUse } from './wrap.ts';

interface Term {
  readonly by: string;
  readonly descending: boolean;
}

/** Hits that are equal to the text first, then those that start with it. */
function rankTerms(search: SearchWrap, sql: Dialect['search'], column: ColumnReference): readonly string[] {
  if (search.match === 'exact') return [];
  const columns = search.columns.map(column);
  const rank = sql.rank ?? sql;
  const equal = columns.map((name) => rank.equals(name, engineSlots.equals)).join(' or ');
  if (search.match === 'prefix') return [`case when ${equal} then 0 else 1 end`];
  const starts = columns.map((name) => rank.startsWith(name, engineSlots.startsWith)).join(' or ');
  return [`case when ${equal} then 0 when ${starts} then 1 else 2 end`];
}

/** Without repeated terms: they order nothing, and SQL Server refuses them. */
function written(terms: readonly Term[]): readonly string[] {
  const distinct = terms.filter(({ by }, index) => terms.findIndex((term) => term.by === by) === index);
  return distinct.map(({ by, descending }) => `${by}${descending ? ' desc' : ''}`);
}

/** The terms of ORDER BY; of a search the rank, the given order or the name, and the id. */
function orderTerms(wrap: Wrap, use: WrapUse, sql: Dialect['search'], column: ColumnReference): readonly string[] {
  if (wrap.select === 'sum') return [];
  const given = (wrap.order ?? []).map((term) => ({ by: column(term.column), descending: term.descending }));
  const { search } = wrap;
  if (!search) return written(given);
  const ascending = (by: string): Term => ({ by, descending: false });
  const ranks = use.searching && !use.matchesNothing ? rankTerms(search, sql, column) : [];
  const names = search.name === undefined ? [] : [sql.folded(column(search.name))];
  return written([
    ...ranks.map(ascending),
    ...(given.length > 0 ? given : names.map(ascending)),
    ascending(column(search.id)),
  ]);
}

export type FramePiece =
  | { readonly kind: 'text'; readonly text: string }
  /** The common table expressions of a query that cannot keep them in parentheses. */
  | { readonly kind: 'head' }
  | { readonly kind: 'query' }
  /** What has to be the last of the whole statement. */
  | { readonly kind: 'foot' }
  | { readonly kind: 'engine'; readonly value: EngineValue }
  | { readonly kind: 'value'; readonly name: string };

/** Numbers that mark the two bindings: knex binds a number here, and the engine's value takes its place. */
const limitMark = 1;
const offsetMark = 2;

function sums(dialect: Dialect, amount: string): string {
  return `${dialect.sum(amount)} as total, count(*) as n, count(${amount}) as filled`;
}

/** Adds the conditions, in the order of the wrap's keys. */
function addConditions(frame: Knex.QueryBuilder, wrap: Wrap, use: WrapUse, dialect: Dialect, column: ColumnReference) {
  const { since, after, where = [], search } = wrap;
  if (since && use.since) frame.whereRaw(sinceBounds(since, dialect, column));
  if (after && use.after) frame.whereRaw(afterKey(after.map(column), dialect.emptyLast));
  if (after?.[0] !== undefined && use.empty) frame.whereRaw(`${column(after[0])} is null`);
  for (const term of where) frame.whereRaw(`${column(term.column)} ${term.operator} :${term.value}`);
  if (search === undefined) return;
  for (const term of searchConditions(search, use, searchSql(use, dialect), column)) frame.whereRaw(term);
}

const searchSql = (use: WrapUse, dialect: Dialect): Dialect['search'] =>
  (use.rare ? dialect.searchRare : undefined) ?? dialect.search;

/** Adds the order and the page. */
function addPage(frame: Knex.QueryBuilder, wrap: Wrap, dialect: Dialect, order: readonly string[]): void {
  for (const term of order) frame.orderByRaw(term);
  if (order.length === 0 && wrap.offset && dialect.anyOrder) frame.orderByRaw(dialect.anyOrder);
  if (wrap.limit) frame.limit(limitMark);
  if (wrap.offset) frame.offset(offsetMark);
}

/** The built text as pieces, with the engine's values in place of their placeholders. */
function piecesOf(frame: Knex.QueryBuilder, dialect: Dialect): readonly FramePiece[] {
  const { sql, bindings } = frame.toSQL();
  const marks = [...bindings];
  const lexicon: Lexicon = { ...dialect.lexicon, native: /\?/y };
  return tokenize(sql, lexicon).map((token): FramePiece => {
    if (token.kind === 'part') return { kind: 'query' };
    if (token.kind === 'native')
      return { kind: 'engine', value: { kind: marks.shift() === limitMark ? 'limit' : 'offset' } };
    if (token.kind !== 'value') return { kind: 'text', text: sql.slice(token.start, token.end) };
    const value = engineValue(token.name);
    return value ? { kind: 'engine', value } : { kind: 'value', name: token.name };
  });
}

/**
 * The frame for one use of a wrap, as pieces around the query. The query stands in parentheses with a line break at its end, since it may
 * end in a comment.
 */
export function buildFrame(wrap: Wrap, use: WrapUse, dialect: Dialect, column: ColumnReference): readonly FramePiece[] {
  const { builder } = dialect;
  const selected = wrap.select === 'sum' ? sums(dialect, column('amount')) : 'q.*';
  const frame = builder.select(builder.raw(selected)).from(builder.raw('({query}\n) as q'));
  addConditions(frame, wrap, use, dialect, column);
  addPage(frame, wrap, dialect, orderTerms(wrap, use, searchSql(use, dialect), column));
  return [{ kind: 'head' }, ...piecesOf(frame, dialect), { kind: 'foot' }];
}
