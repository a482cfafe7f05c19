/** Replacements of numbers that identify a person or a company. They keep the form and have correct check digits. */
import { type Keyed, pick } from './keyed.ts';

const digitsOnly = (text: string): string => text.replaceAll(/\D/g, '');

/** Replaces all digits but a country prefix or leading zeros. Separators do not matter: `0761/4711` and `07614711` get the same digits. */
export function fakeDigits(keyed: Keyed, text: string): string {
  const numbers = keyed(`digits ${digitsOnly(text)}`);
  const kept = /^\s*(?:\+\d\d|0+)/.exec(text)?.[0].length ?? 0;
  const [head, tail] = [text.slice(0, kept), text.slice(kept)];
  // A leading digit that is not 0 stays so: a number in a numeric column keeps its length.
  let isFirst = true;
  const fake = tail.replaceAll(/\d/g, (digit) => {
    const number = numbers.next();
    const replaced = isFirst && digit !== '0' ? String((number % 9) + 1) : String(number % 10);
    isFirst = false;
    return replaced;
  });
  return head + fake;
}

const letterValue = (letter: string): string => String(letter.charCodeAt(0) - 55);
const mod97 = (text: string): number =>
  [...text.replaceAll(/[A-Z]/g, letterValue)].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0);
const twoDigits = (number: number): string => String(number).padStart(2, '0');

const compact = (text: string): string => text.replaceAll(/[\s.-]/g, '').toUpperCase();

/** Whether a text is an IBAN (ISO 13616): its form and its check digits. */
export function isIban(text: string): boolean {
  const compactText = compact(text);
  return (
    /^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(compactText) && mod97(compactText.slice(4) + compactText.slice(0, 4)) === 1
  );
}

/** Writes `plain` with the separators and the case of `text`. */
function formedLike(text: string, plain: string): string {
  let place = 0;
  return text.replaceAll(/[A-Za-z\d]/g, (old) => {
    const fresh = plain.charAt(place++);
    return old === old.toLowerCase() && /[a-z]/.test(old) ? fresh.toLowerCase() : fresh;
  });
}

function fakeLetters(keyed: Keyed, purpose: string, plain: string): string {
  const numbers = keyed(`${purpose} ${plain}`);
  return plain
    .replaceAll(/\d/g, () => String(numbers.next() % 10))
    .replaceAll(/[A-Z]/g, () => pick('BCDFGHJKLMNPRSTVWXZ', numbers.next()));
}

/** An IBAN of the same country and form with right check digits. */
export function fakeIban(keyed: Keyed, text: string): string {
  const compactText = compact(text);
  const country = compactText.slice(0, 2);
  const account = fakeLetters(keyed, 'iban', compactText.slice(4));
  return formedLike(text, country + twoDigits(98 - mod97(`${account}${country}00`)) + account);
}

const digitsOf = (text: string): readonly number[] => [...text].map(Number);

/** ISO 7064, mod 11,10. */
function mod11And10(text: string): string {
  const product = digitsOf(text).reduce((before, digit) => {
    const sum = (before + digit) % 10;
    return ((sum === 0 ? 10 : sum) * 2) % 11;
  }, 10);
  return String((11 - product) % 10);
}

function luhnSum(text: string): number {
  return digitsOf(text).reduce((sum, digit, index) => {
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    return sum + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
}

interface VatForm {
  readonly form: RegExp;
  /** Sets the check digits of the part behind the country. */
  readonly checked: (part: string) => string;
}

/** VAT numbers whose check digits are known. Source: the VIES algorithms that the member states publish. */
const vatForms: Readonly<Record<string, VatForm>> = {
  DE: { form: /^\d{9}$/, checked: (part) => part.slice(0, 8) + mod11And10(part.slice(0, 8)) },
  AT: {
    form: /^U\d{8}$/,
    checked: (part) => `U${part.slice(1, 8)}${(10 - ((luhnSum(part.slice(1, 8)) + 4) % 10)) % 10}`,
  },
  BE: {
    form: /^[01]\d{9}$/,
    checked: (part) => {
      const digits = `0${part.slice(1, 8)}`;
      return digits + twoDigits(97 - (Number(digits) % 97));
    },
  },
  FR: {
    form: /^\d{11}$/,
    checked: (part) => {
      const siren = part.slice(2, 10);
      const whole = siren + String((10 - (luhnSum(siren) % 10)) % 10);
      return twoDigits((12 + 3 * (Number(whole) % 97)) % 97) + whole;
    },
  },
  IT: {
    form: /^\d{11}$/,
    checked: (part) => part.slice(0, 10) + String((10 - (luhnSum(part.slice(0, 10)) % 10)) % 10),
  },
};

/** Countries whose VAT numbers are recognised by their form alone. */
const otherForms =
  /^(?:NL\d{9}B\d{2}|ES[A-Z\d]\d{7}[A-Z\d]|PL\d{10}|CHE\d{9}|LU\d{8}|DK\d{8}|CZ\d{8,10}|SE\d{12}|FI\d{8}|PT\d{9}|GB\d{9})$/;

const vatOf = (plain: string): VatForm | undefined => {
  const form = vatForms[plain.slice(0, 2)];
  return form?.form.test(plain.slice(2)) === true ? form : undefined;
};

/** Whether a text has the form of a VAT number. */
export function isVat(text: string): boolean {
  const compactText = compact(text);
  return vatOf(compactText) !== undefined || otherForms.test(compactText);
}

/** A VAT number of the same country and form, with right check digits where they are known. */
export function fakeVat(keyed: Keyed, text: string): string {
  const compactText = compact(text);
  const vatForm = vatOf(compactText);
  const head = /^(?:ATU|CHE|[A-Z]{2})/.exec(compactText)?.[0] ?? '';
  const fake = head + fakeLetters(keyed, 'vat', compactText).slice(head.length);
  return formedLike(text, vatForm === undefined ? fake : compactText.slice(0, 2) + vatForm.checked(fake.slice(2)));
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** A text of the same form: letters by letters, digits by digits, everything else unchanged; a UUID by a UUID. For secrets. */
export function fakeSecret(keyed: Keyed, text: string): string {
  const numbers = keyed(`secret ${text}`);
  if (uuid.test(text)) return text.replaceAll(/[\da-f]/gi, () => pick('0123456789abcdef', numbers.next()));
  return text.replaceAll(/[A-Za-z\d]/g, (old) => {
    const number = numbers.next();
    if (/\d/.test(old)) return String(number % 10);
    return /[A-Z]/.test(old) ? pick('ABCDEFGHKLMNPRSTUVWXYZ', number) : pick('abcdefghkmnpqrstuvwxyz', number);
  });
}

/** An address below the reserved domain `example` (RFC 2606). Case does not matter. The length is kept where it is sufficient. */
export function fakeMail(keyed: Keyed, text: string, most = Number.POSITIVE_INFINITY): string {
  const numbers = keyed(`mail ${text.toLowerCase()}`);
  const letters = (count: number): string =>
    Array.from({ length: count }, (_, place) =>
      pick(place % 2 === 0 ? 'bdfgklmnprstvz' : 'aeiou', numbers.next()),
    ).join('');
  const end = '.example';
  const wanted = Math.min(Math.max(text.length, 17), most);
  const room = wanted - end.length - 1;
  if (room < 4) return letters(wanted);
  const label = Math.min(6, Math.floor(room / 3));
  return `${letters(room - label)}@${letters(label)}${end}`;
}
