/** Converts YAML nodes to plain values, with the rules of the profile language instead of those of the YAML library. */
import { type Alias, isAlias, isMap, isScalar, type ParsedNode, type Scalar, type YAMLMap, type YAMLSeq } from 'yaml';
import { rejoinExpression } from './rejoin-expression.ts';
import type { TextFault } from './text-fault.ts';

export interface ConvertedNodes {
  readonly value: unknown;
  readonly faults: readonly TextFault[];
  /** The nodes that aliases refer to. */
  readonly targets: ReadonlyMap<Alias.Parsed, ParsedNode>;
  /** Nodes that were replaced by source text, because YAML had split or misread it. The text begins where the node begins. */
  readonly rejoined: ReadonlyMap<ParsedNode, string>;
}

const maxDepth = 64;
/** Maximum number of values that all aliases of a file repeat. A profile that repeats a few reads stays far below it. */
const maxRepeated = 10_000;
/** Maximum number of faults of a file that are reported. The search for their causes would take minutes for a file that consists of them. */
const maxFaults = 100;
/** Maximum number of entries that one split expression continues in. */
const maxPieces = 100;

interface State {
  readonly text: string;
  readonly faults: TextFault[];
  readonly anchors: Map<string, ParsedNode>;
  readonly targets: Map<Alias.Parsed, ParsedNode>;
  readonly rejoined: Map<ParsedNode, string>;
  /** Finished values and the number of nodes in them. */
  readonly finished: Map<ParsedNode, { readonly value: unknown; readonly size: number }>;
  /** Number of values that aliases have repeated so far. */
  repeated: number;
  /** Number of nodes that were converted so far. */
  size: number;
}

/** The source text of a key; undefined if the key is not a text. */
export function keyText(key: ParsedNode): string | undefined {
  if (!isScalar(key)) return undefined;
  const source = key.source ?? '';
  return source === '' && key.type === 'PLAIN' ? undefined : source;
}

const hasRoom = ({ faults }: State): boolean => faults.length < maxFaults;

function report(state: State, node: ParsedNode, fault: Omit<TextFault, 'start' | 'end'>): undefined {
  if (hasRoom(state)) state.faults.push({ ...fault, start: node.range[0], end: node.range[1] });
}

/** Numbers in an unusual notation keep their source text: 001, 1e5 and 1.50 are codes of an ERP. */
function scalarValue(node: Scalar.Parsed): unknown {
  if (typeof node.value !== 'number') return node.value;
  return String(node.value) === node.source && Number.isFinite(node.value) ? node.value : node.source;
}

/** The value that the alias refers to; undefined if the alias was rejected, so that its key is omitted and causes no further findings. */
function convertAlias(node: Alias.Parsed, state: State): unknown {
  const target = state.anchors.get(node.source);
  if (target === undefined) {
    const message = `The alias *${node.source} has no anchor: no value above is marked &${node.source}.`;
    const hint = `Mark the intended value above this line with &${node.source}, or quote the text.`;
    return report(state, node, { code: 'YAML104', message, hint });
  }
  const finished = state.finished.get(target);
  if (finished === undefined) {
    const message = `The alias *${node.source} is inside the value that it refers to.`;
    return report(state, node, { code: 'YAML105', message, hint: 'Write the value out.' });
  }
  state.targets.set(node, target);
  const before = state.repeated;
  state.repeated += finished.size;
  state.size += finished.size;
  if (before <= maxRepeated && state.repeated > maxRepeated) {
    const message = `The aliases of this file repeat more than ${maxRepeated} values.`;
    report(state, node, { code: 'YAML105', message, hint: 'Move shared SQL into a part, and write the rest out.' });
  }
  return state.repeated > maxRepeated ? undefined : finished.value;
}

/** The key of a pair; undefined if it was rejected and reported. */
function convertKey(key: ParsedNode, seen: Map<string, ParsedNode>, state: State): string | undefined {
  const name = keyText(key);
  if (name === undefined) {
    const hint = 'Quote it if its characters are meant literally.';
    return report(state, key, { code: 'YAML111', message: 'This key is not a text.', hint });
  }
  if (isScalar(key) && key.tag !== undefined) rejectTag(key, key.tag, state);
  if (name === '<<') {
    const hint = 'Repeat the keys. Shared SQL can be a part.';
    return report(state, key, { code: 'YAML107', message: 'The merge key << is not supported.', hint });
  }
  if (name === '__proto__') {
    const message = 'The key "__proto__" cannot be used.';
    return report(state, key, { code: 'YAML110', message, hint: 'Choose another name.' });
  }
  const first = seen.get(name);
  if (first !== undefined) {
    if (!hasRoom(state)) return undefined;
    const line = state.text.slice(0, first.range[0]).split('\n').length;
    const message = `The key "${name}" is a duplicate; it is first used on line ${line}.`;
    return report(state, key, { code: 'YAML103', message, hint: 'Remove one of them, or merge their contents.' });
  }
  seen.set(name, key);
  return name;
}

