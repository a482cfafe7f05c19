/**
 * Searches with a regular expression in a time that grows linearly with the text: all ways to match are followed at the same time, character by character
 * (Pike's algorithm, https://swtch.com/~rsc/regexp/regexp2.html). The order of the ways is that of JavaScript, so that the same match is found.
 */
import type { Alternatives, Assertion, Atom, Item, Pattern } from './syntax.ts';
import { NotLinear } from './syntax.ts';

type Instruction =
  | { readonly do: 'take'; readonly has: (unit: number) => boolean }
  | { readonly do: 'assert'; readonly of: Assertion }
  /** `first` is preferred. */
  | { readonly do: 'split'; first: number; second: number }
  | { readonly do: 'jump'; to: number }
  | { readonly do: 'save'; readonly slot: number }
  /** Forgets groups at the beginning of a repetition, as JavaScript does. */
  | { readonly do: 'clear'; readonly from: number; readonly to: number }
  | { readonly do: 'found' };

/** Largest number of instructions: numbers of repetitions are written out. */
const maxInstructions = 5_000;

/** Tests one character with JavaScript's own engine, so that classes, escapes and the flag i mean the same. */
function setOf(text: string, flags: string): (unit: number) => boolean {
  const pattern = new RegExp(`^(?:${text})$`, flags);
  const test = (unit: number): boolean => pattern.test(String.fromCodePoint(unit));
  const known: boolean[] = [];
  return (unit) => {
    if (unit >= 256) return test(unit);
    known[unit] ??= test(unit);
    return known[unit];
  };
}

class Writer {
  readonly instructions: Instruction[] = [];
  readonly #flags: string;
  readonly #sets = new Map<string, (unit: number) => boolean>();

  constructor(flags: string) {
    this.#flags = flags;
  }

  add<I extends Instruction>(instruction: I): I {
    if (this.instructions.length >= maxInstructions) throw new NotLinear('repeats too often');
    this.instructions.push(instruction);
    return instruction;
  }

  set(text: string): (unit: number) => boolean {
    const set = this.#sets.get(text) ?? setOf(text, this.#flags);
    this.#sets.set(text, set);
    return set;
  }

  alternatives(all: Alternatives): void {
    const ends: { to: number }[] = [];
    for (const [index, items] of all.entries()) {
      if (index === all.length - 1) {
        for (const item of items) this.item(item);
        break;
      }
      const split = this.add({ do: 'split', first: 0, second: 0 });
      split.first = this.instructions.length;
      for (const item of items) this.item(item);
      ends.push(this.add({ do: 'jump', to: 0 }));
      split.second = this.instructions.length;
    }
    for (const end of ends) end.to = this.instructions.length;
  }

  item({ atom, min, max, greedy }: Item): void {
    for (let count = 0; count < min; count += 1) this.round(atom, max > 1);
    if (max === Number.POSITIVE_INFINITY) {
      const begin = this.instructions.length;
      const split = this.choice(greedy, () => {
        this.round(atom, true);
        this.add({ do: 'jump', to: begin });
      });
      this.leave([split], greedy);
      return;
    }
    const splits: Split[] = [];
    for (let count = min; count < max; count += 1) splits.push(this.choice(greedy, () => this.round(atom, max > 1)));
    this.leave(splits, greedy);
  }

  /** Writes a part that can be left out. The other way is set by `leave`. */
  choice(greedy: boolean, write: () => void): Split {
    const split = this.add({ do: 'split', first: 0, second: 0 });
    const inside = this.instructions.length;
    if (greedy) split.first = inside;
    else split.second = inside;
    write();
    return split;
  }

  leave(splits: readonly Split[], greedy: boolean): void {
    for (const split of splits) {
      if (greedy) split.second = this.instructions.length;
      else split.first = this.instructions.length;
    }
  }

  round(atom: Atom, repeated: boolean): void {
    const kept = repeated ? groupsIn(atom) : [];
    if (kept.length > 0) this.add({ do: 'clear', from: 2 * Math.min(...kept), to: 2 * Math.max(...kept) + 1 });
    switch (atom.kind) {
      case 'set':
        this.add({ do: 'take', has: this.set(atom.text) });
        return;
      case 'assertion':
        this.add({ do: 'assert', of: atom.of });
        return;
      case 'group':
        if (atom.index !== undefined) this.add({ do: 'save', slot: 2 * atom.index });
        this.alternatives(atom.of);
        if (atom.index !== undefined) this.add({ do: 'save', slot: 2 * atom.index + 1 });
    }
  }
}

interface Split {
  first: number;
  second: number;
}

function groupsIn(atom: Atom): readonly number[] {
  if (atom.kind !== 'group') return [];
  const inner = atom.of.flat().flatMap((item) => groupsIn(item.atom));
  return atom.index === undefined ? inner : [atom.index, ...inner];
}

