/** The columns that a SELECT gives, as its text names them. */
import type { Span } from '../text/positions.ts';
import type { Lexeme } from './lexemes.ts';

export type Output =
  /** `*`, or `c.*`. */
  | { readonly kind: 'star'; readonly qualifier: string | undefined }
  | {
      readonly kind: 'column';
      /** Empty if the text gives it none. */
      readonly name: string;
      /** The column that it repeats; undefined if it is computed. */
      readonly column: { readonly qualifier: string | undefined; readonly name: string } | undefined;
      /** Where the text computes it. */
      readonly span: Span;
    };

/** Words that end an expression, or need one behind them, and so give no name. */
const noName =
  /^(?:as|end|null|true|false|and|or|not|is|in|like|ilike|between|case|when|then|else|over|collate|escape|div|mod|day|month|year|hour|minute|second|top)$/i;

const isName = (lexeme: Lexeme | undefined): boolean =>
  lexeme?.kind === 'name' || (lexeme?.kind === 'word' && !noName.test(lexeme.text));
const isSign = (lexeme: Lexeme | undefined, text: string): boolean => lexeme?.kind === 'sign' && lexeme.text === text;
const isWord = (lexeme: Lexeme | undefined, text: string): boolean =>
  lexeme?.kind === 'word' && lexeme.text.toLowerCase() === text;

/** `total`, `c.total` or `shop.c.total`; undefined for anything else. */
function columnOf(
  lexemes: readonly Lexeme[],
): { readonly qualifier: string | undefined; readonly name: string } | undefined {
  const isPath = lexemes.every((lexeme, index) => (index % 2 === 0 ? isName(lexeme) : isSign(lexeme, '.')));
  const last = lexemes.at(-1);
  if (!isPath || lexemes.length % 2 === 0 || last === undefined) return undefined;
  return { qualifier: lexemes.at(-3)?.text, name: last.text };
}

/** The alias at the end of an output, and the lexemes before it. */
function aliasOf(item: readonly Lexeme[]): { readonly alias: string; readonly before: readonly Lexeme[] } | undefined {
  const [before, last] = [item.at(-2), item.at(-1)];
  if (last === undefined || before === undefined || (last.kind !== 'name' && last.kind !== 'word')) return undefined;
  if (isWord(before, 'as')) return { alias: last.text, before: item.slice(0, -2) };
  const endsExpression = isName(before) || before.kind === 'operand' || isSign(before, ')') || isWord(before, 'end');
  return isName(last) && endsExpression ? { alias: last.text, before: item.slice(0, -1) } : undefined;
}

/** The output that the lexemes between two commas give; undefined if there are none. */
export function outputOf(item: readonly Lexeme[]): Output | undefined {
  const [first, last] = [item[0], item.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  if (isSign(last, '*') && (item.length === 1 || isSign(item.at(-2), '.')))
    return { kind: 'star', qualifier: item.length > 2 ? item.at(-3)?.text : undefined };
  const { alias, before } = aliasOf(item) ?? { alias: undefined, before: item };
  const column = columnOf(before);
  const end = before.at(-1)?.end ?? last.end;
  return { kind: 'column', name: alias ?? column?.name ?? '', column, span: { start: first.start, end } };
}
