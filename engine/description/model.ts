/**
 * The model of a vendor's description of an HTTP service: its operations, their parameters, bodies and answers, and the types of these. OData
 * metadata (CSDL), OpenAPI documents, OpenRPC documents and XML schemas are read into it. Types are made when they are asked for, since they may contain themselves.
 */
import { isMap } from '../base/members.ts';
import type { DescriptionUse } from './uses.ts';

/** Kinds of plain values. `any`: the description does not say, or says several. */
export type ScalarKind = 'text' | 'number' | 'boolean' | 'date' | 'instant' | 'time' | 'any';

export interface ScalarType {
  readonly kind: 'scalar';
  readonly scalar: ScalarKind;
  /** The type in the words of the description, such as `Edm.Decimal` or `string (date)`. */
  readonly name: string;
  /** The only values that it has. */
  readonly values?: readonly string[];
  /** Longest text, in characters. */
  readonly maxLength?: number;
  /** A number that a body may also write as a text. */
  readonly mayBeText?: true;
  /** `false` stands for "no value". */
  readonly orFalse?: boolean;
}

export interface ListType {
  readonly kind: 'list';
  readonly items: DescribedType;
}

/** One of the forms of a tuple: what each of its items is. */
export interface TupleForm {
  readonly items: readonly DescribedMember[];
  /** Whether further items may follow. */
  readonly isOpen: boolean;
}

/** A list whose items have types by their position. */
export interface TupleType {
  readonly kind: 'tuple';
  /** Several are distinguished by the constant that they begin with, as in `['create', records]` and `['delete', ids]`. Not empty. */
  readonly forms: readonly TupleForm[];
}

export interface RecordType {
  readonly kind: 'record';
  /** The name of the type in the description; empty where it has none. */
  readonly name: string;
  readonly members: ReadonlyMap<string, DescribedMember>;
  /** Whether it may have members that the description does not name. */
  readonly isOpen: boolean;
  /** Names of members that an installation may add. */
  readonly own: RegExp | undefined;
  /** Names of the members that identify a record. */
  readonly key: readonly string[];
}

/** `unknown`: the description leaves it open. */
export type DescribedType = ScalarType | ListType | TupleType | RecordType | { readonly kind: 'unknown' };

export interface DescribedMember {
  readonly type: DescribedType;
  /** A request that creates the record must have it. */
  readonly isRequired: boolean;
  /** The service computes it: a request cannot set it. */
  readonly isReadOnly: boolean;
  /** Only requests have it, such as a password: an answer does not. */
  readonly isWriteOnly: boolean;
  /** A related record or list of OData: an answer has it only if `$expand` asks for it. */
  readonly isRelated: boolean;
  /** The vendor's words about it. */
  readonly documentation: string | undefined;
}

/** What is known of a member besides its type. */
export const factsOf = ({
  isRequired,
  isReadOnly,
  isWriteOnly,
  isRelated,
  documentation,
}: DescribedMember): Omit<DescribedMember, 'type'> => ({
  isRequired,
  isReadOnly,
  isWriteOnly,
  isRelated,
  documentation,
});

/** The name of a type without its namespace. */
export const shortName = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

/** The value of an enumeration with characters in place of the signs of XML names, such as `_x0020_`: services write both. */
export const plainValue = (text: string): string =>
  text.replaceAll(/_x([0-9a-f]{4})_/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));

export const unknownDescribed: DescribedType = { kind: 'unknown' };

/** The constant that a form begins with; undefined if it begins with anything else. */
export function beginningOf({ items: [first] }: TupleForm): string | undefined {
  const [only, second] = first?.type.kind === 'scalar' ? (first.type.values ?? []) : [];
  return second === undefined ? only : undefined;
}

/** The form of a list that begins with `first`; undefined if it is none of several. */
export function formOf({ forms }: TupleType, first: unknown): TupleForm | undefined {
  const [only, second] = forms;
  return second === undefined ? only : forms.find((form) => beginningOf(form) === String(first));
}

/** Whether the record may have a member of this name that the description does not name. */
export const mayAlsoHave = ({ isOpen, own }: RecordType, name: string): boolean => isOpen || own?.test(name) === true;

export type DescribedMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD';

/** A query parameter or header of an operation. */
export interface DescribedParameter {
  readonly name: string;
  readonly type: DescribedType;
  readonly isRequired: boolean;
  readonly documentation: string | undefined;
}

/** The bodies of answers that are errors, by status: `404`, `4XX` or `default`. A status that is not listed is not described. */
export type ErrorBodies = readonly (readonly [status: string, body: DescribedType])[];

interface AnyOperation {
  /** The operation in the words of the description, such as `GET /Customers/{id}`. */
  readonly name: string;
  /** The name of the file that describes it. */
  readonly file: string;
  /** The body of the request; undefined if it has none. */
  readonly body: DescribedType | undefined;
  readonly errors: () => ErrorBodies;
  readonly documentation: string | undefined;
}