/** Begin and end of the match and of each group; undefined for a group that does not take part. */
export type Slots = readonly (number | undefined)[];

/** One way to match: where it is in the program, and what it has kept. */
interface Way {
  readonly at: number;
  readonly slots: Slots;
}

const isWord = (unit: number): boolean =>
  (unit >= 48 && unit <= 57) || (unit >= 65 && unit <= 90) || unit === 95 || (unit >= 97 && unit <= 122);

const isLineEnd = (unit: number): boolean => unit === 10 || unit === 13 || unit === 0x2028 || unit === 0x2029;

export class Machine {
  readonly #instructions: readonly Instruction[];
  readonly #multiline: boolean;
  /** Whether a character is a code point; a UTF-16 code unit otherwise. */
  readonly #unicode: boolean;
  readonly #empty: Slots;

  /** Throws NotLinear if the pattern is too large. */
  constructor({ of, groups }: Pattern, { ignoreCase, multiline, unicode }: RegExp) {
    const writer = new Writer(`${ignoreCase ? 'i' : ''}${unicode ? 'u' : ''}`);
    writer.add({ do: 'save', slot: 0 });
    writer.alternatives(of);
    writer.add({ do: 'save', slot: 1 });
    writer.add({ do: 'found' });
    this.#instructions = writer.instructions;
    // Then \b sees two letters beyond ASCII as parts of words.
    const hasWords = writer.instructions.some((one) => one.do === 'assert' && /word/i.test(one.of));
    if (ignoreCase && unicode && hasWords) throw new NotLinear('looks for the bounds of words with the flags i and u');
    this.#multiline = multiline;
    this.#unicode = unicode;
    this.#empty = Array.from({ length: 2 * groups + 2 }, () => undefined);
  }

  /** The first match that begins at `from` or later. */
  search(text: string, from: number): Slots | undefined {
    // The position, plus one, at which an instruction was last reached: a later way to it gives nothing new.
    const reached = new Float64Array(this.#instructions.length);
    let found: Slots | undefined;
    let ways: Way[] = [];
    let width = 1;
    for (let position = from; position <= text.length; position += width) {
      const unit = this.#characterAt(text, position);
      width = unit > 0xffff ? 2 : 1;
      if (found === undefined) this.#follow(ways, { at: 0, slots: this.#empty }, { text, position, reached });
      if (ways.length === 0) {
        if (found !== undefined) break;
        continue;
      }
      const next: Way[] = [];
      for (const { at, slots } of ways) {
        const instruction = this.#instructions[at];
        if (instruction?.do === 'found') {
          found = slots;
          break;
        }
        if (instruction?.do === 'take' && unit >= 0 && instruction.has(unit))
          this.#follow(next, { at: at + 1, slots }, { text, position: position + width, reached });
      }
      ways = next;
    }
    return found;
  }

  /** The character at a position; -1 at the end. */
  #characterAt(text: string, position: number): number {
    if (position >= text.length) return -1;
    return this.#unicode ? (text.codePointAt(position) ?? -1) : text.charCodeAt(position);
  }

  /** Follows a way up to the next character, in the order of preference. */
  #follow(ways: Way[], begin: Way, place: Place): void {
    const open = [begin];
    for (let way = open.pop(); way !== undefined; way = open.pop()) {
      const { at, slots } = way;
      const instruction = this.#instructions[at];
      if (instruction === undefined || place.reached[at] === place.position + 1) continue;
      place.reached[at] = place.position + 1;
      switch (instruction.do) {
        case 'take':
        case 'found':
          ways.push(way);
          break;
        case 'assert':
          if (this.#holds(instruction.of, place)) open.push({ at: at + 1, slots });
          break;
        case 'split':
          open.push({ at: instruction.second, slots }, { at: instruction.first, slots });
          break;
        case 'jump':
          open.push({ at: instruction.to, slots });
          break;
        case 'save':
          open.push({ at: at + 1, slots: slots.with(instruction.slot, place.position) });
          break;
        case 'clear': {
          const { from, to } = instruction;
          const cleared = slots.map((slot, index) => (index >= from && index <= to ? undefined : slot));
          open.push({ at: at + 1, slots: cleared });
        }
      }
    }
  }

  #holds(of: Assertion, { text, position }: Place): boolean {
    const before = position > 0 ? text.charCodeAt(position - 1) : -1;
    const after = position < text.length ? text.charCodeAt(position) : -1;
    switch (of) {
      case 'start':
        return before === -1 || (this.#multiline && isLineEnd(before));
      case 'end':
        return after === -1 || (this.#multiline && isLineEnd(after));
      case 'word':
        return isWord(before) !== isWord(after);
      case 'noWord':
        return isWord(before) === isWord(after);
    }
  }
}

interface Place {
  readonly text: string;
  readonly position: number;
  readonly reached: Float64Array;
}
