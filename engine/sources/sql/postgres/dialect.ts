/** How PostgreSQL writes SQL. */
import type { SearchForm, SqlValue } from '../../source.ts';
import { lazyBuilder } from '../text/builder.ts';
import { type Dialect, doubleQuoted, limitedAtEnd, singleQuoted } from '../text/dialect.ts';
import { escapeLike, likeTexts, narrowByLike, plainLike } from '../text/prefix-variants.ts';
import { doubledQuote } from '../text/tokens.ts';

const lower = (expression: string) => `lower(cast(${expression} as text))`;

const containsLower = (column: string, slot: string) => `${lower(column)} like ${lower(slot)} escape '!'`;

/** `f(g(x))` for the calls `f` and `g`. */
export const called = (calls: readonly string[], expression: string) =>
  calls.reduceRight((inner, call) => `${call}(${inner})`, expression);

function containsBy(
  form: SearchForm,
  column: string,
  { word, ascii }: { readonly word: string; readonly ascii: string },
): string {
  if (form.kind === 'column') return `${column} ilike ${word} escape '!'`;
  const [text, pattern] = [called(form.calls, `cast(${column} as text)`), called(form.calls, `cast(${ascii} as text)`)];
  // The functions may leave case as it is, as `unaccent` does.
  return `(${text} ilike ${pattern} escape '!' and ${containsLower(column, word)})`;
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
    startsWith: (column, slot) => `${lower(column)} like ${lower(slot)} escape '!'`,
    contains: containsLower,
    containsBy,
    containsAll: (columns, slot) => {
      const missing = columns.map((column) => `strpos(coalesce(${lower(column)}, ''), lower(w.value)) = 0`);
      const words = `json_array_elements_text(cast(${slot} as json)) as w(value)`;
      return `not exists (select 1 from ${words} where ${missing.join(' and ')})`;
    },
    narrow: narrowByLike(escapeLike, (column, slot) => plainLike(`cast(${column} as text)`, slot)),
    bind: likeTexts,
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