/** An operation of an OpenAPI document, whose parameters are listed, or a method of an OpenRPC document, which has none in its query. */
export interface ListedOperation extends AnyOperation {
  readonly protocol: 'openapi' | 'openrpc';
  /** Undefined where the document names no query parameter of any operation. */
  readonly query: ReadonlyMap<string, DescribedParameter> | undefined;
  /** By their names in lower case. */
  readonly headers: ReadonlyMap<string, DescribedParameter>;
  /** The document names headers of operations, except those of HTTP, so that another one is unknown. */
  readonly hasListedHeaders: boolean;
  readonly answer: DescribedType;
}

/** A request of OData: `$select`, `$expand`, `$filter` and the other options apply to the type that its path addresses. */
export interface ODataOperation extends AnyOperation {
  readonly protocol: 'odata';
  readonly version: ODataVersion;
  /** What the path addresses. */
  readonly target: DescribedType;
  /** Whether the answer is a list of `target`. */
  readonly isCollection: boolean;
  /** The records in the path that a key in brackets selects. */
  readonly keyed: readonly KeyedRecord[];
}

/** A record that a key selects. */
export interface KeyedRecord {
  /** The part of the path, from 0. */
  readonly segment: number;
  readonly type: RecordType;
}

/** Major version of the protocol: it decides the form of answers and which functions a filter may call. */
export type ODataVersion = 2 | 3 | 4;

export type Operation = ListedOperation | ODataOperation;

/** What the description says of a request. `known`: names that could be meant. */
export type Resolution =
  | { readonly kind: 'operation'; readonly operation: Operation }
  /** `segment`: the part of the path that is unknown, from 0. */
  | { readonly kind: 'unknownPath'; readonly segment: number; readonly known: readonly string[] }
  | { readonly kind: 'unknownMethod'; readonly allowed: readonly DescribedMethod[]; readonly name: string }
  | { readonly kind: 'unknownCall'; readonly call: string; readonly known: readonly string[] };

/** What a JSON-RPC request calls. */
export interface RpcCall {
  /** `anyValue` where it is not known. */
  readonly method: string;
  /** Whether its parameters have names. */
  readonly isNamed: boolean;
}

/** The call in the body of a JSON-RPC request; undefined for another body. */
export function callIn(body: unknown): RpcCall | undefined {
  // A list is a batch: it has several calls.
  if (Array.isArray(body)) return { method: anyValue, isNamed: false };
  if (!isMap(body) || typeof body.method !== 'string') return undefined;
  return { method: body.method, isNamed: isMap(body.params) };
}

/** The segments of a path, without empty ones. */
export const segmentsOf = (path: string): readonly string[] => path.split('/').filter((segment) => segment !== '');

/** The sign that stands for a value in a path whose value is not known. */
export const anyValue = '\u0000';

export interface ServiceDescription {
  /** Names of its files, for messages. */
  readonly files: readonly string[];
  /**
   * The operation of a request. `path` begins with a slash, is relative to the address of the source, and has `anyValue` for each value.
   * `base`: the path of the address of the source; a description may begin its paths with a part of it. `call`: of a JSON-RPC request.
   */
  resolve(method: DescribedMethod, path: string, base: string, call?: RpcCall): Resolution;
  /** The paths that requests can begin with, for editors. */
  readonly paths: readonly string[];
  /** The methods that JSON-RPC requests can call, for editors. */
  readonly calls: readonly string[];
  /** The errors of all operations. */
  errors(): ErrorBodies;
  /** What was read of each file since it was opened. */
  readonly uses: readonly DescriptionUse[];
  /** Number of operations and types, for reports. */
  readonly size: { readonly operations: number; readonly types: number };
}

/** A text that is no description, or one that cannot be read. `message` ends a sentence after the name of the file. */
export class DescriptionFault extends Error {
  override readonly name = 'DescriptionFault';
}

/** An operation of which nothing is known but its name. */
export const openOperation = (protocol: ListedOperation['protocol'], name: string, file: string): ListedOperation => ({
  protocol,
  name,
  file,
  query: undefined,
  headers: new Map(),
  hasListedHeaders: false,
  body: unknownDescribed,
  errors: () => [],
  answer: unknownDescribed,
  documentation: undefined,
});

/** A member that is made when it is first read. */
export function lazyMember(facts: Omit<DescribedMember, 'type'>, typeOf: () => DescribedType): DescribedMember {
  let type: DescribedType | undefined;
  return {
    ...facts,
    get type() {
      type ??= typeOf();
      return type;
    },
  };
}

/** Names of methods of JSON-RPC begin with no slash. */
const isPath = (name: string): boolean => name.startsWith('/');

/** The description with other operations, of which those of `morePaths` and the calls among them are new. It reads everything else from the description that it is made of. */
export const withResolution = (
  service: ServiceDescription,
  resolve: ServiceDescription['resolve'],
  morePaths: readonly string[] = [],
): ServiceDescription => ({
  files: service.files,
  resolve,
  get paths() {
    return [...service.paths, ...morePaths.filter(isPath)];
  },
  get calls() {
    return [...service.calls, ...morePaths.filter((one) => !isPath(one))];
  },
  get uses() {
    return service.uses;
  },
  get size() {
    return service.size;
  },
  errors: () => service.errors(),
});
