/** Regular expressions whose time grows linearly with the text, so that no pattern stops the process. */
import { Machine, type Slots } from './machine.ts';
import { type Alternatives, type Item, NotLinear, type Pattern, parsePattern } from './syntax.ts';

export interface Match {
  readonly match: string;
  readonly start: number;
  readonly end: number;
  readonly groups: readonly (string | undefined)[];
}

type Search = (text: string, from: number) => Match | undefined;

export class LinearRegExp {
  /** Why the pattern cannot be searched in linear time: then JavaScript's own engine searches. */
  readonly notLinear: string | undefined;
  /** The first match that begins at `from` or later. */
  readonly exec: Search;

  constructor(pattern: RegExp) {
    const { notLinear, exec } = searchOf(pattern);
    this.notLinear = notLinear;
    this.exec = exec;
  }
}

function searchOf(pattern: RegExp): Pick<LinearRegExp, 'notLinear' | 'exec'> {
  try {
    const parsed = parsePattern(pattern.source, pattern.unicode);
    const exec = isPlain(parsed, pattern.multiline) ? native(pattern) : byMachine(new Machine(parsed, pattern));
    return { notLinear: undefined, exec };
  } catch (error) {
    if (error instanceof NotLinear) return { notLinear: error.message, exec: native(pattern) };
    throw error;
  }
}

/** Why a pattern cannot be searched in linear time; undefined if it can, or if it is not valid. */
export function notLinear(pattern: string, flags = ''): string | undefined {
  try {
    return new LinearRegExp(new RegExp(pattern, flags)).notLinear;
  } catch {
    return undefined;
  }
}

/**
 * Whether JavaScript's own engine, which is faster, needs linear time: at most one part of varying length, at the end or with a fixed beginning, so that
 * there is nothing to try again.
 */
function isPlain({ of }: Pattern, multiline: boolean): boolean {
  return of.length === 1 && of.every((items) => isPlainSequence(items, multiline));
}

function isPlainSequence(items: readonly Item[], multiline: boolean): boolean {
  const varying = items.filter(({ min, max }) => min !== max);
  const isFlat = items.every(({ atom, min }) => (atom.kind !== 'group' || isFixed(atom.of)) && min <= maxFixed);
  const [first] = items;
  const isAnchored = first?.atom.kind === 'assertion' && first.atom.of === 'start' && first.min === 1 && !multiline;
  if (!isFlat || varying.length > 1) return false;
  const [only] = varying;
  return only === undefined || (only.atom.kind !== 'group' && (isAnchored || items.at(-1) === only));
}

/** Largest number of repetitions that counts as a part of fixed length. */
const maxFixed = 20;

/** A group of one alternative without varying parts. */
const isFixed = (alternatives: Alternatives): boolean =>
  alternatives.length === 1 &&
  alternatives.every((items) =>
    items.every(({ atom, min, max }) => min === 1 && max === 1 && (atom.kind !== 'group' || isFixed(atom.of))),
  );

function native(pattern: RegExp): Search {
  const own = new RegExp(pattern.source, pattern.flags.includes('g') ? pattern.flags : `${pattern.flags}g`);
  return (text, from) => {
    own.lastIndex = from;
    const found = own.exec(text);
    if (found === null) return undefined;
    const [match, ...groups] = found;
    return { match, start: found.index, end: found.index + match.length, groups };
  };
}

function byMachine(machine: Machine): Search {
  return (text, from) => {
    const slots = machine.search(text, from);
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
