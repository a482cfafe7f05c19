/** Compares the keys of found documents with the key of a write. */
import { toDecimalText } from '../../base/decimal.ts';
import { ExactNumber, parseBody } from '../../base/exact-number.ts';
import { textOf, type WorkRow } from '../../shape/encode.ts';

const numberText = (value: unknown): string | undefined =>
  toDecimalText(value instanceof ExactNumber ? value.text : value);

const isNumber = (value: unknown): boolean => typeof value === 'number' || value instanceof ExactNumber;

/**
 * Whether a part of a found key is the wanted one. The contract decides the type: its ids are texts and its amounts
 * decimals, whereas the ERP may keep an id as a number, and an amount as a text with end zeros.
 */
function samePart(wanted: unknown, returned: unknown): boolean {
  if (isNumber(wanted)) return numberText(returned) === numberText(wanted);
  return wanted === (isNumber(returned) ? numberText(returned) : returned);
}

/** The parts of a composite key, which is a JSON list; undefined for any other key. */
function partsOf(key: string | undefined): readonly unknown[] | undefined {
  if (key?.startsWith('[') !== true) return undefined;
  const parsed = parseBody(key);
  return parsed.ok && Array.isArray(parsed.body) ? parsed.body : undefined;
}

/** Whether a found key is exactly the wanted one: `[4,"R-1"]` and `["4","R-1"]` are the same, `R-1` and `r-1` are not. */
function isKey(wanted: string, returned: string | undefined, same = samePart): boolean {
  if (returned === undefined) return false;
  const [parts, others] = [partsOf(wanted), partsOf(returned)];
  if (parts === undefined || others === undefined) return same(wanted, returned);
  return parts.length === others.length && parts.every((part, index) => same(part, others[index]));
}

/** Ignores case, accents and forms of a character, as the coarsest collations of databases do. */
const coarse = new Intl.Collator('und', { sensitivity: 'base', usage: 'search' });

/** Old collations have one weight for all characters beyond U+FFFF, and ignore spaces at the end. */
const coarseText = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .trimEnd();

/** Whether the collation of a column may take one part for the other. */
function alikePart(wanted: unknown, returned: unknown): boolean {
  if (samePart(wanted, returned)) return true;
  if (typeof wanted !== 'string' || typeof returned !== 'string') return false;
  return coarse.compare(coarseText(wanted), coarseText(returned)) === 0;
}

/** The rows of the lookup that carry exactly this key. */
export function withKey(rows: readonly WorkRow[], key: string): readonly WorkRow[] {
  return rows.filter((row) => isKey(key, textOf(row.key)));
}

/** Whether each row has a key that the collation of the ERP's column may take for this one. */
export function areAlike(rows: readonly WorkRow[], key: string): boolean {
  return rows.every((row) => isKey(key, textOf(row.key), alikePart));
}

/** Number of found keys that the message shows. */
const shown = 3;

/** The message for documents that were found, although their keys differ from the wanted one. Complete sentences. */
export function otherKeysMessage(rows: readonly WorkRow[], key: string): string {
  const keys = rows.map((row) => textOf(row.key) ?? 'no key');
  const some = [...new Set(keys)].slice(0, shown).join(', ');
  const what = rows.length === 1 ? 'one document' : `${rows.length} documents`;
  const more = new Set(keys).size > shown ? ' and others' : '';
  return `The ERP found ${what} for the key ${key}, but none carries exactly this key. \`find\` returned as \`key\`: ${some}${more}.`;
}
