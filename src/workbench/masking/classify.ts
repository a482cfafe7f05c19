/** Classifies columns of tables and members of JSON by their names, types and values. */
import type { Meaning } from '../vocabulary/vocabulary.ts';
import { means, type Word, wordsOf } from '../vocabulary/words.ts';
import type { MaskClass } from './classes.ts';
import { isCodeWord, type PartKind, partsOf } from './content.ts';
import { hasDegrees } from './coordinates.ts';
import { standardOf } from './standard-codes.ts';

/** A column, or a member of JSON. */
export interface Described {
  readonly name: string;
  /** The table, or the member that contains it; undefined if there is none. */
  readonly owner?: string | undefined;
  readonly kind: 'number' | 'text' | 'date' | 'datetime' | 'boolean' | 'other';
  /** Sample values as text. */
  readonly values: readonly string[];
  /** Whether it is a part of a primary or foreign key. */
  readonly isKey?: boolean | undefined;
}

export interface Classified {
  readonly maskClass: MaskClass;
  /** Why, for a review. A clause without a full stop. */
  readonly reason: string;
}

const secretWords = new Set(
  'token secret password passwd pass pwd passwort kennwort pin otp hash salt session cookie signature apikey credential credentials clave motdepasse wachtwoord schluessel authorization'.split(
    ' ',
  ),
);
const taxWords = new Set(
  'vatid vatno vatnumber taxid taxno ustid ustidnr ustnr uid steuernr steuernummer siren siret nif cif rsin kvk codicefiscale partitaiva fiscal ssn ein tin'.split(
    ' ',
  ),
);
const bankWords = new Set(
  'iban bic swift blz bankcode bankaccount kontonr kontonummer ktonr rib sortcode routing cardnumber kartennummer'.split(
    ' ',
  ),
);

const coordinateWords = new Set(
  'lat lng lon latitude longitude geo coord coords coordinate coordinates gps breitengrad laengengrad geolat geolng geolon'.split(
    ' ',
  ),
);

/** Parts of names that have no separators, such as `ediserverpwd` and `taxref`. */
const sensitiveParts: readonly (readonly [form: RegExp, maskClass: MaskClass])[] = [
  [/pwd|passw|kennwort|secret(?!ar)|token|apikey/, 'secret'],
  [/iban/, 'bank'],
  [/(?:vat|tax)(?:id|no|nr|num|ref|reg(?!ion))|steuer(?:id|no|nr|num)|ustid/, 'tax'],
  [/mail/, 'mail'],
  [/phone|telefon/, 'phone'],
];

/** The words, and each pair of neighbours as one: `vat_id` is `vatid`. */
function namesIn(words: readonly Word[]): readonly string[] {
  return words.flatMap(({ text }, index) => [text, text + (words[index + 1]?.text ?? '')]);
}

/** The share of values that contain a part of this kind. */
function shareOf(values: readonly string[], kind: PartKind): number {
  if (values.length === 0) return 0;
  return values.filter((value) => partsOf(value).some((part) => part.kind === kind)).length / values.length;
}

const namedCodes: readonly Meaning[] = ['code', 'currency', 'status', 'country', 'kind', 'unit', 'group', 'region'];
const namedIds: readonly Meaning[] = ['id', 'number', 'reference'];
const namedAmounts: readonly Meaning[] = ['amount', 'total', 'price', 'balance', 'limit', 'quantity', 'net', 'debit'];
const namedTexts: readonly Meaning[] = ['title', 'text', 'details', 'label', 'extra'];

const namedStates: readonly Meaning[] = ['status', 'kind', 'unit', 'currency', 'country'];

/** Whether a column or member with this name contains states or units, whose few values a profile has to name. */
export const namesState = (name: string): boolean => namedStates.some((one) => means(wordsOf(name), one));

/** The values that are looked at: enough to know what a column contains. */
const mostValues = 50;

