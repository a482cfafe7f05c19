/** Traces of requests over OTLP. This folder is loaded only if the environment asks for traces. */
import { defaultTextMapGetter, ROOT_CONTEXT } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { RequestTracer } from '../../server/request-tracer.ts';
import type { TraceSettings } from '../otlp/environment.ts';
import type { ReportFailure } from '../otlp/failure-report.ts';
import { serviceResource } from '../otlp/resource.ts';
import { startRoot } from './spans.ts';

export interface Tracing extends RequestTracer {
  /** Sends the spans that are left. */
  close(): Promise<void>;
}

interface TracingOptions {
  readonly settings: TraceSettings;
  /** Version of the program. */
  readonly version: string;
  /** Whether requests to ERPs by HTTP get the headers of the trace. */
  readonly forwards: boolean;
  readonly report: ReportFailure;
}

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
  const provider = new TracerProvider({
    sampler: samplerOf(settings),
    resource: serviceResource(version, serviceName),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  const propagator = new W3CTraceContextPropagator();
  const tools = { tracer: provider.getTracer('erp-engine', version), propagator: forwards ? propagator : undefined };
  return {
    start({ endpoint, service, requestId, started, headers }) {
      const attributes = {
        'http.request.method': 'POST',
        'http.route': endpoint,
        'engine.request_id': requestId,
        ...(service === undefined ? {} : { 'engine.service': service }),
      };
      const parent = propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter);
      return startRoot(tools, { name: `POST ${endpoint}`, started, attributes, parent });
    },
    close: () => provider.shutdown().catch(report),
  };
}
