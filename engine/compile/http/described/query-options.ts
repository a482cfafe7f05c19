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
import { applied } from '../../../description/odata-apply.ts';
import { checkFilter } from '../../../description/odata-expression.ts';
import { orderByFaults, shapeOf, systemOptions } from '../../../description/odata-options.ts';
import type { QueryFault } from '../../../description/query-fault.ts';
import {
  allRemain,
  type RemainingValues,
  remainingOfBoth,
  withRemaining,
} from '../../../description/remaining-values.ts';
import { statementFaults, whereFaults } from '../../../description/text-queries.ts';
import { suggestion } from '../../../diagnostics/did-you-mean.ts';
import { literals } from '../../../template/literals.ts';
import type { ParamTemplate } from '../../../template/request.ts';
import type { Piece } from '../../../template/text.ts';
import type { CompileContext } from '../../context/context.ts';
import { announce, memberNames, parameterNames, valueNames } from './announce.ts';
import { checkTextConstant } from './constant.ts';
import { holeKinds, type ValueScope } from './hole-kinds.ts';
import { masked } from './operation.ts';

/** A header or parameter of the profile. */
export interface DescribedOption {
  readonly name: string;
  /** A text, a number, true or false, or a list of terms. */
  readonly value: unknown;
  readonly path: Path;
}

/** A parameter of the profile. */
export interface DescribedParam extends DescribedOption {
  /** Undefined where it could not be compiled. */
  readonly template: ParamTemplate | undefined;
  readonly scope: ValueScope;
}

/** Options whose texts name members of the type. */
const expressionOptions = ['$filter', '$orderby', '$select', '$expand'];

/** A text of a parameter with its place: the parameter itself, or one of its terms. */
interface OptionText {
  readonly text: string;
  readonly path: Path;
  /** Of the compiled text. */
  readonly pieces: readonly Piece[];
  /** It is repeated for each item of a list. */
  readonly isItem: boolean;
}

function textsOf({ value, path, template }: DescribedParam): readonly OptionText[] {
  if (!Array.isArray(value)) {
    const pieces = template?.kind === 'text' ? template.text.pieces : [];
    return [{ text: String(value), path, pieces, isItem: false }];
  }
  const terms = template?.kind === 'terms' ? template.terms : [];
  return value.flatMap((term: unknown, index): readonly OptionText[] => {
    const at = [...path, index];
    const compiled = terms[index];
    if (typeof term !== 'object' || term === null) {
      const pieces = compiled?.kind === 'one' ? compiled.text.pieces : [];
      return [{ text: String(term), path: at, pieces, isItem: false }];
    }
    const item: unknown = Reflect.get(term, '$item');
    const tree = compiled?.kind === 'each' && compiled.tree.kind === 'each' ? compiled.tree.item : undefined;
    const pieces = tree?.kind === 'text' ? tree.text.pieces : [];
    return typeof item === 'string' ? [{ text: item, path: [...at, '$item'], pieces, isItem: true }] : [];
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
    for (const { text, path, pieces, isItem } of textsOf(param)) {
      if (expressionOptions.includes(param.name)) announce(context, path, 'words', () => memberNames(scope.record));
      if (param.name === '$orderby') reportFaults(context, path, orderByFaults(masked(text), scope));
      if (param.name !== '$filter') continue;
      const kinds = holeKinds(context, text, pieces, param.scope.literals, isItem ? undefined : param.scope);
      const filter = checkFilter(masked(text), { ...scope, kinds });
      reportFaults(context, path, filter.faults);
      // A term with a value, or for each item of a list, may be left out.
      if (!masked(text).includes(anyValue) && !isItem) remaining = remainingOfBoth(remaining, filter.remaining);
    }
  return remaining;
}

function checkListed(context: CompileContext, operation: ListedOperation, params: readonly DescribedParam[]): void {
  const { query } = operation;
  const options = params.filter(({ name }) => systemOptions.includes(name));
  // Services with a few options of OData follow its older versions.
  if (options.length > 0) checkExpressions(context, options, { record: filterable(operation), version: 3 });
  for (const param of params) checkTextQuery(context, operation, param);
  if (query === undefined) return;
  for (const { name, value, path } of params) {
    const parameter = parameterNamed(query, name);
    if (parameter !== undefined) {
      announce(context, path, 'words', () => valueNames(parameter.type));
      if (typeof value !== 'object') checkTextConstant(context, path, value, parameter.type, `The parameter "${name}"`);
      continue;
    }
    if (options.some((one) => one.name === name) && ![...query.keys()].some((one) => one.startsWith('$'))) continue;
    const message = `${operation.name} has no parameter "${name}".`;
    context.report('API804', { path, key: true, message, ...suggestion(name, [...query.keys()]) });
  }
}

/** Checks a parameter with an expression of a query language that is not OData's. */
function checkTextQuery(context: CompileContext, operation: ListedOperation, param: DescribedParam): void {
  const { scope, name } = param;
  if (scope.literals.expressions?.test(name) !== true) return;
  for (const { text, path } of textsOf(param)) {
    if (scope.literals === literals.xero) reportFaults(context, path, whereFaults(masked(text), filterable(operation)));
    if (scope.literals === literals.qbo) reportFaults(context, path, statementFaults(masked(text), operation.answer));
  }
}

/** The type of the answer's body. */
function checkOData(
  context: CompileContext,
  operation: ODataOperation,
  params: readonly DescribedParam[],
): DescribedType {
  const { version, target } = operation;
  for (const { name, path } of params) {
    // Other names are parameters of the service or of a function.
    if (!name.startsWith('$') || systemOptions.includes(name)) continue;
    const message = `OData has no query option "${name}".`;
    context.report('API804', { path, key: true, message, ...suggestion(name, systemOptions) });
  }
  const optionText = (name: string): string | undefined => {
    const param = params.find((one) => one.name === name);
    return param === undefined
      ? undefined
      : masked(Array.isArray(param.value) ? param.value.join(',') : String(param.value));
  };
  const result = applied({ record: target, version }, { apply: optionText('$apply'), compute: optionText('$compute') });
  // The other options apply to what these make of the records.
  const scope: OptionScope = { record: result.record, version };
  const remaining = checkExpressions(context, params, scope);
  const shape = shapeOf(
    { ...scope, record: withRemaining(result.record, remaining) },
    { select: optionText('$select'), expand: optionText('$expand') },
  );
  for (const { name, path, value } of params) {
    if (Array.isArray(value)) continue;
    if (name === '$apply') reportFaults(context, path, result.applyFaults);
    if (name === '$compute') reportFaults(context, path, result.computeFaults);
    if (name === '$select') reportFaults(context, path, shape.selectFaults);
    if (name === '$expand') reportFaults(context, path, shape.expandFaults);
  }
  return odataAnswer(operation, shape.type);
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
    case 'openrpc':
      announce(context, at, 'keys', () => parameterNames(operation.query));
      checkListed(context, operation, params);
      return operation.answer;
  }
}
