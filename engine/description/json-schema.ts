/** The types of an OpenAPI document: JSON schemas of OpenAPI 3.0 and 3.1 and of Swagger 2.0. */
import { isMap, type Members, ownMember } from '../base/members.ts';
import {
  beginningOf,
  type DescribedMember,
  type DescribedType,
  lazyMember,
  type ScalarKind,
  type ScalarType,
  type TupleForm,
  unknownDescribed,
} from './model.ts';

/** A JSON object; an empty one for anything else. */
export const asNode = (value: unknown): Members => (isMap(value) ? value : {});
/** A JSON list; an empty one for anything else. */
export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
/** A text; undefined for anything else. */
export const asText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** The most references that are followed one after the other: a document may refer in circles. */
const deepest = 12;

/** A part of a reference; as it is written where its signs are not escaped. */
function unescaped(part: string): string {
  try {
    return decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return part;
  }
}

/** The names of members on the way to what a reference such as `#/components/schemas/Order` means. */
export const referenceParts = (reference: string): readonly string[] => reference.slice(2).split('/').map(unescaped);

/** Follows `$ref` inside of the document. Another document is not followed: its schema is empty. */
export function resolved(root: Members, value: unknown, depth = 0): Members {
  const node = asNode(value);
  const reference = asText(node.$ref);
  if (reference === undefined) return node;
  if (depth > deepest || !reference.startsWith('#/')) return {};
  let target: unknown = root;
  for (const part of referenceParts(reference))
    target = Array.isArray(target) ? target[Number(part)] : ownMember(asNode(target), part);
  return resolved(root, target, depth + 1);
}

const optionsOf = ({ oneOf, anyOf }: Members): readonly unknown[] => [...asList(oneOf), ...asList(anyOf)];

/** The one schema of `oneOf` or `anyOf` that has values; undefined if there are several. Null, and `false` alone, stand for no value. */
export function onlyOption(root: Members, schema: Members): unknown {
  const options = optionsOf(schema).filter((one) => {
    const { type, const: only } = resolved(root, one);
    return type !== 'null' && only !== false;
  });
  return options.length === 1 ? options[0] : undefined;
}

/** A schema with the keys of `allOf` and of the only option, such as a reference that may be null. `outer`: the schemas that it is a part of. */
export function merged(root: Members, value: unknown, outer: readonly Members[] = []): Members {
  const schema = resolved(root, value);
  if (outer.includes(schema)) return {};
  const option = onlyOption(root, schema);
  const parts = [...asList(schema.allOf), ...(option === undefined ? [] : [option])];
  if (parts.length === 0) return schema;
  const inherited = parts.map((one) => merged(root, one, [...outer, schema]));
  const properties = Object.assign({}, ...inherited.map((one) => asNode(one.properties)), asNode(schema.properties));
  const required = [...inherited, schema].flatMap((one) => asList(one.required));
  return Object.assign({}, ...inherited, schema, { properties, required });
}

/** What a list has at each place: `prefixItems`, in older versions of JSON Schema a list of `items`. Undefined for any other schema. */
export function placesOf({ prefixItems, items }: Members): readonly unknown[] | undefined {
  const places = prefixItems ?? items;
  return Array.isArray(places) ? places : undefined;
}

/** The types that a schema names, without null. */
export const typesOf = ({ type }: Members): readonly unknown[] => [type].flat().filter((one) => one !== 'null');

/** Whether a schema is one of a list, by its type or its items. */
export const isArray = (node: Members): boolean => typesOf(node).includes('array') || isMap(node.items);

/** The name of a schema: the end of its reference. */
export function schemaName(root: Members, value: unknown): string | undefined {
  const node = asNode(value);
  const [only, ...more] = asList(node.allOf);
  const target = node.$ref ?? asNode(more.length === 0 ? only : undefined).$ref ?? asNode(onlyOption(root, node)).$ref;
  return asText(target)?.split('/').at(-1);
}

const kinds: Readonly<Record<string, ScalarKind>> = {
  string: 'text',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
};

/** `date-time` may be written with a day alone, and numbers as texts: only what contradicts the schema counts. */
const formats: Readonly<Record<string, ScalarKind>> = { date: 'date', 'date-time': 'instant', time: 'time' };

