/** The words and signs of an SQL text, for reading it while it is incomplete. */
import { type Lexicon, type Token, tokenize } from '../../../../engine/host/index.ts';

export interface Lexeme {
  /** `word`: a name without quotes, or a keyword; `name`: a name in quotes; `operand`: a text, a number or a value; `sign`: one character. */
  readonly kind: 'word' | 'name' | 'operand' | 'sign';
  /** A name without its quotes. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const piece = /(?<word>[\p{L}_#@][\p{L}\p{N}_$#@]*)|(?<operand>\p{N}[\p{L}\p{N}_.]*)|(?<sign>\S)/gu;

function inCode(text: string, offset: number): readonly Lexeme[] {
  return Array.from(text.matchAll(piece), ({ 0: lexeme, index, groups }): Lexeme => {
    const kind = groups?.word === undefined ? (groups?.operand === undefined ? 'sign' : 'operand') : 'word';
    return { kind, text: lexeme, start: offset + index, end: offset + index + lexeme.length };
  });
}

const isName = (text: string): boolean => /^["`[]/.test(text);

/** The name that stands in quotes. One that is not closed reaches to the end of the text. */
const withoutQuotes = (text: string): string => text.replace(/^["`[]/, '').replace(/["`\]]$/, '');

/** Comments and the brackets of optional blocks give none. A part that is not inserted counts as a name. */
function lexemesIn(token: Token, sql: string): readonly Lexeme[] {
  const { start, end } = token;
  const text = sql.slice(start, end);
  switch (token.kind) {
    case 'code':
      return inCode(text, start);
    case 'quoted':
      return isName(text)
        ? [{ kind: 'name', text: withoutQuotes(text), start, end }]
        : [{ kind: 'operand', text, start, end }];
    case 'part':
      return [{ kind: 'name', text, start, end }];
    // With its arguments it is like a function.
    case 'call':
      return [
        { kind: 'name', text: token.name, start, end: end - 1 },
        { kind: 'sign', text: '(', start: end - 1, end },
      ];
    case 'end':
      return [{ kind: 'sign', text: ')', start, end }];
    case 'value':
    case 'native':
      return [{ kind: 'operand', text, start, end }];
    case 'comma':
    case 'semicolon':
      return [{ kind: 'sign', text, start, end }];
    case 'comment':
    case 'open':
    case 'else':
    case 'close':
      return [];
  }
}

/** In the order of the text, without comments and blanks. `start` and `end` are offsets in `sql`. */
export const lexemesOf = (sql: string, lexicon: Lexicon): readonly Lexeme[] =>
  tokenize(sql, lexicon).flatMap((token) => lexemesIn(token, sql));
