/** Mutations of JSONata expressions. */
import { type Edit, inOneLine, type MutationKind } from './edit.ts';
import { kindOfOperator, otherOperator } from './operators.ts';

/** What JSONata has in addition to the operators of SQL, or in another meaning. */
const swaps: ReadonlyMap<string, string> = new Map([
  ['=', '!='],
  ['and', 'or'],
  ['or', 'and'],
]);

const numbers = /^\d/;

/**
 * Texts, comments, regular expressions and quoted names come first: the other alternatives must not match inside them. In a class of
 * characters a slash does not end a regular expression.
 */
const pattern =
  /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`[^`]*`|\/\*[\s\S]*?\*\/|(?<=[(,=~]\s*)\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[im]*|[\p{L}_$][\p{L}\p{N}_$]*|\d+(?:\.\d+)?|!=|<=|>=|:=|~>|\*\*|\?\?|\?:|\.\.|[-+*/=<>]/gu;

/** Words of an expression in which `and`, `or`, `*` and signs are operators only between two operands. */
const endsOperand = /[\p{L}\p{N}_$"'`)\]}]\s*$/u;

/** All mutations of an expression, in the order of the text. */
export function expressionMutations(expression: string): readonly Edit[] {
  return [...expression.matchAll(pattern)].flatMap(({ 0: word, index: start }): readonly Edit[] => {
    const end = start + word.length;
    const subject = inOneLine(expression);
    const edit = (kind: MutationKind, replacement: string): readonly Edit[] => [
      { start, end, replacement, change: `${inOneLine(word)} made ${replacement} in ${subject}`, kind, subject },
    ];
    if (numbers.test(word)) return edit('number', String(BigInt(word.split('.')[0] ?? '0') + 1n));
    if (/^["']/.test(word)) return word.length > 2 ? edit('text', `${word.slice(0, -1)}~${word.slice(-1)}`) : [];
    const other = swaps.get(word) ?? otherOperator(word);
    if (other === undefined || !endsOperand.test(expression.slice(0, start))) return [];
    return edit(/^(and|or)$/.test(word) ? 'logic' : kindOfOperator(word), other);
  });
}

/** The expressions inside `{{ }}` of a text, with their offsets. */
export function embeddedExpressions(text: string): readonly { readonly text: string; readonly offset: number }[] {
  return [...text.matchAll(/\{\{([\s\S]*?)\}\}/g)].map((match) => ({ text: match[1] ?? '', offset: match.index + 2 }));
}
