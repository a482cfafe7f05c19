/** Equal writes at the same time in one process: one does the work, the others wait for its result. */
import { ProblemError } from '../../base/problem.ts';
import type { Members } from '../read/encode-answer.ts';

/** Writes that are under way in this process, by claim: a rival waits for the first one without taking a connection. */
export type InFlight = Map<string, Promise<Members>>;

/** How long a caller waits behind another one with the same key, in milliseconds, unless its deadline comes before. */
const maxWaitMs = 8_000;

/** The rival's result; undefined when it failed, so that this caller has to try for itself. `wait`: milliseconds. */
async function join(running: Promise<Members>, wait: number): Promise<Members | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const problem = {
      kind: 'unreachable',
      message: 'The same document is being written right now. Send it again shortly.',
      retryAfter: 2,
    } as const;
    timer = setTimeout(() => reject(new ProblemError(problem)), Math.max(0, wait));
  });
  try {
    return await Promise.race([running.catch(() => undefined), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** When a caller has to have its answer; both are in milliseconds by one clock. */
export interface Time {
  readonly deadline: number;
  readonly clock: () => number;
}

/**
 * Runs a write, unless a write with the same claim is in progress: then waits for its result, and calls `joined`. Rejects with
 * `ProblemError` after the deadline or after `maxWaitMs`, and as the write does.
 */
export async function oneAtATime(
  inFlight: InFlight,
  claim: string,
  { deadline, clock }: Time,
  joined: () => void,
  write: () => Promise<Members>,
): Promise<Members> {
  for (let running = inFlight.get(claim); running !== undefined; running = inFlight.get(claim)) {
    joined();
    const result = await join(running, Math.min(maxWaitMs, deadline - clock()));
    if (result !== undefined) return result;
  }
  const own = write();
  inFlight.set(claim, own);
  try {
    return await own;
  } finally {
    inFlight.delete(claim);
  }
}
