/** Runs passes of the completion one after another until it is stopped. */

export interface Background {
  /** Starts no further pass; resolves when the running pass has ended. */
  stop(): Promise<void>;
}

/**
 * The first pass starts at once, each further one `everyMs` after the previous one has ended; it should end soon after `stopping()` returns true.
 * `failed` is called with its rejection. Does not keep the process alive.
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
  running = run();
  return {
    stop() {
      stopped = true;
      clearTimeout(timer);
      return running;
    },
  };
}
