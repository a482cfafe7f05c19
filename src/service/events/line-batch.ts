/** Writes log lines in batches: one system call for many lines. */

/** Receives the lines of a log. */
export interface LogDestination {
  write(line: string): void;
  /** Writes what is still in memory. */
  flush(): void;
}

/** Longest time that a line stays in memory, in milliseconds. A process that ends without running its exit handlers (SIGKILL) loses these lines. */
const longestDelay = 50;

/** Characters in memory that are written at once, without waiting. */
const largestBatch = 16_384;

/**
 * A destination that passes lines on to `write` together. The caller must call `flush` when the process exits. The timer keeps no process
 * alive.
 */
export function batchLines(write: (text: string) => void): LogDestination {
  let lines: string[] = [];
  let size = 0;
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (size === 0) return;
    const text = lines.join('');
    lines = [];
    size = 0;
    write(text);
  };
  return {
    write(line) {
      lines.push(line);
      size += line.length;
      if (size >= largestBatch) flush();
      else timer ??= setTimeout(flush, longestDelay).unref();
    },
    flush,
  };
}
