/** Replaces values by invented ones: equal parts of values get equal replacements, whatever table, document or class they are in. */
import { type MaskClass, type Treatment, treatments } from './classes.ts';
import { hasFullName, isCodeWord, isCommonWord, isShortName, type Part, partsOf } from './content.ts';
import { fakeCoordinates } from './coordinates.ts';
import { fakeWord, wordKey } from './fake-words.ts';
import { type Keyed, keyedBy } from './keyed.ts';
import { fakeDigits, fakeIban, fakeMail, fakeSecret, fakeVat } from './numbers.ts';

export interface MaskerInput {
  /** Without it the replacement of a guessed value cannot be computed. It stays with the customer. */
  readonly key: string;
  /** Whole values that are kept, such as the states that a profile names. Case does not matter. */
  readonly keep?: ReadonlySet<string>;
  /** Whole values that are ids, wherever they are: in a text too, they are replaced as an id is. */
  readonly ids?: ReadonlySet<string>;
  /** Replacements of texts that the engine computed, wherever they are, by the text in lower case: keys of writes that are hashes. */
  readonly computed?: ReadonlyMap<string, string>;
  /**
   * The first letters of the replacements of words, so that they sort like the words. In lower case, as `wordKey` writes them.
   */
  readonly starts?: ReadonlyMap<string, string>;
}

export interface Masker {
  /** The replacement of a text. `most`: its largest length; undefined: as long as needed. */
  text(maskClass: MaskClass, value: string, most?: number): string;
  /** The replacement of a text that is searched for: also a part of a word that was replaced before. */
  search(value: string): string;
  /** Real words and numbers that were replaced, and that are still in a text. */
  leaks(text: string): readonly string[];
  /** The real words that were replaced so far, as `wordKey` writes them. */
  words(): ReadonlySet<string>;
}

/** Shortest words and numbers that `leaks` looks for: shorter ones are parts of other words by chance. */
const [leastLetters, leastDigits] = [5, 7];

/** The state of one masker: what it has replaced by what. */
interface Replaced {
  readonly words: Map<string, string>;
  readonly fakes: Set<string>;
  readonly numbers: Set<string>;
  readonly fakeNumbers: Set<string>;
  readonly wholes: Set<string>;
}

