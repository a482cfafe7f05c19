/**
 * Searches with a regular expression in a time that grows linearly with the text: all ways to match are followed at the same time, character by character
 * (Pike's algorithm, https://swtch.com/~rsc/regexp/regexp2.html). The order of the ways is that of JavaScript, so that the same match is found.
 */
import type { Program, Slots } from './program.ts';
import type { Steps } from './steps.ts';
import { SearchedText, widthOf } from './text.ts';

/** One way to match: where it is in the program, and what it has kept. */
interface Way {
  readonly at: number;
  readonly slots: Slots;
}

interface Place {
  readonly text: SearchedText;
  readonly position: number;
  readonly reached: Float64Array;
}

export class Machine {
  readonly #program: Program;
  readonly #pattern: RegExp;

  constructor(program: Program, pattern: RegExp) {
    this.#program = program;
    this.#pattern = pattern;
  }

  /** The first match that begins at `from` or later. Throws TooManySteps. */
  search(text: string, from: number, steps: Steps): Slots | undefined {
    const { instructions, empty } = this.#program;
    const searched = new SearchedText(text, this.#pattern);
    // The position, plus one, at which an instruction was last reached: a later way to it gives nothing new.
    const reached = new Float64Array(instructions.length);
    let matchedSlots: Slots | undefined;
    let ways: Way[] = [];
    let width = 1;
    for (let position = from; position <= text.length; position += width) {
      const unit = searched.after(position);
      width = widthOf(unit);
      steps.take(1 + ways.length);
      if (matchedSlots === undefined)
        this.#follow(ways, { at: 0, slots: empty }, { text: searched, position, reached });
      if (ways.length === 0) {
        if (matchedSlots !== undefined) break;
        continue;
      }
      const next: Way[] = [];
      for (const { at, slots } of ways) {
        const instruction = instructions[at];
        if (instruction?.do === 'found') {
          matchedSlots = slots;
          break;
        }
        if (instruction?.do === 'take' && unit >= 0 && instruction.has(unit))
          this.#follow(next, { at: at + 1, slots }, { text: searched, position: position + width, reached });
      }
      ways = next;
    }
    return matchedSlots;
  }

  /** Follows a way up to the next character, in the order of preference. */
  #follow(ways: Way[], begin: Way, place: Place): void {
    const open = [begin];
    for (let way = open.pop(); way !== undefined; way = open.pop()) {
      const { at, slots } = way;
      const instruction = this.#program.instructions[at];
      if (instruction === undefined || place.reached[at] === place.position + 1) continue;
      place.reached[at] = place.position + 1;
      switch (instruction.do) {
        case 'take':
        case 'found':
          ways.push(way);
          break;
        case 'assert':
          if (place.text.holds(instruction.assertion, place.position)) open.push({ at: at + 1, slots });
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
          break;
        }
        case 'progress':
        case 'back':
        case 'look':
          throw new Error('Only the backtracker runs this instruction.');
      }
    }
  }
}
