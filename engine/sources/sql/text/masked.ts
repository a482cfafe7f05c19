/** The code of a statement, with the content of texts, quoted names and comments blanked out. */
import { type Lexicon, tokenize } from './tokens.ts';

/**
 * The statement in the same length, with nothing but its own words left to search. A text holds `x`, or `0` where it starts like a
 * number; a quoted name holds `n`; a comment is spaces.
 */
export function masked(sql: string, lexicon: Lexicon): string {
  return tokenize(sql, lexicon)
    .map((token) => {
      const text = sql.slice(token.start, token.end);
      if (token.kind === 'comment') return ' '.repeat(text.length);
      if (token.kind !== 'quoted' || text.length < 2) return text;
      const isText = text.startsWith("'");
      const inside = isText ? (/^'\s*[-+.\d]/.test(text) ? '0' : 'x') : 'n';
      return `${text.slice(0, 1)}${inside.repeat(text.length - 2)}${text.slice(-1)}`;
    })
    .join('');
}
