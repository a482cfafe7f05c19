/** Finds the column of a table that fits a role: by its name, its values and the keys of the table. */

import type { Meaning } from '../../vocabulary/vocabulary.ts';
import { covers, means, type Word, wordsOf } from '../../vocabulary/words.ts';
import { type Column, isUnique, type Table } from '../model/database.ts';
import { fits, type Shape } from './shapes.ts';

/** Criteria for a column. */
export interface ColumnCriteria {
  /** Alternatives for the meaning of its name, best first. An alternative is a list of meanings that must all occur. */
  readonly names: readonly (readonly Meaning[])[];
  /** Meanings that exclude a column. */
  readonly not?: readonly Meaning[];
  readonly shape: Shape;
  /** The shape of its values is sufficient: the name does not matter. */
  readonly byShape?: true;
  /** Its values must be unique. */
  readonly unique?: true;
}

/** A candidate column with the reasons for it. */
export interface Match {
  readonly column: Column;
  /** Reasons for the match, and the maximum number of reasons. */
  readonly signs: readonly string[];
  readonly of: number;
  readonly score: number;
  /** No other column comes close, and both name and values match. */
  readonly sure: boolean;
}

/** Score of a name: 0 (no match) to 4. Words that repeat the name of the table are ignored. */
function nameScore(words: readonly Word[], ownWords: readonly Word[], { names, not = [] }: ColumnCriteria): number {
  const own = (word: Word): boolean => word.meanings.some((meaning) => means(ownWords, meaning));
  if (words.some((word) => !own(word) && word.meanings.length > 0 && word.meanings.every((one) => not.includes(one))))
    return 0;
  let best = 0;
  for (const [place, meanings] of names.entries()) {
    const used = covers(words, meanings);
    if (used === undefined) continue;
    const rest = words.filter((word) => !used.includes(word) && !own(word));
    best = Math.max(best, 4 - place * 0.5 - rest.length * 0.4);
  }
  return Math.max(best, 0);
}

/** Minimum lead of a sure match over the next candidate. */
const margin = 0.35;

/** Shapes that only values can show. */
const byValues: readonly Shape[] = ['email', 'currency', 'few'];

/** The candidate columns, best first. */
export function candidates(table: Table, criteria: ColumnCriteria): readonly Match[] {
  const ownWords = wordsOf(table.name);
  const found = table.columns.flatMap((column): Match[] => {
    const byName = nameScore(wordsOf(column.name), ownWords, criteria);
    const shape = fits(table, column, criteria.shape);
    const key = isUnique(table, column.name) ? 'unique by a key of the table' : undefined;
    const mustBeUnique = criteria.unique === true;
    // Without rows, uniqueness is unknown.
    const hasRows = table.sample.length > 0;
    if (mustBeUnique && hasRows && key === undefined && fits(table, column, 'key') === undefined) return [];
    // A column without values may match, unless its type excludes the shape.
    const isEmpty = column.values.length === 0 && column.kind === 'text' && byValues.includes(criteria.shape);
    if (shape === undefined && !isEmpty) return [];
    if (byName === 0 && !(criteria.byShape === true && shape !== undefined)) return [];
    const signs = [
      ...(byName > 0 ? [`named ${column.name}`] : []),
      ...(shape === undefined ? [] : [shape]),
      ...(mustBeUnique && (hasRows || key !== undefined) ? [key ?? 'unique in the rows that were read'] : []),
    ];
    const score = byName + (shape === undefined ? 0 : 1) + (mustBeUnique && key !== undefined ? 0.5 : 0);
    return [{ column, signs: [...new Set(signs)], of: mustBeUnique ? 3 : 2, score, sure: false }];
  });
  found.sort((one, other) => other.score - one.score);
  return found.map((match, place) => {
    const next = found[place + 1];
    const isClear = place === 0 && (next === undefined || match.score - next.score >= margin);
    return { ...match, sure: isClear && match.signs.length >= 2 };
  });
}

/** The best candidate. */
export const bestColumn = (table: Table, criteria: ColumnCriteria): Match | undefined => candidates(table, criteria)[0];

/** The reasons for a match, as text for a comment. */
export const reasonOf = ({ signs, of }: Pick<Match, 'signs' | 'of'>): string =>
  `${Math.min(signs.length, of)} of ${of} signs: ${signs.join(', ')}`;
