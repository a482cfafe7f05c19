/** Traces of requests over OTLP. This folder is loaded only if the environment asks for traces. */
import { defaultTextMapGetter, ROOT_CONTEXT } from '@opentelemetry/api';
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Emit } from '../events/events.ts';
import type { RequestTracer } from '../server/request-tracer.ts';
import type { TraceSettings } from './environment.ts';
import { startRoot } from './spans.ts';

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
  readonly emit: Emit;
}

/** Shortest time between two logged failures of the export, in milliseconds. */
const quietMs = 60_000;

function samplerOf({ sampler, ratio }: TraceSettings): Sampler {
  const root = (): Sampler => {
    if (sampler.endsWith('always_off')) return new AlwaysOffSampler();
    return sampler.endsWith('traceidratio') ? new TraceIdRatioBasedSampler(ratio) : new AlwaysOnSampler();
  };
  return sampler.startsWith('parentbased_') ? new ParentBasedSampler({ root: root() }) : root();
}

export function createTracing({ settings, version, forwards, emit }: TracingOptions): Tracing {
  let reported = Number.NEGATIVE_INFINITY;
  const report = (error: unknown): void => {
    if (performance.now() - reported < quietMs) return;
    reported = performance.now();
    const message = error instanceof Error ? error.message : String(error);
    emit({ level: 'warn', event: 'traces_not_sent', message });
  };
  setGlobalErrorHandler(report);
  const exporter = new OTLPTraceExporter({ url: settings.url });
  const own = resourceFromAttributes({ 'service.name': settings.serviceName, 'service.version': version });
  const provider = new TracerProvider({
    sampler: samplerOf(settings),
    resource: defaultResource()
      .merge(detectResources({ detectors: [envDetector] }))
      .merge(own),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  const propagator = new W3CTraceContextPropagator();
  const tools = { tracer: provider.getTracer('erp-engine', version), propagator: forwards ? propagator : undefined };
  return {
    start({ endpoint, requestId, started, headers }) {
      const parent =
        headers.traceparent === undefined
          ? ROOT_CONTEXT
          : propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter);
      const attributes = { 'http.request.method': 'POST', 'http.route': endpoint, 'engine.request_id': requestId };
      return startRoot(tools, { name: `POST ${endpoint}`, started, attributes, parent });
    },
    close: () => provider.shutdown().catch(report),
  };
}
