/** The JSON Schema for editors: a profile, or where it extends another one the part of a profile that differs. */
import { profileJsonSchema } from '../json-schema.ts';
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

/** Draft 7, as `profileJsonSchema`. */
export function editorJsonSchema(endpoints: readonly string[]): object {
  const { $schema, title, description, definitions: given, ...profile } = profileJsonSchema(endpoints);
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
    then: overlay,
    else: profile,
    definitions: {
      ...own,
      without,
      ...Object.fromEntries(names.map((name) => [`overlay-${name}`, overlaid(below(definitions, name), definitions)])),
    },
  };
}
