/** How MySQL and MariaDB write SQL. */
import { lazyBuilder } from '../text/builder.ts';
import { type Dialect, limitedAtEnd, singleQuoted } from '../text/dialect.ts';
import {
  anyOf,
  asciiStart,
  escapeLike,
  likeTexts,
  plainLike,
  rangeOf,
  spelledStarts,
  spelledWhole,
} from '../text/prefix-variants.ts';
import type { Narrowing, SearchSql } from '../text/search.ts';
import { doubledQuote } from '../text/tokens.ts';

/** Compared by code points, whatever the column's character set and collation are. */
const byCodePoint = (expression: string) => `lower(convert(${expression} using utf8mb4)) collate utf8mb4_bin`;

/**
 * ASCII alone: a character that the column's character set lacks would be an error. Through an index, MariaDB's LIKE may not find
 * a text that continues with a character beyond U+FFFF: a range does. `=` may skip accents that LIKE compares, so that a whole text
 * needs `=`.
 */
const narrow: Narrowing = {
  starts: (text, match) =>
    match === 'exact'
      ? spelledWhole(text, true)
      : spelledStarts(asciiStart(text, true)).flatMap((start) => {
          const range = rangeOf(start);
          return range === undefined ? [] : [`${escapeLike(start)}%`, ...range];
        }),
  test(column, slots, match) {
    if (match === 'exact') return anyOf(slots, (slot) => `${column} = ${slot}`);
    const likes = slots.filter((_, index) => index % 3 === 0);
    return anyOf(likes, (slot) => {
      const [from, to] = slots.slice(slots.indexOf(slot) + 1);
      return `${plainLike(column, slot)} or ${column} >= ${from} and ${column} < ${to}`;
    });
  },
};

/** The search, once both sides are folded. The first has the collation of its column. */
function searchFolded(folded: (expression: string) => string): SearchSql {
  const like = (column: string, slot: string) => `${folded(column)} like ${folded(slot)} escape '!'`;
  return {
    folded,
    equals: (column, slot) => `${folded(column)} = ${folded(slot)}`,
    startsWith: like,
    contains: like,
    // The words become a column of a derived table, whose collation cannot be the other column's.
    containsAll: (columns, slot) => {
      const wordPosition = (column: string) =>
        `locate(${byCodePoint('w.word')}, ${byCodePoint(`coalesce(${column}, '')`)})`;
      const missing = columns.map((column) => `${wordPosition(column)} = 0`);
      const words = `json_table(${slot}, '$[*]' columns (word longtext character set utf8mb4 path '$')) as w`;
      return `not exists (select 1 from ${words} where ${missing.join(' and ')})`;
    },
    narrow,
    bind: likeTexts(escapeLike),
  };
}

const builder = lazyBuilder({ client: 'mysql2' });

export const mysqlDialect: Dialect = {
  lexicon: {
    quotes: [
      { open: "'", close: "'", doubled: true, backslash: true },
      { open: '"', close: '"', doubled: true, backslash: true },
      doubledQuote('`'),
    ],
    escapeStrings: false,
    dollarQuotes: false,
    nestedComments: false,
    hashComments: true,
    dashNeedsSpace: true,
    versionComments: true,
    slices: false,
    native: /\?/y,
  },
  get builder() {
    return builder();
  },
  quote: (name) => `\`${name.replaceAll('`', '``')}\``,
  placeholder: () => '?',
  exactNames: false,
  nesting: 'free',
  emptyLast: false,
  // No cast to text: it would replace the column's collation, which says how accents compare.
  search: searchFolded((expression) => `lower(${expression})`),
  searchRare: searchFolded(byCodePoint),
  // Of a float column the sum would be binary. Ten decimals are more than money has, and drop the binary dust.
  sum: (column) => `coalesce(sum(cast(${column} as decimal(65, 10))), 0)`,
  integer: (slot) => slot,
  binary: (slot) => `unhex(${slot})`,
  readsOffsets: false,
  firstRows: limitedAtEnd,
  textLiteral: (text) => singleQuoted(text).replaceAll('\\', '\\\\'),
  bytesLiteral: (hex) => `X'${hex}'`,
  hasBooleans: false,
};
