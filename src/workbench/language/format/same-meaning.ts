/** Whether two YAML texts have the same tokens and comments in the same order, and the same values. */
import { type Document, isAlias, isMap, isScalar, isSeq, type ParsedNode } from 'yaml';
import { readTokens } from './tokens.ts';

/** Values with their anchors, as nested lists that can be written as JSON. */
function valuesIn(node: unknown): unknown {
  if (isAlias(node)) return ['alias', node.source];
  if (isMap(node)) return ['map', node.anchor, node.items.map(({ key, value }) => [valuesIn(key), valuesIn(value)])];
  if (isSeq(node)) return ['list', node.anchor, node.items.map(valuesIn)];
  return isScalar(node) ? [typeof node.value, node.anchor, node.tag, String(node.value)] : null;
}

/** A text of several lines is compared by its value. */
const tokensIn = (text: string): readonly string[] =>
  readTokens(text).tokens.map(({ kind, source }) =>
    kind === 'block-text' || source.includes('\n') ? kind : `${kind} ${source.trimEnd()}`,
  );

type ParsedText = readonly [text: string, document: Document.Parsed<ParsedNode>];

/** Both documents are without errors. */
export function haveSameMeaning([text, document]: ParsedText, [other, otherDocument]: ParsedText): boolean {
  const isSame = (one: unknown, another: unknown): boolean => JSON.stringify(one) === JSON.stringify(another);
  return (
    isSame(tokensIn(text), tokensIn(other)) && isSame(valuesIn(document.contents), valuesIn(otherDocument.contents))
  );
}
