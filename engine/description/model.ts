/**
 * The model of a vendor's description of an HTTP service: its operations, their parameters, bodies and answers, and the types of these. OData
 * metadata (CSDL), OpenAPI documents and XML schemas are read into it. Types are made when they are asked for, since they may contain themselves.
 */
import type { Members } from '../base/members.ts';

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
}

export interface ListType {
  readonly kind: 'list';
  readonly items: DescribedType;
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
export type DescribedType = ScalarType | ListType | RecordType | { readonly kind: 'unknown' };

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

/** An operation of an OpenAPI document: its parameters are listed. */
export interface ListedOperation extends AnyOperation {
  readonly protocol: 'openapi';
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
  | { readonly kind: 'unknownMethod'; readonly allowed: readonly DescribedMethod[]; readonly name: string };

/** The sign that stands for a value in a path whose value is not known. */
export const anyValue = '\u0000';

/** The names of an OData model that were read. */
export interface ODataUse {
  readonly kind: 'odata';
  readonly sets: ReadonlySet<string>;
  readonly calls: ReadonlySet<string>;
  /** Types whose members were looked at. */
  readonly types: ReadonlySet<string>;
  /** Those of them that a path only leads through, such as a company that has everything. */
  readonly passed: ReadonlySet<string>;
}

/** The parts of an OpenAPI document that were read. */
export interface OpenApiUse {
  readonly kind: 'openapi';
  readonly root: Members;
  readonly paths: ReadonlySet<string>;
  /** As in `GET /Customers/{id}`. */
  readonly operations: ReadonlySet<string>;
  /** Operations whose errors were read. */
  readonly errors: ReadonlySet<string>;
  /** Schemas that a type was made of. */
  readonly schemas: ReadonlySet<Members>;
}

/** An XML schema is used as a whole. */
export interface XsdUse {
  readonly kind: 'xsd';
}

export type DescriptionUse = ODataUse | OpenApiUse | XsdUse;

export interface ServiceDescription {
  /** Names of its files, for messages. */
  readonly files: readonly string[];
  /**
   * The operation of a request. `path` begins with a slash, is relative to the address of the source, and has `anyValue` for each value.
   * `base`: the path of the address of the source; a description may begin its paths with a part of it.
   */
  resolve(method: DescribedMethod, path: string, base: string): Resolution;
  /** The paths that requests can begin with, for editors. */
  readonly paths: readonly string[];
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

/** The description with other operations, of which `morePaths` are new. It reads everything else from the description that it is made of. */
export const withResolution = (
  service: ServiceDescription,
  resolve: ServiceDescription['resolve'],
  morePaths: readonly string[] = [],
): ServiceDescription => ({
  files: service.files,
  resolve,
  get paths() {
    return [...service.paths, ...morePaths];
  },
  get uses() {
    return service.uses;
  },
  get size() {
    return service.size;
  },
  errors: () => service.errors(),
});
