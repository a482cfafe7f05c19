/** How an evaluation ends without a value. */

/**
 * The evaluation gives an error, or needs a part of the language that is not compiled. The interpreter evaluates the expression again: it
 * decides, and its error has the position and the text. `code`: JSONata's code of the error, if there is one.
 */
export class Undecided extends Error {
  readonly code: string | undefined;
  constructor(code?: string) {
    super(code ?? 'The interpreter evaluates this.');
    this.code = code;
  }
}

/** The time of an evaluation is over. */
export class TimeOver extends Error {
  /** JSONata's error code, and the value in its message. */
  readonly code = 'D1012';
  readonly value: number;
  constructor(milliseconds: number) {
    super(`Evaluation timeout after ${milliseconds} milliseconds. Check for infinite loop`);
    this.value = milliseconds;
  }
}

/** The evaluation has taken its turn, and is to be done in turns. */
export class TurnOver extends Error {}

/** Throws `Undecided` with JSONata's code of the error, such as T2006: the interpreter repeats the evaluation and throws it. */
export function fail(code: string): never {
  throw new Undecided(code);
}

/** Throws `Undecided` without a code, for what is not compiled: the interpreter evaluates the expression. */
export function leaveToInterpreter(): never {
  throw new Undecided();
}
