/** Finds and masks secrets in the text of one value. */
import { credentialParameter } from './names.ts';
import { isSecretLike, secretWords } from './secret-like.ts';

/** References to settings, to the request and to the results of steps: they are no secrets. */
const references = /\$\{[^}]*(?:\}|$)|\{\{[^}]*\}\}/g;
/** Schemes of the header Authorization, and of keys in other headers. */
const schemes = /\b(?:basic|bearer|token|session|digest|apikey)\b/gi;

/** A text with spaces instead of its references. */
export const literalOf = (text: string): string => text.replaceAll(references, ' ');

/** Whether a value is no secret itself: a reference to a setting, a boolean, null, a single digit, or where `secretIn` puts the secret. */
export function isHarmless(value: string): boolean {
  if (/^["']?(?:true|false|null|header|body|~|\d?)["']?\s*$/iu.test(value)) return true;
  const literal = literalOf(value);
  return literal !== value && !/[^\W_]{3}/u.test(literal.replaceAll(schemes, ''));
}

const stars = (text: string): string => text.replace(/[^\s"']/gu, (character) => '*'.repeat(character.length));

/** An asterisk for each character except spaces, quotes and references. */
export function masked(text: string): string {
  let shown = '';
  let end = 0;
  for (const { index, 0: reference } of text.matchAll(references)) {
    shown += stars(text.slice(end, index)) + reference;
    end = index + reference.length;
  }
  return shown + stars(text.slice(end));
}

/** A text that is an address as a whole, also over several lines, or with spaces from a fold. */
const address = /^["']?\s*(?:[a-z][a-z0-9+.-]*:\/\/|\/)/i;
const parameters = new RegExp(String.raw`(?<=[?&;]\s*${credentialParameter}=)[^&#"';}]+`, 'giu');
/** The password of a URL, which may have any characters, up to the last @. */
const password = /(?<=^["']?\s*[a-z][a-z0-9+.-]*:\/\/[^/:@]*:)[^"']+(?=@)/iu;

/** Values of all query parameters, without those of the protocol OData, whose names begin with $. */
const anyParameter = /(?<=[?&;]\s*[\w.-]+=)[^&#"';}\s]+/g;
/** Parts of a path that are long enough for a key. */
const longSegment = /(?<=\/)[^/?#\s"']{20,}(?=[/?#"']|$)/g;

const allOf = (text: string, pattern: RegExp): readonly string[] => [...text.matchAll(pattern)].map(([value]) => value);

/** The secrets inside a value: passwords and keys in addresses, and what looks like one there. */
export function secretsInside(text: string): readonly string[] {
  if (!address.test(text)) return [];
  const named = [...(password.exec(text) ?? []), ...allOf(text, parameters)];
  const likely = allOf(text, anyParameter).filter((value) => secretWords(literalOf(value)).length > 0);
  const segments = allOf(text, longSegment).filter((value) => /\d/.test(value) && isSecretLike(literalOf(value)));
  return [...new Set([...named, ...likely, ...segments])].filter((value) => !isHarmless(value));
}

/** The text with the secrets inside it masked. */
export function maskedInside(text: string): string {
  return secretsInside(text).reduce((rest, secret) => rest.replaceAll(secret, masked(secret)), text);
}

/** A private key in PEM format. */
export const isPrivateKey = (text: string): boolean => text.includes(' PRIVATE KEY-----');
