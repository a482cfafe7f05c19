/** JSON Schemas (2020-12) of requests, answers and error bodies, derived from the contract's fields. */
import type { Contract, DecimalField, Endpoint, Field, Fields } from '../base/contract.ts';
import { fieldExample } from './example.ts';
import { decimalBound } from './number-limits.ts';

/** A JSON Schema as plain data. */
export type JsonSchema = { readonly [keyword: string]: unknown };

type Side = 'request' | 'answer';

/**
 * The schema of a request body. Unknown properties are allowed at every depth, and null means "missing" in optional
 * fields. Rules between two fields (a period must not end before it starts) are not expressed.
 */
export function requestSchema(contract: Contract, endpoint: Endpoint): JsonSchema {
  return objectSchema({ schemaVersion: version(contract) }, endpoint.request, 'request');
}

/** The schema of one record of a request; the items of its lists are not checked. `version`: for the request itself. */
export function recordSchema(contract: Contract | undefined, fields: Fields): JsonSchema {
  const properties = Object.entries(fields).map(([name, field]) => {
    const schema = fieldSchema(field, 'request');
    return [name, Object.fromEntries(Object.entries(schema).filter(([keyword]) => keyword !== 'items'))] as const;
  });
  return recordOf(
    contract === undefined ? {} : { schemaVersion: version(contract) },
    fields,
    Object.fromEntries(properties),
    true,
  );
}

/** The schema of a 200 answer. It allows only the contract's properties. */
export function answerSchema(contract: Contract, endpoint: Endpoint): JsonSchema {
  const { answer } = endpoint;
  const envelope = { schemaVersion: version(contract) };
  if (answer.kind !== 'rows') return objectSchema(envelope, answer.fields, 'answer');
  const rows = { type: 'array', items: objectSchema({}, answer.row, 'answer') };
  const more = { type: 'boolean', description: 'Whether a further page exists.' };
  return objectSchema(
    { ...envelope, [answer.property]: rows, ...(answer.paged ? { hasMore: more } : {}) },
    {},
    'answer',
  );
}

/** The schema of 4xx and 5xx answers; `codes`: the possible values of `code`. */
export function errorSchema(contract: Contract, codes: readonly string[]): JsonSchema {
  const fault = closed({
    field: { type: 'string', description: 'Path of the field, such as `lines[0].qty`; empty for the body itself.' },
    message: { type: 'string', description: 'What the field must be.' },
    rule: { type: 'string', description: 'The rule that is broken.' },
  });
  return {
    type: 'object',
    properties: {
      schemaVersion: version(contract),
      error: { type: 'string', description: 'What happened, for people.' },
      code: { type: 'string', enum: codes },
      details: closed({ fields: { type: 'array', description: 'All broken fields.', items: fault } }),
    },
    required: ['schemaVersion', 'error', 'code'],
    additionalProperties: false,
  };
}

/** The schema of a field that has a value. */
function fieldSchema(field: Field, side: Side): JsonSchema {
  const example = fieldExample(field);
  return {
    ...withNull(bareSchema(field, side), field.nullable === true || (side === 'request' && !field.required)),
    description: field.description,
    ...(example === undefined ? {} : { examples: [example] }),
  };
}

function bareSchema(field: Field, side: Side): JsonSchema {
  switch (field.type) {
    case 'text': {
      const filled =
        field.required && !field.allowEmpty && !(field.fallback !== undefined && 'value' in field.fallback);
      return {
        type: 'string',
        ...(field.oneOf === undefined ? (filled ? { minLength: 1 } : {}) : { enum: field.oneOf }),
        ...given('default', field.default),
      };
    }
    case 'id':
      return { type: 'string', minLength: 1 };
    case 'currency':
      return { type: 'string', pattern: side === 'request' ? '^[A-Za-z]{3}$' : '^[A-Z]{3}$' };
    case 'email':
      return { type: 'string', format: 'email' };
    case 'date':
      return { type: 'string', format: 'date' };
    case 'instant':
      return { type: 'string', format: 'date-time' };
    case 'boolean':
      return { type: 'boolean' };
    case 'integer':
      return {
        type: 'integer',
        minimum: field.minimum ?? Number.MIN_SAFE_INTEGER,
        maximum: field.maximum ?? Number.MAX_SAFE_INTEGER,
        ...given('default', field.default),
      };
    case 'decimal':
      return { type: 'number', ...(side === 'request' ? decimalRange(field) : {}) };
    case 'list':
      return {
        type: 'array',
        ...(field.minItems === undefined || field.minItems === 0 ? {} : { minItems: field.minItems }),
        ...given('maxItems', field.maxItems),
        items: objectSchema({}, field.items, side),
      };
  }
}

function decimalRange(field: DecimalField): JsonSchema {
  return { exclusiveMinimum: field.exclusiveMinimum ?? -decimalBound, exclusiveMaximum: decimalBound };
}

function objectSchema(first: JsonSchema, fields: Fields, side: Side): JsonSchema {
  const properties = Object.entries(fields).map(([name, field]) => [name, fieldSchema(field, side)] as const);
  return recordOf(first, fields, Object.fromEntries(properties), side === 'request');
}

function recordOf(
  first: JsonSchema,
  fields: Fields,
  properties: JsonSchema,
  additionalProperties: boolean,
): JsonSchema {
  const required = Object.keys(fields).filter((name) => fields[name]?.required === true);
  return {
    type: 'object',
    properties: { ...first, ...properties },
    required: [...Object.keys(first), ...required],
    additionalProperties,
  };
}

function closed(properties: JsonSchema): JsonSchema {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

function withNull(schema: JsonSchema, nullable: boolean): JsonSchema {
  if (!nullable) return schema;
  const words = Array.isArray(schema.enum) ? { enum: [...schema.enum, null] } : {};
  return { ...schema, type: [schema.type, 'null'], ...words };
}

function given(keyword: string, value: unknown): JsonSchema {
  return value === undefined ? {} : { [keyword]: value };
}

function version(contract: Contract): JsonSchema {
  return { type: 'string', const: contract.version, description: 'Version of the contract.' };
}
