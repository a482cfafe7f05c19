/** The memory that a call takes for answers of its ERP. The host of the engine bounds it over all calls. */
import { ProblemError } from './problem.ts';

export interface AnswerMemory {
  /** Counts bytes that were read from the ERP, until the call ends. A negative number takes some back. */
  add(bytes: number): void;
  /**
   * Whether the call may read on. Undefined if it may at once. Otherwise resolves with true as soon as there is memory, and with false at the deadline of the call
   * or when its caller disconnects. Never rejects.
   */
  room(): Promise<boolean> | undefined;
}

/** The error of a call that got no memory by its deadline. */
export function noMemory(): ProblemError {
  const message = 'The integration service is busy. Try again shortly.';
  const cause = new Error('There was no memory for answers of the ERP (`answersLimit`, `allAnswersLimit`)');
  return new ProblemError({ kind: 'unreachable', message, retryAfter: 1 }, cause);
}

/** Waits until the call may read on. Undefined if it may at once. Rejects with `ProblemError`. */
export function waitForRoom(memory: AnswerMemory | undefined): Promise<void> | undefined {
  return memory?.room()?.then((isFree) => {
    if (!isFree) throw noMemory();
  });
}
