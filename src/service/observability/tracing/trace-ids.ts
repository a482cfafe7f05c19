/** Ids of traces that are chosen before their first span exists, so that a trace which is not kept costs no span. */
import { RandomIdGenerator } from '@opentelemetry/sdk-trace';

export class TraceIds extends RandomIdGenerator {
  #next: string | undefined;

  /** The trace that begins next gets this id. */
  choose(traceId: string): void {
    this.#next = traceId;
  }

  override generateTraceId(): string {
    const chosen = this.#next;
    this.#next = undefined;
    return chosen ?? super.generateTraceId();
  }
}
