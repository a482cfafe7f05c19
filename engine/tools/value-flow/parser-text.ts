/**
 * A statement in a form that the parser reads as its database does. The parser has its own idea of comments, escapes and quotes: a difference would hide a part
 * of the statement from the trace.
 */
import type { Dialect } from '../../sources/sql/text/dialect.ts';
import { type Lexicon, type Token, tokenize } from '../../sources/sql/text/tokens.ts';

export interface ParserText {
  /** With the placeholders `:p1`, `:p2`, by their position from 1. */
  readonly sql: string;
  /** Positions of the placeholders that were replaced by a text, because the parser accepts no others there: keys of JSON. */
  readonly keys: readonly number[];
}

/** A text without escapes. Letters and digits are kept. */
const plainText = (content: string): string => `'${content.replaceAll(/['\\]/g, ' ')}'`;

/** A quoted text or name. Names stay as they are. */
function quotedText(text: string, { quotes }: Lexicon): string {
  const [open = ''] = text;
  const tag = /^\$[^$]*\$/.exec(text)?.[0];
  if (tag !== undefined) return plainText(text.slice(tag.length, -tag.length));
  if (/^[eE]'/.test(text)) return plainText(text.slice(2, -1));
  const isText = open === "'" || quotes.some((quote) => quote.open === open && quote.backslash);
  return isText ? plainText(text.slice(1, -1)) : text;
}

/** Undefined where the database executes a comment. `sql`: as it is sent. */
export function parserText(
  sql: string,
  { lexicon, placeholder }: Pick<Dialect, 'lexicon' | 'placeholder'>,
): ParserText | undefined {
  const keys: number[] = [];
  let [text, count] = ['', 0];
  const atKey = (): boolean => /[-#]>>?\s*$/.test(text);
  function addPlaceholder(position: number): void {
    if (atKey()) keys.push(position);
    text += atKey() ? "'key'" : `:p${position}`;
  }
  const [sign = ''] = placeholder(1);
  function addToken({ kind, start, end }: Token): boolean {
    const part = sql.slice(start, end);
    if (kind === 'comment') {
      text += ' ';
      return !(lexicon.versionComments === true && /^\/\*M?!/.test(part));
    }
    if (kind === 'quoted') text += quotedText(part, lexicon);
    else if (kind === 'native') {
      count += 1;
      addPlaceholder(part.length > 1 ? Number(part.slice(1)) : count);
    }
    // `@p1` is no token of SQL Server. Two minus signs are no comment here, but one for the parser.
    else
      for (const [piece] of part.matchAll(/@p\d+|-(?=-)|[^@-]+|[@-]/g)) {
        if (sign === '@' && /^@p\d+$/.test(piece)) addPlaceholder(Number(piece.slice(2)));
        else text += piece === '-' && /-$/.test(text) ? ' -' : piece;
      }
    return true;
  }
  return tokenize(sql, lexicon).every(addToken) ? { sql: text, keys } : undefined;
}