function convertMap(node: YAMLMap.Parsed, depth: number, state: State): unknown {
  const value: Record<string, unknown> = {};
  const seen = new Map<string, ParsedNode>();
  const { items } = node;
  for (let index = 0; index < items.length; index += 1) {
    const pair = items[index];
    if (pair === undefined) continue;
    const name = convertKey(pair.key, seen, state);
    const expression =
      node.flow === true && pair.value !== null && hasRoom(state)
        ? rejoinExpression(pair.value, items.slice(index + 1, index + 1 + maxPieces), state.text)
        : undefined;
    const content = pair.value === null ? null : convert(pair.value, depth, state, expression?.text);
    if (name !== undefined && content !== undefined) value[name] = content;
    index += expression?.followingEntries ?? 0;
  }
  return value;
}

function convertList(node: YAMLSeq.Parsed, depth: number, state: State): unknown {
  const value: unknown[] = [];
  const { items } = node;
  for (let index = 0; index < items.length; index += 1) {
    const item = items[index];
    if (item === undefined) continue;
    const isSearched = node.flow === true && hasRoom(state);
    const expression = isSearched
      ? rejoinExpression(item, items.slice(index + 1, index + 1 + maxPieces), state.text)
      : undefined;
    const content = convert(item, depth, state, expression?.text);
    if (content !== undefined) value.push(content);
    index += expression?.followingEntries ?? 0;
  }
  return value;
}

function rejectTag(node: ParsedNode, tag: string, state: State): void {
  if (!hasRoom(state)) return;
  const name = tag.replace('tag:yaml.org,2002:', '!!');
  const written = state.text.lastIndexOf(name, node.range[0]);
  const start = written === -1 ? node.range[0] : written;
  const message = `The tag ${name} is not supported.`;
  const hint = 'Remove the tag. Quote the value if a text is meant.';
  state.faults.push({ code: 'YAML108', message, hint, start, end: start + name.length });
}

/** Whether the node is an unquoted `{{ ... }}`, which YAML reads as a map in a map. */
function isDoubleBraces(node: ParsedNode, text: string): boolean {
  return isMap(node) && node.flow === true && /^\{\s*\{/.test(text.slice(node.range[0], node.range[1]));
}

/** A text in the double quotes of YAML. */
const quoted = (text: string): string => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;

/** `expression` is the source text to use instead of the node. */
function convert(node: ParsedNode, depth: number, state: State, expression: string | undefined): unknown {
  state.size += 1;
  const before = state.size;
  if ('anchor' in node && node.anchor !== undefined) state.anchors.set(node.anchor, node);
  if (!isAlias(node) && node.tag !== undefined) rejectTag(node, node.tag, state);
  const value = expression === undefined ? convertNode(node, depth, state) : splitExpression(node, expression, state);
  state.finished.set(node, { value, size: state.size - before + 1 });
  return value;
}

function splitExpression(node: ParsedNode, expression: string, state: State): string {
  const [start] = node.range;
  const message = 'YAML splits this expression at the comma, because it is inside { } or [ ] without quotes.';
  const hint = `Quote the whole expression: ${quoted(expression)}.`;
  const replacement = quoted(expression);
  state.faults.push({ code: 'MAP109', message, hint, replacement, start, end: start + expression.length });
  state.rejoined.set(node, expression);
  return expression;
}

function convertNode(node: ParsedNode, depth: number, state: State): unknown {
  if (isAlias(node)) return convertAlias(node, state);
  if (isScalar(node)) return scalarValue(node);
  if (isDoubleBraces(node, state.text)) {
    const source = state.text.slice(node.range[0], node.range[1]);
    const hint = `Quote the whole text: ${quoted(source)}.`;
    report(state, node, { code: 'MAP108', message: 'Without quotes, YAML reads {{ }} as a map.', hint });
    state.rejoined.set(node, source);
    return source;
  }
  if (depth >= maxDepth) {
    const message = `The file is nested deeper than ${maxDepth} levels.`;
    report(state, node, { code: 'YAML112', message, hint: 'Look for a bracket that is repeated by mistake.' });
    return null;
  }
  return isMap(node) ? convertMap(node, depth + 1, state) : convertList(node, depth + 1, state);
}

/** Converts the nodes of a document. Rejected nodes are omitted or null and do not end the conversion, so that all faults are found. */
export function convertNodes(root: ParsedNode, text: string): ConvertedNodes {
  const state: State = {
    text,
    faults: [],
    anchors: new Map(),
    targets: new Map(),
    rejoined: new Map(),
    finished: new Map(),
    repeated: 0,
    size: 0,
  };
  const value = convert(root, 0, state, undefined);
  return { value, faults: state.faults, targets: state.targets, rejoined: state.rejoined };
}
