/** Finds limits of the number of rows in the outermost SELECT. */
import type { Word } from './words.ts';

/** The word that begins a limit: LIMIT, TOP or FETCH. Undefined where the statement has none outside of parentheses. */
export function rowLimitIn(words: readonly Word[]): Word | undefined {
  return words.find(({ text, kind, depth }, index) => {
    if (kind !== 'name' || depth > 0) return false;
    const next = words.slice(index + 1, index + 6).map((word) => word.text);
    switch (text) {
      case 'limit':
        return /^[\d?$@:]/.test(next[0] ?? '');
      case 'fetch':
        return /^(?:first|next)$/.test(next[0] ?? '');
      case 'top':
        // TOP 100 PERCENT limits nothing: it allows an order in a subquery.
        return /^(?:select|distinct|all)$/.test(words[index - 1]?.text ?? '') && !next.includes('percent');
      default:
        return false;
    }
  });
}
