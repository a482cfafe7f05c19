/**
 * Builders for the fields of the contract. Each takes a description for the documentation and an example, returns a required field, and
 * keeps literal types, so that the types of requests and answers can be derived (see types.ts).
 */
import type { Field, Fields, IdKind } from '../../../engine/index.ts';

/** Required text; as a request field it must not be empty. */
export const text = (description: string, example: string) =>
  ({ type: 'text', description, example, required: true }) as const;

/** Text of an answer; empty if the ERP has none. */
export const textOrEmpty = (description: string, example: string) =>
  ({ type: 'text', description, example, required: true, fallback: { value: '' } }) as const;

/** Text of an answer; the value of another field of the row if the ERP has none. */
export const textOr = <const F extends string>(field: F, description: string, example: string) =>
  ({ type: 'text', description, example, required: true, fallback: { field } }) as const;

/** Text that is one of a list of words. */
export const oneOf = <const W extends readonly string[]>(words: W, description: string, example: W[number]) =>
  ({ type: 'text', description, example, required: true, oneOf: words }) as const;

/** A state of the ERP. The contract shows these words for it; the ERP may have others. */
export const state = <const W extends readonly string[]>(words: W, description: string) =>
  ({ type: 'text', description, example: words[0] ?? '', required: true, words }) as const;

/** Optional text of a request; empty by default. */
export const optionalText = (description: string, example: string) =>
  ({ type: 'text', description, example, required: false, default: '' }) as const;

/** Text of a search; optional and possibly empty, which finds everything. */
export const searchText = (description: string, example: string) =>
  ({ type: 'text', description, example, required: false, default: '', allowEmpty: true }) as const;

/** An identifier of the ERP. */
export const id = <const K extends IdKind>(idKind: K, description: string, example: string) =>
  ({ type: 'id', idKind, description, example, required: true }) as const;

/** ISO 4217 code. */
export const currency = (description: string) =>
  ({ type: 'currency', description, example: 'EUR', required: true }) as const;

/** One e-mail address: of a text of the ERP with several, the first. */
export const email = (description: string, example: string) =>
  ({ type: 'email', description, example, required: true }) as const;

/** Calendar day. */
export const date = (description: string, example: string) =>
  ({ type: 'date', description, example, required: true }) as const;

/** The day on which an invoice of an answer is due. */
export const dueDate = {
  ...date('Due date; the issue date if the ERP has none.', '2026-04-19'),
  fallback: { field: 'issueDate' },
} as const;

/** Calendar day of a request that must not be after another one. */
export const dateUpTo = <const F extends string>(notAfter: F, description: string, example: string) =>
  ({ ...date(description, example), notAfter }) as const;

/** Date and time in ISO 8601. */
export const instant = (description: string, example: string) =>
  ({ type: 'instant', description, example, required: true }) as const;

/** True or false; texts and numbers are refused. */
export const flag = (description: string, example: boolean) =>
  ({ type: 'boolean', description, example, required: true }) as const;

/** A whole number from `minimum`, without an upper bound. */
export const integer = (description: string, example: number, minimum: number) =>
  ({ type: 'integer', description, example, required: true, minimum }) as const;

/** Money or a quantity. */
export const decimal = (description: string, example: number) =>
  ({ type: 'decimal', description, example, required: true }) as const;

/** Money of a request that must be more than zero. */
export const positiveDecimal = (description: string, example: number) =>
  ({ type: 'decimal', description, example, required: true, exclusiveMinimum: 0 }) as const;

/** A list of an answer; it may be empty. */
export const list = <const I extends Fields>(description: string, items: I) =>
  ({ type: 'list', description, required: true, items, minItems: 0 }) as const;

/**
 * The lines of a document that the platform sends. The contract states no upper bound. A document of 5,000 lines takes about 10 ms of the
 * service's only thread for its check; no order or invoice of a person is that long.
 */
export const lines = <const I extends Fields>(description: string, items: I) =>
  ({ type: 'list', description, required: true, items, minItems: 1, maxItems: 5_000 }) as const;

/** Largest number of rows, with the contract's bounds and default. */
export const limit = (maximum: number, byDefault: number) =>
  ({
    type: 'integer',
    description: 'Largest number of rows in the answer.',
    example: byDefault,
    required: false,
    minimum: 1,
    maximum,
    default: byDefault,
  }) as const;

/** The request fields of paged lists. */
export const paging = {
  page: {
    type: 'integer',
    description: 'Number of the page; the first is 1.',
    example: 1,
    required: false,
    minimum: 1,
    default: 1,
  },
  limit: {
    type: 'integer',
    description:
      'Rows of a page. A number above the maximum of the installation (500 by default) is replaced by that maximum.',
    example: 100,
    required: false,
    minimum: 1,
    default: 100,
  },
} as const satisfies Fields;

/** The same field, optional. The return type is explicit because TypeScript infers `required: boolean` for the spread. */
export const optional = <const F extends Field>(field: F): Omit<F, 'required'> & { readonly required: false } => ({
  ...field,
  required: false,
});

/** The same field, nullable. */
export const orNull = <const F extends Field>(field: F) => ({ ...field, nullable: true }) as const;
