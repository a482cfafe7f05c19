/** The evaluations of an expression: input, variables and limits. */
import { TimeOver, Undecided } from './failure.ts';

/** Values by name, which an expression reads with a dollar sign. */
export type Bindings = Readonly<Record<string, unknown>>;

/** Limits of an evaluation: milliseconds, and number of nodes inside each other. */
export interface Limits {
  readonly timeout: number;
  readonly stack: number;
}

/** Number of loop steps between two looks at the clock. */
const stepsPerLook = 512;

const noBindings: Bindings = {};

/** The evaluations of an expression, one after the other: an object for each of them would cost more than a short expression. */
export class Run {
  #root: unknown;
  #bindings = noBindings;
  #hides = false;
  readonly #limits: Limits;
  readonly #initialDepth: number;
  #depth: number;
  #steps = 0;
  #deadline = 0;
  #timestamp: Date | undefined;

  /** `depth`: number of nodes inside each other at the beginning. */
  constructor(limits: Limits, depth: number) {
    this.#limits = limits;
    this.#initialDepth = depth;
    this.#depth = depth;
  }

  /** Begins an evaluation. `hides`: a variable that is passed has the name of a function that the expression calls. */
  begin(input: unknown, bindings: Bindings, hides: boolean): void {
    this.#root = input;
    this.#bindings = bindings;
    this.#hides = hides;
    this.#depth = this.#initialDepth;
    this.#steps = 0;
    this.#deadline = 0;
    this.#timestamp = undefined;
  }

  /** Ends an evaluation: its input can be a whole page. */
  end(): void {
    this.#root = undefined;
    this.#bindings = noBindings;
  }

  get root(): unknown {
    return this.#root;
  }

  get bindings(): Bindings {
    return this.#bindings;
  }

  /** Whether a variable that is passed has the name of a function that the expression calls. */
  get hides(): boolean {
    return this.#hides;
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
