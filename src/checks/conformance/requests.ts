/** Bodies that are right in form, and ways to put one field of them wrong; both follow from the contract's description of the fields. */
import type { Endpoint, Field, Fields } from '../../../engine/index.ts';
import type { Body } from './check-context.ts';

/** A body in which every field is given and right in form; its ids are of no record. */
export function soundBody({ request }: Pick<Endpoint, 'request'>): Body {
  return Object.fromEntries(Object.entries(request).map(([name, field]) => [name, soundValue(field)]));
}

function soundValue(field: Field): unknown {
  switch (field.type) {
    case 'list':
      return [soundBody({ request: field.items })];
    case 'id':
      return 'no-such-id-7f3a';
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

/** One field put wrong: its name in the answer, and the body. */
export interface Wrong {
  readonly field: string;
  readonly body: Body;
  readonly what: string;
}

const noText: readonly unknown[] = [5, true, ['x'], { x: 1 }];
const noNumber: readonly unknown[] = ['5', true, [5], { x: 1 }];

/** Values that no rule of the contract takes for this field. A missing value is not among them. */
function wrongValues(field: Field): readonly unknown[] {
  const none = field.required ? [null] : [];
  switch (field.type) {
    case 'text':
      return [...noText, ...none, ...(field.oneOf === undefined ? [] : ['neither'])];
    case 'id':
      return [...noText, ...none, ...(field.required ? ['', '  '] : [])];
    case 'integer': {
      const below = field.minimum === undefined ? [] : [field.minimum - 1];
      const over = field.maximum === undefined ? [] : [field.maximum + 1];
      return [...noNumber, ...none, 1.5, ...below, ...over];
    }
    case 'decimal':
      return [...noNumber, ...none, ...(field.exclusiveMinimum === undefined ? [] : [field.exclusiveMinimum])];
    case 'currency':
      return [...noText, ...none, 'EU', 'EURO', 'E1R'];
    case 'date':
      return [...noText, ...none, '2023-02-29', '2024-13-01', '05.01.2024', '2024-01-05T00:00:00Z'];
    case 'instant':
      return [...noText, ...none, '2023-02-29T00:00:00Z', '2024-01-01T25:00:00Z', 'yesterday'];
    case 'boolean':
      return [...none, 'true', 1];
    case 'email':
      return [...noText, ...none];
    case 'list':
      return ['x', 5, {}, ...none, ...((field.minItems ?? 0) > 0 ? [[]] : [])];
  }
}

const shown = (value: unknown): string => JSON.stringify(value) ?? 'nothing';

/** All ways to put one field wrong, those of list items included: left out where it is required, or with a value that breaks its rule. */
export function wrongBodies(endpoint: Pick<Endpoint, 'request'>): readonly Wrong[] {
  const sound = soundBody(endpoint);
  return Object.entries(endpoint.request).flatMap(([name, field]): readonly Wrong[] => {
    const own = wrongIn(sound, name, field, name, (body) => body);
    if (field.type !== 'list') return own;
    const item = soundBody({ request: field.items });
    const nested = Object.entries(field.items).flatMap(([inner, innerField]) =>
      wrongIn(item, inner, innerField, `${name}[1].${inner}`, (broken) => ({ ...sound, [name]: [item, broken] })),
    );
    return [...own, ...nested];
  });
}

function wrongIn(
  sound: Body,
  name: string,
  field: Field,
  reported: string,
  whole: (body: Body) => Body,
): readonly Wrong[] {
  const values = wrongValues(field).map((value) => ({
    field: reported,
    what: shown(value),
    body: whole({ ...sound, [name]: value }),
  }));
  const { [name]: _left, ...rest } = sound;
  return field.required ? [...values, { field: reported, what: 'nothing', body: whole(rest) }] : values;
}

/** The same body with unknown fields, at every depth. */
export function withStrangers(body: Body): Body {
  const items = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map((item) => (typeof item === 'object' && item !== null ? { ...item, unknownField: { x: [1] } } : item))
      : value;
  const known = Object.entries(body).map(([name, value]) => [name, items(value)]);
  return { ...Object.fromEntries(known), unknownField: 'x', 'another-unknown': null };
}

/** Names of the fields that may be left out. */
export const optionalFields = (fields: Fields): readonly string[] =>
  Object.entries(fields).flatMap(([name, { required }]) => (required ? [] : [name]));
