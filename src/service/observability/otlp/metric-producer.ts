/** The metrics of a registry of Prometheus in the data model of OpenTelemetry. They are counted once, for both. */
import { type HrTime, ValueType } from '@opentelemetry/api';
import { millisToHrTime } from '@opentelemetry/core';
import { emptyResource } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  type DataPoint,
  DataPointType,
  type Histogram,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics';
import type { Registry } from 'prom-client';
import { createInstruments, type Instrument, type Kind, type Labels } from './instruments.ts';

export interface ProducerOptions {
  /** Brings the registry up to date. */
  readonly registry: () => Promise<Registry>;
  /** Version of the program. */
  readonly version: string;
  /** Of the service's address: `http` or `https`. */
  readonly scheme: string;
  /** Start of the counting, in milliseconds since the epoch. */
  readonly since: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

type Json = Awaited<ReturnType<Registry['getMetricsAsJSON']>>[number];
type JsonValue = Json['values'][number];

/** One number, or one histogram, with its labels. */
interface Sample {
  readonly labels: Labels;
  readonly value: number | Histogram;
}

const kinds: Readonly<Record<string, Kind>> = { counter: 'counter', gauge: 'gauge', histogram: 'histogram' };

/** Samples of a counter or gauge. A percentile of nothing is not a number, and is left out. */
const numbersOf = ({ values }: Json): readonly Sample[] => values.filter(({ value }) => Number.isFinite(value));

/** Prometheus counts what is below each bound; OpenTelemetry counts what is between two bounds. */
function histogramsOf({ name, values }: Json): readonly Sample[] {
  const groups = Map.groupBy(values, ({ labels: { le: _bound, ...labels } }) => JSON.stringify(labels));
  return [...groups.values()].flatMap((group) => {
    const named = (suffix: string): readonly JsonValue[] =>
      group.filter((value) => 'metricName' in value && value.metricName === `${name}${suffix}`);
    const [total] = named('_count');
    const [sum] = named('_sum');
    if (total === undefined || sum === undefined) return [];
    const buckets = named('_bucket').filter(({ labels }) => labels.le !== '+Inf');
    const below = [...buckets.map(({ value }) => value), total.value];
    const counts = below.map((value, index) => value - (below[index - 1] ?? 0));
    const boundaries = buckets.map(({ labels }) => Number(labels.le));
    return [{ labels: total.labels, value: { buckets: { boundaries, counts }, sum: sum.value, count: total.value } }];
  });
}

interface Collected {
  readonly instrument: Instrument;
  readonly description: string;
  readonly numbers: DataPoint<number>[];
  readonly histograms: DataPoint<Histogram>[];
}

function dataOf({ instrument, description, numbers, histograms }: Collected): MetricData {
  const { name, unit, kind } = instrument;
  const descriptor = { name, unit, description, valueType: ValueType.DOUBLE };
  const base = { descriptor, aggregationTemporality: AggregationTemporality.CUMULATIVE };
  switch (kind) {
    case 'histogram':
      return { ...base, dataPointType: DataPointType.HISTOGRAM, dataPoints: histograms };
    case 'gauge':
      return { ...base, dataPointType: DataPointType.GAUGE, dataPoints: numbers };
    case 'counter':
    case 'up-down counter':
      return { ...base, dataPointType: DataPointType.SUM, isMonotonic: kind === 'counter', dataPoints: numbers };
  }
}

/** Supplies the metrics of the registry, cumulative since the start, for each export. */
export function createMetricProducer({ registry, version, scheme, since, now }: ProducerOptions): MetricProducer {
  const instrumentOf = createInstruments(scheme);
  const startTime: HrTime = millisToHrTime(since);

  const collectInto = (metrics: Map<string, Collected>, metric: Json, endTime: HrTime): void => {
    const kind = kinds[String(metric.type)];
    if (kind === undefined) return;
    const { name, help: description } = metric;
    for (const { labels, value } of kind === 'histogram' ? histogramsOf(metric) : numbersOf(metric)) {
      const instrument = instrumentOf({ name, kind, labels });
      if (instrument === undefined) continue;
      const existing = metrics.get(instrument.name);
      const points = existing ?? { instrument, description, numbers: [], histograms: [] };
      metrics.set(instrument.name, points);
      const point = { startTime, endTime, attributes: { ...instrument.attributes } };
      if (typeof value === 'number') points.numbers.push({ ...point, value });
      else points.histograms.push({ ...point, value });
    }
  };

  return {
    async collect() {
      const metrics = new Map<string, Collected>();
      const endTime = millisToHrTime(now());
      for (const metric of await (await registry()).getMetricsAsJSON()) collectInto(metrics, metric, endTime);
      const scopeMetrics = [{ scope: { name: 'erp-engine', version }, metrics: [...metrics.values()].map(dataOf) }];
      return { resourceMetrics: { resource: emptyResource(), scopeMetrics }, errors: [] };
    },
  };
}
