/** Expressions that YAML took apart: inside { } and [ ] each comma ends an entry, also within the brackets of a function. */
import { isCollection, isPair, isScalar, type Pair, type ParsedNode } from 'yaml';

type Item = ParsedNode | Pair<ParsedNode, ParsedNode | null>;

function endOf(item: Item): number {
  if (!isPair(item)) return item.range[1];
  const { key, value } = item;
  // A key without a value has an empty value whose place is after the comma.
  return value === null || (isScalar(value) && value.source === '') ? key.range[1] : value.range[1];
}

/** How many round brackets are open at the end of a text, quoted texts aside. Below zero when one too many is closed. */
function open(text: string): number {
  const bare = text.replaceAll(/"[^"]*"|'[^']*'/g, '');
  return bare.split('(').length - bare.split(')').length;
}

/**
 * The source text of an expression that begins in a plain scalar with an open bracket and is closed in one of the entries after
 * it, and how many of these it takes. Undefined when nothing was split here.
 */
export function rejoin(
  first: ParsedNode,
  following: readonly Item[],
  text: string,
): { readonly text: string; readonly taken: number } | undefined {
  if (!isScalar(first) || first.type !== 'PLAIN' || open(first.source ?? '') <= 0) return undefined;
  for (const [index, item] of following.entries()) {
    const inner = isPair(item) ? item.value : item;
    // `b: 1` in a list is a map of one pair, without braces of its own.
    if (isCollection(inner) && /[[{]/.test(text.charAt(inner.range[0]))) return undefined;
    const joined = text.slice(first.range[0], endOf(item));
    if (open(joined) === 0) return { text: joined, taken: index + 1 };
  }
  return undefined;
}
