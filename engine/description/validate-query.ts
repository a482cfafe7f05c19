/** Holds the query and the headers of a request against the vendor's description. */
import { filterable, parameterNamed, withoutBrackets } from './listed-query.ts';
import type { DescribedParameter, ListedOperation, ODataOperation } from './model.ts';
import { applied } from './odata-apply.ts';
import { checkFilter } from './odata-expression.ts';
import { keyFaults } from './odata-key.ts';
import { orderByFaults, shapeOf, systemOptions } from './odata-options.ts';
import { isStandardHeader } from './openapi-service.ts';
import type { QueryFault } from './query-fault.ts';
import { unlikeText } from './scalar-forms.ts';
import type { ValueFault } from './validate-value.ts';

interface ParameterValues {
  /** Decoded. */
  readonly query: readonly (readonly [name: string, value: string])[];
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Names of headers and parameters that the authentication adds. */
  readonly credentials?: readonly string[];
}

/** A fault whose clause may quote a value. */
export interface QueryOptionFault extends ValueFault {
  readonly withoutValues?: string;
}

const sentence = (message: string): string => message.replace(/\.$/, '');

/** What is wrong with a query option, for a message that must not quote it; undefined where the message names properties alone. */
function faultWithoutValues(kind: QueryFault['kind']): string | undefined {
  switch (kind) {
    case 'syntax':
      return 'whose syntax OData does not allow';
    case 'value':
      return 'which compares with a value that the type does not have';
    case 'property':
    case 'function':
    case 'type':
      return undefined;
  }
}

function queryFault(name: string, value: string, { kind, message }: QueryFault): QueryOptionFault {
  const clause = `but ${sentence(message)}`;
  return { path: [name], value, clause, missing: undefined, withoutValues: faultWithoutValues(kind) ?? clause };
}

/** Values of options of OData that are no expressions (4.01, part 2, 5.1). */
const plainOptions: Readonly<Record<string, RegExp>> = {
  $top: /^\d+$/,
  $skip: /^\d+$/,
  $count: /^(?:true|false)$/,
};

/** The scope of the other options after `$apply` and `$compute`, and the faults of these. */
export function afterApply({ target, version }: ODataOperation, query: ReadonlyMap<string, string>) {
  const options = { apply: query.get('$apply'), compute: query.get('$compute') };
  const { record, ...faults } = applied({ record: target, version }, options);
  return { scope: { record, version }, ...faults };
}

/** Faults of the keys in the path of a request of OData. `segments`: decoded. */
export function odataKeyFaults(
  { keyed, version }: ODataOperation,
  segments: readonly string[],
): readonly QueryOptionFault[] {
  return keyed.flatMap(({ segment, type }) => {
    const [, name = '', key = ''] = /^([^(]*)\((.*)\)$/s.exec(segments[segment] ?? '') ?? [];
    const faults = key === '' ? [] : keyFaults(key, { record: type, version, kinds: new Map() });
    return faults.map((fault) => queryFault(`${name}(…)`, key, fault));
  });
}

/** Faults of the query of a request of OData. */
export function odataQueryFaults(
  operation: ODataOperation,
  query: ParameterValues['query'],
): readonly QueryOptionFault[] {
  const { scope, applyFaults, computeFaults } = afterApply(operation, new Map(query));
  return query.flatMap(([name, value]): readonly QueryOptionFault[] => {
    const faultOf = (fault: QueryFault): QueryOptionFault => queryFault(name, value, fault);
    switch (name) {
      case '$filter':
        return checkFilter(value, scope).faults.map(faultOf);
      case '$orderby':
        return orderByFaults(value, scope).map(faultOf);
      case '$apply':
        return applyFaults.map(faultOf);
      case '$compute':
        return computeFaults.map(faultOf);
      case '$select':
        return shapeOf(scope, { select: value, expand: undefined }).selectFaults.map(faultOf);
      case '$expand':
        return shapeOf(scope, { select: undefined, expand: value }).expandFaults.map(faultOf);
    }
    // Other names are parameters of the service or of a function.
    if (!name.startsWith('$')) return [];
    const isKnown = systemOptions.includes(name);
    if (isKnown && plainOptions[name]?.test(value) !== false) return [];
    const clause = isKnown ? 'which OData does not allow' : 'which OData does not have';
    return [{ path: [name], clause, value: isKnown ? value : undefined, missing: undefined }];
  });
}

function textFault(name: string, text: string, { type }: DescribedParameter, file: string): readonly ValueFault[] {
  const clause = type.kind === 'scalar' ? unlikeText(text, type) : undefined;
  if (clause === undefined) return [];
  return [{ path: [name], value: text, clause: `which is ${clause} (${file})`, missing: undefined }];
}

/** Faults of the query and the headers of a request whose parameters are listed. */
export function listedQueryFaults(operation: ListedOperation, request: ParameterValues): readonly QueryOptionFault[] {
  const { query, headers, file } = operation;
  const inHeaders = Object.entries(request.headers).flatMap(([name, text]) => {
    const parameter = headers.get(name);
    return parameter === undefined ? [] : textFault(name, text, parameter, file);
  });
  const scope = { record: filterable(operation), version: 3 } as const;
  const hasOptions = query !== undefined && [...query.keys()].some((name) => name.startsWith('$'));
  const inQuery = request.query.flatMap(([name, value]): readonly QueryOptionFault[] => {
    const faults =
      name === '$filter' ? checkFilter(value, scope).faults : name === '$orderby' ? orderByFaults(value, scope) : [];
    const wrong = faults.map((fault) => queryFault(name, value, fault));
    const parameter = query && parameterNamed(query, name);
    if (parameter !== undefined) return [...wrong, ...textFault(name, value, parameter, file)];
    if (query === undefined || (!hasOptions && systemOptions.includes(name))) return wrong;
    return [...wrong, { path: [name], clause: `which ${file} does not have`, value: undefined, missing: undefined }];
  });
  return [...inHeaders, ...inQuery, ...missingFaults(operation, request)];
}

/** Parameters and headers that the operation requires and the request lacks. Those of HTTP are written by the client. */
function missingFaults({ query, headers, file }: ListedOperation, request: ParameterValues): readonly ValueFault[] {
  const credentials = request.credentials ?? [];
  const params = [...request.query.map(([name]) => name), ...credentials].map(withoutBrackets);
  const sent = [...Object.keys(request.headers), ...credentials];
  const missing = [
    ...[...(query?.values() ?? [])].filter(
      ({ name, isRequired }) => isRequired && !params.includes(withoutBrackets(name)),
    ),
    ...[...headers].flatMap(([lower, one]) =>
      one.isRequired && !sent.includes(lower) && !isStandardHeader(lower) ? [one] : [],
    ),
  ];
  const clause = `which ${file} requires`;
  return missing.map(({ name }) => ({ path: [name], clause, value: undefined, missing: 'required' }));
}
