/** Finds the column of a table that fits a role: by its name, its values and the keys of the table. */

import { means, type Word, wordsOf } from '../../vocabulary/words.ts';
import { withoutPrefix } from '../model/column-prefix.ts';
import { type Column, isUnique, type Table } from '../model/database.ts';
import { type ColumnCriteria, type ColumnRole, columnCriteria } from './column-criteria.ts';
import { scoreOfWords } from './names.ts';
import { fits, type Shape } from './shapes.ts';

/** A candidate column with the reasons for it. */
export interface Match {
  readonly column: Column;
  /** Reasons for the match, and the maximum number of reasons. */
  readonly signs: readonly string[];
  readonly possibleSigns: number;
  readonly score: number;
  /** No other column comes close, both name and values match, and a row has a value where there are rows. */
  readonly isSure: boolean;
}

/** Score of a name: 0 (no match) to 4. Words that repeat the name of the table are ignored. */
function nameScore(words: readonly Word[], ownWords: readonly Word[], { names, excluded }: ColumnCriteria): number {
  const isTableWord = (word: Word): boolean => word.meanings.some((meaning) => means(ownWords, meaning));
  if (
    words.some(
      (word) => !isTableWord(word) && word.meanings.length > 0 && word.meanings.every((one) => excluded.includes(one)),
    )
  )
    return 0;
  // A number is a word without a meaning that costs nothing.
  const numbered = words.map((word, place) => (isTableWord(word) ? { ...word, text: String(place) } : word));
  return scoreOfWords(numbered, names, { prefixes: new Set(), excluded: [] });
}

/** Minimum lead of a sure match over the next candidate. */
const margin = 0.35;
/** The lead of a document's number over another column that is named as a number: `numero` and `numero_esterno`. */
const numberMargin = 0.75;
const numberRoles: readonly ColumnRole[] = ['orderNumber', 'invoiceNumber'];
/** Minimum score of the name of a sure match. */
const sureName = 3.4;
/** The same of a price or flag: a further word makes it another one, such as the price of a web shop, or locked for orders. */
const sureAlone = 3.5;
const priceRoles: readonly ColumnRole[] = ['price', 'unitPrice'];
/** Score of a name whose words are all explained. */
const fullName = 3.9;

/** Shapes that only values can show. */
const byValues: readonly Shape[] = ['email', 'currency', 'few'];
/** Shapes that a key of another table cannot have. */
const ownValues: readonly Shape[] = ['text', 'number', 'code', 'email', 'key'];

const isForeign = ({ foreignKeys }: Table, column: string): boolean =>
  foreignKeys.some(({ columns }) => columns.length === 1 && columns[0] === column);

type Candidate = Omit<Match, 'isSure'> & { readonly byName: number; readonly isEmpty: boolean };

function candidate(
  table: Table,
  column: Column,
  criteria: ColumnCriteria,
  ownWords: readonly Word[],
): readonly Candidate[] {
  if (ownValues.includes(criteria.shape) && isForeign(table, column.name) && !criteria.unique) return [];
  // A prefix may be a word of the meaning, as in `curr_abbr`.
  const names = new Set([column.name, withoutPrefix(table, column.name)]);
  const byName = Math.max(0, ...[...names].map((name) => nameScore(wordsOf(name), ownWords, criteria)));
  const shape = fits(table, column, criteria.shape);
  const key = isUnique(table, column.name) ? 'unique by a key of the table' : undefined;
  const mustBeUnique = criteria.unique;
  // Without rows, uniqueness is unknown.
  const hasRows = table.sample.length > 0;
  const isUniqueHere = key !== undefined || fits(table, column, 'key') !== undefined;
  // A column without values may match, unless its type excludes the shape.
  const isEmpty = column.values.length === 0 && column.kind === 'text' && byValues.includes(criteria.shape);
  if (shape === undefined && !isEmpty) return [];
  if (byName === 0 && !(criteria.byShape && shape !== undefined)) return [];
  const signs = [
    ...(byName > 0 ? [`named ${column.name}`] : []),
    ...(shape === undefined ? [] : [shape]),
    ...(mustBeUnique && isUniqueHere ? [key ?? 'unique in the rows that were read'] : []),
  ];
  const isRepeated = mustBeUnique && hasRows && !isUniqueHere;
  const score =
    byName + (shape === undefined ? 0 : 1) + (mustBeUnique && key !== undefined ? 0.5 : 0) - (isRepeated ? 2 : 0);
  return [
    {
      column,
      signs: [...new Set(signs)],
      possibleSigns: mustBeUnique ? 3 : 2,
      score,
      byName: isRepeated ? 0 : byName,
      isEmpty: table.sample.length > 0 && column.values.length === 0,
    },
  ];
}

const isReferenceNumber = (candidate: Candidate | undefined): boolean => {
  const words = wordsOf(candidate?.column.name ?? '');
  return means(words, 'number') && means(words, 'reference');
};

/** A reference is the number of the document itself, or that of another one. Only the number of each document is in each row. */
function isOtherNumber({ sample }: Table, { name, required, values }: Column): boolean {
  const words = wordsOf(name);
  const isInEachRow = sample.length === 0 ? required : values.length === sample.length;
  return means(words, 'reference') && !means(words, 'number') && !isInEachRow;
}

/** The candidate columns, best first. `shape`: of the values, where it is not that of the role. A column in which no row has a value is no candidate beside one with values. */
export function candidates(table: Table, role: ColumnRole, shape = columnCriteria(role).shape): readonly Match[] {
  const criteria = { ...columnCriteria(role), shape };
  // A description has no rows that could confirm a name: one that says everything is enough.
  const isEnough = ({ byName, column }: Candidate): boolean =>
    table.described !== undefined &&
    byName >= fullName &&
    (criteria.shape !== 'currency' || means(wordsOf(column.name), 'code'));
  const ownWords = wordsOf(table.name);
  const all = table.columns.flatMap((column) => candidate(table, column, criteria, ownWords));
  const filled = all.filter(({ isEmpty }) => !isEmpty);
  const ranked = (filled.length === 0 ? all : filled).toSorted((one, other) => other.score - one.score);
  return ranked.map((one, place) => {
    const { byName, isEmpty, ...match } = one;
    const next = ranked[place + 1];
    const lead = numberRoles.includes(role) && isReferenceNumber(next) ? numberMargin : margin;
    const isClear = place === 0 && (next === undefined || match.score - next.score >= lead);
    const isNamed =
      byName >= (priceRoles.includes(role) || criteria.shape === 'flag' ? sureAlone : sureName) ||
      (criteria.byShape && match.signs.length >= 2);
    // A whole number of cents needs a division, or belongs to a currency without them.
    const isInCents = criteria.shape === 'number' && means(wordsOf(match.column.name), 'cents');
    const isDoubtful = isEmpty || isInCents || (numberRoles.includes(role) && isOtherNumber(table, match.column));
    return { ...match, isSure: isClear && isNamed && !isDoubtful && (match.signs.length >= 2 || isEnough(one)) };
  });
}

/** The best candidate. */
export const bestColumn = (table: Table, role: ColumnRole): Match | undefined => candidates(table, role)[0];

/** The reasons for a match, as text for a comment. */
export const reasonOf = ({ signs, possibleSigns }: Pick<Match, 'signs' | 'possibleSigns'>): string =>
  `${Math.min(signs.length, possibleSigns)} of ${possibleSigns} signs: ${signs.join(', ')}`;
