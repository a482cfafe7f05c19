/**
 * Words in the requests to an ERP over HTTP. A filter with a word that an assistant has chosen reveals whether the word is a value, so that each word has to be a
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
  /** Values of the request of the call and their words, with the real values, in small letters. */
  readonly given: ReadonlySet<string>;
  /** Values of ids and codes in the answers of the call, in small letters. */
  readonly ids: ReadonlySet<string>;
  /** Whether the vendor's description has a name. */
  readonly isDescribed: (name: string) => boolean;
  /** Whether the values of a member, in small letters, are masked: by the answers of the call, or by its name where they do not have it. */
  readonly isMasked: (name: string) => boolean;
  /** Whether the profile had a number or a text when the session began. */
  readonly isAgreed: (literal: string) => boolean;
}

/** Operators and options of query languages. */
const operators = new Set(
  'and or not eq ne gt ge lt le in like ilike asc desc null true false select from where order by limit offset top skip count filter expand search format json xml http https'.split(
    ' ',
  ),
);

/** As a word of a filter, or in JSON as `$gt`, `=like` and `>=`. */
const isOperator = (text: string): boolean =>
  operators.has(text.toLowerCase().replace(/^[$=]/, '')) || !/[\p{L}\p{N}]/u.test(text);

/** Functions that test a part or the length of a text. */
const testing =
  /\b(?:startswith|endswith|contains|substringof|indexof|substring|length|matchespattern|matches|regex|like|ilike)\b/i;

const quoted = /'((?:[^']|'')*)'|"((?:[^"\\]|\\.)*)"/g;

function scalarsIn(value: unknown): readonly string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(scalarsIn);
  return value === undefined || value === null ? [] : [String(value)];
}

/** The values in a request and their words, in small letters. */
export function givenTexts(request: unknown): ReadonlySet<string> {
  const values = scalarsIn(request).map((text) => text.toLowerCase());
  return new Set(values.flatMap((text) => [text, ...partsOf(text).map((part) => part.text)]));
}

/** A text in quotes, a key of JSON, a number, a name, or a sign that ends a comparison. */
const token = /'((?:[^']|'')*)'|"((?:[^"\\]|\\.)*)"(\s*:)?|(\d+(?:\.\d+)?)|([\p{L}_][\p{L}\p{N}_]*)|([&;?}[\]])/gu;
/** A key of JSON that compares the member around it. */
const comparator = /^(?:\$.*|eq|ne|gte?|lte?|ge|le|in|i?like)$/i;
/** Words that end a comparison. */
const separators = new Set('and or from where order limit offset top skip startposition maxresults'.split(' '));

/** Operators that compare by order. */
const orders = new Set(['gt', 'ge', 'lt', 'le']);

/** Names and literals that can be compared with each other. */
interface Comparison {
  readonly names: string[];
  readonly literals: string[];
}

function comparisonsIn(text: string): readonly Comparison[] {
  let last: Comparison = { names: [], literals: [] };
  const all = [last];
  const begin = (): void => {
    last = { names: [], literals: [] };
    all.push(last);
  };
  for (const [, single, double, isKey, digits, name] of text.matchAll(token)) {
    const quotedText = (single ?? double)?.trim();
    const isEnd = quotedText === undefined && digits === undefined && name === undefined;
    const isMember = isKey !== undefined && !comparator.test(double ?? '');
    if (isEnd || isMember || (name !== undefined && separators.has(name.toLowerCase()))) begin();
    if (name !== undefined) last.names.push(name.toLowerCase());
    if (digits !== undefined) last.literals.push(digits);
    if (quotedText === undefined || quotedText === '') continue;
    // JSON has names in quotes, too.
    if (double !== undefined) last.names.push(quotedText.toLowerCase());
    if (isKey === undefined) last.literals.push(quotedText);
  }
  return all;
}

/**
 * The first number or short text that is compared with masked values, and that neither the request has nor the profile had; undefined if there is none. Whether
 * `phone gt 4976` or `name ge 'Q'` finds a record reveals the value step by step.
 */
function guessIn(text: string, { given, isMasked, isAgreed }: SentWords): string | undefined {
  const isAllowed = (literal: string): boolean => {
    const value = literal.toLowerCase().replaceAll(/^[%*]+|[%*]+$/g, '');
    return (
      given.has(value) ||
      isAgreed(literal) ||
      (isOperator(value) && !orders.has(value)) ||
      (/^[^\d]{3,}$/.test(value) && !testing.test(text))
    );
  };
  return comparisonsIn(text)
    .filter(({ names }) => names.some(isMasked))
    .flatMap(({ names, literals }) => (literals.length > 0 ? literals : names.filter((name) => orders.has(name))))
    .find((literal) => !isAllowed(literal) && !isMasked(literal.toLowerCase()));
}

/** The first text of an address or a body that is not allowed; undefined if all are. */
function strangeText(text: string, words: SentWords): string | undefined {
  const { named, literals, given, ids, isDescribed, isAgreed } = words;
  const isWord = (word: string): boolean =>
    named.has(word) || operators.has(word) || given.has(word) || hasKnownWords(word);
  const tests = testing.test(text);
  for (const [, single, double] of text.matchAll(quoted)) {
    const value = (single ?? double ?? '').trim();
    if (isOperator(value)) continue;
    const words = partsOf(value).filter(({ kind }) => kind === 'word' || kind === 'mail');
    const isNamed =
      literals.has(value.toLowerCase()) ||
      words.every((part) => part.text.length > 2 && isWord(part.text.toLowerCase()));
    const isGiven = given.has(value.toLowerCase().replaceAll(/^[%*]+|[%*]+$/g, '')) || ids.has(value.toLowerCase());
    // A number of a phone, a tax or a bank account. What looks like a secret of the profile is hidden in the steps.
    const isNumber =
      value === '[secret]' || (value.replaceAll(/\D/g, '').length >= 5 && !/^\d{4}-\d\d-\d\d(?:[T ]|$)/.test(value));
    if (isNumber && !isGiven && !isAgreed(value)) return value;
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
    if ((kind === 'digits' || kind === 'phone') && part.replaceAll(/\D/g, '').length >= 7) {
      const isOfRequest = [...given].some((value) => value.includes(word));
      if (!isOfRequest && !literals.has(word) && !named.has(word)) return part;
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
    const [, query = ''] = /\?(.*)$/s.exec(address) ?? [];
    const strange =
      strangeText(address, words) ?? guessIn(query, words) ?? strangeText(body, words) ?? guessIn(body, words);
    if (strange !== undefined) return strange;
  }
  return undefined;
}
