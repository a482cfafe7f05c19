/** Parses a regular expression of JavaScript: as far as it can be searched in linear time. */

export type Assertion = 'start' | 'end' | 'word' | 'noWord';

export type Atom =
  /** One character, as written: `a`, `\d`, `[^,]`. */
  | { readonly kind: 'set'; readonly text: string }
  | { readonly kind: 'assertion'; readonly of: Assertion }
  /** `index`: number of the group whose text is kept. */
  | { readonly kind: 'group'; readonly index: number | undefined; readonly of: Alternatives };

export interface Item {
  readonly atom: Atom;
  readonly min: number;
  readonly max: number;
  readonly greedy: boolean;
}

export type Alternatives = readonly (readonly Item[])[];

export interface Pattern {
  readonly of: Alternatives;
  /** Number of groups whose text is kept. */
  readonly groups: number;
}

/** A part of a pattern that cannot be searched in linear time. */
export class NotLinear extends Error {}

const escaped = String.raw`\\(?:u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|c[a-zA-Z]|0[0-7]{0,2}|[^])`;
/** With the flag u: two escapes of one character, `\u{1f600}` and `\p{L}`. */
const escapedPoint = String.raw`\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u\{[0-9a-fA-F]+\}|\\[pP]\{[^}]*\}|${escaped}`;

const tokenWith = (character: string, flags: string): RegExp =>
  new RegExp(
    String.raw`(?<set>\[\^?(?:${character}|[^\]\\])*\]|${character}|[^()|^$])|(?<open>\((?:\?(?::|=|!|<=|<!|<[^>]*>|[^]))?)|(?<sign>[)|^$])`,
    flags,
  );
const unitToken = tokenWith(escaped, 'y');
const pointToken = tokenWith(escapedPoint, 'uy');
const quantifier = /(?:(?<star>[*+?])|\{(?<min>\d+)(?<comma>,?)(?<max>\d*)\})(?<lazy>\??)/y;

const signs: Readonly<Record<string, Assertion>> = { '^': 'start', $: 'end', '\\b': 'word', '\\B': 'noWord' };

class Parser {
  readonly #text: string;
  readonly #token: RegExp;
  #at = 0;
  #groups = 0;

  constructor(text: string, unicode: boolean) {
    this.#text = text;
    this.#token = unicode ? pointToken : unitToken;
  }

  pattern(): Pattern {
    return { of: this.#alternatives(), groups: this.#groups };
  }

  #alternatives(): Alternatives {
    const all: Item[][] = [[]];
    for (let found = this.#next(); found !== undefined; found = this.#next()) {
      if (found.sign === ')') break;
      if (found.sign === '|') all.push([]);
      else all.at(-1)?.push(this.#item(found));
    }
    return all;
  }

  #next(): Readonly<Record<string, string | undefined>> | undefined {
    this.#token.lastIndex = this.#at;
    const found = this.#token.exec(this.#text);
    if (found === null) return undefined;
    this.#at = this.#token.lastIndex;
    return found.groups ?? {};
  }

  #item({ set, open, sign = '' }: Readonly<Record<string, string | undefined>>): Item {
    const atom = open === undefined ? characterOf(set ?? sign) : this.#group(open);
    quantifier.lastIndex = this.#at;
    const found = quantifier.exec(this.#text);
    if (found === null) return { atom, min: 1, max: 1, greedy: true };
    this.#at = quantifier.lastIndex;
    const item = { atom, ...limitsOf(found.groups ?? {}) };
    if (atom.kind === 'group' && canBeEmpty(atom.of)) throw new NotLinear('repeats a part that can be empty');
    return item;
  }

  #group(open: string): Atom {
    if (/[=!]$/.test(open)) throw new NotLinear('looks ahead or behind');
    const isKept = open === '(' || open.endsWith('>');
    if (!isKept && open !== '(?:') throw new NotLinear('changes flags inside');
    if (isKept) this.#groups += 1;
    const index = isKept ? this.#groups : undefined;
    return { kind: 'group', index, of: this.#alternatives() };
  }
}

function characterOf(text: string): Atom {
  const of = signs[text];
  if (of !== undefined) return { kind: 'assertion', of };
  if (/^\\[1-9k]/.test(text)) throw new NotLinear('refers back to a group');
  if (text === '\\c') throw new NotLinear('has a \\c without a letter');
  return { kind: 'set', text };
}

function limitsOf({
  star,
  min = '0',
  comma,
  max,
  lazy,
}: Readonly<Record<string, string | undefined>>): Omit<Item, 'atom'> {
  const greedy = lazy !== '?';
  if (star !== undefined)
    return { min: star === '+' ? 1 : 0, max: star === '?' ? 1 : Number.POSITIVE_INFINITY, greedy };
  const most = comma === '' ? Number(min) : max === '' ? Number.POSITIVE_INFINITY : Number(max);
  return { min: Number(min), max: most, greedy };
}

const canBeEmpty = (alternatives: Alternatives): boolean =>
  alternatives.some((items) =>
    items.every(
      ({ atom, min }) => min === 0 || atom.kind === 'assertion' || (atom.kind === 'group' && canBeEmpty(atom.of)),
    ),
  );

/** Parses the text of a valid pattern. `unicode`: with the flag u. Throws NotLinear. */
export const parsePattern = (text: string, unicode: boolean): Pattern => new Parser(text, unicode).pattern();
