/** The number of steps that the searches in one text may take together. */

/** A search has taken more steps than it may. */
export class TooManySteps extends Error {
  constructor() {
    super(
      'A regular expression takes too many steps for this text: write it so that parts cannot match the same characters.',
    );
  }
}

/** Steps that every search may take: about 50 ms. */
const basis = 250_000;

export class Steps {
  #left: number;

  /** `forEach`: steps for each character, in addition. */
  constructor(text: string, forEach: number) {
    this.#left = basis + text.length * forEach;
  }

  /** Counts steps. Throws TooManySteps. */
  take(count: number): void {
    this.#left -= count;
    if (this.#left < 0) throw new TooManySteps();
  }
}
