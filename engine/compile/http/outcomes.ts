/** Compiles `outcomes` of requests: conditions that decide what an answer means, before its status does. */
import type { Path } from '../../base/place.ts';
import { suggestion } from '../../diagnostics/did-you-mean.ts';
import type { HttpOutcome } from '../../plan/exchange.ts';
import type { OutcomeSpec } from '../../profile/schema/index.ts';
import { singleTypes } from '../../transform/value-type.ts';
import type { CompileContext } from '../context/context.ts';
import { coveredCondition } from '../context/coverage-points.ts';
import type { ExpressionScope } from '../expressions/expression-scope.ts';
import { expressionAt, messageAt, typeOf } from '../expressions/expressions.ts';
import type { ReadTarget } from '../names/read-target.ts';
import { type DescribedAnswers, outcomeNames } from './described/outcome-names.ts';

/** Longest text, in characters, that a message takes over from an answer. */
const longestValue = 300;

/** The names that expressions over an answer may use. */
export function answerScope(variables: readonly string[]): ExpressionScope {
  return { variables: [...variables, 'status', 'headers'], names: undefined };
}

function optional(context: CompileContext, path: Path, text: string | undefined, scope: ExpressionScope) {
  return text === undefined ? undefined : expressionAt(context, path, text, scope);
}

/** Compiles a message over an answer, and reports a map in it. */
function answerMessage(context: CompileContext, path: Path, text: string, scope: ExpressionScope) {
  const message = messageAt(context, path, text, scope, longestValue);
  for (const { expression, offset } of message?.expressions ?? []) {
    const types = singleTypes(typeOf(expression, scope)).filter(({ kind }) => kind !== 'nothing');
    if (types.length === 0 || types.some(({ kind }) => kind !== 'object')) continue;
    const range = { offset, length: expression.text.length };
    const hint = 'Name the member that you mean.';
    context.report('EXP307', { path, range, message: 'This is a map, but a message is a text.', hint });
  }
  return message;
}

/** Reports keys of an outcome that do not fit each other. */
function checkKeys(context: CompileContext, path: Path, spec: OutcomeSpec): void {
  const { is, refuse, fail, denied, repeat, effect, field, wait, at } = spec;
  const ways = [is, refuse, fail, denied, repeat].filter((way) => way !== undefined).length;
  if (ways !== 1) {
    const message = 'An outcome has exactly one of `is`, `refuse`, `fail`, `denied` and `repeat`.';
    const hint = '`refuse` is for errors that the caller can correct, `is` for answers that the engine handles.';
    context.report(ways === 0 ? 'MAP112' : 'MAP105', { path, key: true, message, hint });
  }
  const requires = (key: string, what: string): void => {
    const message = `\`${key}\` is only allowed with ${what}.`;
    context.report('MAP113', { path: [...path, key], key: true, message, hint: 'Remove it.' });
  };
  if (field !== undefined && refuse === undefined) requires('field', '`refuse`');
  if (effect !== undefined && fail === undefined) requires('effect', '`fail`');
  if (wait !== undefined && is !== 'throttled' && is !== 'poll') requires('wait', '`is: throttled` or `is: poll`');
  if (at !== undefined && is !== 'poll') requires('at', '`is: poll`');
}

function outcomeAt(
  context: CompileContext,
  path: Path,
  spec: OutcomeSpec,
  target: ReadTarget | undefined,
  inStep: boolean,
  answers: DescribedAnswers | undefined,
): HttpOutcome | undefined {
  const scope = { ...answerScope(target?.variables ?? []), names: answers && outcomeNames(answers, spec.when) };
  const condition = expressionAt(context, [...path, 'when'], spec.when, scope);
  const when = condition && coveredCondition(context, [...path, 'when'], condition);
  checkKeys(context, path, spec);
  const { is, refuse, fail, denied, effect, field } = spec;
  const request = target?.scope.request;
  if (field !== undefined && request !== undefined && !Object.hasOwn(request, field.split('.')[0] ?? '')) {
    const message = `The request has no field "${field}".`;
    context.report('MAP264', { path: [...path, 'field'], message, ...suggestion(field, Object.keys(request)) });
  }
  if (when === undefined) return undefined;
  if (refuse !== undefined) {
    const message = answerMessage(context, [...path, 'refuse'], refuse, scope);
    return message && { when, kind: 'refuse', message, field };
  }
  if (fail !== undefined) {
    const message = answerMessage(context, [...path, 'fail'], fail, scope);
    return message && { when, kind: 'fail', message, undone: effect === 'none' };
  }
  if (spec.repeat !== undefined) {
    if (inStep) return { when, kind: 'repeat' };
    const message = '`repeat` is only allowed in the outcomes of a step of a write.';
    context.report('MAP113', { path: [...path, 'repeat'], key: true, message, hint: 'Remove it.' });
    return undefined;
  }
  if (denied !== undefined) {
    const message = answerMessage(context, [...path, 'denied'], denied, scope);
    return message && { when, kind: 'denied', message };
  }
  const wait = optional(context, [...path, 'wait'], spec.wait, scope);
  const at = optional(context, [...path, 'at'], spec.at, scope);
  switch (is) {
    case undefined:
      return undefined;
    case 'throttled':
      return { when, kind: is, wait };
    case 'poll':
      return { when, kind: is, wait, at };
    case 'ok':
    case 'empty':
    case 'retry':
    case 'login':
      return { when, kind: is };
  }
}

/**
 * Compiles the outcomes at a path, in their order. One that cannot be compiled is reported and left out. `inStep`: they
 * belong to a step of a write. `answers`: what the vendor's description says of the answers that are judged.
 */
export function outcomesAt(
  context: CompileContext,
  path: Path,
  specs: readonly OutcomeSpec[] | undefined,
  target: ReadTarget | undefined,
  inStep: boolean,
  answers: DescribedAnswers | undefined,
): readonly HttpOutcome[] {
  return (specs ?? []).flatMap(
    (spec, index) => outcomeAt(context, [...path, index], spec, target, inStep, answers) ?? [],
  );
}
