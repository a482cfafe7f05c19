/** From YAML nodes to plain values: what the YAML library would convert by itself, with this language's own rules and refusals. */
import { type Alias, isAlias, isMap, isScalar, type ParsedNode, type Scalar, type YAMLMap, type YAMLSeq } from 'yaml';
import type { Code } from '../../diagnostics/codes.ts';
import { rejoin } from './rejoin-expressions.ts';

export interface TreeFault {
  readonly code: Code;
  readonly message: string;
  readonly hint: string;
  /** Offsets into the file's text. */
  readonly start: number;
  readonly end: number;
}

export interface Tree {
  readonly value: unknown;
  readonly faults: readonly TreeFault[];
  /** What the aliases stand for. */
  readonly targets: ReadonlyMap<Alias.Parsed, ParsedNode>;
  /** Nodes that were replaced by the source text that begins where they do, since YAML had read something else into it. */
  readonly rejoined: ReadonlyMap<ParsedNode, string>;
}

const maxDepth = 64;
/** Values that aliases may repeat in one file, all together. A profile that repeats a few reads stays far below. */
const maxRepeated = 10_000;

interface State {
  readonly text: string;
  readonly faults: TreeFault[];
  readonly anchors: Map<string, ParsedNode>;
  readonly targets: Map<Alias.Parsed, ParsedNode>;
  readonly rejoined: Map<ParsedNode, string>;
  /** Finished values and how many nodes they hold. */
  readonly done: Map<ParsedNode, { readonly value: unknown; readonly size: number }>;
  repeated: number;
  size: number;
}

/** The text of a key as it stands in the file, or undefined when the key is no text. */
export function keyText(key: ParsedNode): string | undefined {
  if (!isScalar(key)) return undefined;
  const source = key.source ?? '';
  return source === '' && key.type === 'PLAIN' ? undefined : source;
}

function report(state: State, code: Code, node: ParsedNode, message: string, hint: string): void {
  state.faults.push({ code, message, hint, start: node.range[0], end: node.range[1] });
}

/** Numbers keep their source text unless it is the one way to write them: 001, 1e5 and 1.50 are codes to an ERP. */
function scalarValue(node: Scalar.Parsed): unknown {
  if (typeof node.value !== 'number') return node.value;
  return String(node.value) === node.source && Number.isFinite(node.value) ? node.value : node.source;
}

/** What the alias repeats; undefined when it was refused, so that its key is left out and raises nothing further. */
function readAlias(node: Alias.Parsed, state: State): unknown {
  const target = state.anchors.get(node.source);
  if (target === undefined) {
    const hint = `Write &${node.source} before the value that is meant, above this line; or quote the text.`;
    report(
      state,
      'YAML104',
      node,
      `The alias *${node.source} stands for nothing: no value is marked &${node.source}.`,
      hint,
    );
    return undefined;
  }
  const finished = state.done.get(target);
  if (finished === undefined) {
    report(
      state,
      'YAML105',
      node,
      `The alias *${node.source} stands inside the value that it repeats.`,
      'Write the value out.',
    );
    return undefined;
  }
  state.targets.set(node, target);
  const before = state.repeated;
  state.repeated += finished.size;
  state.size += finished.size;
  if (before <= maxRepeated && state.repeated > maxRepeated) {
    const message = `The aliases of this file repeat more than ${maxRepeated} values.`;
    report(state, 'YAML105', node, message, 'Write shared SQL as a part, and repeat the rest by hand.');
  }
  return state.repeated > maxRepeated ? undefined : finished.value;
}

/** The key of a pair, or undefined when it was refused (which is then reported). */
function readKey(key: ParsedNode, seen: Map<string, ParsedNode>, state: State): string | undefined {
  const name = keyText(key);
  if (name === undefined) {
    report(state, 'YAML111', key, 'This key is no text.', 'Quote it when its characters are meant literally.');
    return undefined;
  }
  if (isScalar(key) && key.tag !== undefined) refuseTag(key, key.tag, state);
  if (name === '<<') {
    report(
      state,
      'YAML107',
      key,
      'The merge key << is not part of the language.',
      'Repeat the keys; shared SQL can be a part.',
    );
    return undefined;
  }
  if (name === '__proto__') {
    report(state, 'YAML110', key, 'The key "__proto__" cannot be used.', 'Choose another name.');
    return undefined;
  }
  const first = seen.get(name);
  if (first !== undefined) {
    const line = state.text.slice(0, first.range[0]).split('\n').length;
    const hint = 'Remove one of them, or put their contents together.';
    report(state, 'YAML103', key, `The key "${name}" stands twice in this map, first on line ${line}.`, hint);
    return undefined;
  }
  seen.set(name, key);
  return name;
}

