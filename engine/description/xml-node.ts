/** Elements of an XML document, as the parser gives them: children by their names without prefix, attributes with `@`. */
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { isMap, type Members } from '../base/members.ts';
import { DescriptionFault } from './model.ts';

export type XmlNode = Members;

/** Parses a document. Only the five entities of XML are expanded. Throws `DescriptionFault` with the line of a syntax error. */
export function parseXml(text: string): XmlNode {
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    removeNSPrefix: true,
    parseAttributeValue: false,
    parseTagValue: false,
    // A blank can be the value of an enumeration.
    trimValues: false,
    processEntities: true,
    htmlEntities: false,
  });
  try {
    const document: unknown = parser.parse(text);
    if (isMap(document)) return document;
  } catch {
    // The validator below says where.
  }
  const fault = XMLValidator.validate(text);
  throw new DescriptionFault(
    fault === true ? 'it is no XML' : `it is no XML: line ${fault.err.line}: ${fault.err.msg}`,
  );
}

/** The child elements of a name, in their order. */
export function children(node: unknown, name: string): readonly XmlNode[] {
  const member = isMap(node) ? node[name] : undefined;
  // An element without attributes and children is a text.
  return (Array.isArray(member) ? member : [member]).flatMap((one: unknown) =>
    isMap(one) ? [one] : typeof one === 'string' ? [{ '#text': one }] : [],
  );
}

/** The text inside of an element. */
export const elementText = (node: XmlNode): string => {
  const value = node['#text'];
  return typeof value === 'string' ? value.trim() : '';
};

/** An attribute; undefined where the element does not have it. */
export function attribute(node: XmlNode, name: string): string | undefined {
  const value = node[`@${name}`];
  return typeof value === 'string' ? value : undefined;
}

/** An attribute that the format requires; empty where it is missing. */
export const required = (node: XmlNode, name: string): string => attribute(node, name) ?? '';
