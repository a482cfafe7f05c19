/** The order in which the writes of one process wait for the same lock: first come, first served. */

/** A place in the queue of one lock. */
interface Turn {
  /** Resolves when it is this write's turn in its process. */
  readonly begins: Promise<void>;
  /** Leaves the queue, in turn or not. */
  end(): void;
}

export interface Turns {
  join(lock: string): Turn;
}

/** Turns of this process only, first come first served for each lock. */
export function createTurns(): Turns {
  const queues = new Map<string, (() => void)[]>();
  return {
    join(lock) {
      const { promise: begins, resolve: begin } = Promise.withResolvers<void>();
      const queue = queues.get(lock) ?? [];
      queues.set(lock, queue);
      queue.push(begin);
      queue[0]?.();
      return {
        begins,
        end() {
          const place = queue.indexOf(begin);
          if (place >= 0) queue.splice(place, 1);
          if (queue.length === 0 && queues.get(lock) === queue) queues.delete(lock);
          queue[0]?.();
        },
      };
    },
  };
}
