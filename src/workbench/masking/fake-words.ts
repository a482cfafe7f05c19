/** Invented words: of the same length as the real one, in the same case, with an accent where it has one. */
import { type Keyed, pick } from './keyed.ts';

const vowels = 'aeiou';
const consonants = 'bdfgklmnprstvz';
/** All in Latin-1, so that the character set of a database has them. */
const accented = 'äöüéèêàáâóôúûíî';
const scripts: readonly (readonly [form: RegExp, first: number, count: number])[] = [
  [/\p{Script=Cyrillic}/u, 0x430, 32],
  [/\p{Script=Greek}/u, 0x3b1, 16],
  [/\p{Script=Han}/u, 0x4e00, 256],
  [/\p{Script=Hiragana}/u, 0x3042, 64],
  [/\p{Script=Katakana}/u, 0x30a2, 64],
  [/\p{Script=Arabic}/u, 0x628, 16],
  [/\p{Script=Hebrew}/u, 0x5d0, 26],
];

function letterFor(letter: string, number: number, isVowel: boolean): string {
  if (/[a-z]/.test(letter)) return pick(isVowel ? vowels : consonants, number);
  if (letter === 'ß') return letter;
  const script = scripts.find(([form]) => form.test(letter));
  if (script !== undefined) return String.fromCodePoint(script[1] + (number % script[2]));
  return pick(accented, number);
}

const isUpper = (letter: string): boolean => letter !== letter.toLowerCase();

/** The form in which words are compared: case and the form of accents do not matter. */
export const wordKey = (word: string): string => word.normalize('NFC').toLowerCase();

/**
 * An invented word. `round`: another word for the same real one, where the first is in use. `start`: its first letters, in lower case.
 */
export function fakeWord(keyed: Keyed, word: string, round = 0, start = ''): string {
  const numbers = keyed(`word ${round} ${wordKey(word)}`);
  let isVowel = numbers.next() % 3 === 0;
  const letters = [...word.normalize('NFC')].map((letter, index) => {
    const number = numbers.next();
    const fixed = start.charAt(index);
    const low = letter.toLowerCase();
    const fake = fixed === '' ? letterFor(low, number, isVowel) : fixed;
    isVowel = !isVowel;
    return isUpper(letter) ? fake.toUpperCase() : fake;
  });
  const text = letters.join('');
  return word === word.normalize('NFC') ? text : text.normalize('NFD');
}
