/** Finds the conditions of a statement that compare a column with a value. */
import type { Word } from './words.ts';

/** A column and the value that it is compared with, or that it gets. */
export interface ColumnValue {
  /** In lower case. */
  readonly column: string;
  /** Number of the placeholder in the statement, counted from 0. */
  readonly placeholder: number;
  readonly offset: number;
  readonly length: number;
}

interface ValueCondition extends ColumnValue {
  /** The table or alias before the column, in lower case. */
  readonly qualifier: string | undefined;
}

const placeholder = /^(?:[$@]p?(\d+)|\?)$/;

/** Whether the word is a placeholder of a driver. */
export const isPlaceholder = ({ kind, text }: Word): boolean => kind === 'sign' && placeholder.test(text);

/** The number of a placeholder, counted from 0: written in it, or by its place in the statement. */
export function numberOf(word: Word, words: readonly Word[]): number {
  const written = placeholder.exec(word.text)?.[1];
  return written === undefined ? words.filter(isPlaceholder).indexOf(word) : Number(written) - 1;
}

/** What may follow a condition that all rows must fulfil. */
const following =
  /^(?:and|\)|;|group|order|limit|union|having|offset|fetch|for|left|right|inner|join|cross|full|where|option|window)$/;

/** Whether an OR of the same SELECT has the word in one of its alternatives. */
function isAlternative(words: readonly Word[], index: number): boolean {
  const depth = words[index]?.depth ?? 0;
  const before = words.findLastIndex((word, at) => at < index && word.text === 'select' && word.depth <= depth);
  const level = words[before]?.depth ?? 0;
  const end = words.findIndex((word, at) => at > index && word.depth < level);
  return words
    .slice(Math.max(0, before), end < 0 ? undefined : end)
    .some((word) => word.kind === 'name' && word.text === 'or' && word.depth <= depth);
}

/** The words up to the placeholder of `= $1`, `IN ($1)` or `= ANY($1)`, and those after it; undefined for any other text. */
function comparedWith(words: readonly Word[]): { readonly value: Word; readonly rest: readonly Word[] } | undefined {
  const [first, second, third, fourth] = words;
  if (first?.text === '=' && second !== undefined && isPlaceholder(second))
    return { value: second, rest: words.slice(2) };
  const isIn = first?.text === 'in' && second?.text === '(';
  if (isIn && third !== undefined && isPlaceholder(third) && fourth?.text === ')')
    return { value: third, rest: words.slice(4) };
  const isAny = first?.text === '=' && second?.text === 'any' && third?.text === '(';
  if (isAny && fourth !== undefined && isPlaceholder(fourth) && words[4]?.text === ')')
    return { value: fourth, rest: words.slice(5) };
  return undefined;
}

/** Conditions such as `c.no = $1`, which all rows must fulfil. Words are those of `wordsOf`. */
export function valueConditions(words: readonly Word[]): readonly ValueCondition[] {
  return words.flatMap((word, index): ValueCondition[] => {
    if (word.kind !== 'name') return [];
    const comparison = comparedWith(words.slice(index + 1, index + 7));
    if (comparison === undefined) return [];
    const isQualified = words[index - 1]?.text === '.';
    const start = isQualified ? index - 2 : index;
    const opens = words[start - 1]?.text === '(' ? words[start - 2] : words[start - 1];
    const next = comparison.rest[0]?.text;
    if (!/^(?:where|and|on)$/.test(opens?.text ?? '') || (next !== undefined && !following.test(next))) return [];
    if (words[start - 1]?.text === '.' || isAlternative(words, index)) return [];
    const first = words[start] ?? word;
    return [
      {
        qualifier: isQualified ? first.text : undefined,
        column: word.text,
        placeholder: numberOf(comparison.value, words),
        offset: first.offset,
        length: word.offset + word.length - first.offset,
      },
    ];
  });
}
