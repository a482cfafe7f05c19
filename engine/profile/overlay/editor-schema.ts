/** The JSON Schema for editors: of a complete profile, and of an overlay (a profile with `extends`), which contains only differences. */
import type { Endpoint } from '../../base/contract.ts';
import { isMap, type Members } from '../../base/members.ts';
import { endpointProperties, hintDefinitions } from '../editor/endpoints.ts';
import { profileJsonSchema } from '../grammar/json-schema.ts';

const without = {
  description: 'Names to remove from the base here, or all.',
  anyOf: [{ type: 'array', items: { type: 'string' } }, { const: 'all' }],
};

const withoutKey = { $without: { $ref: '#/definitions/without' } };

/** A piece of the schema of complete profiles, with its JSON pointer: overlays refer to pieces that are the same for them. */
interface SchemaPiece {
  readonly schema: unknown;
  readonly pointer: string;
}

const below = ({ schema, pointer }: SchemaPiece, key: string): SchemaPiece => ({
  schema: isMap(schema) ? schema[key] : undefined,
  pointer: `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`,
});

/** The schema of a change to a list entry. For a step, which is a map with one key, it is that of the key's value. */
function entryOf(items: SchemaPiece, definitions: SchemaPiece): unknown {
  const { schema } = items;
  const name = isMap(schema) && typeof schema.$ref === 'string' ? schema.$ref.replace('#/definitions/', '') : undefined;
  const item = name === undefined ? items : below(definitions, name);
  if (!isMap(item.schema) || item.schema.type !== 'object') return false;
  return overlaid(item.schema.maxProperties === 1 ? below(item, 'additionalProperties') : items, definitions);
}

/** In an overlay a list can be replaced, or changed with a map. */
function overlaidList(list: SchemaPiece, definitions: SchemaPiece): unknown {
  const added = (where: string): object => ({
    type: 'array',
    items: { $ref: `${list.pointer}/items` },
    description: `New entries ${where}.`,
  });
  const changes = {
    type: 'object',
    description: 'Changes a list of the base: entries by name, new entries by position.',
    properties: { ...withoutKey, $before: added('at the start'), $after: added('at the end') },
    patternProperties: { '^\\$(before|after) +': added('before or after the named entry') },
    additionalProperties: entryOf(below(list, 'items'), definitions),
  };
  return { anyOf: [{ $ref: list.pointer }, changes] };
}

/** In an overlay all keys of a map are optional. */
function overlaidMap(map: SchemaPiece, schema: Members, definitions: SchemaPiece): unknown {
  const { required: _required, minProperties: _least, maxProperties: _most, propertyNames, ...rest } = schema;
  const propertiesPiece = below(map, 'properties');
  const keys = isMap(propertiesPiece.schema) ? Object.keys(propertiesPiece.schema) : [];
  return {
    ...rest,
    properties: {
      ...Object.fromEntries(keys.map((key) => [key, overlaid(below(propertiesPiece, key), definitions)])),
      ...withoutKey,
    },
    ...('additionalProperties' in schema && {
      additionalProperties: overlaid(below(map, 'additionalProperties'), definitions),
    }),
    ...(propertyNames !== undefined && { propertyNames: { anyOf: [propertyNames, { const: '$without' }] } }),
  };
}

function overlaid(whole: SchemaPiece, definitions: SchemaPiece): unknown {
  const { schema, pointer } = whole;
  if (!isMap(schema)) return schema;
  if (typeof schema.$ref === 'string') return { $ref: schema.$ref.replace('#/definitions/', '#/definitions/overlay-') };
  const each = (key: string): readonly unknown[] => {
    const all = below(whole, key);
    const list: readonly unknown[] = Array.isArray(all.schema) ? all.schema : [];
    return list.map((one, index) => overlaid({ schema: one, pointer: `${all.pointer}/${index}` }, definitions));
  };
  const { description } = schema;
  const meta = description === undefined ? {} : { description };
  // A partial map may match several alternatives, so `oneOf` becomes `anyOf`.
  const [anyOf, allOf] = [[...each('anyOf'), ...each('oneOf')], each('allOf')];
  if (anyOf.length > 0) return { ...meta, anyOf };
  if (allOf.length > 0) return { ...meta, allOf };
  if (schema.type === 'array' && isMap(schema.items)) return overlaidList(whole, definitions);
  return schema.type === 'object' ? overlaidMap(whole, schema, definitions) : { $ref: pointer };
}

/** The schema of a profile or an overlay, with the endpoints of the contract instead of any endpoint. */
function withEndpoints(profile: unknown, properties: Readonly<Record<string, object>>): unknown {
  const profileProperties = isMap(profile) && isMap(profile.properties) ? profile.properties : {};
  const { propertyNames: _names, ...endpoints } = isMap(profileProperties.endpoints) ? profileProperties.endpoints : {};
  const further = isMap(endpoints.properties) ? endpoints.properties : {};
  const all = { ...endpoints, properties: { ...properties, ...further }, additionalProperties: false };
  return { ...(isMap(profile) && profile), properties: { ...profileProperties, endpoints: all } };
}

/** Draft 7, like `profileJsonSchema`. Editors complete the endpoints of the contract and reject others. */
export function editorJsonSchema(endpoints: readonly Endpoint[]): object {
  const { $schema, title, description, definitions: given, ...profile } = profileJsonSchema();
  const profileSchema = isMap(given) ? given : {};
  const definitions = { schema: profileSchema, pointer: '#/definitions' };
  const names = Object.keys(profileSchema);
  const overlay = overlaid({ schema: profile, pointer: '#/else' }, definitions);
  return {
    $schema,
    title,
    description,
    if: { required: ['extends'] },
    // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
    then: withEndpoints(overlay, endpointProperties(endpoints, 'overlay-endpoint', false)),
    else: withEndpoints(profile, endpointProperties(endpoints, 'endpoint', true)),
    definitions: {
      ...profileSchema,
      ...hintDefinitions(endpoints),
      without,
      ...Object.fromEntries(names.map((name) => [`overlay-${name}`, overlaid(below(definitions, name), definitions)])),
    },
  };
}
