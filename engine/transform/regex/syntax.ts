/** Parses a regular expression of JavaScript. */

export type Assertion = 'start' | 'end' | 'word' | 'noWord';

export type Atom =
  /** One character, as written: `a`, `\d`, `[^,]`. */
  | { readonly kind: 'set'; readonly text: string }
  | { readonly kind: 'assertion'; readonly assertion: Assertion }
  /** `index`: number of the group whose text is kept. */
  | { readonly kind: 'group'; readonly index: number | undefined; readonly alternatives: Alternatives }
  /** The text of a group again, by its number or name. */
  | { readonly kind: 'back'; readonly to: number | string }
  | {
      readonly kind: 'look';
      readonly behind: boolean;
      readonly negative: boolean;
      readonly alternatives: Alternatives;
    };

export interface Item {
  readonly atom: Atom;
  readonly min: number;
  readonly max: number;
  readonly greedy: boolean;
}

export type Alternatives = readonly (readonly Item[])[];

export interface Pattern {
  readonly alternatives: Alternatives;
  /** Number of groups whose text is kept. */
  readonly groups: number;
  /** The numbers of groups by name. */
  readonly names: ReadonlyMap<string, readonly number[]>;
  /** Why the pattern cannot be searched in linear time; undefined if it can. */
  readonly notLinear: string | undefined;
}

/** A pattern that the engine does not search with. */
export class Refused extends Error {}

const escaped = String.raw`\\(?:k<[^>]*>|[1-9]\d*|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|c[a-zA-Z]|0[0-7]{0,2}|[^])`;
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
  readonly #names = new Map<string, number[]>();
  #references: (number | string)[] = [];
  #notLinear: string | undefined;

  constructor(text: string, unicode: boolean) {
    this.#text = text;
    this.#token = unicode ? pointToken : unitToken;
  }

  pattern(): Pattern {
    const alternatives = this.#alternatives();
    const names = this.#names;
    for (const to of this.#references) {
      if (typeof to === 'number' ? to > this.#groups : !names.has(to))
        throw new Refused(`refers to a group that it does not have`);
    }
    return { alternatives, groups: this.#groups, names, notLinear: this.#notLinear };
  }

  #alternatives(): Alternatives {
    const all: Item[][] = [[]];
    for (let token = this.#next(); token !== undefined; token = this.#next()) {
      if (token.sign === ')') break;
      if (token.sign === '|') all.push([]);
      else all.at(-1)?.push(this.#item(token));
    }
    return all;
  }

  #next(): Readonly<Record<string, string | undefined>> | undefined {
    this.#token.lastIndex = this.#at;
    const match = this.#token.exec(this.#text);
    if (match === null) return undefined;
    this.#at = this.#token.lastIndex;
    return match.groups ?? {};
  }

  #item({ set, open, sign = '' }: Readonly<Record<string, string | undefined>>): Item {
    const atom = open === undefined ? this.#character(set ?? sign) : this.#group(open);
    quantifier.lastIndex = this.#at;
    const match = quantifier.exec(this.#text);
    if (match === null) return { atom, min: 1, max: 1, greedy: true };
    this.#at = quantifier.lastIndex;
    const item = { atom, ...limitsOf(match.groups ?? {}) };
    if (atom.kind === 'group' && canBeEmpty(atom)) this.#notLinear ??= 'repeats a part that can be empty';
    return item;
  }

  #group(open: string): Atom {
    if (/[=!]$/.test(open)) {
      this.#notLinear ??= 'looks ahead or behind';
      return {
        kind: 'look',
        behind: open.includes('<'),
        negative: open.endsWith('!'),
        alternatives: this.#alternatives(),
      };
    }
    const isKept = open === '(' || open.endsWith('>');
    if (!isKept && open !== '(?:') throw new Refused('changes flags inside');
    if (isKept) this.#groups += 1;
    const index = isKept ? this.#groups : undefined;
    if (index !== undefined && open !== '(') {
      const name = open.slice(3, -1);
      this.#names.set(name, [...(this.#names.get(name) ?? []), index]);
    }
    return { kind: 'group', index, alternatives: this.#alternatives() };
  }

  #character(text: string): Atom {
    const assertion = signs[text];
    if (assertion !== undefined) return { kind: 'assertion', assertion };
    const [, number, name] = /^\\(?:([1-9]\d*)|k<(.*)>)$/.exec(text) ?? [];
    if (number !== undefined || name !== undefined) {
      this.#notLinear ??= 'refers back to a group';
      const to = number === undefined ? (name ?? '') : Number(number);
      this.#references.push(to);
      return { kind: 'back', to };
    }
    if (text === '\\c' || text === '\\k') throw new Refused(`has a ${text} without what belongs to it`);
    return { kind: 'set', text };
  }
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

/** Whether a part may match the empty text. */
export function canBeEmpty(atom: Atom): boolean {
  switch (atom.kind) {
    case 'set':
      return false;
    case 'assertion':
    case 'back':
    case 'look':
      return true;
    case 'group':
      return atom.alternatives.some((items) => items.every(({ atom: inner, min }) => min === 0 || canBeEmpty(inner)));
  }
}

/** Parses the text of a valid pattern. `unicode`: with the flag u. Throws Refused. */
export const parsePattern = (text: string, unicode: boolean): Pattern => new Parser(text, unicode).pattern();
