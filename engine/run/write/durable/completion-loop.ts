/** Runs passes of the completion one after the other, until it is stopped. */

export interface Background {
  /** No pass begins any more; resolves when the one that is under way has ended. */
  stop(): Promise<void>;
}

/**
 * A pass begins `everyMs` after the one before has ended; it is to end soon once `stopping()`. `failed` is told what one rejects with. Keeps
 * no process alive.
 */
export function startBackground(
  pass: (stopping: () => boolean) => Promise<unknown>,
  everyMs: number,
  failed: (error: unknown) => void,
): Background {
  let stopped = false;
  let running: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const run = async (): Promise<void> => {
    try {
      await pass(() => stopped);
    } catch (error) {
      failed(error);
    }
    if (!stopped) plan();
  };
  const plan = (): void => {
    timer = setTimeout(() => {
      running = run();
    }, everyMs).unref();
  };
  plan();
  return {
    stop() {
      stopped = true;
      clearTimeout(timer);
      return running;
    },
  };
}
