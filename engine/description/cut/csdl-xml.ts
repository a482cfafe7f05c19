/** Cuts `$metadata` in XML: whole elements are left out, and the others stay as they are. */
import { XMLBuilder, XMLParser } from 'fast-xml-parser';
import { isMap, type Members } from '../../base/members.ts';
import type { CsdlNames } from './csdl-names.ts';

const options = {
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
} as const;

const nodes = (value: unknown): readonly Members[] => (Array.isArray(value) ? value.filter(isMap) : []);

/** The element of a node: its name as it is written, and without prefix. */
interface Element {
  readonly tag: string;
  readonly name: string;
  readonly node: Members;
}

function elementOf(node: Members): Element {
  const tag = Object.keys(node).find((key) => key !== ':@') ?? '';
  return { tag, name: tag.split(':').at(-1) ?? '', node };
}

function attribute({ node }: Element, name: string): string {
  const attributes = node[':@'];
  const value = isMap(attributes) ? attributes[name] : undefined;
  return typeof value === 'string' ? value : '';
}

const childrenOf = ({ tag, node }: Element): readonly Element[] => nodes(node[tag]).map(elementOf);

const withChildren = ({ tag, node }: Element, children: readonly Element[]): Element =>
  elementOf({ ...node, [tag]: children.map((one) => one.node) });

/** The elements of a container that stay; bindings to other sets are left out. */
function container(element: Element, names: CsdlNames): Element {
  const kept = childrenOf(element).flatMap((child): readonly Element[] => {
    const name = attribute(child, 'Name');
    switch (child.name) {
      case 'EntitySet':
      case 'Singleton': {
        const parts = childrenOf(child).filter(
          (one) => one.name !== 'NavigationPropertyBinding' || names.sets.has(attribute(one, 'Target')),
        );
        return names.sets.has(name) ? [withChildren(child, parts)] : [];
      }
      case 'FunctionImport':
      case 'ActionImport':
        return names.hasCall(name) ? [child] : [];
      case 'AssociationSet':
        return [];
      default:
        return [child];
    }
  });
  return withChildren(element, kept);
}

function schema(element: Element, names: CsdlNames): Element | undefined {
  const spaces = ['Namespace', 'Alias'].map((space) => attribute(element, space)).filter((space) => space !== '');
  const qualified = (name: string): readonly string[] => spaces.map((space) => `${space}.${name}`);
  const all = childrenOf(element);
  const imports = all.filter(({ name }) => name === 'EntityContainer').flatMap(childrenOf);
  const kept = all.flatMap((child): readonly Element[] => {
    const own = qualified(attribute(child, 'Name'));
    switch (child.name) {
      case 'EntityType':
      case 'ComplexType':
      case 'EnumType':
      case 'TypeDefinition':
        return names.hasType(...own) ? [child] : [];
      case 'EntityContainer':
        return [container(child, names)];
      case 'Association':
        return childrenOf(child).every((end) => end.name !== 'End' || names.hasType(attribute(end, 'Type')))
          ? [child]
          : [];
      case 'Function':
      case 'Action': {
        const imported = imports.filter((one) => own.includes(attribute(one, child.name)));
        return names.hasCall(...own, ...imported.map((one) => attribute(one, 'Name'))) ? [child] : [];
      }
      case 'Annotations': {
        const [target = '', part] = attribute(child, 'Target').split('/');
        return names.hasType(target) || (part !== undefined && names.sets.has(part)) ? [child] : [];
      }
      default:
        return [];
    }
  });
  return kept.length === 0 ? undefined : withChildren(element, kept);
}

/** The text of a `$metadata` document with the kept names alone. `head`: a comment at its beginning. */
export function cutCsdlXml(text: string, names: CsdlNames, head: string): string {
  const document: unknown = new XMLParser(options).parse(text);
  const cut = (element: Element): readonly Element[] => {
    if (element.name === 'Schema') return [schema(element, names) ?? []].flat();
    return [withChildren(element, childrenOf(element).flatMap(cut))];
  };
  const roots = nodes(document)
    .map(elementOf)
    .filter(({ name }) => name === 'Edmx');
  const builder = new XMLBuilder({ ...options, format: true, indentBy: '  ', suppressEmptyNode: true });
  const written: unknown = builder.build(roots.flatMap(cut).map(({ node }) => node));
  // Two hyphens would end the comment.
  return `<?xml version="1.0" encoding="utf-8"?>\n<!--\n${head.replaceAll('--', '- -')}\n-->\n${String(written).trim()}\n`;
}
