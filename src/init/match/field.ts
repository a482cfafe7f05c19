/** Which column of a table is wanted: by its name, what its values look like, and its keys. */
import { type Column, isUnique, type Table } from '../model/database.ts';
import type { Meaning } from '../vocabulary/vocabulary.ts';
import { covers, means, type Word, wordsOf } from '../vocabulary/words.ts';
import { fits, type Shape } from './shapes.ts';

/** A column that is looked for. */
export interface ColumnCriteria {
  /** What its name says, the best first; each alternative is a few meanings that all occur. */
  readonly names: readonly (readonly Meaning[])[];
  /** Meanings that speak against a column. */
  readonly not?: readonly Meaning[];
  readonly shape: Shape;
  /** No other column has this shape by chance: one that has it needs no name. */
  readonly telling?: true;
  /** It is unique, or it would not be this. */
  readonly unique?: true;
}

/** A column that was found, with why. */
export interface Match {
  readonly column: Column;
  /** What speaks for it, of how much could. */
  readonly signs: readonly string[];
  readonly of: number;
  readonly score: number;
  /** Nothing else in the table comes close, and both name and values speak for it. */
  readonly sure: boolean;
}

/** How well a name says what is wanted: 0 to 4. Words of the table's own name in it say nothing. */
function nameScore(words: readonly Word[], ownWords: readonly Word[], { names, not = [] }: ColumnCriteria): number {
  const own = (word: Word): boolean => word.meanings.some((meaning) => means(ownWords, meaning));
  if (words.some((word) => !own(word) && word.meanings.length > 0 && word.meanings.every((one) => not.includes(one))))
    return 0;
  let best = 0;
  for (const [place, wanted] of names.entries()) {
    const used = covers(words, wanted);
    if (used === undefined) continue;
    const rest = words.filter((word) => !used.includes(word) && !own(word));
    best = Math.max(best, 4 - place * 0.5 - rest.length * 0.4);
  }
  return Math.max(best, 0);
}

/** How far ahead of the next one a column has to be. */
const margin = 0.35;

/** Shapes that values alone have. */
const byValues: readonly Shape[] = ['email', 'currency', 'few'];

/** The candidates for a column, the best first. */
export function candidates(table: Table, wanted: ColumnCriteria): readonly Match[] {
  const ownWords = wordsOf(table.name);
  const found = table.columns.flatMap((column): Match[] => {
    const byName = nameScore(wordsOf(column.name), ownWords, wanted);
    const shape = fits(table, column, wanted.shape);
    const key = isUnique(table, column.name) ? 'unique by a key of the table' : undefined;
    const asked = wanted.unique === true;
    // Of a table without rows nobody can tell.
    const isTold = table.sample.length > 0;
    if (asked && isTold && key === undefined && fits(table, column, 'key') === undefined) return [];
    // A column without values may still be the one; a shape that its type excludes it cannot have.
    const isEmpty = column.values.length === 0 && column.kind === 'text' && byValues.includes(wanted.shape);
    if (shape === undefined && !isEmpty) return [];
    if (byName === 0 && !(wanted.telling === true && shape !== undefined)) return [];
    const signs = [
      ...(byName > 0 ? [`named ${column.name}`] : []),
      ...(shape === undefined ? [] : [shape]),
      ...(asked && (isTold || key !== undefined) ? [key ?? 'unique in the rows that were read'] : []),
    ];
    const score = byName + (shape === undefined ? 0 : 1) + (asked && key !== undefined ? 0.5 : 0);
    return [{ column, signs: [...new Set(signs)], of: asked ? 3 : 2, score, sure: false }];
  });
  found.sort((one, other) => other.score - one.score);
  return found.map((match, place) => {
    const next = found[place + 1];
    const isClear = place === 0 && (next === undefined || match.score - next.score >= margin);
    return { ...match, sure: isClear && match.signs.length >= 2 };
  });
}

/** The best candidate. */
export const bestColumn = (table: Table, wanted: ColumnCriteria): Match | undefined => candidates(table, wanted)[0];

/** What speaks for a match, for a comment. */
export const reasonOf = ({ signs, of }: Pick<Match, 'signs' | 'of'>): string =>
  `${Math.min(signs.length, of)} of ${of} signs: ${signs.join(', ')}`;
