/** Keys, values and descriptions at a path of the editor schema. */
import { isMap } from '../../../../engine/host/index.ts';
import type { Field, Path } from '../../../../engine/index.ts';

type SchemaNode = Readonly<Record<string, unknown>>;

export interface KnownKey {
  readonly name: string;
  /** Markdown. */
  readonly description: string | undefined;
  readonly required: boolean;
  /** The form of its value. */
  readonly form: 'map' | 'list' | 'text';
}

interface Snippet {
  readonly label: string;
  readonly description: string;
  /** Keys and values as YAML text with placeholders. */
  readonly body: unknown;
}

export interface SchemaLookup {
  /** The keys of the map at a path. `texts`: the values that the keys there have, as far as they are texts. */
  keys(path: Path, texts: ReadonlyMap<string, string>): readonly KnownKey[];
  /** The values that a text at a path can have. */
  values(path: Path): readonly string[];
  description(path: Path): string | undefined;
  snippets(path: Path): readonly Snippet[];
  /** The field of the contract that the key at a path names, in a file with cases. */
  field?(path: Path): Field | undefined;
  /** Markdown about the value at a path, if it is a name of the contract. */
  valueMeaning?(path: Path, value: string): string | undefined;
}

const membersOf = (value: unknown): readonly (readonly [string, unknown])[] =>
  isMap(value) ? Object.entries(value) : [];
const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => ['string', 'number', 'boolean'].includes(typeof one)).map(String) : [];

/** A lookup in a schema, or in a part of it: `then` is the schema of an overlay, `else` that of another profile. */
export function schemaLookup(schema: object, part?: 'then' | 'else'): SchemaLookup {
  const root: SchemaNode = isMap(schema) ? schema : {};
  const definitions = isMap(root.definitions) ? root.definitions : {};
  const start = part === undefined ? root : root[part];

  /** The node at a JSON pointer. */
  function resolved(reference: unknown): unknown {
    if (typeof reference !== 'string') return undefined;
    const name = /^#\/definitions\/([^/]+)$/.exec(reference)?.[1];
    if (name !== undefined) return definitions[name];
    let node: unknown = root;
    for (const segment of reference.slice(2).split('/')) {
      const key = segment.replaceAll('~1', '/').replaceAll('~0', '~');
      node = Array.isArray(node) ? node[Number(key)] : isMap(node) ? node[key] : undefined;
    }
    return node;
  }

  /** The schema and all schemas that apply together with it or instead of it. */
  function alternatives(node: unknown, depth = 0): readonly SchemaNode[] {
    if (!isMap(node) || depth > 12) return [];
    const inner = ['allOf', 'anyOf', 'oneOf'].flatMap((key) => {
      const list: unknown = node[key];
      return Array.isArray(list) ? list.flatMap((one) => alternatives(one, depth + 1)) : [];
    });
    return [node, ...inner, ...alternatives(resolved(node.$ref), depth + 1)];
  }

  function member(node: SchemaNode, segment: string | number): readonly unknown[] {
    if (typeof segment === 'number') return [node.items];
    if (isMap(node.properties) && Object.hasOwn(node.properties, segment)) return [node.properties[segment]];
    const matching = membersOf(node.patternProperties).filter(([pattern]) => new RegExp(pattern).test(segment));
    return matching.length > 0 ? matching.map(([, one]) => one) : [node.additionalProperties];
  }

  function at(path: Path): readonly SchemaNode[] {
    let nodes = alternatives(start);
    for (const segment of path)
      nodes = [...new Set(nodes.flatMap((node) => member(node, segment).flatMap((one) => alternatives(one))))];
    return nodes;
  }

  /** Whether a map with these keys can be meant by the schema. */
  function fits(node: SchemaNode, texts: ReadonlyMap<string, string>): boolean {
    if (!isMap(node.properties)) return true;
    for (const [key, text] of texts) {
      const propertySchema = Object.hasOwn(node.properties, key) ? node.properties[key] : undefined;
      if (propertySchema === undefined && node.additionalProperties === false) return false;
      if (
        isMap(propertySchema) &&
        propertySchema.const !== undefined &&
        text !== '' &&
        String(propertySchema.const) !== text
      )
        return false;
    }
    return true;
  }

  function formOf(node: unknown): KnownKey['form'] {
    const all = alternatives(node);
    const types = new Set(all.flatMap(({ type }) => (Array.isArray(type) ? type : [type])));
    if (types.has('string')) return 'text';
    if (types.has('object') || all.some((one) => isMap(one.properties))) return 'map';
    return types.has('array') ? 'list' : 'text';
  }

  const described = (nodes: readonly SchemaNode[]): string | undefined => {
    const text = nodes.find(({ description }) => typeof description === 'string');
    const description = text?.markdownDescription ?? text?.description;
    return typeof description === 'string' ? description : undefined;
  };

  return {
    keys(path, texts) {
      const all = at(path);
      const fitting = all.filter((node) => fits(node, texts));
      const keysByName = new Map<string, KnownKey>();
      for (const node of fitting.length > 0 ? fitting : all) {
        const required = textsOf(node.required);
        for (const [name, property] of membersOf(node.properties)) {
          const before = keysByName.get(name);
          keysByName.set(name, {
            name,
            description: before?.description ?? described(alternatives(property)),
            required: before?.required === true || required.includes(name),
            form: before !== undefined && before.form !== 'text' ? before.form : formOf(property),
          });
        }
      }
      return [...keysByName.values()];
    },
    values: (path) => [
      ...new Set(
        at(path).flatMap((node) => [
          ...textsOf(node.enum),
          ...textsOf([node.const]),
          ...(node.type === 'boolean' ? ['true', 'false'] : []),
        ]),
      ),
    ],
    description: (path) => described(at(path)),
    snippets: (path) =>
      at(path).flatMap(({ defaultSnippets }) => {
        const list: readonly unknown[] = Array.isArray(defaultSnippets) ? defaultSnippets : [];
        return list.flatMap((one): Snippet[] =>
          isMap(one) ? [{ label: String(one.label), description: String(one.description ?? ''), body: one.body }] : [],
        );
      }),
  };
}
