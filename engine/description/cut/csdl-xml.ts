/** Cuts `$metadata` in XML: whole elements are left out, and the others stay as they are. */
import type { CsdlNames } from './csdl-names.ts';
import { attribute, childrenOf, type Element, parseElements, withChildren, xmlText } from './xml-element.ts';

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
    const qualifiedNames = qualified(attribute(child, 'Name'));
    switch (child.name) {
      case 'EntityType':
      case 'ComplexType':
      case 'EnumType':
      case 'TypeDefinition':
        return names.hasType(...qualifiedNames) ? [child] : [];
      case 'EntityContainer':
        return [container(child, names)];
      case 'Association':
        return childrenOf(child).every((end) => end.name !== 'End' || names.hasType(attribute(end, 'Type')))
          ? [child]
          : [];
      case 'Function':
      case 'Action': {
        const imported = imports.filter((one) => qualifiedNames.includes(attribute(one, child.name)));
        return names.hasCall(...qualifiedNames, ...imported.map((one) => attribute(one, 'Name'))) ? [child] : [];
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
  const cut = (element: Element): readonly Element[] => {
    if (element.name === 'Schema') return [schema(element, names) ?? []].flat();
    return [withChildren(element, childrenOf(element).flatMap(cut))];
  };
  const roots = parseElements(text).filter(({ name }) => name === 'Edmx');
  return xmlText(roots.flatMap(cut), head);
}
