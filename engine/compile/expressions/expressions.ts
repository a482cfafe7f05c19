/** Compiles expressions and messages, and checks every name, function and setting in them. */
import type { Path } from '../../base/place.ts';
import { syntaxFault } from '../../diagnostics/syntax-fault.ts';
import type { WatchBranch } from '../../transform/branches.ts';
import { compileExpression, type Expression } from '../../transform/expression.ts';
import { compileMessage, type Message } from '../../transform/message.ts';
import type { ValueType } from '../../transform/value-type.ts';
import { coveredRefusal } from '../context/coverage-points.ts';
import { announceScope, checkExpression, inferred } from './check-expression.ts';
import type { ExpressionContext, ExpressionScope } from './expression-scope.ts';
import { checkMessageText } from './setting-uses.ts';

/** Compiles JSONata that begins at `offset` of the text at the path, and checks its names. Undefined, and a report, where it cannot be parsed. */
export function expressionAt(
  context: ExpressionContext,
  path: Path,
  text: string,
  scope: ExpressionScope,
  offset = 0,
): Expression | undefined {
  const compiled = compileExpression(
    text,
    scope.functions,
    watcher(context, path, offset),
    bareName.test(text) ? undefined : originOf(context, path, offset),
  );
  if (!compiled.ok) {
    announceScope(context, path, scope);
    reportSyntax(context, path, { ...compiled, offset: offset + compiled.offset });
    return undefined;
  }
  checkExpression(context, path, compiled.expression, offset, scope);
  return compiled.expression;
}

/** Compiles a message with {{ expressions }} in the same way. `most`: largest number of characters of one value in it. */
export function messageAt(
  context: ExpressionContext,
  path: Path,
  text: string,
  scope: ExpressionScope,
  most?: number,
): Message | undefined {
  announceScope(context, path, scope);
  const compiled = compileMessage(text, most, watcher(context, path, 0), (offset) => originOf(context, path, offset));
  if (!compiled.ok && compiled.kind === 'placeholder') {
    const hint = 'Write {{ expression }}, for example {{ sku }}.';
    context.report('EXP305', { path, range: { offset: compiled.offset, length: 2 }, message: compiled.message, hint });
    return undefined;
  }
  if (!compiled.ok) {
    reportSyntax(context, path, compiled);
    return undefined;
  }
  for (const { expression, offset } of compiled.message.expressions)
    checkExpression(context, path, expression, offset, scope);
  checkMessageText(context, path, text);
  return compiled.message;
}

/** Compiles the message of a refusal in the same way; undefined where there is none. */
export function refusalAt(
  context: ExpressionContext,
  path: Path,
  text: string | undefined,
  scope: ExpressionScope,
): Message | undefined {
  if (text === undefined) return undefined;
  const message = messageAt(context, path, text, scope);
  return message && coveredRefusal(context, path, text, message);
}

/** File and line of what begins at `offset` of the text at the path; undefined where places are not known. The first line of a text is found faster than others. */
function originOf({ placeOf }: ExpressionContext, path: Path, offset: number): string | undefined {
  const place = placeOf?.(offset === 0 ? { path } : { path, range: { offset, length: 1 } });
  return place && `${place.file}:${place.line}`;
}

/** A name alone, which has no generated function, and does not fail. */
const bareName = /^\s*\w+\s*$/;

/** Declares coverage points for the branches of an expression that begins at `base` of the text at the path. */
function watcher({ cover }: ExpressionContext, path: Path, base: number): WatchBranch | undefined {
  return (
    cover && (({ offset, length, what }) => cover('branch', { path, range: { offset: base + offset, length } }, what))
  );
}

function reportSyntax(
  context: ExpressionContext,
  path: Path,
  fault: { readonly message: string; readonly offset: number },
): void {
  const range = { offset: fault.offset, length: 1 };
  const { code, ...finding } = syntaxFault(fault.message);
  context.report(code, { path, range, ...finding });
}

/** The type of the expression's result, as far as it can be inferred. */
export function typeOf(expression: Expression, scope: ExpressionScope): ValueType {
  return inferred(expression, scope).type;
}
