/** One evaluation of an expression: its input, its variables and its limits. */
import { TimeOver, Undecided } from './failure.ts';

/** Values by name, which an expression reads with a dollar sign. */
export type Bindings = Readonly<Record<string, unknown>>;

/** Limits of an evaluation: milliseconds, and number of nodes inside each other. */
export interface Limits {
  readonly timeout: number;
  readonly stack: number;
}

/** What one evaluation gets. */
export interface RunInput {
  readonly input: unknown;
  readonly bindings: Bindings;
  readonly hides: boolean;
}

/** The limits of an evaluation, and the number of nodes inside each other at its beginning. */
export interface RunLimits {
  readonly limits: Limits;
  readonly depth: number;
}

/** Number of loop steps between two looks at the clock. */
const stepsPerLook = 512;

/** One evaluation of an expression. */
export class Run {
  readonly root: unknown;
  readonly bindings: Bindings;
  /** Whether a variable that is passed has the name of a function that the expression calls. */
  readonly hides: boolean;
  readonly #limits: Limits;
  #depth: number;
  #steps = 0;
  #deadline = 0;
  #timestamp: Date | undefined;

  constructor({ input, bindings, hides }: RunInput, { limits, depth }: RunLimits) {
    this.root = input;
    this.bindings = bindings;
    this.hides = hides;
    this.#limits = limits;
    this.#depth = depth;
  }

  /** The time of the evaluation. */
  get timestamp(): Date {
    this.#timestamp ??= new Date();
    return this.#timestamp;
  }

  /** Counts one step of a loop. Throws after the time of the evaluation. */
  step(): void {
    this.#steps += 1;
    if (this.#steps % stepsPerLook !== 0) return;
    const now = performance.now();
    if (this.#deadline === 0) this.#deadline = now + this.#limits.timeout;
    else if (now > this.#deadline) throw new TimeOver(this.#limits.timeout);
  }

  /** Enters a function whose nodes are at most `depth` deep. The interpreter, which counts exactly, evaluates what may be too deep. */
  enter(depth: number): void {
    this.#depth += depth;
    if (this.#depth > this.#limits.stack) throw new Undecided('D1011');
    this.step();
  }

  leave(depth: number): void {
    this.#depth -= depth;
  }
}
