/** The JSON Schema for editors: a profile, or where it extends another one the part of a profile that differs. */
import type { Endpoint } from '../../base/contract.ts';
import { endpointProperties, hintDefinitions } from '../editor/endpoints.ts';
import { profileJsonSchema } from '../grammar/json-schema.ts';
import { isMap, type PlainMap } from './piece.ts';

const without = {
  description: 'What is taken away of the base here: a list of names, or all.',
  anyOf: [{ type: 'array', items: { type: 'string' } }, { const: 'all' }],
};

const taken = { $without: { $ref: '#/definitions/without' } };

/** A piece of the schema of whole profiles, and the JSON pointer that leads to it: what is the same in overlays is not repeated. */
interface Whole {
  readonly schema: unknown;
  readonly pointer: string;
}

const below = ({ schema, pointer }: Whole, key: string): Whole => ({
  schema: isMap(schema) ? schema[key] : undefined,
  pointer: `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`,
});

/** What an entry of a list may say in an overlay: for a step, which is one name and its content, the content. */
function entryOf(items: Whole, definitions: Whole): unknown {
  const { schema } = items;
  const name = isMap(schema) && typeof schema.$ref === 'string' ? schema.$ref.replace('#/definitions/', '') : undefined;
  const item = name === undefined ? items : below(definitions, name);
  if (!isMap(item.schema) || item.schema.type !== 'object') return false;
  return overlaid(item.schema.maxProperties === 1 ? below(item, 'additionalProperties') : items, definitions);
}

/** A list may be replaced, or changed by a map. */
function overlaidList(list: Whole, definitions: Whole): unknown {
  const further = (where: string): object => ({
    type: 'array',
    items: { $ref: `${list.pointer}/items` },
    description: `Further entries ${where}.`,
  });
  const changes = {
    type: 'object',
    description: 'Changes a list of the base: entries by their names, further ones by where they stand.',
    properties: { ...taken, $before: further('in front of all'), $after: further('behind all') },
    patternProperties: { '^\\$(before|after) +': further('beside the one that is named') },
    additionalProperties: entryOf(below(list, 'items'), definitions),
  };
  return { anyOf: [{ $ref: list.pointer }, changes] };
}

/** A map may say as much of its keys as it changes. */
function overlaidMap(map: Whole, schema: PlainMap, definitions: Whole): unknown {
  const { required: _required, minProperties: _least, maxProperties: _most, propertyNames, ...rest } = schema;
  const own = below(map, 'properties');
  const keys = isMap(own.schema) ? Object.keys(own.schema) : [];
  return {
    ...rest,
    properties: {
      ...Object.fromEntries(keys.map((key) => [key, overlaid(below(own, key), definitions)])),
      ...taken,
    },
    ...('additionalProperties' in schema && {
      additionalProperties: overlaid(below(map, 'additionalProperties'), definitions),
    }),
    ...(propertyNames !== undefined && { propertyNames: { anyOf: [propertyNames, { const: '$without' }] } }),
  };
}

function overlaid(whole: Whole, definitions: Whole): unknown {
  const { schema, pointer } = whole;
  if (!isMap(schema)) return schema;
  if (typeof schema.$ref === 'string') return { $ref: schema.$ref.replace('#/definitions/', '#/definitions/overlay-') };
  const each = (key: string): readonly unknown[] => {
    const all = below(whole, key);
    const list: readonly unknown[] = Array.isArray(all.schema) ? all.schema : [];
    return list.map((one, index) => overlaid({ schema: one, pointer: `${all.pointer}/${index}` }, definitions));
  };
  const { description } = schema;
  const about = description === undefined ? {} : { description };
  // A part of a map may fit several alternatives, of which the whole fits one.
  const [anyOf, allOf] = [[...each('anyOf'), ...each('oneOf')], each('allOf')];
  if (anyOf.length > 0) return { ...about, anyOf };
  if (allOf.length > 0) return { ...about, allOf };
  if (schema.type === 'array' && isMap(schema.items)) return overlaidList(whole, definitions);
  return schema.type === 'object' ? overlaidMap(whole, schema, definitions) : { $ref: pointer };
}

/** A whole profile, or an overlay, with the contract's endpoints in place of any. */
function withEndpoints(profile: unknown, properties: Readonly<Record<string, object>>): unknown {
  const own = isMap(profile) && isMap(profile.properties) ? profile.properties : {};
  const { propertyNames: _names, ...endpoints } = isMap(own.endpoints) ? own.endpoints : {};
  const further = isMap(endpoints.properties) ? endpoints.properties : {};
  const all = { ...endpoints, properties: { ...properties, ...further }, additionalProperties: false };
  return { ...(isMap(profile) && profile), properties: { ...own, endpoints: all } };
}

/** Draft 7, as `profileJsonSchema`; an editor completes the endpoints of the contract, and marks others. */
export function editorJsonSchema(endpoints: readonly Endpoint[]): object {
  const { $schema, title, description, definitions: given, ...profile } = profileJsonSchema();
  const own = isMap(given) ? given : {};
  const definitions = { schema: own, pointer: '#/definitions' };
  const names = Object.keys(own);
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
      ...own,
      ...hintDefinitions(endpoints),
      without,
      ...Object.fromEntries(names.map((name) => [`overlay-${name}`, overlaid(below(definitions, name), definitions)])),
    },
  };
}
