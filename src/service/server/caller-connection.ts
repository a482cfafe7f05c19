/** Detects that the client of a request has disconnected. */
import type { ServerResponse } from 'node:http';

/**
 * The part of `AbortSignal` that the engine uses. An AbortController for each request would cost more than the rest of the call's bookkeeping,
 * as would listeners of the response's events: most requests add one for a statement and remove it again.
 */
export class Caller {
  readonly #response: ServerResponse;
  #listeners: (() => void)[] = [];

  constructor(response: ServerResponse) {
    this.#response = response;
  }

  /** Whether the connection was closed before the answer was complete. */
  get aborted(): boolean {
    return this.#response.destroyed && !this.#response.writableFinished;
  }

  /** Calls `listener` when the connection closes. Callers remove their listener when they no longer need it. */
  addEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners.push(listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    const index = this.#listeners.lastIndexOf(listener);
    if (index >= 0) this.#listeners.splice(index, 1);
  }

  /** To call when the response has closed. */
  close(): void {
    const listeners = this.#listeners;
    this.#listeners = [];
    for (const listener of listeners) listener();
  }
}
