/**
 * Splits SQL into tokens, as far as placeholders need it: which characters are code, and which belong to strings, quoted
 * names and comments. How databases differ is data: the lexicon.
 */
import { keptTexts } from './kept-texts.ts';

interface Quote {
  readonly open: string;
  readonly close: string;
  /** The closing character written twice stands for itself. */
  readonly doubled: boolean;
  /** A backslash takes the next character with it. */
  readonly backslash: boolean;
}

/** What one database reads as strings, quoted names and comments. */
export interface Lexicon {
  readonly quotes: readonly Quote[];
  /** `E'it\'s'` */
  readonly escapeStrings: boolean;
  /** `$tag$ ... $tag$` */
  readonly dollarQuotes: boolean;
  readonly nestedComments: boolean;
  readonly hashComments: boolean;
  /** `--` starts a comment only before white space. */
  readonly dashNeedsSpace: boolean;
  /** The database runs the text of `/*!` comments. */
  readonly versionComments?: true;
  /** Arrays are cut by `a[low:high]`, where a colon may stand before a call. */
  readonly slices: boolean;
  /** The driver's own placeholders, which a profile must not use: `?`, `$1`. */
  readonly native: RegExp | undefined;
}

/** A quote whose closing character is written twice to stand for itself. */
export const doubledQuote = (open: string, close = open): Quote => ({ open, close, doubled: true, backslash: false });

export type Token =
  /** Code without placeholders. */
  | { readonly kind: 'code'; readonly start: number; readonly end: number }
  | { readonly kind: 'quoted'; readonly start: number; readonly end: number; readonly closed: boolean }
  | {
      readonly kind: 'comment';
      readonly start: number;
      readonly end: number;
      readonly closed: boolean;
      readonly line: boolean;
    }
  /** `call`: a part and the opening of its arguments, `{price(`. */
  | { readonly kind: 'value' | 'part' | 'call'; readonly start: number; readonly end: number; readonly name: string }
  /** `[[`, `[[else` and `]]`, `;`, placeholders of the driver's own style, and the `,` and `)}` of the arguments of a part. */
  | { readonly kind: SimpleKind; readonly start: number; readonly end: number };

type SimpleKind = 'open' | 'else' | 'close' | 'semicolon' | 'native' | 'comma' | 'end';