/** The class of a column or member. Never fails: what nothing speaks for is free text. */
export function classify({ name, owner, kind, values: all, isKey = false }: Described): Classified {
  const words = wordsOf(name);
  const values = all.slice(0, mostValues);
  const isOneOf = (...meanings: readonly Meaning[]): boolean => meanings.some((one) => means(words, one));
  const named = (maskClass: MaskClass): Classified => ({ maskClass, reason: `named ${name}` });
  const sensitive = byName(words, { kind, values, isKey });
  if (sensitive !== undefined) return named(sensitive);
  if (kind === 'boolean') return { maskClass: 'code', reason: 'yes or no' };
  if (kind === 'date' || kind === 'datetime') return { maskClass: 'date', reason: 'type of a date' };
  if (kind === 'number') {
    if (isKey || isOneOf(...namedIds)) return { maskClass: 'id', reason: isKey ? 'a key' : `named ${name}` };
    return isOneOf(...namedAmounts) ? named('money') : { maskClass: 'code', reason: 'a number' };
  }
  const standard = standardOf(words, wordsOf(owner ?? ''), values);
  if (standard !== undefined) return { maskClass: 'code', reason: `values are ${standard}` };
  const content = byContent(values);
  if (content !== undefined) return content;
  if (isOneOf('email')) return named('mail');
  if (isOneOf('phone')) return named('phone');
  if (isKey) return { maskClass: 'id', reason: 'a key' };
  const areAll = (form: RegExp): boolean => values.length > 0 && values.every((value) => form.test(value));
  if (isOneOf('date', 'due', 'changed', 'created') && areAll(/^[\dTZ\s./:+-]{6,}$/)) return named('date');
  if (isOneOf(...namedAmounts) && areAll(/^-?\d+(?:[.,]\d+)*$/)) return named('money');
  if (isOneOf('contact')) return named('name');
  if (isOneOf('street', 'zip', 'city', 'address')) return named('address');
  if (isOneOf(...namedCodes)) return named('code');
  if (isOneOf(...namedIds)) return named('id');
  if (isOneOf('name')) return named(isOfCompany(words, owner) ? 'company' : 'name');
  if (isOneOf(...namedTexts)) return named('text');
  return byForm(values);
}

/** Whether these can be numbers of accounts, taxes or phones: an id is shorter. */
const areLong = (values: readonly string[]): boolean =>
  values.length === 0 || values.some((value) => value.replaceAll(/\D/g, '').length >= 5);

/** Names that decide before the meaning of an id or a code in the same name. A short number and a key of numbers are ids all the same. */
function byName(
  words: readonly Word[],
  {
    kind,
    values,
    isKey,
  }: { readonly kind: Described['kind']; readonly values: readonly string[]; readonly isKey: boolean },
): MaskClass | undefined {
  if (kind === 'boolean' || kind === 'date' || kind === 'datetime') return undefined;
  const names = namesIn(words);
  const isOneOf = (set: ReadonlySet<string>): boolean => names.some((one) => set.has(one));
  if (isOneOf(coordinateWords) && values.some(hasDegrees)) return 'coordinate';
  const isNumber = kind === 'number';
  if (isNumber && (isKey || !areLong(values))) return undefined;
  if (isOneOf(secretWords) && !isNumber) return 'secret';
  const isId = means(words, 'id') || means(words, 'number') || means(words, 'reference');
  if (isOneOf(bankWords) || (means(words, 'bank') && means(words, 'number'))) return 'bank';
  if (isOneOf(taxWords) && !(names.includes('uid') && words.length === 1 && isNumber)) return 'tax';
  if (means(words, 'phone') && isNumber) return 'phone';
  if (isNumber && values.length === 0) return undefined;
  if (means(words, 'tax') && (isId || (means(words, 'code') && areLong(values)))) return 'tax';
  if (means(words, 'bank') && (isId || means(words, 'code') || means(words, 'account')) && areLong(values))
    return 'bank';
  if (isNumber) return undefined;
  const whole = words.map(({ text }) => text).join('');
  return sensitiveParts.find(([form]) => form.test(whole))?.[1];
}

function byContent(values: readonly string[]): Classified | undefined {
  const classified = (maskClass: MaskClass, what: string): Classified => ({
    maskClass,
    reason: `values look like ${what}`,
  });
  if (shareOf(values, 'mail') >= 0.3) return classified('mail', 'e-mail addresses');
  if (shareOf(values, 'iban') >= 0.3) return classified('bank', 'account numbers');
  if (shareOf(values, 'vat') >= 0.5) return classified('tax', 'VAT numbers');
  if (shareOf(values, 'token') >= 0.5) return classified('secret', 'tokens');
  return undefined;
}

const isOfCompany = (words: readonly Word[], owner: string | undefined): boolean =>
  words.some(({ text }) => ['company', 'firma', 'raison', 'razon'].includes(text)) ||
  (owner !== undefined && (means(wordsOf(owner), 'customer') || means(wordsOf(owner), 'supplier')));

/** A column whose name says nothing: the form of all values decides. */
function byForm(values: readonly string[]): Classified {
  if (values.length === 0) return { maskClass: 'text', reason: 'no value to judge by' };
  if (shareOf(values, 'time') === 1) return { maskClass: 'date', reason: 'values look like dates' };
  if (shareOf(values, 'phone') >= 0.5) return { maskClass: 'phone', reason: 'values look like phone numbers' };
  const isCode = (value: string): boolean =>
    partsOf(value).every(({ kind, text }) => ['digits', 'uuid', 'time'].includes(kind) || isCodeWord(text));
  if (values.every(isCode)) return { maskClass: 'code', reason: 'values look like codes' };
  return { maskClass: 'text', reason: 'unknown text' };
}
