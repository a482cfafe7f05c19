/** Checks the query parameters of a request against the vendor's description: their names, and the options of OData in them. */
import type { Path } from '../../../base/place.ts';
import { filterable, parameterNamed } from '../../../description/listed-query.ts';
import {
  anyValue,
  type DescribedType,
  type ListedOperation,
  type ODataOperation,
  type ODataVersion,
  type Operation,
} from '../../../description/model.ts';
import { odataAnswer } from '../../../description/odata-answer.ts';
import { checkFilter } from '../../../description/odata-expression.ts';
import { orderByFaults, shapeOf, systemOptions } from '../../../description/odata-options.ts';
import type { QueryFault } from '../../../description/query-fault.ts';
import {
  allRemain,
  type RemainingValues,
  remainingOfBoth,
  withRemaining,
} from '../../../description/remaining-values.ts';
import { suggestion } from '../../../diagnostics/did-you-mean.ts';
import type { CompileContext } from '../../context/context.ts';
import { announce, memberNames, parameterNames, valueNames } from './announce.ts';
import { checkConstant } from './constant.ts';
import { masked } from './operation.ts';

/** A parameter of the profile. */
export interface DescribedParam {
  readonly name: string;
  /** A text, a number, true or false, or a list of terms. */
  readonly value: unknown;
  readonly path: Path;
}

/** Options whose texts name members of the type. */
const expressionOptions = ['$filter', '$orderby', '$select', '$expand'];

/** A text of a parameter with its place: the parameter itself, or one of its terms. */
interface OptionText {
  readonly text: string;
  readonly path: Path;
}

function textsOf({ value, path }: DescribedParam): readonly OptionText[] {
  if (!Array.isArray(value)) return [{ text: String(value), path }];
  return value.flatMap((term: unknown, index): readonly OptionText[] => {
    const at = [...path, index];
    if (typeof term !== 'object' || term === null) return [{ text: String(term), path: at }];
    const item: unknown = Reflect.get(term, '$item');
    return typeof item === 'string' ? [{ text: item, path: [...at, '$item'] }] : [];
  });
}

function reportFaults(context: CompileContext, path: Path, faults: readonly QueryFault[]): void {
  for (const { kind, offset, length, message, hint, replacement } of faults) {
    const isValue = kind === 'type' || kind === 'value';
    context.report(isValue ? 'API806' : 'API805', {
      path,
      range: { offset, length },
      message,
      hint,
      ...(replacement === undefined ? {} : { replacement }),
    });
  }
}

interface OptionScope {
  readonly record: DescribedType;
  readonly version: ODataVersion;
}

/** Checks `$filter` and `$orderby`, and returns what the filter leaves of the values of enumerations. */
function checkExpressions(
  context: CompileContext,
  params: readonly DescribedParam[],
  scope: OptionScope,
): RemainingValues {
  let remaining = allRemain;
  for (const param of params)
    for (const { text, path } of textsOf(param)) {
      if (expressionOptions.includes(param.name)) announce(context, path, 'words', () => memberNames(scope.record));
      if (param.name === '$orderby') reportFaults(context, path, orderByFaults(masked(text), scope));
      if (param.name !== '$filter') continue;
      const filter = checkFilter(masked(text), scope);
      reportFaults(context, path, filter.faults);
      // A term with a value, or for each item of a list, may be left out.
      if (!masked(text).includes(anyValue) && path.at(-1) !== '$item')
        remaining = remainingOfBoth(remaining, filter.remaining);
    }
  return remaining;
}

function checkListed(context: CompileContext, operation: ListedOperation, params: readonly DescribedParam[]): void {
  const { query } = operation;
  const options = params.filter(({ name }) => systemOptions.includes(name));
  // Services with a few options of OData follow its older versions.
  if (options.length > 0) checkExpressions(context, options, { record: filterable(operation.answer), version: 3 });
  if (query === undefined) return;
  for (const { name, value, path } of params) {
    const parameter = parameterNamed(query, name);
    if (parameter !== undefined) {
      announce(context, path, 'words', () => valueNames(parameter.type));
      if (typeof value !== 'object') checkConstant(context, path, value, parameter.type, `The parameter "${name}"`);
      continue;
    }
    if (options.some((one) => one.name === name) && ![...query.keys()].some((one) => one.startsWith('$'))) continue;
    const message = `${operation.name} has no parameter "${name}".`;
    context.report('API804', { path, key: true, message, ...suggestion(name, [...query.keys()]) });
  }
  for (const parameter of query.values()) {
    if (!parameter.isRequired || params.some(({ name }) => name === parameter.name)) continue;
    const at = params[0]?.path.slice(0, -2) ?? [];
    if (at.length === 0) continue;
    const message = `${operation.name} requires the parameter "${parameter.name}".`;
    context.report('API804', { path: at, key: true, message, hint: 'Add it under `params`.' });
  }
}

/** The type of the answer's body. */
function checkOData(
  context: CompileContext,
  operation: ODataOperation,
  params: readonly DescribedParam[],
): DescribedType {
  const { version, target } = operation;
  const scope: OptionScope = { record: target, version };
  for (const { name, path } of params) {
    // Other names are parameters of the service or of a function.
    if (!name.startsWith('$') || systemOptions.includes(name)) continue;
    const message = `OData has no query option "${name}".`;
    context.report('API804', { path, key: true, message, ...suggestion(name, systemOptions) });
  }
  const remaining = checkExpressions(context, params, scope);
  const optionText = (name: string): string | undefined => {
    const param = params.find((one) => one.name === name);
    return param === undefined
      ? undefined
      : masked(Array.isArray(param.value) ? param.value.join(',') : String(param.value));
  };
  const shape = shapeOf(
    { ...scope, record: withRemaining(target, remaining) },
    { select: optionText('$select'), expand: optionText('$expand') },
  );
  for (const { name, path, value } of params) {
    if (Array.isArray(value)) continue;
    if (name === '$select') reportFaults(context, path, shape.selectFaults);
    if (name === '$expand') reportFaults(context, path, shape.expandFaults);
  }
  const isShaped = params.some(({ name }) => name === '$apply' || name === '$compute');
  return isShaped ? { kind: 'unknown' } : odataAnswer(operation, shape.type);
}

/** Checks the parameters, and returns the type of the answer's body. `path`: of the request. */
export function checkParams(
  context: CompileContext,
  operation: Operation,
  params: readonly DescribedParam[],
  path: Path,
): DescribedType {
  const at = [...path, 'params'];
  switch (operation.protocol) {
    case 'odata':
      announce(context, at, 'keys', () =>
        systemOptions.map((name) => ({ name, detail: 'query option', documentation: undefined })),
      );
      return checkOData(context, operation, params);
    case 'openapi':
      announce(context, at, 'keys', () => parameterNames(operation));
      checkListed(context, operation, params);
      return operation.answer;
  }
}
