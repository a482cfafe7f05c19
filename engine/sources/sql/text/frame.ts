/** The engine's own SQL around a profile's query: conditions, order and page by output columns. The query itself is never edited. */
import type { Dialect } from './dialect.ts';
import type { Match } from './search.ts';
import { type Lexicon, tokenize } from './tokens.ts';

/** One column that is at or after a bound; or two, a day and what tells times of one day apart. */
export interface SinceTerm {
  readonly columns: readonly string[];
  /** What the bound of the last column is given as. */
  readonly value: 'text' | 'integer' | 'binary';
}

/** What is asked of a query's output columns, known at start. */
export interface Wrap {
  readonly search?:
    | {
        readonly columns: readonly string[];
        readonly match: Match;
        /** Orders hits of equal rank. */
        readonly name?: string | undefined;
        /** Orders hits of equal name. */
        readonly id: string;
      }
    | undefined;
  /** Rows at or after the bounds that a call gives; of several terms one is enough. */
  readonly since?: readonly SinceTerm[] | undefined;
  /** `value` is the name of a value, as in `:name`. */
  readonly where?:
    | readonly { readonly column: string; readonly operator: '>=' | '<'; readonly value: string }[]
    | undefined;
  readonly order?: readonly { readonly column: string; readonly descending: boolean }[] | undefined;
  /** Columns that the rows are ordered by, ascending, and that identify a row: a page begins after the key of the row before it. */
  readonly after?: readonly string[] | undefined;
  readonly limit?: boolean | undefined;
  readonly offset?: boolean | undefined;
  /** `sum`: one row with `total` (exact sum of column `amount`), `n` (rows) and `filled` (rows whose amount is not null). */
  readonly select?: 'rows' | 'sum' | undefined;
}

/** What of a wrap one call makes use of: decides the text. */
export interface FrameShape {
  readonly words: number;
  /** Values of the dialect's `Narrowing`. */
  readonly starts: number;
  readonly rest: boolean;
  /** A search with a text that is not empty. */
  readonly searching: boolean;
  readonly nothing: boolean;
  /** A search with characters that not every column can hold: see the dialect's `searchRare`. */
  readonly rare: boolean;
  readonly since: boolean;
  /** The key of the last row before the page is known. */
  readonly after: boolean;
  /** Only the rows whose key begins with nothing, which stand behind all keys. */
  readonly empty: boolean;
}

/** A value of the engine's own in a frame. */
export type OwnValue =
  | { readonly kind: 'word' | 'start' | 'after' | 'since'; readonly index: number }
  | { readonly kind: 'rest' | 'equals' | 'startsWith' | 'limit' | 'offset' };

export type FramePiece =
  | { readonly kind: 'text'; readonly text: string }
  /** The common table expressions of a query that cannot keep them in parentheses. */
  | { readonly kind: 'head' }
  | { readonly kind: 'query' }
  /** What has to be the last of the whole statement. */
  | { readonly kind: 'foot' }
  | { readonly kind: 'own'; readonly value: OwnValue }
  | { readonly kind: 'value'; readonly name: string };

/** True when the wrap asks for anything, so that a query cannot stand as it is. */
export function needsFrame(wrap: Wrap): boolean {
  return (
    Boolean(wrap.search || wrap.since || wrap.where?.length || wrap.order?.length || wrap.limit || wrap.offset) ||
    wrap.select === 'sum'
  );
}

const ownNames: Readonly<Record<string, OwnValue>> = {
  engine_rest: { kind: 'rest' },
  engine_equals: { kind: 'equals' },
  engine_starts: { kind: 'startsWith' },
};

function ownValue(name: string): OwnValue | undefined {
  const [, kind, number] = /^engine_(word|start|after|since)(\d+)$/.exec(name) ?? [];
  if (kind !== 'word' && kind !== 'start' && kind !== 'after' && kind !== 'since') return ownNames[name];
  return { kind, index: Number(number) };
}

/**
 * Rows behind a key, in a form whose first term an index on the first column can serve, on every database. Where the database orders
 * what is empty last, it is behind every key; in the first column no index would serve that, and such rows are asked for by themselves.
 */
function behind(columns: readonly string[], emptyLast: boolean, index = 0): string {
  const [first, ...rest] = columns;
  const slot = `:engine_after${index}`;
  const higher = `${first} > ${slot}`;
  if (rest.length === 0) return emptyLast && index > 0 ? `${higher} or ${first} is null` : higher;
  const later = behind(rest, emptyLast, index + 1);
  if (index === 0 || !emptyLast) return `${first} >= ${slot} and (${higher} or (${later}))`;
  return `${higher} or ${first} is null or ${first} = ${slot} and (${later})`;
}

/**
 * Rows at or after the bounds, in a form whose first term an index can serve. Where the second column is empty the time of the day is not
 * known, and the row counts: one that is given twice does no harm, one that is missed is lost.
 */
function changed(terms: readonly SinceTerm[], dialect: Dialect, column: (name: string) => string): string {
  let count = 0;
  const conditions = terms.map(({ columns, value }) => {
    const slots = columns.map(() => `:engine_since${count++}`);
    const [first = '', second] = columns.map(column);
    const last = slots.at(-1) ?? '';
    const bound = value === 'text' ? last : dialect[value](last);
    if (second === undefined) return `${first} >= ${bound}`;
    return `${first} >= ${slots[0]} and (${first} > ${slots[0]} or ${second} >= ${bound} or ${second} is null)`;
  });
  return conditions.length === 1 ? (conditions[0] ?? '') : `(${conditions.map((one) => `(${one})`).join(' or ')})`;
}

