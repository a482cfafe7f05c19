/** Functions that search in texts, with a text or with a regular expression. */

import type { LinearRegExp, Match } from '../regex/linear-regexp.ts';
import { fail } from '../runtime/failure.ts';
import { isFunctionValue } from '../runtime/function-value.ts';
import { newSequence } from '../runtime/list.ts';
import { type Implementation, unsupported } from './implementation.ts';

function patternOf(value: unknown): LinearRegExp {
  return (isFunctionValue(value) ? value.pattern : undefined) ?? unsupported();
}

/** A text, as the signature requires. */
const textIn = (value: unknown): string => (typeof value === 'string' ? value : unsupported());

/** The largest number of matches; undefined: no limit. Negative numbers are an error. */
function limitIn(value: unknown, code: string): number {
  if (value === undefined) return Number.POSITIVE_INFINITY;
  if (typeof value !== 'number') return unsupported();
  return value < 0 ? fail(code) : value;
}

/** The matches in a text. An empty match after the first one is an error: it would not come to an end. */
function* matchesOf(pattern: LinearRegExp, text: string, limit: number): Generator<Match> {
  const steps = pattern.stepsFor(text);
  let nextMatch = limit > 0 ? pattern.exec(text, 0, steps) : undefined;
  for (let count = 0; nextMatch !== undefined && count < limit; count += 1) {
    yield nextMatch;
    if (nextMatch.end >= text.length) return;
    nextMatch = pattern.exec(text, nextMatch.end, steps);
    if (nextMatch?.match === '') fail('D1004');
  }
}

const contains: Implementation = ([text, searched]) => {
  if (text === undefined || searched === undefined) return undefined;
  if (typeof searched === 'string') return textIn(text).includes(searched);
  return patternOf(searched).exec(textIn(text), 0) !== undefined;
};

const match: Implementation = ([text, pattern, limit]) => {
  if (text === undefined) return undefined;
  const most = limitIn(limit, 'D3040');
  const matches = newSequence();
  for (const { match, start, groups } of matchesOf(patternOf(pattern), textIn(text), most))
    matches.push({ match, index: start, groups: [...groups] });
  return matches;
};

const split: Implementation = ([text, separator, limit]) => {
  if (text === undefined) return undefined;
  const most = limitIn(limit, 'D3020');
  if (most === 0) return [];
  const whole = textIn(text);
  if (typeof separator === 'string') return whole.split(separator, Number.isFinite(most) ? most : undefined);
  const parts: string[] = [];
  let from = 0;
  let count = 0;
  for (const { start, end } of matchesOf(patternOf(separator), whole, most)) {
    parts.push(whole.substring(from, start));
    from = end;
    count += 1;
  }
  if (count < most) parts.push(whole.substring(from));
  return parts;
};

const replace: Implementation = ([text, pattern, replacement, limit]) => {
  if (text === undefined) return undefined;
  if (pattern === '') fail('D3010');
  const most = limitIn(limit, 'D3011');
  const whole = textIn(text);
  if (typeof pattern === 'string') return replaceText(whole, pattern, textIn(replacement), most);
  const by = replacer(replacement);
  let result = '';
  let from = 0;
  for (const nextMatch of matchesOf(patternOf(pattern), whole, most)) {
    result += whole.substring(from, nextMatch.start) + by(nextMatch);
    from = nextMatch.end;
  }
  return result + whole.substring(from);
};

function replaceText(text: string, searched: string, replacement: string, limit: number): string {
  let result = '';
  let from = 0;
  let at = text.indexOf(searched);
  for (let count = 0; at !== -1 && count < limit; count += 1) {
    result += text.substring(from, at) + replacement;
    from = at + searched.length;
    at = text.indexOf(searched, from);
  }
  return result + text.substring(from);
}

type Replacer = (match: Match) => string;

function replacer(replacement: unknown): Replacer {
  if (typeof replacement === 'string') return (match) => filledIn(replacement, match);
  const called = isFunctionValue(replacement) && replacement.pattern === undefined ? replacement : unsupported();
  return ({ match, start, end, groups }) => {
    const result = called.invoke([{ match, start, end, groups: [...groups], next: unsupported }], null);
    return typeof result === 'string' ? result : fail('D3012');
  };
}

/** A replacement with the groups of a match: `$1`, `$0` for the whole match, `$$` for a dollar sign. */
function filledIn(replacement: string, { match, groups }: Match): string {
  let result = '';
  let position = 0;
  for (let at = replacement.indexOf('$'); at !== -1 && position < replacement.length; ) {
    result += replacement.substring(position, at);
    position = at + 1;
    const sign = replacement.charAt(position);
    if (sign === '$' || sign === '0') {
      result += sign === '$' ? '$' : match;
      position += 1;
    } else {
      const number = groupAt(replacement, position, groups.length);
      if (number === undefined) result += '$';
      else {
        result += groups[number - 1] ?? '';
        position += String(number).length;
      }
    }
    at = replacement.indexOf('$', position);
  }
  return result + replacement.substring(position);
}

/** The number of a group: as many digits as there are groups. */
function groupAt(text: string, position: number, count: number): number | undefined {
  const digits = count === 0 ? 1 : Math.floor(Math.log(count) * Math.LOG10E) + 1;
  const number = Number.parseInt(text.substring(position, position + digits), 10);
  const shorter =
    digits > 1 && number > count ? Number.parseInt(text.substring(position, position + digits - 1), 10) : number;
  return Number.isNaN(shorter) ? undefined : shorter;
}

/** These functions, by the names that expressions call them. */
export const textFunctions = { contains, match, split, replace } satisfies Record<string, Implementation>;
