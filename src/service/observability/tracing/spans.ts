/** Spans of the engine as spans of OpenTelemetry. */
import {
  type Attributes,
  type Context,
  defaultTextMapSetter,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type TextMapPropagator,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import type { Span, SpanAttributes } from '../../../../engine/index.ts';

interface SpanTools {
  readonly tracer: Tracer;
  /** Writes the headers of outgoing requests; undefined if they get none. */
  readonly propagator: TextMapPropagator | undefined;
}

const none = {} as const;

class TracedSpan implements Span {
  readonly #tools: SpanTools;
  readonly #span: OtelSpan;
  /** Of the spans and headers that follow; most spans have none. */
  #context: Context | undefined;

  constructor(tools: SpanTools, span: OtelSpan) {
    this.#tools = tools;
    this.#span = span;
  }

  start(name: string, kind: 'internal' | 'outgoing', attributes: SpanAttributes = none): Span {
    const options = { kind: kind === 'outgoing' ? SpanKind.CLIENT : SpanKind.INTERNAL, attributes: { ...attributes } };
    return new TracedSpan(this.#tools, this.#tools.tracer.startSpan(name, options, this.#inside()));
  }

  end(attributes: SpanAttributes = none, error?: string): void {
    this.#span.setAttributes({ ...attributes });
    if (error !== undefined) {
      this.#span.setAttribute('error.type', error);
      this.#span.setStatus({ code: SpanStatusCode.ERROR });
    }
    this.#span.end();
  }

  #inside(): Context {
    this.#context ??= trace.setSpan(ROOT_CONTEXT, this.#span);
    return this.#context;
  }

  get headers(): Readonly<Record<string, string>> {
    const headers: Record<string, string> = {};
    this.#tools.propagator?.inject(this.#inside(), headers, defaultTextMapSetter);
    return headers;
  }
}

interface RootSpan {
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly started: number;
  readonly attributes: Attributes;
  /** The context that the caller sent, or an empty one. */
  readonly parent: Context;
}

/** The first span of a request; undefined if the sampler does not keep its trace. */
export function startRoot(tools: SpanTools, { name, started, attributes, parent }: RootSpan) {
  const span = tools.tracer.startSpan(name, { kind: SpanKind.SERVER, startTime: started, attributes }, parent);
  if (!span.isRecording()) return undefined;
  const { traceId } = span.spanContext();
  return { span: new TracedSpan(tools, span), traceId };
}
