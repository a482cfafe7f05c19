/**
 * Finds regular expressions whose time grows exponentially with the text: a repeated group that can match one text in several ways, such
 * as `(\w+\s?)+`. It compares sets of characters. A risk that follows only from longer texts is not found.
 */

interface Item {
  /** A set of characters, as written, or a group. Undefined for what matches no characters: anchors and lookarounds. */
  readonly atom: string | Alternatives | undefined;
  readonly min: number;
  readonly max: number;
}

type Sequence = readonly Item[];
type Alternatives = readonly Sequence[];

const escaped = String.raw`\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|k<[^>]*>|.)`;
const token = new RegExp(
  String.raw`(?<class>\[\^?(?:${escaped}|[^\]\\])*\])|(?<escape>${escaped})|(?<open>\((?:\?(?:[:=!]|<[=!]|<[^>]*>))?)|(?<sign>[)|^$])|(?<char>.)`,
  'suy',
);
const quantifier = /([*+?]|\{(\d+)(,?)(\d*)\})[?+]?/y;

class Parser {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  alternatives(): Alternatives {
    const all: Item[][] = [[]];
    for (let found = this.#next(); found !== undefined; found = this.#next()) {
      if (found.sign === ')') break;
      if (found.sign === '|') all.push([]);
      else all.at(-1)?.push(this.#item(found));
    }
    return all;
  }

  #next(): Readonly<Record<string, string | undefined>> | undefined {
    token.lastIndex = this.#at;
    const found = token.exec(this.#text);
    if (found === null) return undefined;
    this.#at = token.lastIndex;
    return found.groups ?? {};
  }

  #item({ class: set, escape: sign, open, char }: Readonly<Record<string, string | undefined>>): Item {
    const group = open === undefined ? undefined : this.alternatives();
    const isLook = open !== undefined && /[=!]$/.test(open);
    const isAnchor = sign !== undefined && /^\\[bB]$/.test(sign);
    const atom = isLook || isAnchor ? undefined : (group ?? set ?? sign ?? char);
    quantifier.lastIndex = this.#at;
    const found = quantifier.exec(this.#text);
    if (found === null) return { atom, min: 1, max: 1 };
    this.#at = quantifier.lastIndex;
    const [, times = '', least = '', comma = '', most = ''] = found;
    if (times === '*' || times === '+' || times === '?')
      return { atom, min: times === '+' ? 1 : 0, max: times === '?' ? 1 : Number.POSITIVE_INFINITY };
    const max = comma === '' ? Number(least) : most === '' ? Number.POSITIVE_INFINITY : Number(most);
    return { atom, min: Number(least), max };
  }
}

/** The characters that sets are compared by: ASCII, and some letters beyond. */
const sample = [...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)), 'é', 'ß', 'Ω', 'я', '中'];

/** All characters that occur in the matches of an item. */
function charactersOf({ atom }: Item): ReadonlySet<string> {
  if (atom === undefined) return new Set();
  if (typeof atom !== 'string') return new Set(atom.flat().flatMap((item) => [...charactersOf(item)]));
  try {
    const set = new RegExp(`^(?:${atom})$`, 'su');
    return new Set(sample.filter((character) => set.test(character)));
  } catch {
    // A back reference, or an escape without a meaning.
    return new Set();
  }
}

function overlap(a: Item, b: Item): boolean {
  const others = charactersOf(b);
  return [...charactersOf(a)].some((character) => others.has(character));
}

const isUnbounded = ({ max }: Item): boolean => max === Number.POSITIVE_INFINITY;

/** Whether two rounds of a repeated sequence can be one: an unbounded item, and nothing that separates it from the next round. */
function runsTogether(sequence: Sequence): boolean {
  const items = sequence.filter(({ atom }) => atom !== undefined);
  return items.some(
    (item, index) =>
      repeats(item) && items.every((other, at) => at === index || other.min === 0 || overlap(item, other)),
  );
}

/** Whether the item itself, or a group of one item in it, is unbounded. */
function repeats(item: Item): boolean {
  if (isUnbounded(item)) return true;
  return typeof item.atom === 'object' && item.atom.some((sequence) => sequence.length === 1 && sequence.some(repeats));
}

/** Whether two alternatives of one character each can match the same one. */
function hasTwins(alternatives: Alternatives): boolean {
  const single = alternatives.flatMap((sequence) => (sequence.length === 1 ? sequence : []));
  return single.some((item, index) => single.slice(index + 1).some((other) => overlap(item, other)));
}

function isRisky(alternatives: Alternatives): boolean {
  return alternatives.flat().some((item) => {
    const { atom } = item;
    if (atom === undefined || typeof atom === 'string') return false;
    return (isUnbounded(item) && (atom.some(runsTogether) || hasTwins(atom))) || isRisky(atom);
  });
}

/** Whether some texts that the pattern does not match take exponential time. False for a pattern that is not valid. */
export function canRunAway(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u');
  } catch {
    return false;
  }
  return isRisky(new Parser(pattern).alternatives());
}
