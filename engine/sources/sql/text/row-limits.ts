/** Finds limits of the number of rows that cut off rows of a whole query, or of one that stands for a table. */
import type { Word } from './words.ts';

export interface RowLimit {
  /** The word that begins the limit: LIMIT, TOP or FETCH. */
  readonly word: Word;
  /** `query`: it limits the outermost SELECT. `table`: a query in FROM, JOIN or WITH, whose rows are not those of one parent row. */
  readonly limits: 'query' | 'table';
}

/**
 * All such limits. One row is a usual way to read a record of which there is one, such as the company: where it limits a query in FROM, it
 * is not returned. Neither is a limit of LATERAL, APPLY, IN, EXISTS or of a single value.
 */
export function rowLimitsIn(words: readonly Word[]): readonly RowLimit[] {
  return words.flatMap((word, index): readonly RowLimit[] => {
    const most = limitAt(words, index);
    if (most === undefined) return [];
    if (word.depth === 0) return [{ word, limits: 'query' }];
    return most !== '1' && standsForTable(words, index) ? [{ word, limits: 'table' }] : [];
  });
}

/** The number of rows that a limit at this word allows, as it is written; undefined where no limit begins here. */
function limitAt(words: readonly Word[], index: number): string | undefined {
  const word = words[index];
  if (word?.kind !== 'name') return undefined;
  const next = words.slice(index + 1, index + 6).map(({ text }) => text);
  const [first = '', second = '', third = ''] = next;
  switch (word.text) {
    case 'limit':
      if (!/^[\d?$@:]/.test(first)) return undefined;
      return second === ',' ? third : first;
    case 'fetch':
      if (!/^(?:first|next)$/.test(first)) return undefined;
      return /^rows?$/.test(second) ? '1' : second;
    case 'top': {
      const isClause = /^(?:select|distinct|all)$/.test(words[index - 1]?.text ?? '');
      // TOP 100 PERCENT limits nothing: it allows an order in a subquery.
      if (!isClause || next.includes('percent')) return undefined;
      return first === '(' ? second : first;
    }
    default:
      return undefined;
  }
}

/** Whether the parentheses around a word hold a query in FROM, JOIN or WITH. */
function standsForTable(words: readonly Word[], index: number): boolean {
  const depth = words[index]?.depth ?? 0;
  const open = words.findLastIndex((word, at) => at < index && word.text === '(' && word.depth === depth - 1);
  const before = words[open - 1]?.text ?? '';
  return /^(?:from|join|,|as|materialized)$/.test(before) && words[open + 1]?.text === 'select';
}
