/** Holds a request, and the answer to it, against the vendor's description. Both are real: their values are known. */
import { isMap } from '../base/members.ts';
import { createsRecord } from './created-records.ts';
import type { DescribedMethod, DescribedType, Operation, ServiceDescription } from './model.ts';
import { odataAnswer } from './odata-answer.ts';
import { shapeOf } from './odata-options.ts';
import { type RealRequest, resolvedRequest } from './real-request.ts';
import {
  afterApply,
  listedQueryFaults,
  odataKeyFaults,
  odataQueryFaults,
  type QueryOptionFault,
} from './validate-query.ts';
import { type ValueFault, type ValueRules, valueFaults } from './validate-value.ts';

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
  /** The request without its values: `GET /customers(…)`. Empty where the clause is about the request itself. */
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
  writing: 'json',
  protocol: operation.protocol,
  hasOldTimes: operation.protocol === 'odata' && operation.version < 4,
  hasTextNumbers: /IEEE754Compatible=true/i.test(media),
});

/** `isXsd`: an XML schema describes the elements; an OpenAPI document does not name all of them. */
function bodyFaults(operation: Operation, request: RealRequest, isXsd: boolean): readonly ValueFault[] {
  const { method, body, headers, writing = 'json' } = request;
  if (body === undefined || (writing === 'xml' && !isXsd)) return [];
  if (operation.body !== undefined) {
    const rules = { ...rulesFor(operation, 'request', method, headers), writing };
    return valueFaults(body, operation.body, operation.body, rules);
  }
  const isEmpty = isMap(body) && Object.keys(body).length === 0;
  return isEmpty
    ? []
    : [{ path: [], clause: `which ${operation.file} does not have`, value: undefined, missing: undefined }];
}

/** How the request disagrees with the description. */
export function requestDisagreements(service: ServiceDescription, request: RealRequest): readonly Disagreement[] {
  const resolved = resolvedRequest(service, request);
  if (resolved === undefined) return [];
  const { resolution, name, nameWithoutValues } = resolved;
  switch (resolution.kind) {
    case 'unknownPath':
    case 'unknownMethod':
    case 'unknownCall': {
      const files = service.files.join(' and ');
      const rest = `, which ${files} ${service.files.length > 1 ? 'do not have' : 'does not have'}`;
      const clause = `${name}${rest}`;
      const withoutValues = `${nameWithoutValues}${rest}`;
      return [{ side: 'request', operation: '', clause, withoutValues, key: clause, isExcerpt: false }];
    }
    case 'operation': {
      const { operation } = resolution;
      const isXsd = request.writing === 'xml' && service.uses.some(({ kind }) => kind === 'xsd');
      const inQuery =
        operation.protocol === 'odata'
          ? [...odataKeyFaults(operation, resolved.segments), ...odataQueryFaults(operation, request.query)]
          : listedQueryFaults(operation, request);
      return [...inQuery, ...bodyFaults(operation, request, isXsd)].map((fault) =>
        disagreement('request', name, fault),
      );
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
  const resolution = resolvedRequest(service, request)?.resolution;
  return resolution?.kind === 'operation' ? answerType(resolution.operation, new Map(request.query)).full : undefined;
}

/** How the answer disagrees with the description. An error is not held against it. */
export function answerDisagreements(
  service: ServiceDescription,
  request: RealRequest,
  { status, headers, body }: RealAnswer,
): readonly Disagreement[] {
  if (status < 200 || status > 201 || body === undefined || request.method === 'HEAD') return [];
  const resolved = resolvedRequest(service, request);
  if (resolved?.resolution.kind !== 'operation') return [];
  const { name } = resolved;
  const { operation } = resolved.resolution;
  const { asked, full } = answerType(operation, new Map(request.query));
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
