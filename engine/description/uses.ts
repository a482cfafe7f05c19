/** What was read of each file of a description, so that the rest can be cut. */
import type { Members } from '../base/members.ts';

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

/** A document with schemas of which parts were read. */
interface DocumentUse {
  readonly root: Members;
  /** Schemas that a type was made of. */
  readonly schemas: ReadonlySet<Members>;
}

/** The parts of an OpenAPI document that were read. */
export interface OpenApiUse extends DocumentUse {
  readonly kind: 'openapi';
  readonly paths: ReadonlySet<string>;
  /** As in `GET /Customers/{id}`. */
  readonly operations: ReadonlySet<string>;
  /** Operations whose errors were read. */
  readonly errors: ReadonlySet<string>;
}

/** The parts of an OpenRPC document that were read. */
export interface OpenRpcUse extends DocumentUse {
  readonly kind: 'openrpc';
  /** Names of methods. */
  readonly calls: ReadonlySet<string>;
}

/** The named types of XML schemas that were read. */
export interface XsdUse {
  readonly kind: 'xsd';
  readonly types: ReadonlySet<string>;
}

export type DescriptionUse = ODataUse | OpenApiUse | OpenRpcUse | XsdUse;
