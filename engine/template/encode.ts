/** How the places of a request write the text of a value, so that it stays that one value. */
import { UnfitValue } from './value.ts';

/** Percent-encoding of everything but letters, digits and `-_.!~*'()`; a space is %20. */
export function percent(text: string): string {
  // A half of a surrogate pair is no character, and has no encoding.
  if (!text.isWellFormed()) throw new UnfitValue('a text with half of a character cannot be sent');
  return encodeURIComponent(text);
}

/** The name of a query option: authors write it, and `$filter` and `page[size]` keep their signs. */
export function optionName(text: string): string {
  return percent(text).replaceAll(/%(?:24|40|5B|5D|3A|2C)/g, (code) => decodeURIComponent(code));
}

/** Visible ASCII, blanks and tabs: what lies beyond is read differently by every server, and a line break would begin another header. */
const headerText = /^[\t\x20-\x7e]*$/;

export function headerValue(text: string): string {
  if (!headerText.test(text)) throw new UnfitValue('a header holds only visible ASCII characters');
  return text;
}

export const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** Text that an author wrote into a path: only what no address can hold is encoded. */
export function writtenPath(text: string): string {
  return encodeURI(text.toWellFormed()).replaceAll(/%25(?=[0-9A-Fa-f]{2})/g, '%');
}
