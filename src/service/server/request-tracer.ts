/** The interface through which requests are traced. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Span } from '../../../engine/index.ts';

interface TracedRequest {
  readonly endpoint: string;
  /** One of several services. */
  readonly service: string | undefined;
  readonly requestId: string;
  /** Milliseconds since the epoch. */
  readonly started: number;
  readonly headers: IncomingHttpHeaders;
}

export interface RequestSpan {
  readonly span: Span;
  /** 32 hexadecimal digits. */
  readonly traceId: string;
}

export interface RequestTracer {
  /** The span of an authenticated request for an endpoint; undefined if its trace is not kept. */
  start(request: TracedRequest): RequestSpan | undefined;
}