/** More than 80 lines, because all of its functions share what was replaced. */
export function createMasker({
  key,
  keep = new Set(),
  ids = new Set(),
  starts = new Map(),
  computed = new Map(),
}: MaskerInput): Masker {
  const keyed: Keyed = keyedBy(key);
  const kept = new Set([...keep].map((value) => value.trim().toLowerCase()));
  /** Words of kept values: an id can be composed of one, as in `invoice:INV-1`. `example` is the domain of replaced addresses. */
  const keptWords = new Set(['example', ...[...kept].flatMap((value) => value.match(/\p{L}[\p{L}\p{M}]*/gu) ?? [])]);
  const replaced: Replaced = {
    words: new Map(),
    fakes: new Set(),
    numbers: new Set(),
    fakeNumbers: new Set(),
    wholes: new Set(),
  };

  function wordFor(word: string): string {
    const real = wordKey(word);
    let fake = replaced.words.get(real);
    if (fake === undefined) {
      let round = 0;
      do fake = fakeWord(keyed, real, round++, starts.get(real));
      while ((replaced.fakes.has(fake) || fake === real) && round < 20);
      replaced.words.set(real, fake);
      replaced.fakes.add(fake);
    }
    return casedLike(word, fake);
  }

  function noted(real: string, fake: string): string {
    replaced.wholes.add(real);
    replaced.fakeNumbers.add(fake);
    return fake;
  }

  const digitsFor = (text: string): string => {
    const fake = fakeDigits(keyed, text);
    replaced.numbers.add(text.replaceAll(/\D/g, ''));
    replaced.fakeNumbers.add(fake.replaceAll(/\D/g, ''));
    return fake;
  };

  /** A web address: the host is replaced as a whole, the rest word by word. */
  function urlFor(text: string, treatment: Treatment): string {
    const [, scheme = '', host = '', rest = ''] = /^([a-z][a-z\d+.-]*:\/\/)([^/?#]*)(.*)$/is.exec(text) ?? [];
    const isLocal = /(?:^|@)(?:localhost|127\.\d+\.\d+\.\d+)(?::\d+)?$/.test(host);
    const fake = isLocal ? host : `${fakeMail(keyed, `x@${host}`, 17).replace(/^.*@/, '')}`;
    if (!isLocal && host.length > 0) replaced.wholes.add(host.toLowerCase());
    return scheme + fake + rest.replaceAll(/[^/?&=#]+/g, (piece) => encodedPiece(piece, treatment));
  }

  /** A part of a path or query: as it is decoded, because `%20` would separate the digits of a number. */
  function encodedPiece(piece: string, treatment: Treatment): string {
    if (!piece.includes('%')) return inner(piece, treatment);
    try {
      return encodeURIComponent(inner(decodeURIComponent(piece), treatment));
    } catch {
      return inner(piece, treatment);
    }
  }

  function partFor({ kind, text }: Part, treatment: Treatment): string {
    const { words, digits, shortWords } = treatment;
    switch (kind) {
      case 'mail':
        return noted(text.toLowerCase(), fakeMail(keyed, text));
      case 'url':
        return urlFor(text, treatment);
      case 'iban':
        return noted(text.toLowerCase(), fakeIban(keyed, text));
      case 'vat':
        return noted(text.toLowerCase(), fakeVat(keyed, text));
      case 'token':
        return noted(text.toLowerCase(), fakeSecret(keyed, text));
      case 'uuid':
      case 'time':
      case 'entity':
        return text;
      case 'phone':
      case 'digits': {
        const count = text.replaceAll(/\D/g, '').length;
        const isDialled = kind === 'phone' && /^\+|^\(?0\d+[ /)]/.test(text);
        const isReplaced = digits === 'all' || (count >= leastDigits && (digits === 'long' || isDialled));
        return isReplaced ? digitsFor(text) : text;
      }
      case 'word':
        if (isCommonWord(text)) return shortWords && isShortName(text) ? wordFor(text) : text;
        return words === 'all' || !(isCodeWord(text) || keptWords.has(wordKey(text))) ? wordFor(text) : text;
    }
  }

  const computedForm = computed.size === 0 ? undefined : new RegExp(`(${[...computed.keys()].join('|')})`, 'i');

  function inner(value: string, treatment: Treatment): string {
    if (computedForm === undefined) return partsIn(value, treatment);
    return value
      .split(computedForm)
      .map((part, index) => (index % 2 === 0 ? partsIn(part, treatment) : computedFor(part)))
      .join('');
  }

  const computedFor = (text: string): string => {
    const fake = computed.get(text.toLowerCase()) ?? text;
    return text === text.toUpperCase() ? fake.toUpperCase() : fake;
  };

  function partsIn(value: string, treatment: Treatment): string {
    let [result, at] = ['', 0];
    for (const part of partsOf(value)) {
      result += value.slice(at, part.from) + partFor(part, treatment);
      at = part.from + part.text.length;
    }
    return result + value.slice(at);
  }

  /** The replaced word that has `part` in it; undefined if there is none, or several. */
  function containing(part: string): string | undefined {
    const fakeParts = new Set<string>();
    for (const [real, fake] of replaced.words) {
      const at = real.startsWith(part) ? 0 : real.indexOf(part);
      if (at >= 0) fakeParts.add(fake.slice(at, at + part.length));
    }
    return fakeParts.size === 1 ? [...fakeParts][0] : undefined;
  }

  return {
    text(given, value, most) {
      if (kept.has(value.trim().toLowerCase()) || /^\s*$/.test(value)) return value;
      // The form of a hash is that of a token, and its class can be a secret.
      if (computed.has(value.trim().toLowerCase())) return computedFor(value.trim());
      const maskClass = ids.has(value.trim()) && given !== 'secret' ? 'id' : given;
      if (maskClass === 'secret') return noted(value.toLowerCase(), fakeSecret(keyed, value));
      if (maskClass === 'coordinate') {
        const fake = fakeCoordinates(keyed, value, (other) => inner(other, treatments.coordinate));
        return noted(value.toLowerCase(), fake);
      }
      if (isNumber(value) && (maskClass === 'money' || maskClass === 'code' || maskClass === 'id')) return value;
      // A database that does not enforce its lengths can have longer values.
      const longest = most === undefined ? undefined : Math.max(most, value.length);
      const isMail = longest !== undefined && /^[^\s@]+@[^\s@]+$/.test(value);
      if (isMail) return noted(value.toLowerCase(), fakeMail(keyed, value, longest));
      const fake = inner(value, treatmentOf(maskClass, value));
      return longest !== undefined && fake.length > longest ? fake.slice(0, longest) : fake;
    },
    search(value) {
      if (kept.has(value.trim().toLowerCase())) return value;
      let [result, at] = ['', 0];
      for (const part of partsOf(value)) {
        const real = wordKey(part.text);
        const isPart = part.kind === 'word' && !replaced.words.has(real);
        const fake = isPart ? containing(real) : undefined;
        // A short word that is no name of the ERP can be a sign of a pattern.
        const treatment = { ...treatments.text, shortWords: !isPart };
        result += value.slice(at, part.from);
        result += fake === undefined ? partFor(part, treatment) : casedLike(part.text, fake);
        at = part.from + part.text.length;
      }
      return result + value.slice(at);
    },
    words: () => new Set(replaced.words.keys()),
    leaks: (text) => leaksIn(text, replaced, keptWords),
  };
}

/** A name in an id or a code is replaced as elsewhere, also the words of it that codes have: `KIM LEE 77`. */
function treatmentOf(maskClass: MaskClass, value: string): Treatment {
  const treatment = treatments[maskClass];
  const isName = treatment.words === 'unusual' && maskClass !== 'date' && hasFullName(value);
  return isName ? { ...treatment, words: 'all', shortWords: true } : treatment;
}

const isNumber = (value: string): boolean => /^\s*-?\d+(?:[.,]\d+)*\s*$/.test(value);

/** `fake` in the case of `word`. */
function casedLike(word: string, fake: string): string {
  const upper = [...word.normalize('NFC')].map((letter) => letter !== letter.toLowerCase());
  const text = [...fake].map((letter, index) => (upper[index] === true ? letter.toUpperCase() : letter)).join('');
  return word === word.normalize('NFC') ? text : text.normalize('NFD');
}

function leaksIn(
  text: string,
  { words, fakes, numbers, fakeNumbers, wholes }: Replaced,
  keptWords: ReadonlySet<string>,
): readonly string[] {
  const leaks = new Set<string>();
  const low = text.toLowerCase();
  for (const whole of wholes)
    if (whole.length >= leastDigits && !fakeNumbers.has(whole) && low.includes(whole)) leaks.add(whole);
  for (const [word] of text.matchAll(/\p{L}[\p{L}\p{M}]*/gu)) {
    const real = wordKey(word);
    if (real.length >= leastLetters && words.has(real) && !fakes.has(real) && !keptWords.has(real)) leaks.add(word);
  }
  for (const [number] of text.matchAll(/\d{7,}/g))
    if (numbers.has(number) && !fakeNumbers.has(number)) leaks.add(number);
  return [...leaks];
}
