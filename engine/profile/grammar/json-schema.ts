/** The grammar as JSON Schema: for editors, and for messages that name the keys which are known at a place. */
import { z } from 'zod';
import type { DatabaseKind } from '../../sources/sql/kind.ts';
import { profileSchema } from '../schema/index.ts';

/**
 * JSON Schema of a profile, derived from the grammar with its descriptions and examples. Draft 7, which every editor's YAML
 * support understands. Any path of an endpoint passes.
 */
export function profileJsonSchema(kinds?: readonly DatabaseKind[]): PlainSchema {
  return grammarJsonSchema(profileSchema(kinds));
}

/** A schema as plain data. */
type PlainSchema = Readonly<Record<string, unknown>>;

/** An `allOf` of one schema alone is that schema, which editors understand better. */
function simplified(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(simplified);
  if (!isObject(value)) return value;
  const { allOf, ...others } = value;
  if (Array.isArray(allOf) && allOf.length === 1 && Object.keys(others).length === 0) return simplified(allOf[0]);
  return simplifiedKeys(value);
}

const simplifiedKeys = (schema: PlainSchema): PlainSchema =>
  Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, simplified(value)]));

const kept = new WeakMap<z.ZodType, PlainSchema>();

/** JSON Schema of a file of YAML that a grammar describes, as editors take it; made once for each grammar. */
export function grammarJsonSchema(grammar: z.ZodType): PlainSchema {
  const schema = kept.get(grammar) ?? schemaOf(grammar);
  kept.set(grammar, schema);
  return schema;
}

function schemaOf(grammar: z.ZodType): PlainSchema {
  const schema = z.toJSONSchema(grammar, {
    target: 'draft-7',
    io: 'input',
    // A key that must not be there has no schema.
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const { shape } = zodSchema instanceof z.ZodObject ? zodSchema : { shape: {} };
      for (const [key, value] of Object.entries(shape)) {
        if (value instanceof z.ZodOptional && value.unwrap() instanceof z.ZodUndefined)
          delete jsonSchema.properties?.[key];
      }
      // The bounds that zod adds for exact integers are noise in an editor.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      // Editors show names that stand in backticks as code.
      if (jsonSchema.description?.includes('`')) jsonSchema.markdownDescription = jsonSchema.description;
      // A key of YAML may be a number (`10: draft`), which editors do not take for a text.
      const { propertyNames } = jsonSchema;
      if (typeof propertyNames === 'object') {
        const { type: _type, ...demands } = propertyNames;
        if (Object.keys(demands).length > 0) jsonSchema.propertyNames = demands;
        else delete jsonSchema.propertyNames;
      }
    },
  });
  return simplifiedKeys({ ...schema });
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What `$ref` points at: a definition of the whole schema. */
function definition(root: object, reference: unknown): unknown {
  const name = typeof reference === 'string' ? reference.replace('#/definitions/', '') : undefined;
  const definitions = 'definitions' in root ? root.definitions : undefined;
  return name !== undefined && isObject(definitions) ? definitions[name] : undefined;
}

/** The alternatives that a schema consists of, itself included. */
function branches(root: object, schema: unknown): readonly Readonly<Record<string, unknown>>[] {
  if (!isObject(schema)) return [];
  const inner = ['anyOf', 'oneOf', 'allOf'].flatMap((key) => {
    const list = schema[key];
    return Array.isArray(list) ? list.flatMap((one) => branches(root, one)) : [];
  });
  return [schema, ...inner, ...branches(root, definition(root, schema.$ref))];
}

function below(schema: Readonly<Record<string, unknown>>, segment: string | number): unknown {
  if (typeof segment === 'number') return schema.items;
  const { properties, additionalProperties } = schema;
  return isObject(properties) && Object.hasOwn(properties, segment) ? properties[segment] : additionalProperties;
}

function schemasAt(schema: object, path: readonly (string | number)[]): readonly Readonly<Record<string, unknown>>[] {
  let current = branches(schema, schema);
  for (const segment of path) current = current.flatMap((branch) => branches(schema, below(branch, segment)));
  return current;
}

/** The keys that a JSON Schema knows at a path, in its order; empty where any key or none is possible. */
export function knownKeys(schema: object, path: readonly (string | number)[]): readonly string[] {
  const maps = schemasAt(schema, path);
  return [...new Set(maps.flatMap(({ properties }) => (isObject(properties) ? Object.keys(properties) : [])))];
}

/** What a JSON Schema says about the value at a path; undefined when it says nothing. */
export function descriptionAt(schema: object, path: readonly (string | number)[]): string | undefined {
  const text = schemasAt(schema, path).find(({ description }) => typeof description === 'string')?.description;
  return typeof text === 'string' ? text : undefined;
}

/** The examples that a JSON Schema gives for a text at a path. */
export function examplesAt(schema: object, path: readonly (string | number)[]): readonly string[] {
  return schemasAt(schema, path)
    .flatMap(({ examples }) => (Array.isArray(examples) ? examples : []))
    .filter((example) => typeof example === 'string');
}

/** Whether a number at a path must be a whole one. */
export function isIntegerAt(schema: object, path: readonly (string | number)[]): boolean {
  return schemasAt(schema, path).some(({ type }) => type === 'integer');
}
