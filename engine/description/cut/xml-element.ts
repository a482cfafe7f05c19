/** Elements of an XML document in their order, to write it again without some of them. Comments are left out. */
import { XMLBuilder, XMLParser } from 'fast-xml-parser';
import { isMap, type Members } from '../../base/members.ts';

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
export interface Element {
  readonly tag: string;
  readonly name: string;
  readonly node: Members;
}

function elementOf(node: Members): Element {
  const tag = Object.keys(node).find((key) => key !== ':@') ?? '';
  return { tag, name: tag.split(':').at(-1) ?? '', node };
}

/** The value of an attribute; empty where it is missing. */
export function attribute({ node }: Element, name: string): string {
  const attributes = node[':@'];
  const value = isMap(attributes) ? attributes[name] : undefined;
  return typeof value === 'string' ? value : '';
}

/** The elements inside of an element, in their order. */
export const childrenOf = ({ tag, node }: Element): readonly Element[] => nodes(node[tag]).map(elementOf);

/** The element with other elements inside. */
export const withChildren = ({ tag, node }: Element, children: readonly Element[]): Element =>
  elementOf({ ...node, [tag]: children.map((one) => one.node) });

/** The elements at the root of a document. */
export const parseElements = (text: string): readonly Element[] =>
  nodes(new XMLParser(options).parse(text)).map(elementOf);

/** The text of a document. `head`: a comment at its beginning. */
export function xmlText(roots: readonly Element[], head: string): string {
  const builder = new XMLBuilder({ ...options, format: true, indentBy: '  ', suppressEmptyNode: true });
  const written: unknown = builder.build(roots.map(({ node }) => node));
  // Two hyphens would end the comment.
  return `<?xml version="1.0" encoding="utf-8"?>\n<!--\n${head.replaceAll('--', '- -')}\n-->\n${String(written).trim()}\n`;
}
