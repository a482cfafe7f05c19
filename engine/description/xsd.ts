/** The named parts of XML schemas (W3C XML Schema 1.0). Several files are one schema: names are compared without their namespaces. */
import { attribute, children, required, type XmlNode } from './xml-node.ts';

type Named = ReadonlyMap<string, XmlNode>;

export interface Xsd {
  readonly elements: Named;
  readonly types: Named;
  readonly groups: Named;
  readonly attributes: Named;
  readonly attributeGroups: Named;
  /** By the name of an element: those that may stand in its place. */
  readonly substitutes: ReadonlyMap<string, readonly string[]>;
  /** Elements that stand in the place of no other one. */
  readonly documents: readonly XmlNode[];
  /** Names of types that others extend. */
  readonly bases: ReadonlySet<string>;
}

/** A qualified name without its prefix. */
export const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

function named(schemas: readonly XmlNode[], ...kinds: readonly string[]): Named {
  const nodes = schemas.flatMap((schema) => kinds.flatMap((kind) => children(schema, kind)));
  // The first one counts, as in the order of the files.
  return new Map(nodes.toReversed().map((node) => [required(node, 'name'), node]));
}

/** The base of a type that extends or restricts another one. */
export function derivation(type: XmlNode): { readonly node: XmlNode; readonly isExtension: boolean } | undefined {
  const content = [...children(type, 'complexContent'), ...children(type, 'simpleContent')];
  const [extension] = content.flatMap((one) => children(one, 'extension'));
  const [restriction] = content.flatMap((one) => children(one, 'restriction'));
  const node = extension ?? restriction;
  return node && { node, isExtension: extension !== undefined };
}

/** The root element of a document that is a schema; undefined for another document. */
export const schemaOf = (document: XmlNode): XmlNode | undefined => children(document, 'schema')[0];

/** Reads schemas. */
export function readXsd(schemas: readonly XmlNode[]): Xsd {
  const elements = named(schemas, 'element');
  const substitutes = new Map<string, readonly string[]>();
  for (const [name, node] of elements) {
    const head = attribute(node, 'substitutionGroup');
    if (head !== undefined) substitutes.set(localName(head), [...(substitutes.get(localName(head)) ?? []), name]);
  }
  const types = named(schemas, 'complexType', 'simpleType');
  const bases = [...types.values()].flatMap((type) => attribute(derivation(type)?.node ?? {}, 'base') ?? []);
  return {
    elements,
    documents: [...elements.values()].filter((node) => attribute(node, 'substitutionGroup') === undefined),
    types,
    groups: named(schemas, 'group'),
    attributes: named(schemas, 'attribute'),
    attributeGroups: named(schemas, 'attributeGroup'),
    substitutes,
    bases: new Set(bases.map(localName)),
  };
}
