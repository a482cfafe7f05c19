/** How T-SQL searches. The server folds case on both sides, so that a case-sensitive column is found, too; its collation decides about accents. */
import { anyOf, narrowByLike, spelledWhole } from '../text/prefix-variants.ts';
import type { Narrowing, SearchSql } from '../text/search.ts';

/** In addition to `%` and `_`, a bracket is a wildcard here. In brackets each of them is an ordinary character. */
const escapeLike = (text: string) => text.replaceAll(/[%_[]/g, '[$&]');

/** The server accepts no pattern longer than 4,000 characters. An empty set of characters matches nothing. */
const pattern = (like: string) => (like.length > 4_000 ? '[]' : like);

const lower = (expression: string) => `lower(cast(${expression} as nvarchar(max)))`;
const like = (column: string, slot: string) => `${lower(column)} like ${lower(slot)}`;

/** Characters that XML 1.0 cannot contain become U+FFFD, which no name contains: such a word is not found. */
const xmlText = (text: string) =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that XML forbids.
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;');

const byLike = narrowByLike(escapeLike, (column, slot) => `${column} like ${slot}`);

/** `=` may skip characters that LIKE compares, so that a whole text needs `=`. */
const narrow: Narrowing = {
  starts: (text, match) => (match === 'exact' ? spelledWhole(text, false) : byLike.starts(text, match)),
  test: (column, slots, match) =>
    match === 'exact' ? anyOf(slots, (slot) => `${column} = ${slot}`) : byLike.test(column, slots, match),
};

export const tsqlSearch: SearchSql = {
  folded: lower,
  equals: (column, slot) => `${lower(column)} = ${lower(slot)}`,
  startsWith: like,
  contains: like,
  // XML, since OPENJSON does not exist below compatibility level 130, where many ERPs still are.
  containsAll: (columns, slot) => {
    const word = "lower(w.x.value('.', 'nvarchar(max)'))";
    const missing = columns.map((column) => `charindex(${word}, coalesce(${lower(column)}, N'')) = 0`);
    const words = `(select cast(${slot} as xml) as list) as d cross apply d.list.nodes('/w') as w(x)`;
    return `not exists (select 1 from ${words} where ${missing.join(' and ')})`;
  },
  narrow,
  bind: {
    equals: (text) => text,
    startsWith: (text) => pattern(`${escapeLike(text)}%`),
    contains: (text) => pattern(`%${escapeLike(text)}%`),
    containsAll: (words) => words.map((word) => `<w>${xmlText(word)}</w>`).join(''),
  },
};
