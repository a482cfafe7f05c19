/**
 * What an evaluation in turns has done so far. A turn ends with `Pause`, from anywhere inside the expression. The next turn evaluates the expression from
 * its beginning: loops and calls that have ended give their results again, and those in progress continue after their last item. An expression does the
 * same in each turn, so that the n-th loop or call at a place is always the same one.
 */

/** The turn is over. */
export class Pause extends Error {}

/** A loop or a call. */
interface Entry {
  isDone: boolean;
  /** What its current item has begun. */
  inner: Entry[];
}

/** The states of the loops at one place of the program. */
export type States<S> = WeakMap<object, S>;

export class Journal {
  readonly #root: Entry[] = [];
  #level = this.#root;
  #next = 0;
  #begin = 0;
  /** When the first item of this turn had ended; 0 before. */
  #progress = 0;

  /** A turn begins: the evaluation begins again. */
  restart(): void {
    this.#level = this.#root;
    this.#next = 0;
    this.#begin = performance.now();
    this.#progress = 0;
  }

  /**
   * Whether the turn is over. A turn without an ended item must go on, and a turn is longer where it takes long until the place is reached at which the
   * last one ended.
   */
  isOver(now: number, milliseconds: number): boolean {
    return this.#progress > 0 && now - this.#progress > milliseconds + (this.#progress - this.#begin);
  }

  /** A loop. `advance` does one item, and changes the state only at its end; it returns whether others follow. */
  loop<S>(states: States<S>, start: () => S, advance: (state: S) => boolean): S {
    const [level, index] = [this.#level, this.#next];
    const entry = level[index] ?? { isDone: false, inner: [] };
    const state = states.get(entry) ?? start();
    if (level[index] === undefined) {
      level.push(entry);
      states.set(entry, state);
    }
    while (!entry.isDone) {
      this.#level = entry.inner;
      this.#next = 0;
      entry.isDone = !advance(state);
      entry.inner = [];
      if (this.#progress === 0) this.#progress = performance.now();
    }
    this.#level = level;
    this.#next = index + 1;
    return state;
  }

  /** A call: its result is kept. */
  once<T>(states: States<{ value?: T }>, work: () => T): T | undefined {
    const start = (): { value?: T } => ({});
    const state = this.loop(states, start, (kept) => {
      kept.value = work();
      return false;
    });
    return state.value;
  }
}
