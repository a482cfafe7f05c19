/** How long asynchronous work keeps the event loop, in processor time of this thread: other work on the machine does not count. */

/** Processor time of this thread in milliseconds. */
function threadTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

interface MeasuredTurns<Value> {
  readonly value: Value;
  /** Processor time of all turns, in milliseconds. */
  readonly wholeMs: number;
  /** The longest turn as a share of the whole. Garbage collection makes turns longer. */
  readonly longestShare: number;
  readonly turns: number;
}

/** Does the work while another task asks for a turn of the event loop again and again. */
export async function measureTurns<Value>(work: () => Promise<Value>): Promise<MeasuredTurns<Value>> {
  const begin = threadTime();
  let [last, longest, turns, isOver] = [begin, 0, 0, false];
  const measure = (): void => {
    const now = threadTime();
    longest = Math.max(longest, now - last);
    last = now;
    turns += 1;
    if (!isOver) setImmediate(measure);
  };
  setImmediate(measure);
  const value = await work();
  measure();
  isOver = true;
  const wholeMs = last - begin;
  return { value, wholeMs, longestShare: longest / wholeMs, turns };
}
