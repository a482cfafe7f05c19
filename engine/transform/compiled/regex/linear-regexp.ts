/** A regular expression. */

export interface Match {
  readonly match: string;
  readonly start: number;
  readonly end: number;
  readonly groups: readonly (string | undefined)[];
}

export class LinearRegExp {
  readonly #pattern: RegExp;

  constructor(pattern: RegExp) {
    this.#pattern = new RegExp(pattern);
  }

  exec(text: string, from: number): Match | undefined {
    this.#pattern.lastIndex = from;
    const found = this.#pattern.exec(text);
    if (found === null) return undefined;
    const [match, ...groups] = found;
    return { match, start: found.index, end: found.index + match.length, groups };
  }
}
