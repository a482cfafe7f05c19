/** Message templates with JSONata placeholders, such as "Unknown SKU {{ sku }}". */
import type { WatchBranch } from './branches.ts';
import { type Bindings, compileExpression, type Expression } from './expression.ts';

export interface Message {
  readonly expressions: readonly { readonly expression: Expression; readonly offset: number }[];
  /** A promise only where the interpreter evaluates an expression; it rejects with the error of the expression. */
  render(input: unknown, bindings: Bindings): string | Promise<string>;
}

export type CompiledMessage =
  | { readonly ok: true; readonly message: Message }
  /** `kind`: an invalid expression, or a placeholder that is empty or not closed. */
  | {
      readonly ok: false;
      readonly kind: 'expression' | 'placeholder';
      readonly message: string;
      readonly offset: number;
    };

type Piece = string | Expression;

/** Default maximum length of one value in a message. */
const maxValueLength = 80;

function show(value: unknown, maxLength: number): string {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text.length > maxLength ? `${text.slice(0, maxLength)}...` : text;
}

/**
 * Compiles a message. A missing value renders as an empty text; a value is cut to `maxLength` characters. `watch` is called for each branch of the
 * expressions. `originAt`: file and line of the expression at an offset of the text, for stack traces.
 */
export function compileMessage(
  text: string,
  maxLength = maxValueLength,
  watch?: WatchBranch,
  originAt?: (offset: number) => string | undefined,
): CompiledMessage {
  const pieces: Piece[] = [];
  const expressions: { expression: Expression; offset: number }[] = [];
  let at = 0;
  for (const match of text.matchAll(/\{\{(.*?)\}\}/gs)) {
    pieces.push(text.slice(at, match.index));
    if ((match[1] ?? '').trim() === '') {
      return { ok: false, kind: 'placeholder', message: 'There is nothing between {{ and }}.', offset: match.index };
    }
    const start = match.index + 2;
    const compiled = compileExpression(
      match[1] ?? '',
      undefined,
      watch && ((branch) => watch({ ...branch, offset: start + branch.offset })),
      originAt?.(start),
    );
    if (!compiled.ok)
      return { ok: false, kind: 'expression', message: compiled.message, offset: start + compiled.offset };
    pieces.push(compiled.expression);
    expressions.push({ expression: compiled.expression, offset: start });
    at = match.index + match[0].length;
  }
  const unclosed = text.indexOf('{{', at);
  if (unclosed >= 0)
    return { ok: false, kind: 'placeholder', message: 'This {{ is not closed by }}.', offset: unclosed };
  pieces.push(text.slice(at));
  const joined = (values: readonly unknown[]): string =>
    pieces.map((piece, at) => (typeof piece === 'string' ? piece : show(values[at], maxLength))).join('');
  const render: Message['render'] = (input, bindings) => {
    const values = pieces.map((piece) => (typeof piece === 'string' ? piece : piece.evaluate(input, bindings)));
    return values.some((value) => value instanceof Promise) ? Promise.all(values).then(joined) : joined(values);
  };
  return { ok: true, message: { expressions, render } };
}