function readMap(node: YAMLMap.Parsed, depth: number, state: State): unknown {
  const value: Record<string, unknown> = {};
  const seen = new Map<string, ParsedNode>();
  const { items } = node;
  for (let index = 0; index < items.length; index += 1) {
    const pair = items[index];
    if (pair === undefined) continue;
    const name = readKey(pair.key, seen, state);
    const joined =
      node.flow === true && pair.value !== null ? rejoin(pair.value, items.slice(index + 1), state.text) : undefined;
    const content = pair.value === null ? null : read(pair.value, depth, state, joined?.text);
    if (name !== undefined && content !== undefined) value[name] = content;
    index += joined?.taken ?? 0;
  }
  return value;
}

function readList(node: YAMLSeq.Parsed, depth: number, state: State): unknown {
  const value: unknown[] = [];
  const { items } = node;
  for (let index = 0; index < items.length; index += 1) {
    const item = items[index];
    if (item === undefined) continue;
    // In a flow list, `a: b` is a map of one pair; the library types its items as nodes alone.
    const joined = node.flow === true ? rejoin(item, items.slice(index + 1), state.text) : undefined;
    const content = read(item, depth, state, joined?.text);
    if (content !== undefined) value.push(content);
    index += joined?.taken ?? 0;
  }
  return value;
}

function refuseTag(node: ParsedNode, tag: string, state: State): void {
  const shown = tag.replace('tag:yaml.org,2002:', '!!');
  const written = state.text.lastIndexOf(shown, node.range[0]);
  const start = written === -1 ? node.range[0] : written;
  const message = `The tag ${shown} is not part of the language.`;
  const hint = 'Remove it; quote a value to make it a text.';
  state.faults.push({ code: 'YAML108', message, hint, start, end: start + shown.length });
}

function isBraces(node: ParsedNode, text: string): boolean {
  return isMap(node) && node.flow === true && /^\{\s*\{/.test(text.slice(node.range[0], node.range[1]));
}

/** A text as YAML has it in double quotes. */
const quoted = (text: string): string => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;

/** `joined` is the source text to take in the node's place. */
function read(node: ParsedNode, depth: number, state: State, joined: string | undefined): unknown {
  state.size += 1;
  const before = state.size;
  if ('anchor' in node && node.anchor !== undefined) state.anchors.set(node.anchor, node);
  if (!isAlias(node) && node.tag !== undefined) refuseTag(node, node.tag, state);
  const value = convert(node, depth, state, joined);
  state.done.set(node, { value, size: state.size - before + 1 });
  return value;
}

function convert(node: ParsedNode, depth: number, state: State, joined: string | undefined): unknown {
  const [start, end] = node.range;
  if (joined !== undefined) {
    const hint = `Quote the whole expression: ${quoted(joined)}.`;
    const message = 'YAML splits this expression at its comma, since it stands in { } or [ ] without quotes.';
    state.faults.push({ code: 'MAP109', message, hint, start, end: start + joined.length });
    state.rejoined.set(node, joined);
    return joined;
  }
  if (isAlias(node)) return readAlias(node, state);
  if (isScalar(node)) return scalarValue(node);
  if (isBraces(node, state.text)) {
    const source = state.text.slice(start, end);
    report(
      state,
      'MAP108',
      node,
      'YAML reads {{ }} without quotes as a map.',
      `Quote the whole text: ${quoted(source)}.`,
    );
    state.rejoined.set(node, source);
    return source;
  }
  if (depth >= maxDepth) {
    report(
      state,
      'YAML112',
      node,
      `The file is nested deeper than ${maxDepth} levels.`,
      'Look for a bracket that is repeated by mistake.',
    );
    return null;
  }
  return isMap(node) ? readMap(node, depth + 1, state) : readList(node, depth + 1, state);
}

/** Reads a document's nodes. Faults do not end it: what is refused is left out or null, so that all is found in one go. */
export function readTree(root: ParsedNode, text: string): Tree {
  const state: State = {
    text,
    faults: [],
    anchors: new Map(),
    targets: new Map(),
    rejoined: new Map(),
    done: new Map(),
    repeated: 0,
    size: 0,
  };
  const value = read(root, 0, state, undefined);
  return { value, faults: state.faults, targets: state.targets, rejoined: state.rejoined };
}
