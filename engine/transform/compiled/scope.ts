/** Where the variables of an expression are: resolved at start, so that no name is searched while an expression is evaluated. */

/** The place of a variable: the number of frames further out, and its index there. */
export interface Place {
  readonly hops: number;
  readonly index: number;
}

/** The variables of a block, of a function or of the whole expression. */
export class Scope {
  readonly #indexes: ReadonlyMap<string, number>;
  readonly #outer: Scope | undefined;

  constructor(names: readonly string[], outer?: Scope) {
    this.#indexes = new Map([...new Set(names)].map((name, index) => [name, index]));
    this.#outer = outer;
  }

  /** Number of variables. */
  get size(): number {
    return this.#indexes.size;
  }

  indexOf(name: string): number | undefined {
    return this.#indexes.get(name);
  }

  /** All places with this name, innermost first: a variable that has no value yet does not hide one further out. */
  placesOf(name: string): readonly Place[] {
    const places: Place[] = [];
    let hops = 0;
    for (let scope: Scope | undefined = this; scope !== undefined; scope = scope.#outer, hops += 1) {
      const index = scope.#indexes.get(name);
      if (index !== undefined) places.push({ hops, index });
    }
    return places;
  }
}
