/** Limits of JSON texts, checked before they are parsed: the parser itself would build every value first. */

export interface JsonLimits {
  /** Largest number of lists and objects inside each other. */
  readonly depth: number;
  /** Largest number of items of lists and members of objects together; an empty list or object counts as one. */
  readonly values: number;
}

/** Why a text is refused without being parsed. */
export type JsonExcess = 'too deep' | 'too many values';

/** A number in a text, by the offsets of its first character and of the character after it. */
export interface NumberToken {
  readonly start: number;
  readonly end: number;
}

type JsonScan =
  /** `longNumbers`: the numbers that a double may not hold. */
  | { readonly ok: true; readonly longNumbers: readonly NumberToken[] }
  | { readonly ok: false; readonly why: JsonExcess };

const codeOf = (character: string): number => character.charCodeAt(0);
const quote = codeOf('"');
const backslash = codeOf('\\');
const comma = codeOf(',');
const minus = codeOf('-');
const plus = codeOf('+');
const point = codeOf('.');
const zero = codeOf('0');
const nine = codeOf('9');
const openBracket = codeOf('[');
const closeBracket = codeOf(']');
const openBrace = codeOf('{');
const closeBrace = codeOf('}');
const smallE = codeOf('e');
const capitalE = codeOf('E');

/** A number with fewer characters, and without exponent, fits a double. */
const longNumber = 16;

/** The offset of the quote that ends the string, or the length of the text. */
export function endOfString(text: string, start: number): number {
  const { length } = text;
  let at = start + 1;
  while (at < length) {
    const code = text.charCodeAt(at);
    if (code === quote) return at;
    at += code === backslash ? 2 : 1;
  }
  return length;
}

const isDigit = (code: number): boolean => code >= zero && code <= nine;
const isExponent = (code: number): boolean => code === smallE || code === capitalE;
const isOfNumber = (code: number): boolean =>
  isDigit(code) || code === point || code === minus || code === plus || isExponent(code);

/**
 * Counts depth and values of a text and finds its long numbers. It reads each character once and stops at the first limit. It does not check
 * whether the text is JSON.
 */
export function scanJson(text: string, limits: JsonLimits): JsonScan {
  const { length } = text;
  const longNumbers: NumberToken[] = [];
  let depth = 0;
  let values = 0;
  for (let at = 0; at < length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (code === comma) values += 1;
    else if (code === openBracket || code === openBrace) {
      depth += 1;
      values += 1;
      if (depth > limits.depth) return { ok: false, why: 'too deep' };
    } else if (code === closeBracket || code === closeBrace) depth -= 1;
    else if (isDigit(code) || code === minus) {
      const start = at;
      let hasExponent = false;
      while (at + 1 < length && isOfNumber(text.charCodeAt(at + 1))) {
        at += 1;
        hasExponent ||= isExponent(text.charCodeAt(at));
      }
      if (hasExponent || at + 1 - start >= longNumber) longNumbers.push({ start, end: at + 1 });
    }
    if (values > limits.values) return { ok: false, why: 'too many values' };
  }
  return { ok: true, longNumbers };
}
