/** Reads the schemas of an OpenAPI document: references, combined schemas, properties, and records inside of records. */
import { isMap, type Members } from '../../../../engine/host/index.ts';
import type { Column, Kind, Member } from '../model/database.ts';

export type Node = Members;

/** A JSON object; an empty one for anything else. */
export const asNode = (value: unknown): Node => (isMap(value) ? value : {});
/** A JSON list; an empty one for anything else. */
export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
/** A text; undefined for anything else. */
export const asText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** The most references that are followed one after the other: a document may refer in circles. */
const deepest = 12;

/** Follows `$ref` inside of the document. */
export function resolved(root: Node, value: unknown, depth = 0): Node {
  const node = asNode(value);
  const reference = asText(node.$ref);
  if (reference === undefined) return node;
  if (depth > deepest || !reference.startsWith('#/')) return {};
  let target: unknown = root;
  for (const part of reference.slice(2).split('/'))
    target = asNode(target)[decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')];
  return resolved(root, target, depth + 1);
}

/** The one schema of `oneOf` or `anyOf` that is not null; undefined if there are several. */
function onlyOption(root: Node, schema: Node): unknown {
  const options = [...asList(schema.oneOf), ...asList(schema.anyOf)].filter(
    (one) => resolved(root, one).type !== 'null',
  );
  return options.length === 1 ? options[0] : undefined;
}

/** A schema with the keys of `allOf` and of the only option, such as a reference that may be null. */
export function merged(root: Node, value: unknown, depth = 0): Node {
  const schema = resolved(root, value);
  if (depth > deepest) return schema;
  const option = onlyOption(root, schema);
  const parts = [...asList(schema.allOf), ...(option === undefined ? [] : [option])];
  if (parts.length === 0) return schema;
  const inherited = parts.map((one) => merged(root, one, depth + 1));
  const properties = Object.assign({}, ...inherited.map((one) => asNode(one.properties)), asNode(schema.properties));
  const required = [...inherited, schema].flatMap((one) => asList(one.required));
  return Object.assign({}, ...inherited, schema, { properties, required });
}

/** The properties of a schema, those of `allOf` included. */
export const propertiesOf = (root: Node, value: unknown): ReadonlyMap<string, Node> =>
  new Map(Object.entries(asNode(merged(root, value).properties)).map(([name, one]) => [name, merged(root, one)]));

/** The name of a schema: the end of its reference. */
export function formOf(root: Node, value: unknown): string | undefined {
  const node = asNode(value);
  const [only, ...more] = asList(node.allOf);
  const target = node.$ref ?? asNode(more.length === 0 ? only : undefined).$ref ?? asNode(onlyOption(root, node)).$ref;
  return asText(target)?.split('/').at(-1);
}

const typesOf = ({ type }: Node): readonly unknown[] => [type].flat().filter((one) => one !== 'null');

/** Whether a schema is one of a list, by its type or its items. */
export const isArray = (node: Node): boolean => typesOf(node).includes('array') || isMap(node.items);

/** A day or an instant may be a text whose description names its form. */
function kindOf(node: Node): Kind {
  const { format, description } = node;
  const [name] = typesOf(node);
  if (format === 'date') return 'date';
  if (format === 'date-time') return 'datetime';
  if (format === 'uuid') return 'other';
  if (name === 'integer' || name === 'number') return 'number';
  if (name === 'boolean') return 'boolean';
  if (name !== 'string' && name !== undefined) return 'other';
  const text = asText(description) ?? '';
  if (/\bYYYY-MM-DD\b(?![ T]*hh)/i.test(text) || node['x-is-msdate'] === true) return 'date';
  return /\b(timestamp|ISO[- ]?8601|date and time|modified date)\b/i.test(text) ? 'datetime' : 'text';
}

/** Whether it is a record, whose properties have the values. */
const isRecord = (node: Node): boolean =>
  typesOf(node).includes('object') || Object.keys(asNode(node.properties)).length > 0;

/** The properties with plain values. A record or a list is never a value of a field. */
export function columnsOf(root: Node, item: unknown): readonly Column[] {
  const required = asList(merged(root, item).required);
  const scalarProperties = [...propertiesOf(root, item)].filter(
    ([, property]) => !isArray(property) && !isRecord(property),
  );
  return scalarProperties.map(([name, property]) => {
    const type = typesOf(property).find((one) => typeof one === 'string') ?? 'object';
    const format = asText(property.format);
    const options = asList(property.enum).flatMap((value) => (typeof value === 'string' ? [value] : []));
    return {
      name,
      type: format === undefined ? String(type) : `${String(type)} (${format})`,
      kind: kindOf(property),
      required: required.includes(name),
      values: [],
      ...(options.length === 0 ? {} : { options }),
    };
  });
}

/** The properties that are records or lists of records. */
export function membersOf(root: Node, item: unknown): readonly Member[] {
  const written = asNode(merged(root, item).properties);
  return [...propertiesOf(root, item)].flatMap(([name, property]) => {
    const isList = isArray(property);
    const record = isList ? property.items : property;
    const columns = columnsOf(root, record);
    if (columns.length === 0) return [];
    return [{ name, isList, columns, form: formOf(root, isList ? property.items : written[name]) }];
  });
}
