/** Cuts an XML schema: types and elements of other types are left out. */
import { localName } from '../xsd.ts';
import { attribute, childrenOf, type Element, parseElements, withChildren, xmlText } from './xml-element.ts';

/** The text of a schema with these named types alone. `head`: a comment at its beginning. */
export function cutXsd(text: string, types: ReadonlySet<string>, head: string): string {
  const stays = (one: Element): boolean => {
    if (one.name === 'complexType' || one.name === 'simpleType') return types.has(attribute(one, 'name'));
    return one.name !== 'element' || types.has(localName(attribute(one, 'type')));
  };
  const schemas = parseElements(text).filter(({ name }) => name === 'schema');
  return xmlText(
    schemas.map((schema) => withChildren(schema, childrenOf(schema).filter(stays))),
    head,
  );
}
