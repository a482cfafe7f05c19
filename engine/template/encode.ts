/** Encodings of texts in the parts of a request: no value can leave the part that it is written into. */
import { UnfitValue } from './value.ts';

/** Percent-encoding of everything but letters, digits and `-_.!~*'()`; a space is %20. */
export function percent(text: string): string {
  // An unpaired surrogate is not a character and has no encoding.
  if (!text.isWellFormed()) throw new UnfitValue('a text with half of a character cannot be sent');
  return encodeURIComponent(text);
}

/** The name of a query parameter, which comes from the profile. The punctuation of `$filter` and `page[size]` is not encoded. */
export function optionName(text: string): string {
  return percent(text).replaceAll(/%(?:24|40|5B|5D|3A|2C)/g, (code) => decodeURIComponent(code));
}

/** Visible ASCII, spaces and tabs. Servers decode other characters differently, and a line break would start another header. */
const headerText = /^[\t\x20-\x7e]*$/;

/** The text itself. Throws `UnfitValue` for anything but visible ASCII, spaces and tabs. */
export function headerValue(text: string): string {
  if (!headerText.test(text)) throw new UnfitValue('a header holds only visible ASCII characters');
  return text;
}

export const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** Encodes constant text of a path from the profile: only characters that a URL cannot contain. */
export function writtenPath(text: string): string {
  return encodeURI(text.toWellFormed()).replaceAll(/%25(?=[0-9A-Fa-f]{2})/g, '%');
}
