/** Compares constant texts of an expression with the values of an enumeration: a value that never occurs is a mistake without an error. */
import type { InferenceScope } from './infer-path-type.ts';
import { isNode, type Node, nodesOf, rangeOf } from './syntax-tree.ts';
import { enumerationOf, type ValueType } from './value-type.ts';

/** The constant texts in a part of an expression: the part itself, or the items of an array. */
const textsIn = (node: unknown): readonly Node[] => {
  if (!isNode(node)) return [];
  if (node.type === 'string') return [node];
  return node.type === 'unary' && node.value === '[' ? nodesOf(node.expressions).flatMap(textsIn) : [];
};

/** Checks `type = 'text'` and `type in ['text', …]`. */
export function checkCompared(type: ValueType, other: unknown, { faults }: InferenceScope): void {
  const values = enumerationOf(type);
  if (values === undefined) return;
  for (const node of textsIn(other)) {
    const name = String(node.value);
    if (!values.includes(name)) faults.push({ kind: 'value', name, offset: rangeOf(node).offset, among: values });
  }
}

/** Checks `$contains(type, 'text')`, which selects values of an enumeration by a part of their names. */
export function checkContains(type: ValueType, other: unknown, { faults }: InferenceScope): void {
  const values = enumerationOf(type);
  if (values === undefined) return;
  for (const node of textsIn(other)) {
    const name = String(node.value);
    const matching = values.filter((value) => value.includes(name));
    if (matching.length < values.length)
      faults.push({ kind: 'part', name, offset: rangeOf(node).offset, among: values, matching });
  }
}
