/** Which of the requests that begin a trace are kept. */

import { ROOT_CONTEXT, SpanKind } from '@opentelemetry/api';
import { type IdGenerator, type Sampler, SamplingDecision } from '@opentelemetry/sdk-trace';

/** Largest number of decisions that are made in advance. */
const mostAhead = 256;

/**
 * Draws the ids of traces and asks the sampler about them, for many requests at once: between two requests the code that does this has left the caches of
 * the processor, so that a decision for each would cost more than the few that are kept. The sampler must decide by the id alone, as the service's do.
 */
export class RootTraces {
  readonly #ids: Pick<IdGenerator, 'generateTraceId'>;
  readonly #sampler: Sampler;
  /** Number of requests that are not kept, before the one that is. */
  #unkept = 0;
  #kept: string | undefined;

  constructor(ids: Pick<IdGenerator, 'generateTraceId'>, sampler: Sampler) {
    this.#ids = ids;
    this.#sampler = sampler;
  }

  /** The id of the next request's trace; undefined if it is not kept. */
  next(): string | undefined {
    if (this.#unkept === 0 && this.#kept === undefined) this.#draw();
    if (this.#unkept > 0) {
      this.#unkept -= 1;
      return undefined;
    }
    const id = this.#kept;
    this.#kept = undefined;
    return id;
  }

  #draw(): void {
    while (this.#unkept < mostAhead) {
      const id = this.#ids.generateTraceId();
      if (isKept(this.#sampler, id)) {
        this.#kept = id;
        return;
      }
      this.#unkept += 1;
    }
  }
}

/** Whether the sampler keeps a trace that begins here. */
function isKept(sampler: Sampler, traceId: string): boolean {
  const { decision } = sampler.shouldSample(ROOT_CONTEXT, traceId, '', SpanKind.SERVER, {}, []);
  return decision === SamplingDecision.RECORD_AND_SAMPLED;
}
