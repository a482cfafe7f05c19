/** Work that is repeated while services run, such as a look into the store. */
import type { Emit } from '../events/events.ts';

interface Repetition {
  /** Milliseconds between the beginnings of two rounds. */
  readonly intervalMs: number;
  /** Whether the first round begins now, and not after an interval. */
  readonly isImmediate: boolean;
  readonly emit: Emit;
}

/**
 * Runs rounds until the returned function is called. A round that is due while another one runs is left out. The timer does not keep the process alive.
 * An error is reported as a bug.
 */
export function repeatRounds({ intervalMs, isImmediate, emit }: Repetition, round: () => Promise<void>): () => void {
  let isRunning = false;
  const begin = async (): Promise<void> => {
    if (isRunning) return;
    isRunning = true;
    try {
      await round();
    } catch (error) {
      emit({ level: 'error', event: 'bug', error });
    } finally {
      isRunning = false;
    }
  };
  if (isImmediate) void begin();
  const timer = setInterval(() => void begin(), intervalMs).unref();
  return () => clearInterval(timer);
}
