/** Sends the metrics to a collector over OTLP, at intervals. Loaded only if the environment asks for it. */
import { OTLPMetricExporter as JsonExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPMetricExporter as ProtobufExporter } from '@opentelemetry/exporter-metrics-otlp-proto';
import { AggregationTemporality, MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import type { MetricSettings } from './environment.ts';
import type { ReportFailure } from './failure-report.ts';
import { createMetricProducer, type ProducerOptions } from './metric-producer.ts';
import { serviceResource } from './resource.ts';

export interface MetricsPush {
  /** Sends the last numbers. */
  close(): Promise<void>;
}

interface PushOptions extends ProducerOptions {
  readonly settings: MetricSettings;
  readonly report: ReportFailure;
}

/** Sends them from now on. A failure is reported, and the next export has the numbers of this one too. */
export function pushMetrics({ settings, report, ...source }: PushOptions): MetricsPush {
  const { url, protocol, serviceName, interval, timeout } = settings;
  const options = { url, temporalityPreference: AggregationTemporality.CUMULATIVE };
  const reader = new PeriodicExportingMetricReader({
    exporter: protocol === 'http/json' ? new JsonExporter(options) : new ProtobufExporter(options),
    exportIntervalMillis: interval,
    exportTimeoutMillis: timeout,
    metricProducers: [createMetricProducer(source)],
  });
  const provider = new MeterProvider({ resource: serviceResource(source.version, serviceName), readers: [reader] });
  return { close: () => provider.shutdown().catch(report) };
}
