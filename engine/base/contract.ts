/**
 * The model of a contract: endpoints whose requests and answers are described field by field. The engine receives a contract as a value.
 * JSON Schemas, request validation, coercion of answers and OpenAPI are derived from it.
 *
 * The engine gives a meaning to these names: `schemaVersion` in every request and answer; `limit` in the request of a list; `page`, `limit` and
 * `hasMore` of a paged list; `modifiedSince` in the request for changes; and the fields of an account statement.
 */

/** The kinds of records whose ids are part of the contract. A profile declares the format of each one in its ERP. */
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
  /** Requests: the field must be given. Answers: it must be in every row. */
  readonly required: boolean;
  /** The value may be JSON null, which means omitted in a request. */
  readonly nullable?: boolean;
}

/** Free text, trimmed. Answers: `fallback` if the ERP has no value. */
export interface TextField extends FieldBase {
  readonly type: 'text';
  readonly oneOf?: readonly string[];
  /** Answers: values that the contract shows. Others are allowed, but not another spelling of these. */
  readonly words?: readonly string[];
  /** Requests: the value if the field is omitted. */
  readonly default?: string;
  /** Requests: an empty text is allowed, for example to search for everything. */
  readonly allowEmpty?: boolean;
  /** Answers: line breaks are replaced by ", ". */
  readonly oneLine?: boolean;
  /** Answers: the substitute for a missing text: another field of the row, or a constant. */
  readonly fallback?: { readonly field: string } | { readonly value: string };
}

/** An id of the ERP: always a string in the contract, regardless of its type in the ERP. */
interface IdField extends FieldBase {
  readonly type: 'id';
  readonly idKind: IdKind;
}

/** ISO 4217 code of three letters; accepted in any case and converted to upper case. Requests: one of the contract's `currencies`. */
interface CurrencyField extends FieldBase {
  readonly type: 'currency';
}

interface EmailField extends FieldBase {
  readonly type: 'email';
}

/** An existing calendar date, YYYY-MM-DD. Never converted between time zones. */
interface DateField extends FieldBase {
  readonly type: 'date';
  /** Answers: the field of the row that replaces a missing date. */
  readonly fallback?: { readonly field: string };
  /** Requests: the field whose date this one must not be after, if both are given. */
  readonly notAfter?: string;
}

/** An instant, ISO 8601. Requests: UTC if it has no offset. Answers: UTC with Z. */
interface InstantField extends FieldBase {
  readonly type: 'instant';
}

interface BooleanField extends FieldBase {
  readonly type: 'boolean';
}

/** Answers: fractions are rounded up, and values below `minimum` are raised to it. */
interface IntegerField extends FieldBase {
  readonly type: 'integer';
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: number;
}

/** Money or a quantity: a JSON number with the exact digits of the ERP. Decimal text inside the engine. */
export interface DecimalField extends FieldBase {
  readonly type: 'decimal';
  readonly exclusiveMinimum?: number;
}

export interface ListField extends FieldBase {
  readonly type: 'list';
  readonly minItems?: number;
  /** Requests: a longer list is refused before its items are checked. */
  readonly maxItems?: number;
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
 * A list whose items may have an amount in addition to its two factors. A given amount takes precedence; a missing one is the product of the
 * factors, rounded half away from zero to the minor unit of the currency.
 */
export interface LineAmounts {
  readonly list: string;
  readonly amount: string;
  readonly factors: readonly [string, string];
  /** The request field with the currency. */
  readonly currency: string;
}

/** The structure of the answer of an endpoint. */
export type Answer =
  /** Answered by the service itself (health). */
  | { readonly kind: 'service'; readonly fields: Fields }
  /** `{ [property]: rows }`, with `hasMore` when paged. */
  | {
      readonly kind: 'rows';
      readonly property: string;
      readonly row: Fields;
      /** The field with the id of a row: it identifies invalid rows in logs, and makes the sort order unique. */
      readonly id: string;
      /** Searches: the field that hits of equal rank are sorted by, before the id. */
      readonly name?: string;
      /** The day by which the contract orders the list, newest first. */
      readonly newestFirst?: string;
      /** Whether the list is paged with `page`, `limit` and `hasMore`. */
      readonly paged: boolean;
      /** What happens to a row that violates the contract, unless the profile overrides it. */
      readonly brokenRow: 'drop' | 'fail';
    }
  /** One object. `empty` is the answer if there is no row; if it is not set, no row means that the id is unknown. */
  | {
      readonly kind: 'single';
      readonly fields: Fields;
      readonly empty?: Readonly<Record<string, string | number | null>>;
    }
  /** Opening balance, running lines and closing balance, computed by the engine. `fields.lines` is a list. */
  | { readonly kind: 'accountStatement'; readonly fields: Fields }
  /** An idempotent write. `key` names the request fields that identify the document. */
  | {
      readonly kind: 'write';
      readonly fields: Fields;
      readonly key: readonly string[];
      /** Constant fields of the answer (`status: draft`). */
      readonly constants: Readonly<Record<string, string>>;
      readonly amounts?: LineAmounts;
      /** Connection test: a request in which every item of `list` has the demo value in `field` is answered with `answer` without using the ERP. */
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
  /** Request fields whose records must exist. If one does not, the request is rejected with this field (422). */
  readonly mustExist: readonly string[];
}

export interface Contract {
  /** Sent as `schemaVersion` in every request and echoed in every answer. */
  readonly version: string;
  readonly endpoints: readonly Endpoint[];
  /** The currencies that requests may use: number of decimals of the minor unit by ISO 4217 code. */
  readonly currencies: ReadonlyMap<string, number>;
}
