/** What a description does not say of a service: the rules of its vendor, as code. */
import type { Members } from '../../../../engine/host/index.ts';
import type { DescribedMethod, ODataNode } from '../../../../engine/tools/index.ts';
import type { Json } from './json.ts';
import type { EntitySet } from './model.ts';
import type { PageOptions } from './read.ts';
import type { Row } from './store.ts';

/** A request as it is received. */
export interface HttpRequest {
  readonly method: DescribedMethod;
  /** The path as it is sent. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Number of requests that the double has received and not answered, with this one. */
  readonly present: number;
}

export interface HttpReply {
  readonly status: number;
  /** Undefined for an answer without a body; a text is sent as it is. */
  readonly body: Json | string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request that the description allows. */
export interface ODataRequest {
  readonly method: DescribedMethod;
  /** Undefined for a call that is not bound to a set. */
  readonly set: EntitySet | undefined;
  readonly query: URLSearchParams;
  readonly filter: ODataNode | undefined;
  /** The name of the function or action. */
  readonly call: string | undefined;
  /** Whether the list is that of a set, and not of a record, as in `orders(1)/lines`. */
  readonly isWholeSet: boolean;
}

export interface ODataRules {
  /** Around every request, also those of other paths: logins, limits. Throws an error with `status` and `code` to refuse one. */
  readonly around?: (request: HttpRequest, answer: () => HttpReply) => HttpReply;
  /** Refuses what the description allows and the service does not: throws an error with `status` and `code`. */
  readonly check?: (request: ODataRequest) => void;
  /** Creates a record, by set, and returns its key. Without a rule the record is stored as it is sent. */
  readonly creates?: Readonly<Record<string, (body: Members, parent: Row | undefined) => Row>>;
  /** Functions and actions, by `set/name` with the name as in the description. Returns the body of the answer. */
  readonly calls?: Readonly<Record<string, (record: Row | undefined, parameters: Members) => Json | undefined>>;
  /** Query parameters beside the usual ones of OData. */
  readonly options?: readonly string[];
  readonly pages?: PageOptions;
  /** Members that the service adds to each record of an answer. */
  readonly annotations?: Json;
  /** The body of an error, in place of that of the protocol. */
  readonly error?: (error: { readonly status: number; readonly code: string; readonly message: string }) => Json;
}
