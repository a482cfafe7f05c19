/** Codes of public standards, which name no person: currencies (ISO 4217), countries (ISO 3166), units (UN/ECE Recommendation 20 and common signs). */
import type { Meaning } from '../vocabulary/vocabulary.ts';
import { means, type Word } from '../vocabulary/words.ts';

/** The codes of ISO 4217. */
export const currencyCodes: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

const regions = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

/** Three letters are not looked up, because no list of the platform has them. */
const isCountry = (value: string): boolean =>
  /^[A-Z]{3}$/.test(value) || (/^[A-Z]{2}$/.test(value) && regions.of(value) !== undefined);

const unitCodes = new Set(
  `kg g mg t l ml cl hl ltr m cm mm km m² m2 qm m³ m3 cbm h hr std stunde min d tag mon kwh mwh pc pcs ea each piece st stk stck stück set paar
  box pack pal c62 h87 kgm grm tne mlt mtr cmt mmt kmt mtk mtq hur day ann nar npr pk bx`.split(/\s+/),
);

/**
 * The standard whose codes all values are; undefined if they are none. A code can be a part of a name (`ALL`, `DE`), so that the name of the
 * column or of its table has to say what it contains; several different currencies are enough for themselves, except for persons.
 */
export function standardOf(
  words: readonly Word[],
  owner: readonly Word[],
  values: readonly string[],
): string | undefined {
  const codes = new Set(values.map((value) => value.trim()).filter((value) => value !== ''));
  if (codes.size === 0) return undefined;
  const areAll = (isCode: (value: string) => boolean): boolean => [...codes].every(isCode);
  const isAbout = (meaning: Meaning): boolean => means(words, meaning) || means(owner, meaning);
  const isOfPerson = means(words, 'contact') || means(words, 'user');
  if (areAll((value) => currencyCodes.has(value)) && (isAbout('currency') || (codes.size > 1 && !isOfPerson)))
    return 'currency codes';
  if (isAbout('country') && areAll(isCountry)) return 'country codes';
  return isAbout('unit') && areAll((value) => unitCodes.has(value.toLowerCase())) ? 'units' : undefined;
}
