/** Detects that the client of a request has disconnected. */
import type { ServerResponse } from 'node:http';

/**
 * The part of `AbortSignal` that the engine uses, implemented with the events of the response. An AbortController for each request would cost
 * more than the rest of the call's bookkeeping, and most requests never use it.
 */
export class Caller {
  readonly #response: ServerResponse;

  constructor(response: ServerResponse) {
    this.#response = response;
  }

  /** Whether the connection was closed before the answer was complete. */
  get aborted(): boolean {
    return this.#response.destroyed && !this.#response.writableFinished;
  }

  /** Calls `listener` when the connection closes. Callers remove their listener when they no longer need it. */
  addEventListener(_type: 'abort', listener: () => void): void {
    this.#response.once('close', listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    this.#response.off('close', listener);
  }
}