/** The test of one of the columns, each with what brings its index back. */
function narrowed(
  columns: readonly string[],
  shape: FrameShape,
  { narrow }: Dialect['search'],
  match: 'prefix' | 'exact',
  test: (column: string) => string,
): string {
  const slots = Array.from({ length: shape.starts }, (_, index) => `:engine_start${index}`);
  const both = (name: string) => `(${narrow.test(name, slots, match)} and ${test(name)})`;
  return `(${columns.map(slots.length === 0 ? test : both).join(' or ')})`;
}

function searchConditions(
  search: NonNullable<Wrap['search']>,
  shape: FrameShape,
  sql: Dialect['search'],
  column: (name: string) => string,
) {
  const columns = search.columns.map(column);
  const any = (test: (column: string, slot: string) => string, slot: string) =>
    `(${columns.map((name) => test(name, slot)).join(' or ')})`;
  if (shape.nothing) return ['1 = 0'];
  if (!shape.searching) return [];
  switch (search.match) {
    case 'exact':
      return [narrowed(columns, shape, sql, 'exact', (name) => sql.equals(name, ':engine_equals'))];
    case 'prefix':
      return [narrowed(columns, shape, sql, 'prefix', (name) => sql.startsWith(name, ':engine_starts'))];
    case 'words': {
      const words = Array.from({ length: shape.words }, (_, index) => any(sql.contains, `:engine_word${index}`));
      return shape.rest ? [...words, sql.containsAll(columns, ':engine_rest')] : words;
    }
  }
}

function rank(search: NonNullable<Wrap['search']>, sql: Dialect['search'], column: (name: string) => string): string[] {
  if (search.match === 'exact') return [];
  const columns = search.columns.map(column);
  const equal = columns.map((name) => sql.equals(name, ':engine_equals')).join(' or ');
  if (search.match === 'prefix') return [`case when ${equal} then 0 else 1 end`];
  const starts = columns.map((name) => sql.startsWith(name, ':engine_starts')).join(' or ');
  return [`case when ${equal} then 0 when ${starts} then 1 else 2 end`];
}

function orderTerms(
  wrap: Wrap,
  shape: FrameShape,
  sql: Dialect['search'],
  column: (name: string) => string,
): readonly string[] {
  const given = (wrap.order ?? []).map((term) => ({ by: column(term.column), descending: term.descending }));
  const { search } = wrap;
  if (!search) return written(given);
  const up = (by: string) => ({ by, descending: false });
  const ranks = shape.searching && !shape.nothing ? rank(search, sql, column) : [];
  const names = search.name === undefined ? [] : [sql.folded(column(search.name))];
  return written([...ranks.map(up), ...(given.length > 0 ? given : names.map(up)), up(column(search.id))]);
}

/** Without what comes a second time: it orders nothing, and SQL Server refuses it. */
function written(terms: readonly { readonly by: string; readonly descending: boolean }[]): readonly string[] {
  const first = terms.filter(({ by }, index) => terms.findIndex((term) => term.by === by) === index);
  return first.map(({ by, descending }) => `${by}${descending ? ' desc' : ''}`);
}

function sums(dialect: Dialect, amount: string): string {
  return `${dialect.sum(amount)} as total, count(*) as n, count(${amount}) as filled`;
}

/** Any numbers: knex wants some, and binds them. */
const limitMark = 1;
const offsetMark = 2;

/**
 * The frame for one shape, as pieces around the query. `column` gives the quoted reference of an output column.
 * The query stands in parentheses with a line break at its end, since it may end in a comment.
 */
export function buildFrame(
  wrap: Wrap,
  shape: FrameShape,
  dialect: Dialect,
  column: (name: string) => string,
): readonly FramePiece[] {
  const { builder } = dialect;
  const search = (shape.rare ? dialect.searchRare : undefined) ?? dialect.search;
  const selected = wrap.select === 'sum' ? sums(dialect, column('amount')) : 'q.*';
  const frame = builder.select(builder.raw(selected)).from(builder.raw('({query}\n) as q'));
  if (wrap.since && shape.since) frame.whereRaw(changed(wrap.since, dialect, column));
  if (wrap.after && shape.after) frame.whereRaw(behind(wrap.after.map(column), dialect.emptyLast));
  if (wrap.after?.[0] !== undefined && shape.empty) frame.whereRaw(`${column(wrap.after[0])} is null`);
  for (const term of wrap.where ?? []) frame.whereRaw(`${column(term.column)} ${term.operator} :${term.value}`);
  if (wrap.search) for (const term of searchConditions(wrap.search, shape, search, column)) frame.whereRaw(term);
  const order = wrap.select === 'sum' ? [] : orderTerms(wrap, shape, search, column);
  for (const term of order) frame.orderByRaw(term);
  if (order.length === 0 && wrap.offset && dialect.anyOrder) frame.orderByRaw(dialect.anyOrder);
  if (wrap.limit) frame.limit(limitMark);
  if (wrap.offset) frame.offset(offsetMark);
  const { sql, bindings } = frame.toSQL();

  const marks = [...bindings];
  const lexicon: Lexicon = { ...dialect.lexicon, native: /\?/y };
  const pieces = tokenize(sql, lexicon).map((token): FramePiece => {
    if (token.kind === 'part') return { kind: 'query' };
    if (token.kind === 'native')
      return { kind: 'own', value: { kind: marks.shift() === limitMark ? 'limit' : 'offset' } };
    if (token.kind !== 'value') return { kind: 'text', text: sql.slice(token.start, token.end) };
    const own = ownValue(token.name);
    return own ? { kind: 'own', value: own } : { kind: 'value', name: token.name };
  });
  return [{ kind: 'head' }, ...pieces, { kind: 'foot' }];
}