const value = /:([A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*)/y;
const part = /\{([\p{L}\p{N}_$](?:[\p{L}\p{N}_$ -]*[\p{L}\p{N}_$-])?)\}/uy;
const call = /\{([\p{L}_][\p{L}\p{N}_-]*)\(/uy;
const callEnd = /\)\s*\}/y;
const dollarTag = /\$(?:[A-Za-z_\u0080-\uffff][A-Za-z0-9_\u0080-\uffff]*)?\$/y;
const word = /[\p{L}\p{N}_$]+/uy;
const opening = /\[\[(?=\s)/y;
const alternative = /\[\[else(?=\s)/iy;

/** The match of a sticky pattern at an offset. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function endOfQuote(text: string, from: number, quote: Quote): number | undefined {
  for (let at = from; at < text.length; at++) {
    if (quote.backslash && text[at] === '\\') at++;
    else if (text[at] === quote.close) {
      if (!quote.doubled || text[at + 1] !== quote.close) return at + 1;
      at++;
    }
  }
  return undefined;
}

function endOfBlockComment(text: string, from: number, nested: boolean): number | undefined {
  let depth = 1;
  for (let at = from; at < text.length - 1; at++) {
    if (text.startsWith('*/', at)) {
      depth--;
      at++;
      if (depth === 0) return at + 1;
    } else if (nested && text.startsWith('/*', at)) {
      depth++;
      at++;
    }
  }
  return undefined;
}

function quotedAt(text: string, at: number, lexicon: Lexicon): Token | undefined {
  const token = (end: number | undefined): Token => ({
    kind: 'quoted',
    start: at,
    end: end ?? text.length,
    closed: end !== undefined,
  });
  if (lexicon.escapeStrings && /[eE]/.test(text[at] ?? '') && text[at + 1] === "'") {
    return token(endOfQuote(text, at + 2, { open: "'", close: "'", doubled: true, backslash: true }));
  }
  const tag = lexicon.dollarQuotes ? matchAt(dollarTag, text, at)?.[0] : undefined;
  if (tag !== undefined) {
    const close = text.indexOf(tag, at + tag.length);
    return token(close < 0 ? undefined : close + tag.length);
  }
  const quote = lexicon.quotes.find(({ open }) => open === text[at]);
  return quote && token(endOfQuote(text, at + 1, quote));
}

function commentAt(text: string, at: number, lexicon: Lexicon): Token | undefined {
  const dashes = text.startsWith('--', at) && (!lexicon.dashNeedsSpace || /^\s?$/.test(text[at + 2] ?? ''));
  if (dashes || (lexicon.hashComments && text[at] === '#')) {
    const newline = text.indexOf('\n', at);
    return { kind: 'comment', start: at, end: newline < 0 ? text.length : newline, closed: true, line: true };
  }
  if (!text.startsWith('/*', at)) return undefined;
  const end = endOfBlockComment(text, at + 2, lexicon.nestedComments);
  return { kind: 'comment', start: at, end: end ?? text.length, closed: end !== undefined, line: false };
}

function named(kind: 'value' | 'part' | 'call', pattern: RegExp, text: string, at: number): Token | undefined {
  const match = matchAt(pattern, text, at);
  return match ? { kind, start: at, end: at + match[0].length, name: match[1] ?? '' } : undefined;
}

/** A value by its name. The upper bound of a slice that calls a function is not a value: `a[1:upper(x)]`. */
function valueAt(text: string, at: number, lexicon: Lexicon): Token | undefined {
  const token = named('value', value, text, at);
  return lexicon.slices && token !== undefined && /^\s*\(/.test(text.slice(token.end)) ? undefined : token;
}

function simple(kind: SimpleKind, start: number, length: number): Token {
  return { kind, start, end: start + length };
}

/** Characters that a token of any lexicon can start with: a fast test that most characters of a statement fail. */
const firstCharacters = '[]:{$?@;-#/\'"`eE';

/** What is open before a character: the number of optional blocks, and for each part with arguments the number of parentheses in them. */
interface Open {
  blocks: number;
  readonly calls: number[];
}

/** The signs of the arguments of a part. Counts the parentheses in them, and the brackets of arrays. */
function argumentSign(text: string, at: number, calls: number[], arrays: boolean): Token | undefined {
  const depth = calls.at(-1);
  if (depth === undefined) return undefined;
  const end = matchAt(callEnd, text, at);
  if (end) return simple('end', at, end[0].length);
  if (text[at] === ',' && depth === 0) return simple('comma', at, 1);
  const sign = text[at];
  if (sign === '(' || (arrays && sign === '[')) calls[calls.length - 1] = depth + 1;
  if (sign === ')' || (arrays && sign === ']')) calls[calls.length - 1] = Math.max(0, depth - 1);
  return undefined;
}

function tokenAt(text: string, at: number, lexicon: Lexicon, { blocks, calls }: Open): Token | undefined {
  const sign = argumentSign(text, at, calls, lexicon.slices);
  if (sign !== undefined) return sign;
  if (!firstCharacters.includes(text.charAt(at))) return undefined;
  // Before quoted names: in some lexicons a bracket opens one.
  if (matchAt(opening, text, at)) return simple('open', at, 2);
  const other = matchAt(alternative, text, at);
  if (other) return simple('else', at, other[0].length);
  if (blocks > 0 && text.startsWith(']]', at) && /\s/.test(text[at - 1] ?? '')) return simple('close', at, 2);
  const native = lexicon.native && matchAt(lexicon.native, text, at);
  if (native) return simple('native', at, native[0].length);
  if (text[at] === ';') return simple('semicolon', at, 1);
  return (
    commentAt(text, at, lexicon) ??
    quotedAt(text, at, lexicon) ??
    valueAt(text, at, lexicon) ??
    named('part', part, text, at) ??
    named('call', call, text, at)
  );
}

function tokensOf(text: string, lexicon: Lexicon): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  let code = 0;
  const open: Open = { blocks: 0, calls: [] };
  while (at < text.length) {
    const token = tokenAt(text, at, lexicon, open);
    if (token) {
      if (code < at) tokens.push({ kind: 'code', start: code, end: at });
      tokens.push(token);
      if (token.kind === 'open' || token.kind === 'else') open.blocks++;
      if (token.kind === 'close') open.blocks--;
      if (token.kind === 'call') open.calls.push(0);
      if (token.kind === 'end') open.calls.pop();
      at = token.end;
      code = at;
    } else if (text.startsWith('::', at)) {
      at += 2;
    } else {
      // A whole word at a time: neither the end of a name nor a `$` inside one starts a string.
      at += matchAt(word, text, at)?.[0].length ?? 1;
    }
  }
  if (code < at) tokens.push({ kind: 'code', start: code, end: at });
  return tokens;
}

/**
 * Tokens of `text` in order, without gaps. Never fails: an unterminated string, quoted name or comment reaches to the end
 * and says `closed: false`. `[[` and `[[else` open only before white space, `]]` closes only after white space while something is open.
 */
export const tokenize: (text: string, lexicon: Lexicon) => readonly Token[] = keptTexts(tokensOf);
