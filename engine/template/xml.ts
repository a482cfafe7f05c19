/** XML bodies: a JSON-like tree with `@name` for attributes and `#text` for text. */
import { XMLBuilder } from 'fast-xml-parser';
import { ExactNumber } from '../base/exact-number.ts';
import type { Tree } from './tree.ts';
import { UnfitValue } from './value.ts';

/** Line breaks and tabs are written as character references, so that parsers preserve them, also in attributes. */
const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '\r': '&#13;',
  '\n': '&#10;',
  '\t': '&#9;',
};

/** Texts are escaped before, because the builder does not escape line breaks. */
const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  suppressBooleanAttributes: false,
  processEntities: false,
});

/** Valid names of elements, attributes and text. */
const nodeName = /^(?:#text|@?[\p{L}_][\p{L}\p{N}_.:-]*)$/u;

/** Characters that XML 1.0 cannot contain in any notation (production 2, Char). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is these that are looked for
const impossible = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;

type Node = string | readonly Node[] | { readonly [name: string]: Node };

function nodeOf(tree: Tree): Node {
  if (tree === null) return '';
  if (tree instanceof ExactNumber) return tree.text;
  if (Array.isArray(tree)) return tree.map(nodeOf);
  if (typeof tree === 'object') return mapOf(tree);
  const text = String(tree);
  if (impossible.test(text) || !text.isWellFormed())
    throw new UnfitValue('a text with control characters has no place in XML');
  return text.replaceAll(/[&<>"'\r\n\t]/g, (sign) => references[sign] ?? sign);
}

function mapOf(tree: object): Node {
  const entries = Object.entries(tree);
  const wrong = entries.find(([name]) => !nodeName.test(name));
  if (wrong !== undefined) throw new UnfitValue(`"${wrong[0]}" is no name of an element`);
  return Object.fromEntries(entries.map(([name, item]) => [name, nodeOf(item)]));
}

/** An XML document with its declaration (UTF-8). Throws `UnfitValue` for a name or a character that XML 1.0 does not allow. */
export function xmlOf(tree: Tree): string {
  return `<?xml version="1.0" encoding="UTF-8"?>${builder.build(nodeOf(tree))}`;
}
