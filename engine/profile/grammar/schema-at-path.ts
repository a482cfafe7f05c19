/** Looks up keys, descriptions and examples at a path of a JSON Schema, for messages about the grammar. */
import { isMap } from '../../base/members.ts';
import type { Path } from '../../base/place.ts';
import { valueAt } from '../yaml/path.ts';

type SchemaNode = Readonly<Record<string, unknown>>;

/** Resolves `$ref: #/definitions/name`. */
function definition(root: object, reference: unknown): unknown {
  const name = typeof reference === 'string' ? reference.replace('#/definitions/', '') : undefined;
  const definitions = 'definitions' in root ? root.definitions : undefined;
  return name !== undefined && isMap(definitions) ? definitions[name] : undefined;
}

/** A schema and all its alternatives (`anyOf`, `oneOf`, `allOf`, `$ref`). */
function alternatives(root: object, schema: unknown): readonly SchemaNode[] {
  if (!isMap(schema)) return [];
  const inner = ['anyOf', 'oneOf', 'allOf'].flatMap((key) => {
    const list = schema[key];
    return Array.isArray(list) ? list.flatMap((one) => alternatives(root, one)) : [];
  });
  return [schema, ...inner, ...alternatives(root, definition(root, schema.$ref))];
}

function memberSchema(schema: SchemaNode, segment: string | number): unknown {
  if (typeof segment === 'number') return schema.items;
  const { properties, additionalProperties } = schema;
  return isMap(properties) && Object.hasOwn(properties, segment) ? properties[segment] : additionalProperties;
}

/** Whether a map can be of this alternative: no member has another value than the constant of the schema. */
function fits({ properties }: SchemaNode, value: unknown): boolean {
  if (!isMap(properties) || !isMap(value)) return true;
  return Object.entries(properties).every(
    ([name, member]) =>
      !isMap(member) || member.const === undefined || !Object.hasOwn(value, name) || member.const === value[name],
  );
}

function schemasAt(schema: object, path: Path, value?: unknown): readonly SchemaNode[] {
  let current = alternatives(schema, schema);
  for (const [index, segment] of path.entries()) {
    const fitting = current.filter((one) => fits(one, valueAt(value, path.slice(0, index))));
    current = (fitting.length === 0 ? current : fitting).flatMap((one) =>
      alternatives(schema, memberSchema(one, segment)),
    );
  }
  return current;
}

/**
 * The keys that are possible at a path, in the order of the schema; empty if no key or any key is possible. `value`: the whole value that the schema
 * describes; alternatives with another constant, such as those of other databases, are then left out.
 */
export function knownKeys(schema: object, path: Path, value?: unknown): readonly string[] {
  const maps = schemasAt(schema, path, value);
  return [...new Set(maps.flatMap(({ properties }) => (isMap(properties) ? Object.keys(properties) : [])))];
}

/** A place in the neighbourhood of a map where a key is possible. */
type KeyPlace =
  /** In one of the keys of the map. */
  | { readonly kind: 'inside'; readonly parent: string; readonly example: string | undefined }
  /** One or more levels above the map, next to this key of the path. */
  | { readonly kind: 'beside'; readonly sibling: string };

/** Where a key is possible that is not possible in the map at `owner`; undefined if there is no such place nearby. */
export function placeOfKey(schema: object, owner: Path, key: string): KeyPlace | undefined {
  const parent = knownKeys(schema, owner).find((name) => knownKeys(schema, [...owner, name]).includes(key));
  if (parent !== undefined) return { kind: 'inside', parent, example: examplesAt(schema, [...owner, parent, key])[0] };
  for (let length = owner.length - 1; length > 0; length -= 1) {
    const sibling = owner[length];
    if (typeof sibling === 'string' && knownKeys(schema, owner.slice(0, length)).includes(key))
      return { kind: 'beside', sibling };
  }
  return undefined;
}

/** The first description at a path; undefined if there is none. */
export function descriptionAt(schema: object, path: Path): string | undefined {
  const text = schemasAt(schema, path).find(({ description }) => typeof description === 'string')?.description;
  return typeof text === 'string' ? text : undefined;
}

/** The examples at a path that are texts. */
export function examplesAt(schema: object, path: Path): readonly string[] {
  return schemasAt(schema, path)
    .flatMap(({ examples }) => (Array.isArray(examples) ? examples : []))
    .filter((example) => typeof example === 'string');
}

/** Whether a number at a path must be an integer. */
export function isIntegerAt(schema: object, path: Path): boolean {
  return schemasAt(schema, path).some(({ type }) => type === 'integer');
}
