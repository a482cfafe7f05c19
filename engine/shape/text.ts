/** Texts of answers: the text of a value, and its JSON encoding. */
import { toDecimalText } from '../base/decimal.ts';

const space = 0x20;
const quotationMark = 0x22;
const backslash = 0x5c;
/** From this code on, characters may be white space or surrogates. */
const unusual = 0x80;
const surrogates = { first: 0xd800, last: 0xdfff };

/** Whether a text certainly has no leading or trailing white space. */
function isTrimmed(text: string): boolean {
  const first = text.charCodeAt(0);
  const last = text.charCodeAt(text.length - 1);
  return first > space && first < unusual && last > space && last < unusual;
}

/** The trimmed text of a scalar; undefined if it is empty or not a scalar. */
export function textOf(value: unknown): string | undefined {
  switch (typeof value) {
    case 'string': {
      if (isTrimmed(value)) return value;
      const trimmed = value.trim();
      return trimmed === '' ? undefined : trimmed;
    }
    case 'number':
    case 'bigint':
      return toDecimalText(value);
    case 'boolean':
      return String(value);
    default:
      return undefined;
  }
}

/** For longer texts, JSON.stringify is faster than checking every character. */
const short = 64;

/** A text as JSON. Almost all texts of an ERP need no escapes. */
export function jsonText(text: string): string {
  if (text.length > short) return JSON.stringify(text);
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const needsNoEscape =
      code >= space &&
      code !== quotationMark &&
      code !== backslash &&
      (code < surrogates.first || code > surrogates.last);
    if (!needsNoEscape) return JSON.stringify(text);
  }
  return `"${text}"`;
}
