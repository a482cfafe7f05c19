/** How SQL Server writes SQL. */
import { lazyBuilder } from '../text/builder.ts';
import { type Dialect, singleQuoted } from '../text/dialect.ts';
import { doubledQuote } from '../text/tokens.ts';
import { tsqlSearch } from './search.ts';

const builder = lazyBuilder({ client: 'mssql' });

export const mssqlDialect: Dialect = {
  lexicon: {
    quotes: [doubledQuote("'"), doubledQuote('"'), doubledQuote('[', ']')],
    escapeStrings: false,
    dollarQuotes: false,
    nestedComments: true,
    hashComments: false,
    dashNeedsSpace: false,
    slices: false,
    native: undefined,
  },
  get builder() {
    return builder();
  },
  quote: (name) => `[${name.replaceAll(']', ']]')}]`,
  placeholder: (position) => `@p${position}`,
  // The collation of the database decides, and columns are named as it reports them.
  exactNames: false,
  nesting: 'strict',
  emptyLast: false,
  anyOrder: '(select null)',
  search: tsqlSearch,
  // Money and every other exact type fit; a sum of decimal(38,10) is one itself.
  sum: (column) => `coalesce(sum(cast(${column} as decimal(38,10))), 0)`,
  integer: (slot) => slot,
  binary: (slot) => `convert(varbinary(8), ${slot}, 2)`,
  readsOffsets: true,
  firstRows: (columns, from, count) => `select top (${count}) ${columns} ${from}`,
  textLiteral: (text) => `N${singleQuoted(text)}`,
  bytesLiteral: (hex) => `0x${hex}`,
  hasBooleans: false,
};
