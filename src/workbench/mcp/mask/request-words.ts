/**
 * Translates the texts of a request. A replacement that was shown becomes the real value. Another word that can be a name becomes its replacement, so that the
 * ERP is never asked for a guess.
 */
import { partsOf } from '../../masking/index.ts';

/** What a session has replaced and shown, without regard to case. */
export interface ReplacedWords {
  /** The real value of a replacement: whole values and single parts. */
  realOf(fake: string): string | undefined;
  /** Whether a whole value was shown as it is. */
  isShown(value: string): boolean;
  /** Whether a value is one of the profile or of the contract. */
  isKept(value: string): boolean;
  /** Whether a word is one of the profile, such as `invoice` of `invoice:INV-1`. */
  isNamed(word: string): boolean;
  /** The replacement of a word that was not shown. */
  fake(word: string): string;
}

export interface TranslatedRequest {
  readonly value: unknown;
  /** Names of fields with a translated replacement, in small letters. */
  readonly translated: ReadonlySet<string>;
  /** The words that were not shown, as they are in the request. */
  readonly guessed: readonly string[];
  /** Names of fields with a text that was not shown. An id with digits, such as `K10003`, does not count. */
  readonly unshown: ReadonlySet<string>;
  /** The same with ids and numbers, which can be parts of a phone number. */
  readonly unshownOrId: ReadonlySet<string>;
}

/** A word of a code or of an id, such as `EUR` and `K`. */
const isCode = (word: string): boolean => word.length <= 2 || /^(?:[A-Z]{3}|[a-z]{3})$/.test(word);

/** Whether a text without letters can be a number of a phone, a tax or a bank account. */
const isLongNumber = (text: string): boolean => !/\p{L}/u.test(text) && text.replaceAll(/\D/g, '').length >= 5;

const isDate = (text: string): boolean => /^\d{4}-\d\d-\d\d(?:[T ][\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?$/.test(text);

/** An id is one word: with a space, a wildcard or a bracket it can be a pattern, or a document whose members are compared. */
const isIdShaped = (text: string): boolean => /^[\p{L}\p{N}./:-]+$/u.test(text);

/** `value`: the request of the assistant. */
export function translateRequest(given: unknown, words: ReplacedWords): TranslatedRequest {
  const translated = new Set<string>();
  const guessed = new Set<string>();
  const unshown = new Set<string>();
  const unshownOrId = new Set<string>();

  function word(text: string, field: string): string {
    const real = words.realOf(text);
    if (real !== undefined) {
      translated.add(field);
      return real;
    }
    if (isCode(text) || words.isKept(text) || words.isNamed(text)) return text;
    guessed.add(text);
    return words.fake(text);
  }

  function isStrange(text: string): boolean {
    if (isLongNumber(text)) return true;
    const letters = partsOf(text).filter(({ kind }) => kind !== 'digits' && kind !== 'time');
    const unknown = letters.filter((part) => words.realOf(part.text) === undefined && !words.isKept(part.text));
    if (!/\d/.test(text)) return unknown.length > 0 || letters.length === 0;
    if (!isIdShaped(text)) return true;
    return unknown.some((part) => part.text.length > 3 && !words.isNamed(part.text));
  }

  function text(value: string, field: string): string {
    const real = words.realOf(value);
    if (real !== undefined) {
      translated.add(field);
      return real;
    }
    if (value.trim() !== '' && !words.isKept(value) && !words.isShown(value) && !isDate(value)) {
      unshownOrId.add(field);
      if (isStrange(value)) unshown.add(field);
    }
    if (words.isKept(value) || words.isShown(value)) return value;
    let [result, at] = ['', 0];
    for (const part of partsOf(value)) {
      const isTime = part.kind === 'time' || part.kind === 'digits';
      result += value.slice(at, part.from) + (isTime ? part.text : word(part.text, field));
      at = part.from + part.text.length;
    }
    return result + value.slice(at);
  }

  function translate(value: unknown, field: string): unknown {
    if (typeof value === 'string') return text(value, field);
    if (typeof value === 'number' && isLongNumber(String(value)) && !words.isShown(String(value)))
      for (const fields of [unshown, unshownOrId]) fields.add(field);
    if (Array.isArray(value)) return value.map((item: unknown) => translate(item, field));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, translate(inner, name.toLowerCase())]),
    );
  }

  return { value: translate(given, ''), translated, guessed: [...guessed], unshown, unshownOrId };
}
