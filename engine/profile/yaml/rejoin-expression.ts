/** Restores expressions that YAML split: inside { } and [ ], every comma ends an entry, even between the parentheses of a function call. */
import { isCollection, isPair, isScalar, type Pair, type ParsedNode } from 'yaml';

/** In a flow list, `a: b` is a map of one pair; the YAML library types list items as nodes only. */
type Entry = ParsedNode | Pair<ParsedNode, ParsedNode | null>;

function endOf(entry: Entry): number {
  if (!isPair(entry)) return entry.range[1];
  const { key, value } = entry;
  // The empty value of a key without a value is located after the comma.
  return value === null || (isScalar(value) && value.source === '') ? key.range[1] : value.range[1];
}

/** Number of parentheses that are open at the end of a text, without those in quotes. Negative if too many are closed. */
function openParentheses(text: string): number {
  const unquoted = text.replaceAll(/"[^"]*"|'[^']*'/g, '');
  return unquoted.split('(').length - unquoted.split(')').length;
}

/**
 * The source text of an expression that begins in the plain scalar `first` with an open parenthesis and ends in one of the following
 * entries, and the number of those entries. Undefined if no expression was split.
 */
export function rejoinExpression(
  first: ParsedNode,
  following: readonly Entry[],
  text: string,
): { readonly text: string; readonly followingEntries: number } | undefined {
  if (!isScalar(first) || first.type !== 'PLAIN' || openParentheses(first.source ?? '') <= 0) return undefined;
  for (const [index, entry] of following.entries()) {
    const inner = isPair(entry) ? entry.value : entry;
    // A collection with brackets is not part of an expression. `b: 1` in a list is a collection without brackets.
    if (isCollection(inner) && /[[{]/.test(text.charAt(inner.range[0]))) return undefined;
    const expression = text.slice(first.range[0], endOf(entry));
    if (openParentheses(expression) === 0) return { text: expression, followingEntries: index + 1 };
  }
  return undefined;
}
