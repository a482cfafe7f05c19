/** A parsed regular expression as a list of instructions, which machine.ts and backtracker.ts run. */
import { oncePer } from '../../base/once-per.ts';
import type { Alternatives, Assertion, Atom, Item, Pattern } from './syntax.ts';
import { canBeEmpty, Refused } from './syntax.ts';

export type Instruction =
  /** `backward`: takes the character before the position, inside a look-behind. */
  | { readonly do: 'take'; readonly has: (unit: number) => boolean; readonly backward: boolean }
  | { readonly do: 'assert'; readonly assertion: Assertion }
  /** `first` is preferred. */
  | { readonly do: 'split'; first: number; second: number }
  | { readonly do: 'jump'; to: number }
  | { readonly do: 'save'; readonly slot: number }
  /** Forgets groups at the beginning of a repetition, as JavaScript does. */
  | { readonly do: 'clear'; readonly from: number; readonly to: number }
  /** Fails if the position is still the one in the slot: a repetition that takes nothing ends. */
  | { readonly do: 'progress'; readonly slot: number }
  /** The text of one of these groups again: the one that has taken part. */
  | { readonly do: 'back'; readonly groups: readonly number[]; readonly backward: boolean }
  | { readonly do: 'look'; readonly negative: boolean; readonly instructions: readonly Instruction[] }
  | { readonly do: 'found' };

export interface Program {
  readonly instructions: readonly Instruction[];
  /** Number of groups whose text is kept, with the whole match. */
  readonly groups: number;
  /** Slots for the begin and the end of each group, and for the beginnings of repetitions. */
  readonly empty: Slots;
}

/** Positions by slot; undefined for a group that does not take part. */
export type Slots = readonly (number | undefined)[];

/** Largest number of instructions: numbers of repetitions are written out. */
const maxInstructions = 5_000;

/** Tests one character with JavaScript's own engine, so that classes, escapes and the flag i mean the same. */
function setOf(text: string, flags: string): (unit: number) => boolean {
  const pattern = new RegExp(`^(?:${text})$`, flags);
  const test = (unit: number): boolean => pattern.test(String.fromCodePoint(unit));
  const testedUnits: boolean[] = [];
  return (unit) => {
    if (unit >= 256) return test(unit);
    testedUnits[unit] ??= test(unit);
    return testedUnits[unit];
  };
}

interface Split {
  first: number;
  second: number;
}

class Writer {
  instructions: Instruction[] = [];
  readonly #flags: string;
  readonly #setOf = oncePer((text: string) => setOf(text, this.#flags));
  readonly #names: Pattern['names'];
  #written = 0;
  #slots: number;
  /** Inside a look-behind, which reads from its end to its beginning. */
  #backward = false;

  constructor(flags: string, { groups, names }: Pattern) {
    this.#flags = flags;
    this.#names = names;
    this.#slots = 2 * groups + 2;
  }

  get slots(): number {
    return this.#slots;
  }

  add<I extends Instruction>(instruction: I): I {
    if (this.#written >= maxInstructions) throw new Refused('repeats too often');
    this.#written += 1;
    this.instructions.push(instruction);
    return instruction;
  }

  alternatives(all: Alternatives): void {
    const ends: { to: number }[] = [];
    for (const [index, items] of all.entries()) {
      if (index === all.length - 1) {
        this.sequence(items);
        break;
      }
      const split = this.add({ do: 'split', first: 0, second: 0 });
      split.first = this.instructions.length;
      this.sequence(items);
      ends.push(this.add({ do: 'jump', to: 0 }));
      split.second = this.instructions.length;
    }
    for (const end of ends) end.to = this.instructions.length;
  }

  sequence(items: readonly Item[]): void {
    for (const item of this.#backward ? items.toReversed() : items) this.item(item);
  }

  item({ atom, min, max, greedy }: Item): void {
    for (let count = 0; count < min; count += 1) this.round(atom, max > 1);
    const optional = (): void => this.optionalRound(atom, max > 1);
    if (max === Number.POSITIVE_INFINITY) {
      const begin = this.instructions.length;
      const split = this.choice(greedy, () => {
        optional();
        this.add({ do: 'jump', to: begin });
      });
      this.leave([split], greedy);
      return;
    }
    const splits: Split[] = [];
    for (let count = min; count < max; count += 1) splits.push(this.choice(greedy, optional));
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

  /** A round beyond the smallest number: it must take something. */
  optionalRound(atom: Atom, repeated: boolean): void {
    const slot = canBeEmpty(atom) ? this.#slots : undefined;
    if (slot === undefined) {
      this.round(atom, repeated);
      return;
    }
    this.#slots += 1;
    this.add({ do: 'save', slot });
    this.round(atom, repeated);
    this.add({ do: 'progress', slot });
  }

  round(atom: Atom, repeated: boolean): void {
    const kept = repeated ? groupsIn(atom) : [];
    if (kept.length > 0) this.add({ do: 'clear', from: 2 * Math.min(...kept), to: 2 * Math.max(...kept) + 1 });
    const backward = this.#backward;
    switch (atom.kind) {
      case 'set':
        this.add({ do: 'take', has: this.#setOf(atom.text), backward });
        return;
      case 'assertion':
        this.add({ do: 'assert', assertion: atom.assertion });
        return;
      case 'back':
        this.add({ do: 'back', groups: this.groupsOf(atom.to), backward });
        return;
      case 'look':
        this.add({ do: 'look', negative: atom.negative, instructions: this.inside(atom) });
        return;
      case 'group':
        if (atom.index !== undefined) this.add({ do: 'save', slot: 2 * atom.index + Number(backward) });
        this.alternatives(atom.alternatives);
        if (atom.index !== undefined) this.add({ do: 'save', slot: 2 * atom.index + Number(!backward) });
    }
  }

  groupsOf(to: number | string): readonly number[] {
    return typeof to === 'number' ? [to] : (this.#names.get(to) ?? []);
  }

  /** The program of a look-ahead or look-behind. */
  inside({ behind, alternatives }: Extract<Atom, { kind: 'look' }>): readonly Instruction[] {
    const [outer, backward] = [this.instructions, this.#backward];
    this.instructions = [];
    this.#backward = behind;
    this.alternatives(alternatives);
    this.add({ do: 'found' });
    const inner = this.instructions;
    this.instructions = outer;
    this.#backward = backward;
    return inner;
  }
}

function groupsIn(atom: Atom): readonly number[] {
  if (atom.kind !== 'group' && atom.kind !== 'look') return [];
  const inner = atom.alternatives.flat().flatMap((item) => groupsIn(item.atom));
  return atom.kind === 'look' || atom.index === undefined ? inner : [atom.index, ...inner];
}

/** Writes the program of a pattern. Throws Refused if it would be too large. */
export function writeProgram(pattern: Pattern, { ignoreCase, unicode }: RegExp): Program {
  const writer = new Writer(`${ignoreCase ? 'i' : ''}${unicode ? 'u' : ''}`, pattern);
  writer.add({ do: 'save', slot: 0 });
  writer.alternatives(pattern.alternatives);
  writer.add({ do: 'save', slot: 1 });
  writer.add({ do: 'found' });
  const { instructions } = writer;
  // Then \b sees two letters beyond ASCII as parts of words.
  const hasWords = instructions.some((one) => one.do === 'assert' && /word/i.test(one.assertion));
  if (ignoreCase && unicode && hasWords) throw new Refused('looks for the bounds of words with the flags i and u');
  return { instructions, groups: pattern.groups + 1, empty: Array.from({ length: writer.slots }, () => undefined) };
}
