/** Splits names of tables and columns into words with meanings. */
import { type Meaning, meaningsOf, splitCompound } from './vocabulary.ts';

/** A word of a name with all its possible meanings. */
export interface Word {
  readonly text: string;
  readonly meanings: readonly Meaning[];
}

/** Letters with accents and umlauts as Latin letters: `Größe` is `Groesse`, `à` is `a`. */
const asLatin = (name: string): string =>
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

/** Two words that say whether an amount contains the tax: `totalIncludingTax`, `excl_vat`. */
const taxWords = 'tax|vat|mwst|ust|tva|iva|btw|gst';
const withTax = new RegExp(`(^|_)(?:including|included|incl|inc|inkl|with)_(?:${taxWords})(?=_|$)`);
const withoutTax = new RegExp(`(^|_)(?:excluding|excl|exc|exkl|ex|without)_(?:${taxWords})(?=_|$)`);

/** A column is compared with every target, so that each name is split once. */
const wordsByName = new Map<string, readonly Word[]>();

/** The words of a name: `KundenNr`, `KUNDENNR`, `kunden_nr` and `kundennr` give the same two words. */
export function wordsOf(name: string): readonly Word[] {
  const words = wordsByName.get(name) ?? splitName(name);
  wordsByName.set(name, words);
  return words;
}

function splitName(name: string): readonly Word[] {
  const pieces = asLatin(name)
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()
    .replace(withTax, '$1gross')
    .replace(withoutTax, '$1net')
    .split(/[^a-z\d]+/)
    .filter((piece) => piece !== '');
  return pieces
    .flatMap(
      (piece) =>
        splitCompound(piece) ??
        splitCompound(piece.replaceAll(/^\d+|\d+$/g, '')) ??
        splitCompound(piece.replace(/s$/, '')) ?? [piece],
    )
    .map((text) => ({ text, meanings: meaningsOf(text) }));
}

/** The words of a name that cover all given meanings; undefined if a meaning is missing. */
export function covers(words: readonly Word[], meanings: readonly Meaning[]): readonly Word[] | undefined {
  const used: Word[] = [];
  for (const meaning of meanings) {
    const word = words.find((one) => !used.includes(one) && one.meanings.includes(meaning));
    if (word === undefined) return undefined;
    used.push(word);
  }
  return used;
}

/** Whether one of the words has the meaning. */
export const means = (words: readonly Word[], meaning: Meaning): boolean =>
  words.some((word) => word.meanings.includes(meaning));
