/** Checks every name, variable and function in an expression. */
import { ownMember } from '../../base/members.ts';
import type { Path } from '../../base/place.ts';
import { plainValue } from '../../description/model.ts';
import { closest, suggest, suggestion } from '../../diagnostics/did-you-mean.ts';
import { type Expression, type Functions, functionNames } from '../../transform/expression.ts';
import { argumentCounts } from '../../transform/functions.ts';
import type { InferenceFault } from '../../transform/infer-path-type.ts';
import type { Inference, Variables } from '../../transform/infer-type.ts';
import { unknownType } from '../../transform/value-type.ts';
import { type Names, noMember } from '../names/expression-names.ts';
import type { ExpressionContext, ExpressionScope, LocationAt, TextLocation } from './expression-scope.ts';
import { checkPattern } from './patterns.ts';
import { checkSetting, checkTexts } from './setting-uses.ts';

const noTypes: Variables = new Map();

/** Variables of every expression. */
const everywhere = ['settings', 'request', 'now', 'today'];

/** Announces to an editor what a text may name, also if the text cannot be parsed. */
export function announceScope({ onScope }: ExpressionContext, path: Path, scope: ExpressionScope): void {
  if (onScope === undefined) return;
  const variables = [...everywhere, ...scope.variables].filter((name) => scope.unavailable?.includes(name) !== true);
  const { names, types = noTypes } = scope;
  onScope({ kind: 'expression', path, variables, names: names?.all, input: names?.row, types });
}

/** Checks all names in an expression that begins at `base` of the text at the path. */
export function checkExpression(
  context: ExpressionContext,
  path: Path,
  expression: Expression,
  base: number,
  scope: ExpressionScope,
): void {
  const at: LocationAt = (offset, length) => ({ path, range: { offset: base + offset, length } });
  context.onExpression?.(at(0, 1), expression);
  announceScope(context, path, scope);
  const variables = [...everywhere, ...scope.variables];
  const available = variables.filter((name) => scope.unavailable?.includes(name) !== true);
  checkVariables(context, at, expression, { variables, available, names: scope.names });
  checkCalls(context, at, expression, variables, scope.functions);
  for (const { name, offset } of expression.patterns) checkPattern(context, at(offset, name.length), name);
  for (const { name, offset } of expression.settings) checkSetting(context, at(offset, name.length), name);
  checkTexts(context, at, expression);
  for (const { name, offset } of expression.names) checkName(context, at(offset, name.length), expression, name, scope);
  for (const fault of inferred(expression, scope).faults) reportFault(context, at, fault);
}

/** Reports a part of an expression that does not fit the type of its input. */
function reportFault(context: ExpressionContext, at: LocationAt, fault: InferenceFault): void {
  const { name, offset, among } = fault;
  switch (fault.kind) {
    case 'member': {
      const message =
        among === undefined
          ? `"${name}" is read from a single value, which has no members.`
          : `The values here have no member "${name}".`;
      const cure = among === undefined ? { hint: 'Remove it.' } : suggestion(name, among);
      context.report('EXP304', { ...at(offset, name.length), message, ...cure });
      return;
    }
    case 'value':
      context.report('EXP313', {
        ...at(offset, name.length + 2),
        message: `"${name}" is none of the values that are compared here, so that the comparison never holds.`,
        hint: suggestion(name, fault.among).hint,
      });
      return;
    case 'part': {
      // The names with signs of XML are repeated without them.
      const [matching, others] = [true, false].map((isMatching) =>
        fault.among.filter((value) => fault.matching.includes(value) === isMatching && plainValue(value) === value),
      );
      context.report('EXP314', {
        ...at(offset, name.length + 2),
        severity: 'warning',
        message: `$contains selects values of an enumeration by a part of their names: "${name}" is in ${list(matching)}, and not in ${list(others)}.`,
        hint: "Compare whole values, as in x in ['A', 'B'], and decide on each.",
      });
    }
  }
}

const list = (values: readonly string[] = []): string =>
  values.length === 0 ? 'none' : values.length > 6 ? `${values.slice(0, 6).join(', ')}, ...` : values.join(', ');

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
    const hint = variableHint(name, available, names);
    const near = names?.all.includes(name) ? name : closest(name, available);
    const replacement = near === undefined || near === name ? near : `$${near}`;
    const where = at(offset, name.length + 1);
    context.report('EXP302', { ...where, message, hint, ...(replacement === undefined ? {} : { replacement }) });
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
      const hint = suggestFunction(name, functionNames, '$');
      const near = closest(name, functionNames);
      context.report('EXP303', { ...where, message, hint, ...(near === undefined ? {} : { replacement: `$${near}` }) });
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

/** The inferred type of the result, and members that do not exist. */
export function inferred(expression: Expression, { names, types = noTypes }: ExpressionScope): Inference {
  return expression.infer(names?.row ?? unknownType, types);
}

const argumentHints: Readonly<Record<string, string>> = {
  add: 'Write $add(a, b); $total(list) adds up a list.',
  subtract: 'Write $subtract(a, b).',
  multiply: 'Write $multiply(a, b).',
  divide: 'Write $divide(a, b, digits).',
  total: 'Write $total(list); $add(a, b) adds two values.',
  round: 'Write $round(value, digits).',
  addDays: 'Write $addDays(date, days).',
  text: 'Write $text(html).',
  unpad: 'Write $unpad(key).',
};

function reportEval(context: ExpressionContext, where: TextLocation): void {
  const message = '$eval is disabled: it would run text as code.';
  context.report('EXP303', { ...where, message, hint: 'Write the expression itself.' });
}

/** Reports the call of a variable. A variable hides the function with its name. */
function reportCalledValue(context: ExpressionContext, where: TextLocation, name: string): void {
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
  div: 'divide',
  quotient: 'divide',
};

/** A hint with the nearest function only: a list of all functions would not help. */
function suggestFunction(name: string, all: readonly string[], sign: string): string {
  const other = ownMember(otherNames, name.toLowerCase());
  if (other !== undefined) return `It is called $${other} here.`;
  const hint = suggest(name, all);
  return hint.startsWith('Did')
    ? hint.replace('"', `"${sign}`)
    : 'Decimal functions are $add, $subtract, $multiply, $divide, $total and $round, $addDays adds days; all others are those of JSONata.';
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
  where: TextLocation,
  expression: Expression,
  name: string,
  { names, variables }: Pick<ExpressionScope, 'names' | 'variables'>,
): void {
  if (names === undefined || names.has(name)) return;
  const isRequest = names.missing.startsWith('The request');
  const { hint: near, ...cure } = variables.includes(name)
    ? { hint: `It is a variable here: write $${name}.`, replacement: `$${name}` }
    : suggestion(name, names.all);
  // Inside a repeated part of a body, a text is written without {{ }}, so it cannot have lost its quotes.
  const isText = expression.bareName === name && !isRequest && names.missing !== noMember;
  const hint = isText
    ? `${near} For the text itself, quote it twice: "'${name}'" (YAML removes the outer quotes).`
    : near;
  context.report(isRequest ? 'MAP264' : 'EXP304', { ...where, message: `${names.missing} "${name}".`, hint, ...cure });
}
