/** The grammar as JSON Schema, for editors and for messages that name the known keys. */

import { z } from 'zod';
import { isMap } from '../../base/members.ts';
import { oncePer } from '../../base/once-per.ts';
import type { DatabaseKind } from '../../sources/sql/kind.ts';
import { profileSchema } from '../schema/index.ts';

type PlainSchema = Readonly<Record<string, unknown>>;

/**
 * JSON Schema of a profile (draft 7, which the YAML support of every editor understands), derived from the grammar with its descriptions and
 * examples. Any endpoint path is valid in it.
 */
export function profileJsonSchema(kinds?: readonly DatabaseKind[]): PlainSchema {
  return grammarJsonSchema(profileSchema(kinds));
}

/** JSON Schema (draft 7) of a YAML file with this grammar. Each grammar is converted once. */
export const grammarJsonSchema = oncePer(convert, new WeakMap<z.ZodType, PlainSchema>());

function convert(grammar: z.ZodType): PlainSchema {
  const schema = z.toJSONSchema(grammar, {
    target: 'draft-7',
    io: 'input',
    // A key of type undefined has no schema. It is removed below.
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const { shape } = zodSchema instanceof z.ZodObject ? zodSchema : { shape: {} };
      for (const [key, value] of Object.entries(shape)) {
        if (value instanceof z.ZodOptional && value.unwrap() instanceof z.ZodUndefined)
          delete jsonSchema.properties?.[key];
      }
      // The bounds of safe integers, which zod adds, are noise in an editor.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      // Editors render backticks only in `markdownDescription`.
      if (jsonSchema.description?.includes('`')) jsonSchema.markdownDescription = jsonSchema.description;
      // A YAML key can be a number (`10: draft`), which editors reject for `type: string`.
      const { propertyNames } = jsonSchema;
      if (typeof propertyNames === 'object') {
        const { type: _type, ...constraints } = propertyNames;
        if (Object.keys(constraints).length > 0) jsonSchema.propertyNames = constraints;
        else delete jsonSchema.propertyNames;
      }
    },
  });
  return simplifyMembers({ ...schema });
}

/** Replaces an `allOf` with a single member by that member, which editors handle better. */
function simplify(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(simplify);
  if (!isMap(value)) return value;
  const { allOf, ...others } = value;
  if (Array.isArray(allOf) && allOf.length === 1 && Object.keys(others).length === 0) return simplify(allOf[0]);
  return simplifyMembers(value);
}

const simplifyMembers = (schema: PlainSchema): PlainSchema =>
  Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, simplify(value)]));
