/** An engine that a reload replaces while requests are in progress. */
import type { LoadedConfig } from '../config/load.ts';
import type { ServedEngine } from '../server/engine-api.ts';
import { suspendedEngine } from './absent-engines.ts';

export interface ReplaceableEngine extends ServedEngine {
  /** New calls use `next`. The previous engine is closed when its last call has ended. */
  replace(next: ServedEngine): void;
  /** Whether it is closed until the next request. */
  isIdle(): boolean;
  /** The configuration that it is opened with from now on, where it is opened by requests. */
  use(fresh: LoadedConfig): void;
  /** New calls are answered with 503. Resolves when the calls in progress have ended and the engine is closed. */
  suspend(): Promise<void>;
  /** Opens it, where it is opened by requests: an unfinished write has to be completed. */
  wake(): Promise<void>;
  /** Takes notice, while it is closed, of when its tokens were stored last, in milliseconds since the epoch; undefined if one is missing. */
  seeTokens(written: number | undefined): void;
  /** Waits for the engines of earlier calls, and closes all. */
  close(): Promise<void>;
}

interface Generation {
  readonly engine: ServedEngine;
  running: number;
  /** Called when the last call has ended; undefined while the engine is in use. */
  idle: (() => void) | undefined;
}

function isIdle(generation: Generation): Promise<void> {
  if (generation.running === 0) return Promise.resolve();
  return new Promise((resolve) => {
    generation.idle = resolve;
  });
}

/** `first` has been started, or stands in for an engine that could not be. `failed` receives an error of the close of a replaced engine. */
export function createReplaceableEngine(first: ServedEngine, failed: (error: unknown) => void): ReplaceableEngine {
  let current: Generation = { engine: first, running: 0, idle: undefined };
  const retired = new Set<Promise<void>>();

  const retire = (generation: Generation): Promise<void> => {
    const closed: Promise<void> = isIdle(generation)
      .then(() => generation.engine.close())
      .catch(failed)
      .finally(() => retired.delete(closed));
    retired.add(closed);
    return closed;
  };
  const replace = (next: ServedEngine): Promise<void> => {
    const previous = current;
    current = { engine: next, running: 0, idle: undefined };
    return retire(previous);
  };

  return {
    contract: first.contract,
    health: () => current.engine.health(),
    status: () => current.engine.status(),
    async call(path, body, call) {
      const generation = current;
      generation.running += 1;
      try {
        return await generation.engine.call(path, body, call);
      } finally {
        generation.running -= 1;
        if (generation.running === 0) generation.idle?.();
      }
    },
    isIdle: () => false,
    use: () => undefined,
    wake: async () => undefined,
    seeTokens: () => undefined,
    replace: (next) => void replace(next),
    suspend: () => replace(suspendedEngine(first.contract)),
    async close() {
      await current.engine.close();
      await Promise.all(retired);
    },
  };
}
