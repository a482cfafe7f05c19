/** Whether a word looks like a secret, for places where any literal may be one. */

/** A name with a number at its end, such as `street2`; a point in time; a version. */
const ordinary = /^(?:[a-z_.$]+\d{1,2}|\d{4}-\d\d-\d\d(?:T[\d:.]+Z?)?|v?\d[\d.]*)$/i;
const letter = /\p{L}/u;
/** Not in capitals alone, as codes of an ERP are: `RECEIVE-OVERPAYMENT`. */
const wordsWithHyphens = /^(?=.*\p{Ll})\p{L}+(?:-\p{L}+)+$/u;
/** Characters of a word that is a secret unless it is a name: `model.account.invoice.on_change`, `customerPurchaseOrderReference`. */
const veryLong = 28;
const isName = (word: string): boolean =>
  word.split(/[._]+|(?<=\p{Ll})(?=\p{Lu})/u).every((part) => /^\p{L}{2,15}$/u.test(part));

/** Whether a word looks like a password, a key or a token: letters with digits, words with hyphens, or very long. */
export function isSecretLike(word: string): boolean {
  if (word.length < 6 || ordinary.test(word)) return false;
  if (letter.test(word) && /\d/.test(word)) return true;
  return (word.length >= veryLong && !isName(word)) || (word.length >= 12 && wordsWithHyphens.test(word));
}

/** The words of a literal that look like a secret. */
export function secretWords(literal: string): readonly string[] {
  return literal.split(/[\s,;:&=?()'"<>{}[\]|\\/]+/).filter(isSecretLike);
}
