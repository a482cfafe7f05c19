/**
 * Parses a large JSON text in turns. A native parse of 32 MiB would stop all other requests for half a second. The text is cut into slices
 * between the items of its large lists and objects; each slice is parsed by `parseAnswer`.
 */
import { type ParsedAnswer, parseAnswer } from './exact-number.ts';
import { endOfString } from './json-scan.ts';
import { setMember } from './members.ts';
import { Turn } from './turn.ts';
import { withoutEnd } from './without-end.ts';

/** Characters that are parsed at once, which takes two to four milliseconds. */
const slice = 512 * 1024;

const codeOf = (character: string): number => character.charCodeAt(0);
const quote = codeOf('"');
const comma = codeOf(',');
const openBracket = codeOf('[');
const closeBracket = codeOf(']');
const openBrace = codeOf('{');
const closeBrace = codeOf('}');

/** Lists and objects inside each other, as for texts that are parsed at once. */
const maxDepth = 100;

/** A list or object whose items are parsed slice by slice. */
interface Open {
  readonly isList: boolean;
  readonly list: unknown[];
  readonly object: Record<string, unknown>;
  /** The offset of the first item that is not parsed. */
  from: number;
  /** A comma is before `from`: an item has to follow. */
  needsItem: boolean;
  /** The item before `from` was parsed as a separate list or object: a comma has to follow. */
  needsComma: boolean;
}

class NotJson extends Error {}

/** Parses JSON as `parseAnswer` does, and lets other requests run meanwhile. `size`: characters that are parsed at once. Never rejects. */
export async function parseInTurns(text: string, size = slice): Promise<ParsedAnswer> {
  if (text.length <= size) return parseAnswer(text);
  const builder = new Builder(text, size);
  const turn = new Turn();
  try {
    while (builder.advance()) if (turn.isSpent()) await turn.next();
    return { ok: true, body: builder.root, isPlain: builder.isPlain };
  } catch (error) {
    if (!(error instanceof NotJson)) throw error;
    return { ok: false, why: builder.isTooDeep ? 'too deep' : 'invalid' };
  }
}

class Builder {
  readonly #text: string;
  readonly #size: number;
  /** The lists and objects whose items are parsed slice by slice; each is an item of the one before it. */
  readonly #open: Open[] = [];
  /** Offsets of the open brackets at each depth, and of the current item there. */
  readonly #brackets: number[] = [];
  readonly #items: number[] = [];
  #at = 0;
  isTooDeep = false;
  isPlain = true;
  root: unknown;

  constructor(text: string, size: number) {
    this.#text = text;
    this.#size = size;
  }

  /** Reads the next slice. False at the end of the text. Throws `NotJson`. */
  advance(): boolean {
    const { length } = this.#text;
    const end = Math.min(length, this.#at + this.#size);
    while (this.#at < end) {
      const at = this.#at;
      const code = this.#text.charCodeAt(at);
      if (code === quote) this.#at = endOfString(this.#text, at);
      else if (code === comma) this.#comma(at);
      else if (code === openBracket || code === openBrace) this.#begin(at);
      else if (code === closeBracket || code === closeBrace) this.#end(at, code === closeBracket);
      this.#at += 1;
    }
    if (this.#at < length) return true;
    if (this.#brackets.length > 0) throw new NotJson();
    // A text without any list or object.
    if (this.root === undefined) this.root = this.#parsed(this.#text);
    return false;
  }

  #begin(at: number): void {
    const depth = this.#brackets.length;
    this.isTooDeep = depth >= maxDepth;
    if (this.isTooDeep) throw new NotJson();
    if (depth === 0 && (this.root !== undefined || !isBlank(this.#text.slice(0, at)))) throw new NotJson();
    this.#brackets.push(at);
    this.#items.push(at + 1);
    if (depth === 0) this.#openNext();
  }

  #comma(at: number): void {
    const depth = this.#brackets.length;
    if (depth === 0) throw new NotJson();
    this.#items[depth - 1] = at + 1;
    for (let inner = this.#inner(); at - inner.from >= this.#size || inner.needsComma; inner = this.#inner()) {
      const item = this.#items[this.#open.length - 1] ?? 0;
      if (item > inner.from) this.#parse(inner, item - 1, true);
      // The current item is large: its own items are parsed slice by slice.
      else if (depth > this.#open.length) this.#openNext();
      else return;
    }
  }

  #inner(): Open {
    const inner = this.#open.at(-1);
    if (inner === undefined) throw new NotJson();
    return inner;
  }

  /** Opens the list or object that is the current item of the innermost open one. */
  #openNext(): void {
    const depth = this.#open.length;
    const bracket = this.#brackets[depth] ?? 0;
    const parent = this.#open.at(-1);
    const isList = this.#text.charCodeAt(bracket) === openBracket;
    const next: Open = { isList, list: [], object: {}, from: bracket + 1, needsItem: false, needsComma: false };
    const value = isList ? next.list : next.object;
    if (parent === undefined) this.root = value;
    else {
      if (parent.needsComma) throw new NotJson();
      const name = withoutEnd(this.#text.slice(parent.from, bracket), ' \t\r\n');
      if (parent.isList) {
        if (name !== '') throw new NotJson();
        parent.list.push(value);
      } else {
        const key = name.endsWith(':') ? this.#parsed(name.slice(0, -1)) : undefined;
        if (typeof key !== 'string') throw new NotJson();
        setMember(parent.object, key, value);
      }
    }
    this.#open.push(next);
  }

  #end(at: number, isList: boolean): void {
    if (this.#brackets.length === 0) throw new NotJson();
    this.#brackets.pop();
    this.#items.pop();
    const inner = this.#inner();
    if (this.#brackets.length >= this.#open.length) return;
    if (inner.isList !== isList) throw new NotJson();
    this.#parse(inner, at, false);
    this.#open.pop();
    const parent = this.#open.at(-1);
    if (parent !== undefined) {
      parent.from = at + 1;
      parent.needsComma = true;
    } else if (!isBlank(this.#text.slice(at + 1))) throw new NotJson();
  }

  /** Parses the items from `from` up to this offset, and adds them. `isComma`: a comma is there, not the closing bracket. */
  #parse(open: Open, until: number, isComma: boolean): void {
    const items = this.#text.slice(open.from, until);
    const isEmpty = isBlank(items);
    if (open.needsComma ? !isEmpty : isEmpty && (isComma || open.needsItem)) throw new NotJson();
    if (!isEmpty) {
      const value = this.#parsed(open.isList ? `[${items}]` : `{${items}}`);
      if (Array.isArray(value)) for (const item of value) open.list.push(item);
      else if (typeof value === 'object' && value !== null) {
        for (const [name, item] of Object.entries(value)) setMember(open.object, name, item);
      }
    }
    open.from = until + 1;
    open.needsItem = isComma;
    open.needsComma = false;
  }

  #parsed(text: string): unknown {
    const read = parseAnswer(text);
    if (!read.ok) throw new NotJson();
    this.isPlain &&= read.isPlain;
    return read.body;
  }
}

/** White space of JSON. */
const isBlank = (text: string): boolean => /^[ \t\r\n]*$/.test(text);
