/** Traces of requests over OTLP. This folder is loaded only if the environment asks for traces. */
import { type Context, defaultTextMapGetter, ROOT_CONTEXT, SpanKind, trace } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  RandomIdGenerator,
  type Sampler,
  SamplingDecision,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { RequestSpan, RequestTracer, TracedRequest } from '../../server/request-tracer.ts';
import type { TraceSettings } from '../otlp/environment.ts';
import type { ReportFailure } from '../otlp/failure-report.ts';
import { serviceResource } from '../otlp/resource.ts';
import { RootTraces } from './root-traces.ts';
import { startRoot } from './spans.ts';

/** Ids of traces that are chosen before their first span exists, so that a trace which is not kept costs no span. */
class TraceIds extends RandomIdGenerator {
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

export interface Tracing extends RequestTracer {
  /** Sends the spans that are left. */
  close(): Promise<void>;
}

export interface TracingOptions {
  readonly settings: TraceSettings;
  /** Version of the program. */
  readonly version: string;
  /** Whether requests to ERPs by HTTP get the headers of the trace. */
  readonly forwards: boolean;
  readonly report: ReportFailure;
}

/** The samplers of the service look at no attribute. */
const none = {} as const;

function samplerOf({ sampler, ratio }: TraceSettings): Sampler {
  const root = (): Sampler => {
    if (sampler.endsWith('always_off')) return new AlwaysOffSampler();
    return sampler.endsWith('traceidratio') ? new TraceIdRatioBasedSampler(ratio) : new AlwaysOnSampler();
  };
  return sampler.startsWith('parentbased_') ? new ParentBasedSampler({ root: root() }) : root();
}

/** Exports spans in batches over OTLP/HTTP. `forwards`: whether requests to the ERP get the header `traceparent`. */
export function createTracing({ settings, version, forwards, report }: TracingOptions): Tracing {
  const { url, protocol, serviceName } = settings;
  const exporter = protocol === 'http/json' ? new JsonExporter({ url }) : new ProtobufExporter({ url });
  const [sampler, ids] = [samplerOf(settings), new TraceIds()];
  const provider = new TracerProvider({
    sampler,
    idGenerator: ids,
    resource: serviceResource(version, serviceName),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  const propagator = new W3CTraceContextPropagator();
  const tools = { tracer: provider.getTracer('erp-engine', version), propagator: forwards ? propagator : undefined };
  const roots = new RootTraces(ids, sampler);
  const spanOf = ({ endpoint, service, requestId, started }: TracedRequest, parent: Context): RequestSpan => {
    const attributes = {
      'http.request.method': 'POST',
      'http.route': endpoint,
      'engine.request_id': requestId,
      ...(service === undefined ? {} : { 'engine.service': service }),
    };
    return startRoot(tools, { name: `POST ${endpoint}`, started, attributes, parent });
  };
  const beginTrace = (traceId: string, request: TracedRequest): RequestSpan => {
    ids.choose(traceId);
    return spanOf(request, ROOT_CONTEXT);
  };
  return {
    start(request) {
      const { traceparent } = request.headers;
      if (traceparent === undefined) {
        const traceId = roots.next();
        return traceId === undefined ? undefined : beginTrace(traceId, request);
      }
      const parent = propagator.extract(ROOT_CONTEXT, request.headers, defaultTextMapGetter);
      const continued = trace.getSpanContext(parent)?.traceId;
      const traceId = continued ?? ids.generateTraceId();
      const { decision } = sampler.shouldSample(parent, traceId, '', SpanKind.SERVER, none, []);
      if (decision !== SamplingDecision.RECORD_AND_SAMPLED) return undefined;
      return continued === undefined ? beginTrace(traceId, request) : spanOf(request, parent);
    },
    close: () => provider.shutdown().catch(report),
  };
}
