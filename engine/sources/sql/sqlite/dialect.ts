/** How SQLite writes SQL. */
import { lazyBuilder } from '../text/builder.ts';
import { type Dialect, doubleQuoted, limitedAtEnd, singleQuoted } from '../text/dialect.ts';
import { anyOf, asciiStart, escapeLike, plainLike, spelledStarts } from '../text/prefix-variants.ts';
import { foldCase, type Narrowing } from '../text/search.ts';
import { doubledQuote } from '../text/tokens.ts';

/** GLOB distinguishes upper and lower case, and uses an ordinary index; LIKE does not, and uses one with the collation NOCASE. */
const narrow: Narrowing = {
  starts(text) {
    const globs = spelledStarts(asciiStart(text, false)).map((start) => `${start.replaceAll(/[*?[]/g, '[$&]')}*`);
    return globs.length === 0 ? [] : [...globs, `${escapeLike(asciiStart(text, true))}%`];
  },
  test(column, slots) {
    const globs = anyOf(slots.slice(0, -1), (slot) => `${column} glob ${slot}`);
    return `${globs} and ${plainLike(column, slots.at(-1) ?? '')}`;
  },
};

const builder = lazyBuilder({ client: 'better-sqlite3', useNullAsDefault: true });

export const sqliteDialect: Dialect = {
  lexicon: {
    quotes: [
      doubledQuote("'"),
      doubledQuote('"'),
      doubledQuote('`'),
      { open: '[', close: ']', doubled: false, backslash: false },
    ],
    escapeStrings: false,
    dollarQuotes: false,
    nestedComments: false,
    hashComments: false,
    dashNeedsSpace: false,
    slices: false,
    native: /\?\d*|[$@]\w+/y,
  },
  get builder() {
    return builder();
  },
  quote: doubleQuoted,
  placeholder: () => '?',
  exactNames: false,
  nesting: 'free',
  emptyLast: false,
  // `lower` and LIKE know ASCII only, so the engine registers a function. Values are already folded.
  search: {
    folded: (column) => `engine_fold(${column})`,
    equals: (column, slot) => `engine_fold(${column}) = ${slot}`,
    startsWith: (column, slot) => `instr(engine_fold(${column}), ${slot}) = 1`,
    contains: (column, slot) => `instr(engine_fold(${column}), ${slot}) > 0`,
    containsAll: (columns, slot) => {
      const missing = columns.map((column) => `instr(coalesce(engine_fold(${column}), ''), w.value) = 0`);
      return `not exists (select 1 from json_each(${slot}) as w where ${missing.join(' and ')})`;
    },
    narrow,
    bind: {
      equals: foldCase,
      startsWith: foldCase,
      contains: foldCase,
      containsAll: (words) => JSON.stringify(words.map(foldCase)),
    },
  },
  // The built-in sum is binary where a column holds fractions.
  sum: (column) => `decimal_sum(${column})`,
  integer: (slot) => slot,
  binary: (slot) => `unhex(${slot})`,
  readsOffsets: true,
  firstRows: limitedAtEnd,
  textLiteral: singleQuoted,
  bytesLiteral: (hex) => `X'${hex}'`,
  hasBooleans: false,
};
