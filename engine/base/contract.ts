/**
 * What a contract is, for the engine: endpoints whose requests and answers are described field by field. The engine is
 * given one as a value. JSON Schemas, request validation, shaping of answers and OpenAPI all derive from this description.
 *
 * A few names have a meaning for the engine: `schemaVersion` in every request and answer; `limit` of a list's request; `page`, `limit` and
 * `hasMore` of a paged list; `modifiedSince` of a request for changes; and the fields of a statement of account.
 */

/** The kinds of records whose identifiers travel through the contract. A profile declares how its ERP writes each one. */
export type IdKind =
  | 'customer'
  | 'debtor'
  | 'location'
  | 'product'
  | 'purchaseOrder'
  | 'salesOrder'
  | 'sale'
  | 'invoice'
  | 'payment';

interface FieldBase {
  /** One line for documentation and editors. */
  readonly description: string;
  readonly example?: unknown;
  /** Requests: must be given. Answers: must be in every row. */
  readonly required: boolean;
  /** The value may be JSON null. In a request, null means omitted. */
  readonly nullable?: boolean;
}

/** Free text. Requests: trimmed. Answers: trimmed, `fallback` when the ERP has none. */
export interface TextField extends FieldBase {
  readonly type: 'text';
  readonly oneOf?: readonly string[];
  /** Requests: value when omitted. */
  readonly default?: string;
  /** Requests: an empty text is allowed although the field is required or given (a search for everything). */
  readonly allowEmpty?: boolean;
  /** Answers: line breaks become ", ". */
  readonly oneLine?: boolean;
  /** Answers: what stands in for a missing text: another field of the row, or a constant. */
  readonly fallback?: { readonly field: string } | { readonly value: string };
}

/** An identifier of the ERP: always a string in the contract, whatever it is in the ERP. */
export interface IdField extends FieldBase {
  readonly type: 'id';
  readonly of: IdKind;
}

/** ISO 4217 code; three letters, given in any case, in capitals from then on. Requests: one of the contract's `currencies`. */
export interface CurrencyField extends FieldBase {
  readonly type: 'currency';
}

export interface EmailField extends FieldBase {
  readonly type: 'email';
}

/** A calendar day, YYYY-MM-DD, that exists. Never shifted by a time zone. */
export interface DateField extends FieldBase {
  readonly type: 'date';
  /** Answers: the field of the row that stands in for a missing date. */
  readonly fallback?: { readonly field: string };
  /** Requests: this date must not be after the named one, where both are given. */
  readonly notAfter?: string;
}

/** A point in time, ISO 8601. Requests: UTC when it has no offset. Answers: UTC with Z. */
export interface InstantField extends FieldBase {
  readonly type: 'instant';
}

export interface BooleanField extends FieldBase {
  readonly type: 'boolean';
}

/** Answers: a fraction is rounded up, and the result is never below `minimum`. */
export interface IntegerField extends FieldBase {
  readonly type: 'integer';
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: number;
}

/** Money or a quantity: a JSON number with the exact digits of the ERP. Travels as decimal text inside the engine. */
export interface DecimalField extends FieldBase {
  readonly type: 'decimal';
  readonly exclusiveMinimum?: number;
}

export interface ListField extends FieldBase {
  readonly type: 'list';
  readonly minItems?: number;
  readonly items: Fields;
}

export type Field =
  | TextField
  | IdField
  | CurrencyField
  | EmailField
  | DateField
  | InstantField
  | BooleanField
  | IntegerField
  | DecimalField
  | ListField;

export type Fields = Readonly<Record<string, Field>>;

/**
 * A list whose items may state an amount beside its two factors. A stated amount wins; where none is stated it is the product of the
 * factors, rounded half away from zero to the smallest unit of the currency.
 */
export interface LineAmounts {
  readonly list: string;
  readonly amount: string;
  readonly factors: readonly [string, string];
  /** The field of the request, beside the list, that holds the currency. */
  readonly currency: string;
}

/** How the answer of an endpoint is formed. */
export type Answer =
  /** Answered by the service itself (health). */
  | { readonly kind: 'service'; readonly fields: Fields }
  /** `{ [property]: rows }`, with `hasMore` when paged. */
  | {
      readonly kind: 'rows';
      readonly property: string;
      readonly row: Fields;
      /** The row's identifier: names a broken row, breaks ties. */
      readonly id: string;
      /** Search hits: the field that equal ranks are ordered by, before the id. */
      readonly name?: string;
      /** True for the lists that are walked page by page with `page`, `limit` and `hasMore`. */
      readonly paged: boolean;
      /** What to do with a row that breaks the contract, unless the profile says otherwise. */
      readonly brokenRow: 'drop' | 'fail';
    }
  /** One object. `empty` is the answer when no row comes; without it an empty result means that the id is unknown. */
  | {
      readonly kind: 'single';
      readonly fields: Fields;
      readonly empty?: Readonly<Record<string, string | number | null>>;
    }
  /** Opening balance, running lines and closing balance, computed by the engine. `fields.lines` is a list. */
  | { readonly kind: 'statement'; readonly fields: Fields }
  /** An idempotent write. `key` lists the request fields that identify the document. */
  | {
      readonly kind: 'write';
      readonly fields: Fields;
      readonly key: readonly string[];
      /** Result fields that are always the same and need no source (`status: draft`). */
      readonly constants: Readonly<Record<string, string>>;
      readonly amounts?: LineAmounts;
      /** The connection test's sample: a request whose every `lines[].<field>` is the installation's demo value is answered with `answer`, the ERP untouched. */
      readonly sample?: {
        readonly list: string;
        readonly field: string;
        readonly answer: Readonly<Record<string, string>>;
      };
    };

export interface Endpoint {
  /** For example `/catalog/customers/search`. */
  readonly path: string;
  readonly app: 'ordering' | 'receivables' | 'both';
  /** A short name: "Customer search". */
  readonly title: string;
  readonly description: string;
  /** Request fields without `schemaVersion`. */
  readonly request: Fields;
  /** Answer without `schemaVersion`. */
  readonly answer: Answer;
  /** The request field that must name a record which exists: where it does not, the request is refused with this field (422). */
  readonly mustExist: readonly string[];
}

export interface Contract {
  /** Sent as `schemaVersion` in every request and echoed in every answer. */
  readonly version: string;
  readonly endpoints: readonly Endpoint[];
  /** The currencies that a request may name, by ISO 4217 code: the number of decimals of their smallest unit. */
  readonly currencies: ReadonlyMap<string, number>;
}
