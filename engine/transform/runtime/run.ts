/** The evaluations of an expression: input, variables and limits. */
import { turnMs } from '../../base/shared-thread.ts';
import { TimeOver, TurnOver, Undecided } from './failure.ts';
import { type Journal, Pause } from './journal.ts';

/** Values by name, which an expression reads with a dollar sign. */
export type Bindings = Readonly<Record<string, unknown>>;

/** Limits of an evaluation. */
export interface Limits {
  /** Milliseconds without a pause. */
  readonly timeout: number;
  /** Number of nodes inside each other. */
  readonly stack: number;
  /** Without it the evaluation has no turns. */
  readonly turns?: TurnLimits;
}

export interface TurnLimits {
  /** Milliseconds of one turn. */
  readonly each: number;
  /** Milliseconds of all turns together. */
  readonly all: number;
  /** Number of loop steps between two looks at the clock; 128 unless it says otherwise. */
  readonly stepsPerLook?: number;
}

/** Number of loop steps between two looks at the clock. */
const usualStepsPerLook = 128;

const noBindings: Bindings = {};

/** The evaluations of an expression, one after the other: an object for each of them would cost more than a short expression. */
export class Run {
  #root: unknown;
  #bindings = noBindings;
  readonly #limits: Limits;
  readonly #stepsPerLook: number;
  readonly #initialDepth: number;
  #depth: number;
  #steps = 0;
  /** When the clock was first looked at; 0 before. */
  #begin = 0;
  /** Milliseconds of earlier turns. */
  #spent = 0;
  #timestamp: Date | undefined;
  /** What an evaluation in turns has done; undefined for one without turns. */
  readonly journal: Journal | undefined;

  /** `depth`: number of nodes inside each other at the beginning. */
  constructor(limits: Limits, depth: number, journal?: Journal) {
    this.journal = journal;
    this.#stepsPerLook = limits.turns?.stepsPerLook ?? usualStepsPerLook;
    this.#limits = limits;
    this.#initialDepth = depth;
    this.#depth = depth;
  }

  /** Begins an evaluation. */
  begin(input: unknown, bindings: Bindings): void {
    this.#root = input;
    this.#bindings = bindings;
    this.#depth = this.#initialDepth;
    this.#steps = 0;
    this.#begin = 0;
    this.#timestamp = undefined;
  }

  /** Begins the next turn of an evaluation in turns. `spent`: milliseconds of the earlier ones. */
  nextTurn(spent: number): void {
    this.#depth = this.#initialDepth;
    this.#begin = 0;
    this.#spent = spent;
    this.journal?.restart();
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

  /** The time of the evaluation. */
  get timestamp(): Date {
    this.#timestamp ??= new Date();
    return this.#timestamp;
  }

  /** Counts one step of a loop. Throws after the time of the turn or of the evaluation. */
  step(): void {
    this.#steps += 1;
    if (this.#steps % this.#stepsPerLook === 0) this.#look();
  }

  #look(): void {
    const { timeout, turns } = this.#limits;
    const now = performance.now();
    if (this.#begin === 0) this.#begin = now;
    const elapsed = now - this.#begin;
    if (turns !== undefined && this.journal === undefined) {
      if (elapsed > turnMs(turns.each)) throw new TurnOver();
      return;
    }
    if (elapsed > timeout) throw new TimeOver(timeout);
    if (turns === undefined) return;
    if (this.#spent + elapsed > turns.all) throw new TimeOver(turns.all);
    if (this.journal?.isOver(now, turnMs(turns.each)) === true) throw new Pause();
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
