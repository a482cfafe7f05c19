/** Holds a request, and the answer to it, against the vendor's description. Both are real: their values are known. */
import { isMap } from '../base/members.ts';
import { createsRecord } from './created-records.ts';
import {
  anyValue,
  callIn,
  type DescribedMethod,
  type DescribedType,
  type Operation,
  type Resolution,
  type ServiceDescription,
} from './model.ts';
import { odataAnswer } from './odata-answer.ts';
import { shapeOf } from './odata-options.ts';
import { afterApply, listedQueryFaults, odataQueryFaults, type QueryOptionFault } from './validate-query.ts';
import { type ValueFault, type ValueRules, valueFaults } from './validate-value.ts';

export interface RealRequest {
  readonly method: DescribedMethod;
  /** The path below the address of the source, as it is sent; it begins with a slash. */
  readonly path: string;
  /** The path of the address. */
  readonly base: string;
  /** Decoded. */
  readonly query: readonly (readonly [name: string, value: string])[];
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The JSON value; undefined without a body, and for one of another form. */
  readonly body: unknown;
}

/** The parts of an address that a description is about. `base`: the address of the source. */
export function addressed(base: URL, to: URL): Pick<RealRequest, 'path' | 'base' | 'query'> {
  const start = base.pathname.replace(/\/$/, '');
  const path = to.pathname.startsWith(start) ? to.pathname.slice(start.length) : to.pathname;
  return { path, base: base.pathname, query: [...to.searchParams] };
}

export interface RealAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The JSON value; undefined without a body, and for one of another form. */
  readonly body: unknown;
}

/** Something that a request or an answer has, and the description has not, or the other way round. */
export interface Disagreement {
  readonly side: 'request' | 'answer';
  /** The request without its values: `GET /customers(…)`. */
  readonly operation: string;
  /** What is sent or answered, as the object of a sentence: "`county`, which metadata.xml does not have". */
  readonly clause: string;
  /** The same without values of the request and the answer, for a log. */
  readonly withoutValues: string;
  /** The same for disagreements that differ in their values alone. */
  readonly key: string;
  /** The answer leaves out a member that the request did not name. Cases give only those that matter; doubles and ERPs have all. */
  readonly isExcerpt: boolean;
}

/** The longest value in a message, in characters. */
const longest = 40;

function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (isMap(value)) return 'a record';
  const text = String(value);
  const cut = text.length > longest ? `${text.slice(0, longest)}…` : text;
  return typeof value === 'string' ? `"${cut}"` : cut;
}

