/** Parts of a text that have a form of their own: addresses of mail and of the web, account and tax numbers, tokens, times, phone numbers, entities of HTML, words. */
import { isIban, isVat } from './numbers.ts';

export type PartKind =
  | 'mail'
  | 'url'
  | 'iban'
  | 'vat'
  | 'uuid'
  | 'time'
  | 'token'
  | 'phone'
  | 'digits'
  | 'entity'
  | 'word';

export interface Part {
  readonly kind: PartKind;
  readonly from: number;
  readonly text: string;
}

/** Legal forms and titles, which say nothing about who it is. */
const common = new Set(
  'gmbh mbh ohg gbr kgaa ggmbh sarl eurl sasu ltd llc inc plc corp sprl bvba srl spa herr frau mme mlle'.split(' '),
);

/** Words of one or two letters are common, too. Upper and lower case are equal. */
export const isCommonWord = (word: string): boolean => word.length < 3 || common.has(word.toLowerCase());

/** Words of two letters that are no names: legal forms in any case, the others in small letters. */
const shortForms = new Set('ag kg se sa bv ab as co sl nv oy lp'.split(' '));
const particles = new Set(
  'de la le du di da do el et of on in am im an zu to te en op or is it at by as if no we up'.split(' '),
);

/** Whether a word of two letters can be a name. */
export const isShortName = (word: string): boolean =>
  [...word.normalize('NFC')].length === 2 && !shortForms.has(word.toLowerCase()) && !particles.has(word);

/** Two words beside each other that begin with a capital letter, as names do, also where all letters are capital. */
export const hasFullName = (text: string): boolean => /\p{Lu}[\p{L}\p{M}]+\s+\p{Lu}[\p{L}\p{M}]+/u.test(text);

/** The forms, the most special first. All are linear: no repeated group contains another repetition of the same characters. */
const forms: readonly (readonly [kind: PartKind, form: RegExp, fits?: (text: string) => boolean])[] = [
  // Named ones are listed: `&Berg;` is no entity.
  [
    'entity',
    /&(?:amp|lt|gt|quot|apos|nbsp|euro|[lr]squo|[lr]dquo|[mn]dash|hellip|[a-z]{1,2}(?:uml|acute|grave|circ|cedil|tilde|ring|slash|lig)|#\d{1,7}|#x[\da-f]{1,6});/iy,
  ],
  ['mail', /[\p{L}\p{N}._%+'-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/uy],
  ['url', /[a-z][a-z\d+.-]{1,10}:\/\/[^\s"'<>]{1,2000}/iy],
  ['uuid', /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}(?![\da-z])/iy],
  ['time', /(?:19|20)\d\d-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?(?!\d)/y],
  ['time', /\d\d\.\d\d\.(?:19|20)\d\d(?!\d)/y],
  ['time', /Date\(-?\d{1,15}(?:[+-]\d{4})?\)/y],
  ['iban', /[A-Z]{2}\d{2}[A-Z\d]{11,30}(?![A-Za-z\d])/iy, isIban],
  ['iban', /[A-Z]{2}\d{2}(?:[ ][A-Z\d]{4}){2,7}(?:[ ][A-Z\d]{1,4})?(?![A-Za-z\d])/iy, isIban],
  ['vat', /[A-Z]{2,3}[ ]?[A-Z\d][A-Z\d. ]{6,14}[A-Z\d](?![A-Za-z\d])/iy, isVat],
  ['vat', /[A-Z]{2,3}[A-Z\d]{8,12}(?![A-Za-z\d])/iy, isVat],
  ['token', /[A-Za-z\d_+/=-]{20,}(?:\.[A-Za-z\d_+/=-]{4,}){0,4}/y, isToken],
  ['phone', /\+?\(?\d[\d ()/.-]{5,22}\d/y, isPhone],
  ['digits', /\d+/y],
  ['word', /\p{L}[\p{L}\p{M}]*/uy],
];

/** A long text of letters and digits without a readable structure. */
function isToken(text: string): boolean {
  const digits = text.replaceAll(/\D/g, '').length;
  const letters = text.replaceAll(/[^A-Za-z]/g, '').length;
  return digits >= 3 && letters >= 5 && !text.split(/[_\-/+=.]/).every((part) => part.length < 12);
}

/** At least seven digits, and no number of a document with its year: `2026/0042`. */
function isPhone(text: string): boolean {
  const digits = text.replaceAll(/\D/g, '').length;
  if (digits < 7 || /^(?:19|20)\d\d[/-]\d{1,6}$/.test(text)) return false;
  return !/^-?[\d.]*\.\d{1,6}$/.test(text) || /^\d{2,5}(?:\.\d{2,3}){2,}$/.test(text);
}

const startsWord = (text: string, at: number): boolean => at === 0 || !/[\p{L}\p{N}]/u.test(text.charAt(at - 1));

/** The parts of a text, from left to right. What is between them (spaces, signs) is kept. */
export function partsOf(text: string): readonly Part[] {
  const parts: Part[] = [];
  let at = 0;
  while (at < text.length) {
    const part = partAt(text, at);
    if (part === undefined) at += 1;
    else {
      parts.push(part);
      at += part.text.length;
    }
  }
  return parts;
}

function partAt(text: string, at: number): Part | undefined {
  if (!/[\p{L}\p{N}+(._%&]/u.test(text.charAt(at)) && text.charCodeAt(at) < 0xd800) return undefined;
  for (const [kind, form, fits] of forms) {
    if (kind !== 'word' && kind !== 'digits' && kind !== 'entity' && !startsWord(text, at)) continue;
    form.lastIndex = at;
    const matchedText = form.exec(text)?.[0];
    if (matchedText !== undefined && (fits === undefined || fits(matchedText)))
      return { kind, from: at, text: matchedText };
  }
  return undefined;
}

/** Whether words of a code or an id are usual: short, such as `EUR`, `K` of `K10003`, `kg`. Names have small and capital letters, or more than three. */
export const isCodeWord = (word: string): boolean =>
  word.length <= 2 || (word.length === 3 && /^(?:[A-Z]{3}|[a-z]{3})$/.test(word));