function scalarOf(schema: Members): ScalarType {
  const types = typesOf(schema).filter((one) => typeof one === 'string');
  const format = asText(schema.format);
  const [type, second] = types;
  const scalar =
    type === undefined || second !== undefined
      ? 'any'
      : ((type === 'string' ? ownMember(formats, format ?? '') : undefined) ?? ownMember(kinds, type) ?? 'any');
  const options = schema.const === undefined ? asList(schema.enum) : [schema.const];
  const values = options.filter((one) => one !== null).map(String);
  const { maxLength } = schema;
  return {
    kind: 'scalar',
    scalar,
    name: `${types.join(' or ') || 'any value'}${format === undefined ? '' : ` (${format})`}`,
    ...(values.length === 0 ? {} : { values }),
    ...(typeof maxLength === 'number' ? { maxLength } : {}),
  };
}

/** Whether it limits its values, and does not only describe them in words. */
const saysValues = (schema: Members): boolean =>
  ['type', 'format', 'enum', 'const', 'maxLength'].some((key) => schema[key] !== undefined);

/** Reads schemas of one document. A schema that several places refer to is read once. */
export class SchemaTypes {
  private readonly read = new Map<Members, DescribedType>();
  private readonly unfinished = new Set<Members>();

  private readonly root: Members;

  private readonly own: RegExp | undefined;

  constructor(root: Members, own: RegExp | undefined) {
    this.root = root;
    this.own = own;
  }

  /** The schemas that a type was made of. */
  get made(): ReadonlySet<Members> {
    return new Set(this.read.keys());
  }

  /** The type of a schema or of a reference to one. */
  typeOf(value: unknown): DescribedType {
    if (!isMap(value)) return unknownDescribed;
    const node = resolved(this.root, value);
    const before = this.read.get(node);
    if (before !== undefined) return before;
    // Lists of themselves: only the members of records are made later.
    if (this.unfinished.has(node)) return unknownDescribed;
    this.unfinished.add(node);
    const type = this.make(value);
    this.unfinished.delete(node);
    this.read.set(node, type);
    return type;
  }

  private make(value: unknown): DescribedType {
    const schema = merged(this.root, value);
    const options = optionsOf(schema);
    if (options.length > 1 && onlyOption(this.root, schema) === undefined) return this.choice(options);
    const form = this.form(schema);
    if (form !== undefined) return { kind: 'tuple', forms: [form] };
    if (isArray(schema)) return { kind: 'list', items: this.typeOf(schema.items) };
    const properties = Object.entries(asNode(schema.properties));
    if (properties.length === 0) {
      const isFree = typesOf(schema).includes('object') || !saysValues(schema);
      if (isFree) return unknownDescribed;
      const orFalse = options.some((one) => resolved(this.root, one).const === false);
      return { ...scalarOf(schema), ...(orFalse ? { orFalse } : {}) };
    }
    const required = asList(schema.required);
    const { additionalProperties, discriminator } = schema;
    return {
      kind: 'record',
      name: schemaName(this.root, value) ?? '',
      members: new Map(properties.map(([name, one]) => [name, this.member(one, required.includes(name))])),
      isOpen: (additionalProperties !== undefined && additionalProperties !== false) || isMap(discriminator),
      own: this.own,
      key: [],
    };
  }

  /** Options are open, except lists that each begin with a constant. */
  private choice(options: readonly unknown[]): DescribedType {
    const forms = options.map((one) => this.form(merged(this.root, one)));
    const isTuple = (form: TupleForm | undefined): form is TupleForm =>
      form !== undefined && beginningOf(form) !== undefined;
    return forms.every(isTuple) ? { kind: 'tuple', forms } : unknownDescribed;
  }

  /** The form of a list with a type for each place. */
  private form(schema: Members): TupleForm | undefined {
    const places = placesOf(schema);
    if (places === undefined) return undefined;
    const { minItems = 0, prefixItems, items, additionalItems } = schema;
    const isClosed = prefixItems === undefined ? additionalItems === false : items === false;
    return { items: places.map((one, index) => this.member(one, index < Number(minItems))), isOpen: !isClosed };
  }

  private member(property: unknown, isRequired: boolean): DescribedMember {
    const schema = merged(this.root, property);
    const [isReadOnly, isWriteOnly] = [schema.readOnly === true, schema.writeOnly === true];
    const documentation = asText(asNode(property).description) ?? asText(schema.description);
    const facts = { isRequired: isRequired && !isReadOnly, isReadOnly, isWriteOnly, isRelated: false, documentation };
    return lazyMember(facts, () => this.typeOf(property));
  }
}
