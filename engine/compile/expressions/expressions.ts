/** Compiles expressions and messages, and checks every name, function and setting in them. */

import type { Path } from '../../base/place.ts';
import { Secret } from '../../base/secret.ts';
import { closest, suggest } from '../../diagnostics/did-you-mean.ts';
import type { TextRange } from '../../diagnostics/reporter.ts';
import { syntaxFault } from '../../diagnostics/syntax-fault.ts';
import type { WatchBranch } from '../../transform/branches.ts';
import { compileExpression, type Expression, type Functions, functionNames } from '../../transform/expression.ts';
import { argumentCounts } from '../../transform/functions.ts';
import type { Inference, Variables } from '../../transform/infer-type.ts';
import { compileMessage, type Message } from '../../transform/message.ts';
import { unknownType, type ValueType } from '../../transform/value-type.ts';
import type { CompileContext } from '../context/context.ts';
import { coveredRefusal } from '../context/coverage-points.ts';
import type { ProfileContext } from '../context/profile-context.ts';
import { type Names, noMember } from '../names/expression-names.ts';
import { checkExpressionPattern } from './patterns.ts';

/** What checking an expression needs: declared settings, a reporter, and coverage where it is measured. */
export type ExpressionContext = ProfileContext & Pick<CompileContext, 'cover' | 'onExpression'>;

/** Variables of every expression. */
const everywhere = ['settings', 'request', 'now', 'today'];

/** What an expression may use, besides the variables of every expression. */
export interface ExpressionScope {
  readonly variables: readonly string[];
  /** Undefined where its input is not known. */
  readonly names: Names | undefined;
  /** Types of some of the variables. */
  readonly types?: Variables | undefined;
  /** Variables of every expression that do not exist here. */
  readonly unavailable?: readonly string[] | undefined;
  /** Functions that exist only here. */
  readonly functions?: Functions | undefined;
}

