/** Names of tables and columns as words with meanings. */
import { type Meaning, meaningsOf, splitCompound } from './vocabulary.ts';

/** A word of a name, and all that it may mean. */
export interface Word {
  readonly text: string;
  readonly meanings: readonly Meaning[];
}

const plain = (name: string): string =>
  name
    .replaceAll('ä', 'ae')
    .replaceAll('ö', 'oe')
    .replaceAll('ü', 'ue')
    .replaceAll('Ä', 'AE')
    .replaceAll('Ö', 'OE')
    .replaceAll('Ü', 'UE')
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '');

/** The words of a name: `KundenNr`, `KUNDENNR`, `kunden_nr` and `kundennr` are the same two. */
export function wordsOf(name: string): readonly Word[] {
  const pieces = plain(name)
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((piece) => piece !== '');
  return pieces
    .flatMap(
      (piece) =>
        splitCompound(piece) ??
        splitCompound(piece.replace(/\d+$/, '')) ??
        splitCompound(piece.replace(/s$/, '')) ?? [piece],
    )
    .map((text) => ({ text, meanings: meaningsOf(text) }));
}

/** How many words of a name are needed for the meanings; undefined where one of them is in none. */
export function covers(words: readonly Word[], wanted: readonly Meaning[]): readonly Word[] | undefined {
  const used: Word[] = [];
  for (const meaning of wanted) {
    const word = words.find((one) => !used.includes(one) && one.meanings.includes(meaning));
    if (word === undefined) return undefined;
    used.push(word);
  }
  return used;
}

export const means = (words: readonly Word[], meaning: Meaning): boolean =>
  words.some((word) => word.meanings.includes(meaning));
