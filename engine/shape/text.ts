/** Texts of an answer: what a value says, and how that is written in JSON. */
import { toDecimalText } from '../base/decimal.ts';

const space = 0x20;
const quotationMark = 0x22;
const backslash = 0x5c;
/** From here on characters may be white space again, or half of a pair. */
const unusual = 0x80;
const surrogates = { first: 0xd800, last: 0xdfff };

/** Whether a text surely neither begins nor ends with white space. */
function isTrimmed(text: string): boolean {
  const first = text.charCodeAt(0);
  const last = text.charCodeAt(text.length - 1);
  return first > space && first < unusual && last > space && last < unusual;
}

/** The text of a scalar, trimmed; undefined when there is none. */
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

/** Beyond this length the runtime's own writer is faster than looking at every character. */
const short = 64;

/** A text as JSON. Almost all texts of an ERP stand in quotes just as they are. */
export function jsonText(text: string): string {
  if (text.length > short) return JSON.stringify(text);
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const plain =
      code >= space &&
      code !== quotationMark &&
      code !== backslash &&
      (code < surrogates.first || code > surrogates.last);
    if (!plain) return JSON.stringify(text);
  }
  return `"${text}"`;
}