/** A segment as the description has it. One with a slash in its value stays as it is sent. */
function decoded(segment: string): string {
  try {
    return /%2f/i.test(segment) ? segment : decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** The operation of a request; undefined for what no description has: the service itself, its metadata, and batches. */
function resolved(service: ServiceDescription, { method, path, base, body }: RealRequest): Resolution | undefined {
  const call = callIn(body);
  let segments = path.split('/').filter((segment) => segment !== '');
  if ((segments.length === 0 && call === undefined) || /^\$(?:metadata|batch)$/.test(segments[0] ?? ''))
    return undefined;
  segments = segments.map(decoded);
  for (;;) {
    const resolution = service.resolve(method, `/${segments.join('/')}`, base, call);
    const at = resolution.kind === 'unknownPath' ? resolution.segment : 0;
    const segment = segments[at] ?? '';
    // The key of a record may be a segment. What is written like a name is none: it could be a misspelt one.
    if (at === 0 || segment === anyValue || /^[\p{L}_.]+$/u.test(segment)) return resolution;
    segments = segments.with(at, anyValue);
  }
}

const withoutKeys = (path: string): string => path.replaceAll(/\([^()]*\)/g, '(…)').replaceAll(anyValue, '…');

/** The request without the values in its path. */
const requestName = ({ method, path }: RealRequest, operation?: Operation): string =>
  operation === undefined || operation.protocol === 'odata' ? `${method} ${withoutKeys(path)}` : operation.name;

function disagreement(
  side: Disagreement['side'],
  operation: string,
  { path, clause, value, missing, withoutValues = clause }: QueryOptionFault,
): Disagreement {
  const name = path.length === 0 ? 'a body' : `\`${path.join('.')}\``;
  const start = `${missing === undefined ? '' : 'no '}${name}`;
  const key = [side, operation, ...path, withoutValues].join('\n');
  return {
    ...{ side, operation, key, isExcerpt: missing === 'unselected' },
    clause: `${start}${value === undefined ? '' : ` as ${shown(value)}`}, ${clause}`,
    withoutValues: `${start}, ${withoutValues}`,
  };
}

const rulesFor = (
  operation: Operation,
  side: ValueRules['side'],
  method: DescribedMethod,
  { 'content-type': media = '' }: Readonly<Record<string, string>>,
): ValueRules => ({
  side,
  isWhole: side === 'answer' || createsRecord(method, operation.protocol),
  file: operation.file,
  protocol: operation.protocol,
  hasOldTimes: operation.protocol === 'odata' && operation.version < 4,
  hasTextNumbers: /IEEE754Compatible=true/i.test(media),
});

function bodyFaults(operation: Operation, { method, body, headers }: RealRequest): readonly ValueFault[] {
  if (body === undefined) return [];
  if (operation.body !== undefined)
    return valueFaults(body, operation.body, operation.body, rulesFor(operation, 'request', method, headers));
  const isEmpty = isMap(body) && Object.keys(body).length === 0;
  return isEmpty
    ? []
    : [{ path: [], clause: `which ${operation.file} does not have`, value: undefined, missing: undefined }];
}

/** How the request disagrees with the description. */
export function requestDisagreements(service: ServiceDescription, request: RealRequest): readonly Disagreement[] {
  const resolution = resolved(service, request);
  if (resolution === undefined) return [];
  switch (resolution.kind) {
    case 'unknownPath':
    case 'unknownMethod':
    case 'unknownCall': {
      const name = resolution.kind === 'unknownCall' ? resolution.call : requestName(request);
      const files = service.files.join(' and ');
      const verb = service.files.length > 1 ? 'do not have' : 'does not have';
      const clause = `${name}, which ${files} ${verb}`;
      return [{ side: 'request', operation: name, clause, withoutValues: clause, key: clause, isExcerpt: false }];
    }
    case 'operation': {
      const { operation } = resolution;
      const name = requestName(request, operation);
      const inQuery =
        operation.protocol === 'odata'
          ? odataQueryFaults(operation, request.query)
          : listedQueryFaults(operation, request);
      return [...inQuery, ...bodyFaults(operation, request)].map((fault) => disagreement('request', name, fault));
    }
  }
}

interface AnswerType {
  /** What the request asks for. */
  readonly asked: DescribedType;
  /** What the description has. */
  readonly full: DescribedType;
}

function answerType(operation: Operation, query: ReadonlyMap<string, string>): AnswerType {
  if (operation.protocol !== 'odata') return { asked: operation.answer, full: operation.answer };
  const { scope } = afterApply(operation, query);
  const shape = shapeOf(scope, { select: query.get('$select'), expand: query.get('$expand') });
  return { asked: odataAnswer(operation, shape.type), full: odataAnswer(operation, scope.record) };
}

/** The names without those that OData puts around records: they are in no description. */
function inRecord(operation: Operation, path: readonly string[]): readonly string[] {
  if (operation.protocol !== 'odata') return path;
  const isOuter = (name: string | undefined): boolean =>
    (name === 'd' && operation.version < 4) || (operation.isCollection && (name === 'value' || name === 'results'));
  const at = path.findIndex((name) => !isOuter(name));
  return at < 0 ? path : path.slice(at);
}

/** The type of the answer to a request, without `$select` and `$expand`; undefined where the description has no such operation. */
export function describedAnswer(service: ServiceDescription, request: RealRequest): DescribedType | undefined {
  const resolution = resolved(service, request);
  return resolution?.kind === 'operation' ? answerType(resolution.operation, new Map(request.query)).full : undefined;
}

/** How the answer disagrees with the description. An error is not held against it. */
export function answerDisagreements(
  service: ServiceDescription,
  request: RealRequest,
  { status, headers, body }: RealAnswer,
): readonly Disagreement[] {
  if (status < 200 || status > 201 || body === undefined || request.method === 'HEAD') return [];
  const resolution = resolved(service, request);
  if (resolution?.kind !== 'operation') return [];
  const { operation } = resolution;
  const { asked, full } = answerType(operation, new Map(request.query));
  const name = requestName(request, operation);
  const isList = operation.protocol === 'odata' && operation.version === 4 && operation.isCollection;
  if (isList && asked.kind === 'record' && isMap(body) && !('value' in body)) {
    const fault: ValueFault = {
      path: ['value'],
      clause: 'which OData requires',
      value: undefined,
      missing: 'required',
    };
    return [disagreement('answer', name, fault)];
  }
  const faults = valueFaults(body, asked, full, rulesFor(operation, 'answer', request.method, headers)).map(
    (fault) => ({
      ...fault,
      path: inRecord(operation, fault.path),
    }),
  );
  return faults.map((fault) => disagreement('answer', name, fault));
}
