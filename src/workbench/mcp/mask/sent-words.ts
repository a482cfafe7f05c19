/**
 * Words in the requests to an ERP over HTTP. A filter with a word that an assistant has chosen tells whether the word is a value, so that each word has to be a
 * name of the interface, a text of the profile as the session began, or a value of the request.
 */
import { decodedPart } from '../../../../engine/tools/index.ts';
import { hasKnownWords, partsOf } from '../../masking/index.ts';
import type { ShownStep } from '../../operations/protocol/call.ts';

export interface SentWords {
  /** Words of the profile with which the session began, of the contract and of the ERP's interface, in small letters. */
  readonly named: ReadonlySet<string>;
  /** Whole texts that the profile had in quotes, in small letters. */
  readonly literals: ReadonlySet<string>;
  /** The request of the call, with the real values. */
  readonly request: string;
  /** Values of ids and codes in the answers of the call, in small letters. */
  readonly ids: ReadonlySet<string>;
  /** Whether the vendor's description has a name. */
  readonly isDescribed: (name: string) => boolean;
}

/** Operators and options of query languages. */
const operators = new Set(
  'and or not eq ne gt ge lt le in like ilike asc desc null true false select from where order by limit offset top skip count filter expand search format json xml http https'.split(
    ' ',
  ),
);

/** Functions that test a part or the length of a text. */
const testing =
  /\b(?:startswith|endswith|contains|substringof|indexof|substring|length|matchespattern|matches|regex|like|ilike)\b/i;

const quoted = /'((?:[^']|'')*)'|"((?:[^"\\]|\\.)*)"/g;

/** The first text of a request that is not allowed; undefined if all are. */
function strangeText(text: string, { named, literals, request, ids, isDescribed }: SentWords): string | undefined {
  const low = request.toLowerCase();
  const isWord = (word: string): boolean =>
    named.has(word) || operators.has(word) || low.includes(word) || hasKnownWords(word);
  const tests = testing.test(text);
  for (const [, single, double] of text.matchAll(quoted)) {
    const value = (single ?? double ?? '').trim();
    const words = partsOf(value).filter(({ kind }) => kind === 'word' || kind === 'mail');
    const isNamed =
      literals.has(value.toLowerCase()) ||
      words.every((part) => part.text.length > 2 && isWord(part.text.toLowerCase()));
    const isGiven = value !== '' && (low.includes(value.toLowerCase()) || ids.has(value.toLowerCase()));
    if (words.length > 0 && !isGiven && !(isNamed && (!tests || literals.has(value.toLowerCase())))) {
      // A key of JSON is a name of the interface.
      if (double !== undefined && words.every((part) => named.has(part.text.toLowerCase()))) continue;
      return value;
    }
  }
  const bare = text.replaceAll(quoted, ' ');
  const idWords = new Set(
    [...ids].filter((id) => bare.toLowerCase().includes(id)).flatMap((id) => partsOf(id).map((part) => part.text)),
  );
  for (const { kind, text: part } of partsOf(bare)) {
    const word = part.toLowerCase();
    if (kind === 'word' && part.length > 2 && !isWord(word) && !idWords.has(word) && !isDescribed(part)) return part;
    if ((kind === 'digits' || kind === 'phone') && part.replaceAll(/\D/g, '').length >= 7 && !low.includes(part)) {
      if (!literals.has(word) && !named.has(word)) return part;
    }
  }
  return undefined;
}

/** The first text in the requests of a call that may not be sent; undefined if all may. `steps`: with real values. */
export function strangeSentText(steps: readonly ShownStep[], words: SentWords): string | undefined {
  for (const step of steps) {
    if (step.kind !== 'exchange') continue;
    const { url, body } = step.request;
    const address = decodedPart(url.replace(/^[a-z]+:\/\/[^/?#]*/i, '').replaceAll('+', ' '));
    const strange = strangeText(address, words) ?? strangeText(body, words);
    if (strange !== undefined) return strange;
  }
  return undefined;
}
