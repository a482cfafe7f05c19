/** Concurrent writes with the same key in one process: one does the work, the others wait for its result. */
import { ProblemError } from '../../base/problem.ts';
import type { Members } from '../answer/encode-rows.ts';

/** Running writes of this process, by claim: another caller waits for the result without using a connection. */
export type InFlight = Map<string, Promise<Members>>;

/** Maximum wait for another write with the same key, in milliseconds; the deadline may be earlier. */
const maxWaitMs = 8_000;

/** The result of the running write; undefined if it failed, so that this caller tries itself. `wait`: milliseconds. */
async function waitFor(running: Promise<Members>, wait: number): Promise<Members | undefined> {
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

/** The deadline of a caller, in milliseconds of `clock`. */
interface Time {
  readonly deadline: number;
  readonly clock: () => number;
}

/**
 * Runs a write. If a write with the same claim is running, calls `joined` and waits for its result. Rejects with
 * `ProblemError` if the deadline or the maximum wait is exceeded, and with the errors of the write.
 */
export async function coalesceWrites(
  inFlight: InFlight,
  claim: string,
  { deadline, clock }: Time,
  joined: () => void,
  write: () => Promise<Members>,
): Promise<Members> {
  for (let running = inFlight.get(claim); running !== undefined; running = inFlight.get(claim)) {
    joined();
    const result = await waitFor(running, Math.min(maxWaitMs, deadline - clock()));
    if (result !== undefined) return result;
  }
  const started = write();
  inFlight.set(claim, started);
  try {
    return await started;
  } finally {
    inFlight.delete(claim);
  }
}
