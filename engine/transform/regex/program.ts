/** A parsed regular expression as a list of instructions, which machine.ts and backtracker.ts run. */
import type { AST } from '@eslint-community/regexpp';
import { oncePer } from '../../base/once-per.ts';
import { canBeEmpty, type Item, itemsOf, type Pattern, Refused } from './syntax.ts';
import type { Assertion } from './text.ts';

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
  readonly #groups: Pattern['groups'];
  #written = 0;
  #slots: number;
  /** Inside a look-behind, which reads from its end to its beginning. */
  #backward = false;

  constructor(flags: string, { groups }: Pattern) {
    this.#flags = flags;
    this.#groups = groups;
    this.#slots = 2 * groups.length + 2;
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

  alternatives(all: readonly AST.Alternative[]): void {
    const ends: { to: number }[] = [];
    for (const [index, alternative] of all.entries()) {
      const items = itemsOf(alternative);
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

  item({ element, min, max, greedy }: Item): void {
    for (let count = 0; count < min; count += 1) this.round(element, max > 1);
    const optional = (): void => this.optionalRound(element, max > 1);
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
  optionalRound(element: Item['element'], repeated: boolean): void {
    const slot = canBeEmpty(element) ? this.#slots : undefined;
    if (slot === undefined) {
      this.round(element, repeated);
      return;
    }
    this.#slots += 1;
    this.add({ do: 'save', slot });
    this.round(element, repeated);
    this.add({ do: 'progress', slot });
  }

  round(element: Item['element'], repeated: boolean): void {
    const kept = repeated ? this.numbersIn(element) : [];
    if (kept.length > 0) this.add({ do: 'clear', from: 2 * Math.min(...kept), to: 2 * Math.max(...kept) + 1 });
    const backward = this.#backward;
    switch (element.type) {
      case 'Character':
      case 'CharacterSet':
      case 'CharacterClass':
        this.add({ do: 'take', has: this.#setOf(this.sourceOf(element)), backward });
        return;
      case 'Backreference':
        this.add({ do: 'back', groups: [element.resolved].flat().map((one) => this.numberOf(one)), backward });
        return;
      case 'Assertion':
        this.assertion(element);
        return;
      case 'Group':
        this.alternatives(element.alternatives);
        return;
      case 'CapturingGroup': {
        const slot = 2 * this.numberOf(element);
        this.add({ do: 'save', slot: slot + Number(backward) });
        this.alternatives(element.alternatives);
        this.add({ do: 'save', slot: slot + Number(!backward) });
      }
    }
  }

  /** The expression of one character. A number such as `\41` means a group where there are so many, so that it is not taken as written. */
  sourceOf(element: AST.Character | AST.CharacterSet | AST.CharacterClass): string {
    if (element.type !== 'Character') return element.raw;
    const code = element.value.toString(16);
    return this.#flags.includes('u') ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
  }

  assertion(assertion: AST.Assertion): void {
    switch (assertion.kind) {
      case 'start':
      case 'end':
        this.add({ do: 'assert', assertion: assertion.kind });
        return;
      case 'word':
        this.add({ do: 'assert', assertion: assertion.negate ? 'noWord' : 'word' });
        return;
      case 'lookahead':
      case 'lookbehind':
        this.add({ do: 'look', negative: assertion.negate, instructions: this.inside(assertion) });
    }
  }

  numberOf(group: AST.CapturingGroup): number {
    return this.#groups.indexOf(group) + 1;
  }

  /** The numbers of the groups in an element that is repeated. */
  numbersIn({ start, end }: Item['element']): readonly number[] {
    return this.#groups.flatMap((group, index) => (group.start >= start && group.end <= end ? [index + 1] : []));
  }

  /** The program of a look-ahead or look-behind. */
  inside({ kind, alternatives }: AST.LookaroundAssertion): readonly Instruction[] {
    const [outer, backward] = [this.instructions, this.#backward];
    this.instructions = [];
    this.#backward = kind === 'lookbehind';
    this.alternatives(alternatives);
    this.add({ do: 'found' });
    const inner = this.instructions;
    this.instructions = outer;
    this.#backward = backward;
    return inner;
  }
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
  return {
    instructions,
    groups: pattern.groups.length + 1,
    empty: Array.from({ length: writer.slots }, () => undefined),
  };
}
