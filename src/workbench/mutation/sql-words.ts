/** The words of an SQL statement, as far as mutations need them. */
import { type Lexicon, type Token, tokenize } from '../../../engine/host/index.ts';

/** One word. `depth`: the number of open parentheses around it, also those of the arguments of a part; a parenthesis has the depth of its inside. */
export interface Word {
  readonly kind: 'name' | 'number' | 'operator' | 'text' | 'value' | 'part' | 'open' | 'close' | 'other';
  readonly start: number;
  readonly end: number;
  /** Upper case for names, otherwise as written. */
  readonly text: string;
  readonly depth: number;
}

type Raw = Omit<Word, 'depth'>;

/** The operators of JSON and regular expressions (`->>`, `#>`, `@>`, `!~*`) and MySQL's `<=>` come first: they are no comparisons of the other kinds. */
const pattern =
  /[\p{L}_][\p{L}\p{N}_$#@]*|\d+(?:\.\d+)?|<=>|->>?|#>>?|@>|<@|!?~\*?|<>|<=|>=|!=|\|\||::|[-+*/%=<>(),.]/gu;

function kindOf(text: string): Word['kind'] {
  if (/^[\p{L}_]/u.test(text)) return 'name';
  return /^\d/.test(text) ? 'number' : 'operator';
}

function codeWords(sql: string, from: number, to: number): readonly Raw[] {
  return [...sql.slice(from, to).matchAll(pattern)].map(({ 0: text, index }) => {
    const kind = kindOf(text);
    const start = from + index;
    return { kind, start, end: start + text.length, text: kind === 'name' ? text.toUpperCase() : text };
  });
}

function wordsOf(sql: string, token: Token): readonly Raw[] {
  const { kind, start, end } = token;
  const text = sql.slice(start, end);
  switch (kind) {
    case 'code':
      return codeWords(sql, start, end);
    case 'comment':
      return [];
    case 'quoted':
      return [{ kind: text.startsWith("'") ? 'text' : 'other', start, end, text }];
    case 'else':
      return [{ kind: 'open', start, end, text }];
    case 'call':
      return [{ kind: 'part', start, end, text }];
    case 'value':
    case 'part':
    case 'open':
    case 'close':
      return [{ kind, start, end, text }];
    case 'comma':
      return [{ kind: 'operator', start, end, text }];
    case 'end':
    case 'semicolon':
    case 'native':
      return [{ kind: 'other', start, end, text }];
  }
}

/** Splits a statement into words, without comments. */
export function sqlWords(sql: string, lexicon: Lexicon): readonly Word[] {
  let depth = 0;
  const words = tokenize(sql, lexicon).flatMap((token) => wordsOf(sql, token));
  return words.map((word) => {
    const isSign = word.kind === 'operator' || word.kind === 'part' || word.kind === 'other';
    if (isSign && word.text.endsWith('(')) depth += 1;
    const at = depth;
    if (isSign && word.text.startsWith(')')) depth -= 1;
    return { ...word, depth: at };
  });
}

/** Whether a word is one of these names or keywords, which are in upper case. False for a name in quotes. */
export const isName = (word: Word | undefined, ...names: readonly string[]): boolean =>
  word?.kind === 'name' && names.includes(word.text);

/** True for a word that is a function's name, such as LEFT in `LEFT(a, 2)`. */
export const isCalled = (words: readonly Word[], index: number): boolean => words[index + 1]?.text === '(';