/** Compiles JSONata that begins at `offset` of the text at the path, and checks its names. Undefined, and a report, where it cannot be parsed. */
export function expressionAt(
  context: ExpressionContext,
  path: Path,
  text: string,
  scope: ExpressionScope,
  offset = 0,
): Expression | undefined {
  const compiled = compileExpression(text, scope.functions, watcher(context, path, offset));
  if (!compiled.ok) {
    reportSyntax(context, path, { ...compiled, offset: offset + compiled.offset });
    return undefined;
  }
  check(context, path, compiled.expression, offset, scope);
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
  const compiled = compileMessage(text, most, watcher(context, path, 0));
  if (!compiled.ok && compiled.kind === 'placeholder') {
    const hint = 'Write {{ expression }}, for example {{ sku }}.';
    context.report('EXP305', { path, range: { offset: compiled.offset, length: 2 }, message: compiled.message, hint });
    return undefined;
  }
  if (!compiled.ok) {
    reportSyntax(context, path, compiled);
    return undefined;
  }
  for (const { expression, offset } of compiled.message.expressions) check(context, path, expression, offset, scope);
  // What is inside {{ }} has been checked as an expression.
  const outside = text.replaceAll(/\{\{.*?\}\}/gs, ({ length }) => ' '.repeat(length));
  for (const match of outside.matchAll(insertedSetting)) {
    const [whole, name = ''] = match;
    reportInserted(context, { path, range: { offset: match.index, length: whole.length } }, name, 'message');
  }
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

/** Builds the location of some characters of an expression. */
type LocationAt = (offset: number, length: number) => { readonly path: Path; readonly range: TextRange };

/** Checks all names in an expression that begins at `base` of the text at the path. */
function check(
  context: ExpressionContext,
  path: Path,
  expression: Expression,
  base: number,
  scope: ExpressionScope,
): void {
  const at: LocationAt = (offset, length) => ({ path, range: { offset: base + offset, length } });
  context.onExpression?.(at(0, 1), expression);
  const variables = [...everywhere, ...scope.variables];
  const available = variables.filter((name) => scope.unavailable?.includes(name) !== true);
  checkVariables(context, at, expression, { variables, available, names: scope.names });
  checkCalls(context, at, expression, variables, scope.functions);
  for (const { name, offset } of expression.patterns) checkExpressionPattern(context, at(offset, name.length), name);
  for (const { name, offset } of expression.settings) checkSetting(context, at(offset, name.length), name);
  checkTexts(context, at, expression);
  for (const { name, offset } of expression.names)
    checkName(context, at(offset, name.length), expression, name, scope.names);
  for (const { name, offset, among } of inferred(expression, scope).faults) {
    const message =
      among === undefined
        ? `"${name}" is read from a single value, which has no members.`
        : `The values here have no member "${name}".`;
    const hint = among === undefined ? 'Remove it.' : suggest(name, among);
    context.report('EXP304', { ...at(offset, name.length), message, hint });
  }
}

function checkVariables(
  context: ExpressionContext,
  at: LocationAt,
  expression: Expression,
  {
    variables,
    available,
    names,
  }: Pick<ExpressionScope, 'variables' | 'names'> & { readonly available: readonly string[] },
): void {
  for (const { name, offset } of expression.variables.filter((used) => !variables.includes(used.name))) {
    if (name === 'eval') {
      reportEval(context, at(offset, 5));
      continue;
    }
    const message = `There is no variable $${name} here.`;
    context.report('EXP302', { ...at(offset, name.length + 1), message, hint: variableHint(name, available, names) });
  }
}

/** Checks that each called function exists and gets as many arguments as it takes. */
function checkCalls(
  context: ExpressionContext,
  at: LocationAt,
  expression: Expression,
  variables: readonly string[],
  functions: Functions = {},
): void {
  for (const { name, offset, count } of expression.calls) {
    const where = at(offset, name.length + 1);
    if (variables.includes(name)) {
      reportCalledValue(context, where, name);
      continue;
    }
    if (name === 'eval') reportEval(context, where);
    else if (!functionNames.includes(name) && !Object.hasOwn(functions, name)) {
      const message = `There is no function $${name}.`;
      context.report('EXP303', { ...where, message, hint: suggestFunction(name, functionNames, '$') });
    }
    const [least, most] = argumentCounts[name] ?? [0, Number.POSITIVE_INFINITY];
    if (count === undefined || (count >= least && count <= most)) continue;
    const takes = least === most ? `${least}` : `${least} or ${most}`;
    context.report('EXP306', {
      ...where,
      message: `$${name} takes ${takes} argument${takes === '1' ? '' : 's'}, not ${count}.`,
      hint: argumentHints[name] ?? '',
    });
  }
}

const noTypes: Variables = new Map();

function inferred(expression: Expression, { names, types = noTypes }: ExpressionScope): Inference {
  return expression.infer(names?.row ?? unknownType, types);
}

/** The type of the expression's result, as far as it can be inferred. */
export function typeOf(expression: Expression, scope: ExpressionScope): ValueType {
  return inferred(expression, scope).type;
}

/** Reports settings that are not declared, and secrets: JSONata would silently read no value. */
function checkSetting(context: ExpressionContext, where: { path: Path; range: TextRange }, name: string): void {
  const names = Object.keys(context.profile.settings ?? {});
  if (!names.includes(name)) {
    const hint = names.length === 0 ? 'Declare it under `settings`.' : suggest(name, names);
    context.report('MAP201', { ...where, message: `There is no setting "${name}".`, hint });
  } else if (context.settings.get(name) instanceof Secret) {
    const message = `The setting "${name}" is a secret. Expressions cannot read secrets.`;
    context.report('MAP206', { ...where, message, hint: 'Use a setting that is a plain value.' });
  }
}

/** A setting as requests and connections insert it. */
const insertedSetting = /\$\{([A-Za-z_]\w*)\}/g;

/** Reports `${setting}` in a text literal, which JSONata leaves as it is. */
function checkTexts(context: ExpressionContext, at: LocationAt, expression: Expression): void {
  for (const { text, end } of expression.texts) {
    for (const [whole, name = ''] of text.matchAll(insertedSetting)) {
      reportInserted(context, at(expression.text.lastIndexOf(whole, end), whole.length), name, 'expression');
    }
  }
}

function reportInserted(
  context: ExpressionContext,
  where: { path: Path; range: TextRange },
  name: string,
  place: 'expression' | 'message',
): void {
  const names = Object.keys(context.profile.settings ?? {});
  const message = `\${${name}} is not replaced in ${place === 'expression' ? 'an expression' : 'a message'}: it remains literal text.`;
  if (!names.includes(name)) {
    const hint = names.length === 0 ? 'Declare the setting under `settings`.' : suggest(name, names);
    context.report('EXP309', { ...where, message, hint });
    return;
  }
  const isSecret = context.settings.get(name) instanceof Secret;
  const read = place === 'expression' ? `Write $settings.${name}, without quotes.` : `Write {{ $settings.${name} }}.`;
  const hint = isSecret ? `Expressions cannot read secrets. In a request, write \${${name}} outside of {{ }}.` : read;
  context.report('EXP309', { ...where, message, hint });
}

const argumentHints: Readonly<Record<string, string>> = {
  add: 'Write $add(a, b); $total(list) adds up a list.',
  subtract: 'Write $subtract(a, b).',
  multiply: 'Write $multiply(a, b).',
  total: 'Write $total(list); $add(a, b) adds two values.',
  round: 'Write $round(value, digits).',
  addDays: 'Write $addDays(date, days).',
  text: 'Write $text(html).',
  unpad: 'Write $unpad(key).',
};

function reportEval(context: ExpressionContext, where: { path: Path; range: TextRange }): void {
  const message = '$eval is disabled: it would run text as code.';
  context.report('EXP303', { ...where, message, hint: 'Write the expression itself.' });
}

/** Reports the call of a variable. A variable hides the function with its name. */
function reportCalledValue(context: ExpressionContext, where: { path: Path; range: TextRange }, name: string): void {
  const hidden = functionNames.includes(name) && !everywhere.includes(name);
  context.report('EXP308', {
    ...where,
    message: `$${name} is a value here, not a function.`,
    hint: hidden
      ? `It hides the function $${name}: give the value another name. For the value itself, write $${name}.`
      : `Write $${name}.`,
  });
}

/** Names of the decimal functions in other languages. */
const otherNames: Readonly<Record<string, string>> = {
  plus: 'add',
  minus: 'subtract',
  sub: 'subtract',
  times: 'multiply',
  mul: 'multiply',
};

/** A hint with the nearest function only: a list of all functions would not help. */
function suggestFunction(name: string, all: readonly string[], sign: string): string {
  const other = otherNames[name.toLowerCase()];
  if (other !== undefined) return `It is called $${other} here.`;
  const hint = suggest(name, all);
  return hint.startsWith('Did')
    ? hint.replace('"', `"${sign}`)
    : 'Decimal functions are $add, $subtract, $multiply, $total and $round, $addDays adds days; all others are those of JSONata.';
}

/** Where variables exist that other expressions do not have. */
const variableElsewhere: Readonly<Record<string, string>> = {
  row: 'the request of `each`, and in `outcomes` of a procedure',
  rows: 'the request of an `attach`',
  found: 'later steps of a write by HTTP',
  key: 'a write',
  status: 'expressions over an answer',
  headers: 'expressions over an answer',
  cursor: 'requests of a source with `page`',
  words: 'requests of a read with `search`',
};

function variableHint(name: string, variables: readonly string[], names: Names | undefined): string {
  if (names?.all.includes(name)) return `"${name}" is not a variable: write it without the $.`;
  const near = closest(name, variables);
  const all = [...new Set(variables)].sort().map((variable) => `$${variable}`);
  const elsewhere = variableElsewhere[name];
  return [
    ...(near === undefined ? [] : [`Did you mean "$${near}"?`]),
    `Known here: ${all.join(', ')}.`,
    ...(elsewhere === undefined ? [] : [`$${name} exists only in ${elsewhere}.`]),
  ].join(' ');
}

/** Reports an unknown name. A bare word that is no column is most often a text whose quotes YAML removed. */
function checkName(
  context: ExpressionContext,
  where: { path: Path; range: TextRange },
  expression: Expression,
  name: string,
  names: Names | undefined,
): void {
  if (names === undefined || names.has(name)) return;
  const isRequest = names.missing.startsWith('The request');
  const near = suggest(name, names.all);
  // Inside a repeated part of a body, a text is written without {{ }}, so it cannot have lost its quotes.
  const isText = expression.bareName === name && !isRequest && names.missing !== noMember;
  const hint = isText
    ? `${near} For the text itself, quote it twice: "'${name}'" (YAML removes the outer quotes).`
    : near;
  context.report(isRequest ? 'MAP264' : 'EXP304', { ...where, message: `${names.missing} "${name}".`, hint });
}
