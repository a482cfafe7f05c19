/** Ids in the log of a profile that masks them (`log: mask`). */

/** What the log masks: the customer that a request names, the key of a document. */
export type MaskedPart = 'customer' | 'key';

/** The end of a text of more than four characters: `…17` for `PO-2026-0317`. A search by the whole text finds the line; the line does not show the text. */
export const maskedId = (id: string): string => `…${id.length > 4 ? id.slice(-2) : ''}`;

/** The same for a key of a document: one of several fields is a list in JSON, each of whose texts is masked. */
export function maskedKey(key: string): string {
  if (!key.startsWith('[')) return maskedId(key);
  try {
    const parts: unknown = JSON.parse(key);
    if (!Array.isArray(parts)) return maskedId(key);
    return JSON.stringify(parts.map((part: unknown) => (typeof part === 'string' ? maskedId(part) : part)));
  } catch {
    return maskedId(key);
  }
}
