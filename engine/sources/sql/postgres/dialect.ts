/** How PostgreSQL writes SQL. */
import type { SqlValue, WordsForm } from '../../source.ts';
import { lazyBuilder } from '../text/builder.ts';
import { type Dialect, doubleQuoted, limitedAtEnd, singleQuoted } from '../text/dialect.ts';
import { asciiPattern, likeTexts, narrowByLike } from '../text/prefix-variants.ts';
import { doubledQuote } from '../text/tokens.ts';

const lower = (expression: string) => `lower(cast(${expression} as text))`;

/**
 * The value of an expression of placeholders, computed once for a statement. In the plan for all values, which PostgreSQL uses for a prepared statement, `lower($1)` is computed for
 * each row; with subqueries, a search with three words takes 0.85 times its time. An index on an expression serves `like` with a subquery if it is a trigram
 * index, as for words. An index for prefixes needs the value while the statement is planned.
 */
const once = (expression: string) => `(select ${expression})`;

/** For patterns of LIKE, whose escape character is the backslash, whatever the settings. A clause ESCAPE would be computed for each row. */
const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&');

const containsLower = (column: string, slot: string) => `${lower(column)} like ${once(lower(slot))}`;

/** `f(g(x))` for the calls `f` and `g`. */
export const called = (calls: readonly string[], expression: string) =>
  calls.reduceRight((inner, call) => `${call}(${inner})`, expression);

function containsBy(
  form: WordsForm,
  column: string,
  { word, ascii }: { readonly word: string; readonly ascii: string },
): string {
  if (form.kind === 'column') return `${column} ilike ${word}`;
  const text = called(form.calls, `cast(${column} as text)`);
  const pattern = once(called(form.calls, `cast(${ascii} as text)`));
  // The functions may leave case as it is, as `unaccent` does.
  return `(${text} ilike ${pattern} and ${containsLower(column, word)})`;
}

/** An item of an array literal, in quotes: there only `"` and the backslash have a meaning. */
function arrayItem(value: SqlValue): string {
  if (value === null) return 'NULL';
  if (typeof value === 'number') return `"${value}"`;
  return `"${String(value).replaceAll(/["\\]/g, '\\$&')}"`;
}

const arrayLiteral = (values: readonly SqlValue[]): string => `{${values.map(arrayItem).join(',')}}`;

const builder = lazyBuilder({ client: 'pg' });

export const postgresDialect: Dialect = {
  lexicon: {
    quotes: [doubledQuote("'"), doubledQuote('"')],
    escapeStrings: true,
    dollarQuotes: true,
    nestedComments: true,
    hashComments: false,
    dashNeedsSpace: false,
    slices: true,
    native: /\$\d+/y,
  },
  get builder() {
    return builder();
  },
  quote: doubleQuoted,
  placeholder: (position) => `$${position}`,
  array: arrayLiteral,
  exactNames: true,
  nesting: 'free',
  emptyLast: true,
  // Case is folded by the database on both sides, so that its own collation decides.
  search: {
    folded: lower,
    equals: (column, slot) => `${lower(column)} = ${lower(slot)}`,
    startsWith: (column, slot) => `${lower(column)} like ${lower(slot)}`,
    rank: {
      equals: (column, slot) => `${lower(column)} = ${once(lower(slot))}`,
      startsWith: containsLower,
    },
    // Operators of text_pattern_ops. No text has the character U+10FFFF, so that it is behind all that begin with the prefix.
    startsBy: (column, { whole, pattern }) => {
      const [text, start] = [lower(column), lower(whole)];
      const bounds = `${text} ~>=~ ${once(start)} and ${text} ~<~ ${once(`${start} || chr(1114111)`)}`;
      return `(${bounds} and ${text} like ${once(lower(pattern))})`;
    },
    contains: containsLower,
    containsBy,
    containsAll: (columns, slot) => {
      const missing = columns.map((column) => `strpos(coalesce(${lower(column)}, ''), lower(w.value)) = 0`);
      const words = `json_array_elements_text(cast(${slot} as json)) as w(value)`;
      return `not exists (select 1 from ${words} where ${missing.join(' and ')})`;
    },
    narrow: narrowByLike(escapeLike, (column, slot) => `cast(${column} as text) like ${slot}`),
    bind: { ...likeTexts(escapeLike), ascii: (word) => asciiPattern(word, escapeLike) },
  },
  sum: (column) => `coalesce(sum(cast(${column} as numeric)), 0)`,
  // A placeholder takes the type of what it is compared with, and a value beyond that type is an error.
  integer: (slot) => `cast(${slot} as bigint)`,
  binary: (slot) => `decode(${slot}, 'hex')`,
  readsOffsets: true,
  firstRows: limitedAtEnd,
  textLiteral: singleQuoted,
  bytesLiteral: (hex) => `'\\x${hex}'`,
  hasBooleans: true,
};
