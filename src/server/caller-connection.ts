/** Whether the caller of a request still waits for its answer. */
import type { ServerResponse } from 'node:http';

/**
 * What the engine asks of an `AbortSignal`, over the events that a response has anyway: most requests end without anybody asking, and an
 * AbortController for each of them would cost more than the rest of the call's bookkeeping.
 */
export class Caller {
  readonly #response: ServerResponse;

  constructor(response: ServerResponse) {
    this.#response = response;
  }

  /** True once the connection is gone although the answer was not out. */
  get aborted(): boolean {
    return this.#response.destroyed && !this.#response.writableFinished;
  }

  /** `listener` hears of the end of the connection. Who has got what it waited for stops listening before. */
  addEventListener(_type: 'abort', listener: () => void): void {
    this.#response.once('close', listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    this.#response.off('close', listener);
  }
}
