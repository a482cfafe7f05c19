/**
 * Searches with a regular expression that no algorithm matches in linear time: with look-ahead, look-behind, back references, or repetitions of what can be
 * empty. It tries one way after the other, as JavaScript does, and ends with an error after a number of steps.
 */
import type { Instruction, Program, Slots } from './program.ts';
import type { Steps } from './steps.ts';
import { SearchedText, widthOf } from './text.ts';

/** A way to match that has not been tried yet. */
interface Way {
  readonly at: number;
  readonly position: number;
  readonly slots: Slots;
}

export class Backtracker {
  readonly #program: Program;
  readonly #pattern: RegExp;

  constructor(program: Program, pattern: RegExp) {
    this.#program = program;
    this.#pattern = pattern;
  }

  /** The first match that begins at `from` or later. Throws TooManySteps. */
  search(text: string, from: number, steps: Steps): Slots | undefined {
    const { instructions, empty, groups } = this.#program;
    const searched = new SearchedText(text, this.#pattern);
    for (let start = from; start <= text.length; start += widthOf(searched.after(start))) {
      const slots = this.#match(instructions, { at: 0, position: start, slots: empty }, searched, steps);
      if (slots !== undefined) return slots.slice(0, 2 * groups);
    }
    return undefined;
  }

  #match(program: readonly Instruction[], begin: Way, text: SearchedText, steps: Steps): Slots | undefined {
    const open: Way[] = [begin];
    for (let way = open.pop(); way !== undefined; way = open.pop()) {
      for (let next: Way | undefined = way; next !== undefined; ) {
        steps.take(1);
        const instruction: Instruction | undefined = program[next.at];
        if (instruction === undefined || instruction.do === 'found') return next.slots;
        if (instruction.do === 'split') {
          open.push({ ...next, at: instruction.second });
          next = { ...next, at: instruction.first };
        } else next = this.#after(instruction, next, text, steps);
      }
    }
    return undefined;
  }

  /** The way after an instruction; undefined if it fails. */
  #after(
    instruction: Exclude<Instruction, { do: 'split' | 'found' }>,
    { at, position, slots }: Way,
    text: SearchedText,
    steps: Steps,
  ): Way | undefined {
    const next = { at: at + 1, position, slots };
    switch (instruction.do) {
      case 'take': {
        const { has, backward } = instruction;
        const unit = backward ? text.before(position) : text.after(position);
        if (unit < 0 || !has(unit)) return undefined;
        return { ...next, position: position + (backward ? -widthOf(unit) : widthOf(unit)) };
      }
      case 'assert':
        return text.holds(instruction.assertion, position) ? next : undefined;
      case 'jump':
        return { ...next, at: instruction.to };
      case 'save':
        return { ...next, slots: slots.with(instruction.slot, position) };
      case 'clear': {
        const { from, to } = instruction;
        return { ...next, slots: slots.map((slot, index) => (index >= from && index <= to ? undefined : slot)) };
      }
      case 'progress':
        return slots[instruction.slot] === position ? undefined : next;
      case 'back':
        return this.#again(instruction, next, text, steps);
      case 'look': {
        const lookedSlots = this.#match(instruction.instructions, { at: 0, position, slots }, text, steps);
        if (instruction.negative) return lookedSlots === undefined ? next : undefined;
        return lookedSlots && { ...next, slots: lookedSlots };
      }
    }
  }

  #again(
    { groups, backward }: Extract<Instruction, { do: 'back' }>,
    next: Way,
    { text }: SearchedText,
    steps: Steps,
  ): Way | undefined {
    const group = groups.find(
      (index) => next.slots[2 * index] !== undefined && next.slots[2 * index + 1] !== undefined,
    );
    // A group that has not taken part is empty.
    const wanted = group === undefined ? '' : text.slice(next.slots[2 * group], next.slots[2 * group + 1]);
    steps.take(wanted.length);
    const [from, to] = backward
      ? [next.position - wanted.length, next.position]
      : [next.position, next.position + wanted.length];
    if (from < 0 || to > text.length || !this.#isSame(wanted, text.slice(from, to))) return undefined;
    return { ...next, position: backward ? from : to };
  }

  #isSame(wanted: string, repeated: string): boolean {
    if (wanted === repeated || !this.#pattern.ignoreCase) return wanted === repeated;
    const { unicode } = this.#pattern;
    const literal = wanted.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
    return new RegExp(`^(?:${literal})$`, unicode ? 'iu' : 'i').test(repeated);
  }
}
