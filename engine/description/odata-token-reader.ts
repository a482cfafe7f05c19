/** Reads the tokens of an expression of OData from left to right. */
import { type ODataToken, odataTokens } from './odata-tokens.ts';
import { QuerySyntaxError } from './query-fault.ts';

export class ODataTokenReader {
  private readonly tokens: readonly ODataToken[];
  private readonly end: ODataToken;
  private at = 0;

  constructor(text: string) {
    this.tokens = odataTokens(text);
    this.end = { kind: 'end', text: '', offset: text.length };
  }

  peek(): ODataToken {
    return this.tokens[this.at] ?? this.end;
  }

  next(): ODataToken {
    const token = this.peek();
    this.at += 1;
    return token;
  }

  isSign(sign: string): boolean {
    const { kind, text } = this.peek();
    return kind === 'sign' && text === sign;
  }

  isWord(words: readonly string[]): boolean {
    const { kind, text } = this.peek();
    return kind === 'name' && words.includes(text);
  }

  /** Skips a sign. Throws `QuerySyntaxError` where another token follows. */
  skipSign(sign: string): void {
    if (!this.isSign(sign)) this.fail(`"${sign}"`);
    this.at += 1;
  }

  /** Throws `QuerySyntaxError` unless all tokens are read. */
  expectEnd(expected = 'an operator or the end'): void {
    if (this.peek().kind !== 'end') this.fail(expected);
  }

  /** Throws `QuerySyntaxError` about a token; by default about the one that follows. */
  fail(expected: string, { text, offset, kind }: ODataToken = this.peek()): never {
    const actual = kind === 'end' ? 'the expression ends' : `there is "${text}"`;
    throw new QuerySyntaxError({
      kind: 'syntax',
      offset,
      length: Math.max(1, text.length),
      message: `Here ${actual}, where ${expected} is expected.`,
      hint: 'Operators of OData are words: eq, ne, gt, ge, lt, le, and, or, not, in.',
    });
  }
}
