/** Regular expressions that cannot stop the process: in a time that grows linearly with the text, or with a bounded number of steps. */
import type { AST } from '@eslint-community/regexpp';
import { Backtracker } from './backtracker.ts';
import { Machine } from './machine.ts';
import { type Slots, writeProgram } from './program.ts';
import { Steps } from './steps.ts';
import { type Item, isCharacter, isGroup, itemsOf, type Pattern, parsePattern, Refused } from './syntax.ts';

export interface Match {
  readonly match: string;
  readonly start: number;
  readonly end: number;
  readonly groups: readonly (string | undefined)[];
}

type Search = (text: string, from: number, steps: Steps) => Match | undefined;

/** How the engine searches with a pattern. */
export type SearchKind =
  | { readonly kind: 'linear' }
  /** Some texts need more steps than a search may take: then it fails. */
  | { readonly kind: 'bounded'; readonly reason: string }
  /** Every search fails. */
  | { readonly kind: 'refused'; readonly reason: string };

/** Steps for each character, for searches that try one way after the other. */
const stepsBackward = 20;

export class LinearRegExp {
  readonly how: SearchKind;
  readonly #search: Search;
  readonly #stepsForEach: number;

  constructor(pattern: RegExp) {
    const { how, search, stepsForEach } = searchOf(pattern);
    this.how = how;
    this.#search = search;
    this.#stepsForEach = stepsForEach;
  }

  /** The steps for all searches in a text together. */
  stepsFor(text: string): Steps {
    return new Steps(text, this.#stepsForEach);
  }

  /** The first match that begins at `from` or later. `steps`: what the searches in this text have left. Throws TooManySteps, or Refused. */
  exec(text: string, from: number, steps = this.stepsFor(text)): Match | undefined {
    return this.#search(text, from, steps);
  }
}

interface SearchParts {
  readonly how: SearchKind;
  readonly search: Search;
  readonly stepsForEach: number;
}

function searchOf(pattern: RegExp): SearchParts {
  try {
    const parsed = parsePattern(pattern.source, pattern.unicode);
    const { notLinear } = parsed;
    const linear = { kind: 'linear' } as const;
    if (notLinear === undefined && isPlain(parsed, pattern.multiline))
      return { how: linear, search: native(pattern), stepsForEach: 0 };
    const program = writeProgram(parsed, pattern);
    if (notLinear === undefined) {
      const search = by(new Machine(program, pattern));
      return { how: linear, search, stepsForEach: 2 * program.instructions.length };
    }
    const search = by(new Backtracker(program, pattern));
    return { how: { kind: 'bounded', reason: notLinear }, search, stepsForEach: stepsBackward };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const refuse: Search = () => {
      throw new Refused(`The regular expression ${pattern} ${error.message}, so that it is not searched for.`);
    };
    return { how: { kind: 'refused', reason: error.message }, search: refuse, stepsForEach: 0 };
  }
}

/** How the engine searches with a pattern; undefined if it is not valid. */
export function searchKind(pattern: string, flags = ''): SearchKind | undefined {
  try {
    return new LinearRegExp(new RegExp(pattern, flags)).how;
  } catch {
    return undefined;
  }
}

/**
 * Whether JavaScript's own engine, which is faster, needs linear time: at most one part of varying length, at the end or with a fixed beginning, so that
 * there is nothing to try again.
 */
function isPlain({ alternatives: [first, ...others] }: Pattern, multiline: boolean): boolean {
  return first !== undefined && others.length === 0 && isPlainSequence(itemsOf(first), multiline);
}

function isPlainSequence(items: readonly Item[], multiline: boolean): boolean {
  const varying = items.filter(({ min, max }) => min !== max);
  const isFlat = items.every(({ element, min }) => (!isGroup(element) || isFixed(element)) && min <= maxFixed);
  const [first] = items;
  const isAnchored =
    first?.element.type === 'Assertion' && first.element.kind === 'start' && first.min === 1 && !multiline;
  if (!isFlat || varying.length > 1) return false;
  const [only] = varying;
  return only === undefined || (isCharacter(only.element) && (isAnchored || items.at(-1) === only));
}

/** Largest number of repetitions that counts as a part of fixed length. */
const maxFixed = 20;

/** A group of one alternative without varying parts. */
const isFixed = ({ alternatives: [first, ...others] }: AST.Group | AST.CapturingGroup): boolean =>
  first !== undefined &&
  others.length === 0 &&
  itemsOf(first).every(({ element, min, max }) => min === 1 && max === 1 && (!isGroup(element) || isFixed(element)));

function native(pattern: RegExp): Search {
  const globalPattern = new RegExp(pattern.source, pattern.flags.includes('g') ? pattern.flags : `${pattern.flags}g`);
  return (text, from) => {
    globalPattern.lastIndex = from;
    const execMatch = globalPattern.exec(text);
    if (execMatch === null) return undefined;
    const [match, ...groups] = execMatch;
    return { match, start: execMatch.index, end: execMatch.index + match.length, groups };
  };
}

function by(engine: { search(text: string, from: number, steps: Steps): Slots | undefined }): Search {
  return (text, from, steps) => {
    const slots = engine.search(text, from, steps);
    return slots && matchOf(text, slots);
  };
}

function matchOf(text: string, [start = 0, end = 0, ...groups]: Slots): Match {
  const texts: (string | undefined)[] = [];
  for (let index = 0; index < groups.length; index += 2) {
    const [from, to] = [groups[index], groups[index + 1]];
    texts.push(from === undefined || to === undefined ? undefined : text.slice(from, to));
  }
  return { match: text.slice(start, end), start, end, groups: texts };
}

/** Whether a text, in brackets, is one class of characters and nothing else. The text is valid. */
export function isOneClass(text: string): boolean {
  const { alternatives } = parsePattern(`[${text}]`, true);
  return (
    alternatives.length === 1 &&
    alternatives.every(({ elements }) => elements.length === 1 && elements.every(isCharacter))
  );
}
