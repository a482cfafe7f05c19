/** Scores how well the name of a table or column fits a meaning. */

import { isMeaning, type Meaning } from '../../vocabulary/vocabulary.ts';
import { covers, type Word, wordsOf } from '../../vocabulary/words.ts';

/** Words of names that have no meaning of their own. */
export interface Ignored {
  /** The first words that several tables share, such as the name of a module. */
  readonly prefixes: ReadonlySet<string>;
}

/** Alternatives for a meaning with their scores at a perfect fit: 4 is unmistakable. */
export type Alternatives = readonly (readonly [score: number, ...meanings: Meaning[]])[];

/** The meanings in a text: `customer price`. Throws if one is unknown. */
export const meaningsIn = (text: string): readonly Meaning[] =>
  text.split(' ').flatMap((word) => {
    if (word !== '' && !isMeaning(word)) throw new Error(`"${word}" is no meaning of a word`);
    return word === '' ? [] : [word];
  });

/** Alternatives in a text: `4 customer price, 3 price`. */
export const alternatives = (text: string): Alternatives =>
  text.split(', ').map((one) => {
    const [score, ...words] = one.split(' ');
    return [Number(score), ...meaningsIn(words.join(' '))] as const;
  });

/** Words that name a record as a whole: `master`, `header`. */
const isNeutral = ({ meanings, text }: Word): boolean =>
  meanings.includes('head') ||
  /^\d+$/.test(text) ||
  ['tbl', 'tab', 't', 'tb', 'the', 'of', 'and', 'dbo'].includes(text);

/** The deduction for a word that the meaning does not explain. */
function deduction(word: Word, place: number, { prefixes }: Ignored): number {
  if (isNeutral(word)) return 0;
  if (place === 0 && prefixes.has(word.text)) return word.meanings.length === 0 ? 0 : 0.2;
  return word.meanings.length === 0 && word.text.length < 3 ? 0.3 : 0.6;
}

/** `ragione sociale` has two words for one meaning. */
const saysTheSame = ({ meanings }: Word, { meanings: other }: Word): boolean =>
  meanings.length === 1 && other.length === 1 && meanings[0] === other[0];

/** The best score of the words over all alternatives; 0 if none of them is covered, or a word that is left has an excluded meaning. */
export function scoreOfWords(
  all: readonly Word[],
  alternatives: Alternatives,
  { prefixes, excluded }: Ignored & { readonly excluded: readonly Meaning[] },
): number {
  const ignored = { prefixes };
  const words = all.filter(({ text }, place) => all.findIndex((one) => one.text === text) === place);
  let best = 0;
  for (const [score, ...meanings] of alternatives) {
    const used = covers(words, meanings);
    if (used === undefined) continue;
    if (words.some((word) => !used.includes(word) && word.meanings.some((one) => excluded.includes(one)))) continue;
    const rest = words.reduce(
      (sum, word, place) =>
        used.some((one) => one === word || saysTheSame(word, one)) ? sum : sum + deduction(word, place, ignored),
      0,
    );
    best = Math.max(best, score - rest);
  }
  return best;
}

/** The first words that at least three tables have in common. */
export function sharedPrefixes(names: readonly string[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const name of names) {
    const [first] = wordsOf(name);
    if (first !== undefined) counts.set(first.text, (counts.get(first.text) ?? 0) + 1);
  }
  return new Set([...counts].flatMap(([text, count]) => (count >= 3 ? [text] : [])));
}
