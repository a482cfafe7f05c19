/** A timed part of a request, for traces. The host implements it; without it nothing is traced. */

/** By name, as in the semantic conventions of OpenTelemetry. Never a value of a request, a statement or a document. */
export type SpanAttributes = Readonly<Record<string, string | number>>;

export interface Span {
  /** Starts a part of this span. `outgoing`: a request to another system. */
  start(name: string, kind: 'internal' | 'outgoing', attributes?: SpanAttributes): Span;
  /** Ends it, once. `error`: the kind of the failure. */
  end(attributes?: SpanAttributes, error?: string): void;
  /** Headers that continue the trace in another system (W3C trace context). Empty unless that is configured. */
  readonly headers: Readonly<Record<string, string>>;
}
