/** The words and signs of a statement with their depth in parentheses, for checks that no grammar makes. */
import { keptTexts } from './kept-texts.ts';
import { type Lexicon, tokenize } from './tokens.ts';

export interface Word {
  /** `name`: a word of the language or a name. `text`: a literal. `sign`: anything else. */
  readonly kind: 'name' | 'text' | 'sign';
  /** In lower case; a quoted name without its quotes. */
  readonly text: string;
  readonly offset: number;
  readonly length: number;
  /** Number of parentheses around it. */
  readonly depth: number;
}

const pattern = /[\p{L}_][\p{L}\p{N}_$#]*|[$@:?][\p{L}\p{N}_]*|\d[\d.]*|\S/gu;

function readWords(sql: string, lexicon: Lexicon): readonly Word[] {
  const words: Word[] = [];
  let depth = 0;
  const add = (kind: Word['kind'], text: string, offset: number, length: number): void => {
    if (text === ')') depth = Math.max(0, depth - 1);
    words.push({ kind, text: text.toLowerCase(), offset, length, depth });
    if (text === '(') depth += 1;
  };
  for (const token of tokenize(sql, lexicon)) {
    const text = sql.slice(token.start, token.end);
    if (token.kind === 'quoted') {
      const isText = /^(?:[eEnN]?'|\$)/.test(text);
      add(isText ? 'text' : 'name', isText ? text : text.slice(1, -1), token.start, text.length);
    } else if (token.kind === 'code') {
      for (const match of text.matchAll(pattern)) {
        const kind = /^[\p{L}_]/u.test(match[0]) ? 'name' : 'sign';
        add(kind, match[0], token.start + match.index, match[0].length);
      }
    } else if (token.kind !== 'comment') add('sign', text, token.start, text.length);
  }
  return words;
}

/** Comments are left out. Driver placeholders (`$1`, `?`) are signs. */
export const wordsOf: (sql: string, lexicon: Lexicon) => readonly Word[] = keptTexts(readWords);
