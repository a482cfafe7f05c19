/**
 * Reads the structure of a YAML text by its indentation, brackets and quotes. Unlike a parser it needs no valid YAML: it is for texts that
 * a user is typing. Keys and values keep their offsets in the file.
 */
import type { Path } from '../../../../engine/index.ts';
import type { Span } from '../text/positions.ts';
import type { Entry, ValueStyle } from './entry.ts';
import { closingQuote } from './quotes.ts';
import { scanFlow } from './scan-flow.ts';

/** An open level of indentation. */
interface Level {
  readonly indent: number;
  readonly path: Path;
  readonly isItem: boolean;
}

interface Line {
  readonly start: number;
  /** Without the line break. */
  readonly end: number;
  readonly indent: number;
  readonly isBlank: boolean;
}

function linesIn(text: string): readonly Line[] {
  const lines: Line[] = [];
  let start = 0;
  for (const line of text.split('\n')) {
    const content = line.replace(/\r$/, '');
    const indent = content.length - content.trimStart().length;
    lines.push({ start, end: start + content.length, indent, isBlank: /^\s*(?:#|$)/.test(content) });
    start += line.length + 1;
  }
  return lines;
}

const keyPattern =
  /(?:"((?:[^"\\\n]|\\.)*)"|'((?:[^'\n]|'')*)'|((?![-?](?:\s|$))[^\s"'[\]{}#&*!|>%@`,][^\n]*?))[ \t]*:(?=\s|$)/y;

/** The key that begins at an offset. `after`: the offset behind the colon. */
function keyAt(
  text: string,
  at: number,
): { readonly name: string; readonly span: Span; readonly after: number } | undefined {
  keyPattern.lastIndex = at;
  const match = keyPattern.exec(text);
  if (match === null) return undefined;
  const [whole, double, single, unquoted] = match;
  const name = double ?? single?.replaceAll("''", "'") ?? unquoted ?? '';
  if (unquoted !== undefined && / #/.test(unquoted)) return undefined;
  const start = at + (unquoted === undefined ? 1 : 0);
  const length = (double ?? single ?? unquoted ?? '').length;
  return { name, span: { start, end: start + length }, after: at + whole.length };
}

/** The state of a scan over the lines of a text. */
class Scan {
  readonly entries: Entry[] = [];
  private readonly levels: Level[] = [];
  private readonly items = new Map<string, number>();
  private readonly text: string;
  private readonly lines: readonly Line[];

  constructor(text: string) {
    this.text = text;
    this.lines = linesIn(text);
  }

  run(): readonly Entry[] {
    let index = 0;
    while (index < this.lines.length) {
      const line = this.lines[index];
      index += 1;
      if (line === undefined || line.isBlank || /^(?:---|\.\.\.|%)/.test(this.text.slice(line.start, line.start + 3)))
        continue;
      index = this.line(line, index);
    }
    return this.entries;
  }

  /** Reads the entries that begin on a line. Returns the number of the next line that no value of this line contains. */
  private line(line: Line, next: number): number {
    let at = line.start + line.indent;
    let indent = line.indent;
    for (;;) {
      const isItem = /^-(?:\s|$)/.test(this.text.slice(at, at + 2));
      this.leave(indent, isItem);
      const parent = this.levels.at(-1)?.path ?? [];
      if (!isItem) return this.pair(at, indent, parent, next);
      const count = JSON.stringify(parent);
      const position = this.items.get(count) ?? 0;
      this.items.set(count, position + 1);
      const path = [...parent, position];
      this.levels.push({ indent, path, isItem: true });
      const rest = this.text.slice(at + 1, line.end);
      const blanks = rest.length - rest.trimStart().length;
      if (rest.trim() === '' || rest.trimStart().startsWith('#')) {
        const empty = { start: Math.min(at + 2, line.end), end: line.end };
        this.entries.push({ path, key: undefined, value: empty, style: 'none', indent, flow: false, bare: false });
        return next;
      }
      at += 1 + blanks;
      const isNested = /^-(?:\s|$)/.test(this.text.slice(at, at + 2)) || keyAt(this.text, at) !== undefined;
      if (!isNested) return this.value(path, undefined, at, indent, next);
      indent += 1 + blanks;
    }
  }

  /** Closes the levels that a line with this indentation is not in. */
  private leave(indent: number, isItem: boolean): void {
    for (let level = this.levels.at(-1); level !== undefined; level = this.levels.at(-1)) {
      if (level.indent < indent || (level.indent === indent && isItem && !level.isItem)) return;
      this.levels.pop();
    }
  }

  private pair(at: number, indent: number, parent: Path, next: number): number {
    const keySpot = keyAt(this.text, at);
    if (keySpot === undefined) {
      const end = this.lines[next - 1]?.end ?? this.text.length;
      const owner = this.entries.at(-1);
      const isValue = /^(?:["'{[|>]|\S+[ \t]+[^\s#])/.test(this.text.slice(at, end));
      if (isValue && owner?.style === 'none' && !owner.flow && !owner.bare && owner.indent < indent) {
        this.entries.pop();
        return this.value(owner.path, owner.key, at, owner.indent, next);
      }
      const word = /^[^\s#]*/.exec(this.text.slice(at, end))?.[0] ?? '';
      const key = { start: at, end: at + word.length };
      const value = { start: key.end, end: key.end };
      this.entries.push({ path: [...parent, word], key, value, style: 'none', indent, flow: false, bare: true });
      return next;
    }
    const path = [...parent, keySpot.name];
    this.levels.push({ indent, path, isItem: false });
    return this.value(path, keySpot.span, keySpot.after, indent, next);
  }

  /** Reads the value that begins at an offset. The lines below that are indented more than `indent` belong to it. */
  private value(path: Path, key: Span | undefined, from: number, indent: number, next: number): number {
    const { text, lines } = this;
    const lineEnd = lines[next - 1]?.end ?? text.length;
    const blanks = /^[ \t]*(?:[&!][^\s]+[ \t]*)?/.exec(text.slice(from, lineEnd))?.[0].length ?? 0;
    const at = from + blanks;
    const first = text[at];
    const add = (value: Span, style: ValueStyle): void => {
      this.entries.push({ path, key, value, style, indent, flow: false, bare: false });
    };
    if (at >= lineEnd || first === '#') {
      add({ start: Math.min(from + 1, lineEnd), end: at >= lineEnd ? lineEnd : at }, 'none');
      return next;
    }
    let last = next;
    while (last < lines.length && (lines[last]?.isBlank === true || (lines[last]?.indent ?? 0) > indent)) last += 1;
    if (/^[|>][-+\d]*\s*(?:#|$)/.test(text.slice(at, lineEnd))) {
      // A comment with less indentation ends the text.
      const isInside = (line: Line | undefined): boolean =>
        line !== undefined && (line.indent > indent || text.slice(line.start, line.end).trim() === '');
      let to = next;
      while (to < last && isInside(lines[to])) to += 1;
      while (to > next && lines[to - 1]?.isBlank === true && (lines[to - 1]?.indent ?? 0) <= indent) to -= 1;
      const start = lines[next]?.start ?? text.length;
      add({ start, end: Math.max(start, lines[to - 1]?.end ?? text.length) }, 'block');
      return to;
    }
    while (last > next && lines[last - 1]?.isBlank === true) last -= 1;
    const end = lines[last - 1]?.end ?? lineEnd;
    if (first === '{' || first === '[') {
      const scanned = scanFlow(text, at, end, path, indent);
      add({ start: at, end: scanned.end }, first === '{' ? 'map' : 'list');
      this.entries.push(...scanned.entries);
      return this.lineAfter(scanned.end, next);
    }
    if (first === '"' || first === "'") {
      const close = closingQuote(text, at + 1, end, first);
      add({ start: at + 1, end: close ?? end }, first === '"' ? 'double' : 'single');
      return close === undefined ? last : this.lineAfter(close, next);
    }
    const comment = / #/.exec(text.slice(at, lineEnd));
    if (comment !== null) {
      add({ start: at, end: at + comment.index }, 'plain');
      return next;
    }
    add({ start: at, end: at + text.slice(at, end).trimEnd().length }, 'plain');
    return last;
  }

  /** The number of the line after the one that contains the offset, at least `next`. */
  private lineAfter(offset: number, next: number): number {
    let index = next;
    while (index < this.lines.length && (this.lines[index]?.start ?? 0) <= offset) index += 1;
    return index;
  }
}

/** All keys and values of a text, in its order. */
export function scanYaml(text: string): readonly Entry[] {
  return new Scan(text).run();
}
