/** Valid request bodies, and bodies with one wrong field. Both follow from the contract's description of the fields. */
import type { Endpoint, Field, Fields } from '../../../../engine/index.ts';
import type { Body } from './requests.ts';

/** An id, a name and a SKU that no ERP has. */
export const unknownId = 'no-such-id-7f3a';

/** Ids that no record has, and that a query built from texts takes for something else. */
export const unknownIds = [unknownId, "' OR '1'='1", '%', '99999999999999999999'] as const;

/** A body in which every field is given and has a valid form. Its ids belong to no record. */
export function validBody({ request }: Pick<Endpoint, 'request'>): Body {
  return Object.fromEntries(Object.entries(request).map(([name, field]) => [name, validValue(field)]));
}

function validValue(field: Field): unknown {
  switch (field.type) {
    case 'list':
      return [validBody({ request: field.items })];
    case 'id':
      return unknownId;
    case 'integer':
      return field.minimum ?? 1;
    case 'decimal':
    case 'boolean':
    case 'currency':
    case 'date':
    case 'instant':
    case 'email':
    case 'text':
      return field.example;
  }
}

/** A body with one wrong field. */
export interface WrongBody {
  /** The field's name in the answer. */
  readonly field: string;
  /** All other fields are valid. */
  readonly body: Body;
  /** Required fields are missing as well, so that a service which accepts the wrong field still creates no document. */
  readonly incomplete: Body;
  /** The wrong value, as text. */
  readonly value: string;
}

const notText: readonly unknown[] = [5, true, ['x'], { x: 1 }];
const notNumber: readonly unknown[] = ['5', true, [5], { x: 1 }];

/** Values that break the rule of a field. A missing value is not among them. */
function wrongValues(field: Field): readonly unknown[] {
  const none = field.required ? [null] : [];
  switch (field.type) {
    case 'text':
      return [...notText, ...none, ...(field.oneOf === undefined ? [] : ['neither'])];
    case 'id':
      return [...notText, ...none, ...(field.required ? ['', '  '] : [])];
    case 'integer': {
      const below = field.minimum === undefined ? [] : [field.minimum - 1];
      const above = field.maximum === undefined ? [] : [field.maximum + 1];
      return [...notNumber, ...none, 1.5, ...below, ...above];
    }
    case 'decimal':
      return [...notNumber, ...none, ...(field.exclusiveMinimum === undefined ? [] : [field.exclusiveMinimum])];
    case 'currency':
      return [...notText, ...none, 'EU', 'EURO', 'E1R'];
    case 'date':
      return [...notText, ...none, '2023-02-29', '2024-13-01', '05.01.2024', '2024-01-05T00:00:00Z'];
    case 'instant':
      return [...notText, ...none, '2023-02-29T00:00:00Z', '2024-01-01T25:00:00Z', 'yesterday'];
    case 'boolean':
      return [...none, 'true', 1];
    case 'email':
      return [...notText, ...none];
    case 'list':
      return ['x', 5, {}, ...none, ...((field.minItems ?? 0) > 0 ? [[]] : [])];
  }
}

const shown = (value: unknown): string => JSON.stringify(value) ?? 'missing';

/** Every field of an endpoint wrong in every way, one at a time; fields of list items included. */
export function wrongBodies(endpoint: Pick<Endpoint, 'request'>): readonly WrongBody[] {
  const valid = validBody(endpoint);
  return Object.entries(endpoint.request).flatMap(([name, field]): readonly WrongBody[] => {
    const changedBodies = changes(valid, name, field).map(({ value, changed }) => ({
      ...{ field: name, value: shown(value), body: changed },
      incomplete: value === undefined ? {} : { [name]: value },
    }));
    if (field.type !== 'list') return changedBodies;
    const item = validBody({ request: field.items });
    const nested = Object.entries(field.items).flatMap(([inner, innerField]) =>
      changes(item, inner, innerField).map(({ value, changed }) => ({
        ...{ field: `${name}[1].${inner}`, value: shown(value) },
        ...{ body: { ...valid, [name]: [item, changed] }, incomplete: { [name]: [item, changed] } },
      })),
    );
    return [...changedBodies, ...nested];
  });
}

/** The record with one field given each wrong value, and without it where it is required. */
function changes(
  record: Body,
  name: string,
  field: Field,
): readonly { readonly value: unknown; readonly changed: Body }[] {
  const wrong = wrongValues(field).map((value) => ({ value, changed: { ...record, [name]: value } }));
  const { [name]: _omitted, ...rest } = record;
  return field.required ? [...wrong, { value: undefined, changed: rest }] : wrong;
}

/** The same body with unknown fields, also in list items. */
export function withUnknownFields(body: Body): Body {
  const items = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map((item) => (typeof item === 'object' && item !== null ? { ...item, unknownField: { x: [1] } } : item))
      : value;
  const members = Object.entries(body).map(([name, value]) => [name, items(value)]);
  return { ...Object.fromEntries(members), unknownField: 'x', 'another-unknown': null };
}

/** Names of the fields that may be left out. */
export const optionalFields = (fields: Fields): readonly string[] =>
  Object.entries(fields).flatMap(([name, { required }]) => (required ? [] : [name]));

/** Names of the fields that must be given. */
export const requiredFields = (fields: Fields): readonly string[] =>
  Object.entries(fields).flatMap(([name, { required }]) => (required ? [name] : []));
