/** Which names of members are those of an interface, and which are data that is used as a name: `{ "Berg GmbH": 3 }`. */
import { wordsOf } from '../vocabulary/words.ts';

/** Words of interfaces that say nothing about a person, beside those of the vocabulary. */
const technical = new Set(
  'value values data result results items rows records entries list key keys meta metadata type types kind next previous prev count total page pages size offset cursor links link self href url uri version etag context error errors message messages detail details code codes property properties field fields member members body header headers response request success status state flag flags is has can default defaults first last current new old min max sum from to at by on in per lang language locale translation translations raw json xml html content contents attributes attribute object objects node nodes parent children child root index position order sort timestamp time date created updated modified changed deleted active enabled disabled token bank iban bic swift tax vat owner user users group groups role roles tag tags note notes file files image images currency unit units geo coord coords coordinate coordinates location lat lng lon latitude longitude options option settings config extension extensions custom'.split(
    ' ',
  ),
);

/** Names that a protocol adds. */
const ofProtocol = /^@|@odata\.|^odata\.|^__|^\$|^xmlns/;

const isPlainWord = (text: string): boolean => text.length <= 2 || /^\d+$/.test(text) || technical.has(text);

/** A name with more digits can be a number of a phone, a tax or a bank account. */
const mostDigits = 4;

const hasFewDigits = (name: string): boolean => name.replaceAll(/\D/g, '').length <= mostDigits;

/** Whether all words of a name are words of interfaces: `customerName`, `vat_id`, `kunden_nr`. */
export const hasKnownWords = (name: string): boolean =>
  hasFewDigits(name) && wordsOf(name).every(({ text, meanings }) => meanings.length > 0 || isPlainWord(text));

/** How a name is written: `camelCase` and `snake_case`, `PascalCase`, or `UPPER_CASE`. */
const styleOf = (name: string): 'small' | 'Pascal' | 'CAPITALS' =>
  name === name.toUpperCase() ? 'CAPITALS' : /^\p{Lu}/u.test(name) ? 'Pascal' : 'small';

/** Decides whether a name of a member is kept. `siblings`: all names of its object. */
export type KeepsName = (name: string, siblings: readonly string[]) => boolean;

/** Keeps the names that are known, in small letters, and those that consist of words of interfaces. */
export function keepsKnownNames(known: ReadonlySet<string>): KeepsName {
  return (name) =>
    ofProtocol.test(name) || known.has(name.toLowerCase()) || (name.trim() !== '' && hasKnownWords(name));
}

/**
 * Also keeps the other names of an object that is a record: at least two of its names are known, they are at least a third of all, and one of them is written like the name. For a reader who has to
 * learn the interface.
 */
export function keepsNamesOfRecords(known: ReadonlySet<string>): KeepsName {
  const isKnown = keepsKnownNames(known);
  return (name, siblings) => {
    if (isKnown(name, siblings)) return true;
    if (!/^[A-Za-z_][\w.:-]*$/.test(name) || !hasFewDigits(name)) return false;
    const knownSiblings = siblings.filter((one) => !ofProtocol.test(one) && isKnown(one, siblings));
    if (knownSiblings.length < 2 || knownSiblings.length * 3 < siblings.length) return false;
    return knownSiblings.some((one) => styleOf(one) === styleOf(name));
  };
}
