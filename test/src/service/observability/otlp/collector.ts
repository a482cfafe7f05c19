/**
 * A collector on the loopback interface that decodes the metrics it receives over OTLP/HTTP, as JSON and as protobuf. Field numbers:
 * opentelemetry-proto, metrics/v1/metrics.proto and common/v1/common.proto.
 */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { portOf } from '../../../../engine/sources/http/double.ts';
import { decode, doubleOf, fixedOf, type Message, messagesOf, textOf, varintOf, wordsOf } from './protobuf.ts';

export type Attributes = Readonly<Record<string, string | number | undefined>>;

export interface Histogram {
  readonly count: number;
  readonly sum: number | undefined;
  /** One more than `bounds`. */
  readonly counts: readonly number[];
  readonly bounds: readonly number[];
}

interface Point {
  readonly attributes: Attributes;
  /** Nanoseconds since the epoch. */
  readonly start: bigint;
  readonly value: number | Histogram | undefined;
}

interface Metric {
  readonly name: string;
  readonly unit: string;
  readonly description: string;
  readonly kind: 'gauge' | 'sum' | 'histogram' | undefined;
  readonly isMonotonic: boolean;
  /** 2: cumulative. */
  readonly temporality: number | undefined;
  readonly points: readonly Point[];
}

export interface Export {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly resource: Attributes;
  readonly scopes: readonly string[];
  readonly metrics: readonly Metric[];
}

interface Collector {
  readonly url: string;
  /** Received exports of metrics, and the paths of all requests. */
  readonly exports: readonly Export[];
  readonly paths: readonly string[];
}

type Decoded = Pick<Export, 'resource' | 'scopes' | 'metrics'>;

/** Answers each request with `status`. It ends with the test. */
export async function startCollector(status = 200): Promise<Collector> {
  const exports: Export[] = [];
  const paths: string[] = [];
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      const { url: path = '', headers } = request;
      paths.push(path);
      const isJson = headers['content-type'] === 'application/json';
      if (path.endsWith('/metrics')) exports.push({ path, headers, ...(isJson ? fromJson(body) : fromProtobuf(body)) });
      response.writeHead(status, { 'content-type': headers['content-type'] ?? '' }).end(isJson ? '{}' : undefined);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${portOf(server)}`, exports, paths };
}

const attributesOf = (message: Message, field: number): Attributes =>
  Object.fromEntries(
    messagesOf(message, field).map((pair) => {
      const [value] = messagesOf(pair, 2);
      const text = value?.has(1) ? textOf(value, 1) : undefined;
      const number = value && (doubleOf(value, 4) ?? varintOf(value, 3));
      return [textOf(pair, 1), text ?? (number === undefined ? undefined : Number(number))] as const;
    }),
  );

function fromProtobuf(body: Buffer): Decoded {
  const [resourceMetrics] = messagesOf(decode(body), 1);
  if (resourceMetrics === undefined) throw new Error('The export has no resource.');
  const [resource = new Map()] = messagesOf(resourceMetrics, 1);
  const scopes = messagesOf(resourceMetrics, 2);
  return {
    resource: attributesOf(resource, 1),
    scopes: scopes.flatMap((scope) => messagesOf(scope, 1).map((named) => textOf(named, 1))),
    metrics: scopes.flatMap((scope) => messagesOf(scope, 2).map(metricOf)),
  };
}

function metricOf(message: Message): Metric {
  const fields = { gauge: 5, sum: 7, histogram: 9 } as const;
  const kind = (['gauge', 'sum', 'histogram'] as const).find((each) => message.has(fields[each]));
  const [data = new Map()] = kind === undefined ? [] : messagesOf(message, fields[kind]);
  const temporality = varintOf(data, 2);
  return {
    name: textOf(message, 1),
    description: textOf(message, 2),
    unit: textOf(message, 3),
    kind,
    isMonotonic: varintOf(data, 3) === 1n,
    temporality: temporality === undefined ? undefined : Number(temporality),
    points: messagesOf(data, 1).map((point) => ({
      attributes: attributesOf(point, kind === 'histogram' ? 9 : 7),
      start: fixedOf(point, 2),
      value: kind === 'histogram' ? histogramOf(point) : doubleOf(point, 4),
    })),
  };
}

const histogramOf = (point: Message): Histogram => ({
  count: Number(fixedOf(point, 4)),
  sum: doubleOf(point, 5),
  counts: wordsOf(point, 6).map((word) => Number(word.readBigUInt64LE())),
  bounds: wordsOf(point, 7).map((word) => word.readDoubleLE()),
});

interface JsonAttributes {
  readonly attributes: readonly { readonly key: string; readonly value: JsonAny }[];
}
interface JsonAny {
  readonly stringValue?: string;
  readonly intValue?: number | string;
  readonly doubleValue?: number;
}
interface JsonPoint extends JsonAttributes {
  readonly startTimeUnixNano: string;
  readonly asDouble?: number;
  readonly count?: number | string;
  readonly sum?: number;
  readonly bucketCounts?: readonly (number | string)[];
  readonly explicitBounds?: readonly number[];
}
interface JsonData {
  readonly dataPoints: readonly JsonPoint[];
  readonly isMonotonic?: boolean;
  readonly aggregationTemporality?: number;
}
interface JsonMetric extends Pick<Metric, 'name' | 'unit' | 'description'> {
  readonly gauge?: JsonData;
  readonly sum?: JsonData;
  readonly histogram?: JsonData;
}
interface JsonExport {
  readonly resourceMetrics: readonly {
    readonly resource: JsonAttributes;
    readonly scopeMetrics: readonly {
      readonly scope: { readonly name: string };
      readonly metrics: readonly JsonMetric[];
    }[];
  }[];
}

const jsonAttributes = ({ attributes }: JsonAttributes): Attributes =>
  Object.fromEntries(
    attributes.map(({ key, value: { stringValue, intValue, doubleValue } }) => {
      const number = intValue ?? doubleValue;
      return [key, stringValue ?? (number === undefined ? undefined : Number(number))] as const;
    }),
  );

function fromJson(body: Buffer): Decoded {
  const { resourceMetrics }: JsonExport = JSON.parse(body.toString('utf8'));
  const [first] = resourceMetrics;
  if (first === undefined) throw new Error('The export has no resource.');
  return {
    resource: jsonAttributes(first.resource),
    scopes: first.scopeMetrics.map(({ scope }) => scope.name),
    metrics: first.scopeMetrics.flatMap(({ metrics }) => metrics.map(jsonMetric)),
  };
}

function jsonMetric({ name, unit, description, gauge, sum, histogram }: JsonMetric): Metric {
  const kind = gauge ? 'gauge' : sum ? 'sum' : histogram ? 'histogram' : undefined;
  const data = gauge ?? sum ?? histogram;
  return {
    ...{ name, unit, description, kind },
    isMonotonic: data?.isMonotonic ?? false,
    temporality: data?.aggregationTemporality,
    points: (data?.dataPoints ?? []).map((point) => ({
      attributes: jsonAttributes(point),
      start: BigInt(point.startTimeUnixNano),
      value:
        kind === 'histogram'
          ? {
              count: Number(point.count),
              sum: point.sum,
              counts: (point.bucketCounts ?? []).map(Number),
              bounds: point.explicitBounds ?? [],
            }
          : point.asDouble,
    })),
  };
}
