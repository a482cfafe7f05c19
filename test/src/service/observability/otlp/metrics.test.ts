/** Metrics of a running service, as a collector receives them over OTLP: the same numbers as in /metrics. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ignoredVariables, metricSettings } from '../../../../../src/service/observability/otlp/environment.ts';
import { closeAll } from '../../../../engine/sources/http/double.ts';
import { until } from '../../server/fixture.ts';
import { serveShop, token } from '../metrics/shop.ts';
import { type Attributes, type Export, type Histogram, startCollector } from './collector.ts';

afterEach(async () => {
  vi.unstubAllEnvs();
  await closeAll();
});

const [customers, products] = ['/catalog/customers/search', '/catalog/products/search'];
const item = JSON.stringify({ value: [{ sku: 'R 17', name: 'Ring' }] });
const answering = (_seen: unknown, response: import('node:http').ServerResponse) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end(item);

/** A line of the text format of Prometheus. */
interface Line {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

function linesOf(text: string): readonly Line[] {
  return text.split('\n').flatMap((line) => {
    const [, name, list = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (name === undefined || value === undefined) return [];
    const labels = Object.fromEntries([...list.matchAll(/(\w+)="([^"]*)"/g)].map(([, label, text_]) => [label, text_]));
    return [{ name, labels, value: Number(value) }];
  });
}

const sorted = (attributes: Attributes): string =>
  JSON.stringify(
    Object.entries(attributes)
      .map(([name, value]) => [name, String(value)] as const)
      .toSorted(),
  );

/** Values of a metric by their attributes. */
function valuesOf(received: Export, name: string): ReadonlyMap<string, number | Histogram | undefined> {
  const points = received.metrics.find((metric) => metric.name === name)?.points ?? [];
  const values = new Map(points.map(({ attributes, value }) => [sorted(attributes), value] as const));
  expect(values.size).toBe(points.length);
  return values;
}

describe('metrics over OTLP', () => {
  it('have the numbers of /metrics, under the names of the semantic conventions where there is one', async () => {
    const collector = await startCollector();
    vi.stubEnv('OTEL_EXPORTER_OTLP_HEADERS', 'x-tenant=acme');
    vi.stubEnv('OTEL_RESOURCE_ATTRIBUTES', 'deployment.environment.name=test,service.name=other');
    const shop = await serveShop(answering, [], {
      OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: `${collector.url}/own/metrics`,
      OTEL_SERVICE_NAME: 'acme-engine',
      OTEL_METRIC_EXPORT_INTERVAL: '100',
    });
    for (let call = 0; call < 3; call += 1) await shop.call(customers, { query: '', limit: 20 });
    for (let call = 0; call < 2; call += 1) await shop.call(products, { query: 'ada', limit: 20 });
    expect((await shop.call(customers, { query: '', limit: 'many' })).status).toBe(422);
    expect((await shop.call('/INV-1', {})).status).toBe(404);
    await until(async () => (await shop.metric('engine_request_duration_seconds_count', { endpoint: 'other' })) === 1);
    // An export that begins after the last request.
    const earlier = collector.exports.length;
    const received = await until(() => collector.exports[earlier + 1]);
    const lines = linesOf(await shop.metricsText());
    await shop.stop();

    expect(received.path).toBe('/own/metrics');
    expect(received.headers['x-tenant']).toBe('acme');
    expect(received.headers['content-type']).toBe('application/x-protobuf');
    expect(received.resource).toMatchObject({
      'service.name': 'acme-engine',
      'service.version': '1.2.3',
      'service.instance.id': expect.stringMatching(/^[\da-f-]{36}$/),
      'deployment.environment.name': 'test',
    });
    expect(received.scopes).toEqual(['erp-engine']);

    // Each counter of the engine, with all its labels.
    const counters = Map.groupBy(
      lines.filter(({ name }) => name.startsWith('engine_') && name.endsWith('_total')),
      ({ name }) => name.replace('engine_', 'engine.').replace('_total', ''),
    );
    expect(counters.size).toBeGreaterThan(3);
    for (const [name, expected] of counters) {
      expect(received.metrics.find((metric) => metric.name === name)).toMatchObject({
        kind: 'sum',
        isMonotonic: true,
        temporality: 2,
      });
      expect(valuesOf(received, name)).toEqual(new Map(expected.map(({ labels, value }) => [sorted(labels), value])));
    }
    const requests = valuesOf(received, 'engine.requests');
    expect(requests.get(sorted({ endpoint: customers, status: '200', outcome: 'ok' }))).toBe(3);
    expect(requests.get(sorted({ endpoint: products, status: '200', outcome: 'ok' }))).toBe(2);

    // Histograms: what is below each bound in /metrics is the sum of the counts up to it.
    const durations = valuesOf(received, 'http.server.request.duration');
    const http = { 'http.request.method': 'POST', 'url.scheme': 'http' };
    for (const [endpoint, attributes, count] of [
      [customers, { ...http, 'http.route': customers }, 4],
      [products, { ...http, 'http.route': products }, 2],
      ['other', { ...http, 'http.request.method': '_OTHER' }, 1],
    ] as const) {
      const value = durations.get(sorted(attributes));
      if (typeof value !== 'object') throw new Error(`There is no histogram of ${endpoint}.`);
      const linesOfEndpoint = lines.filter(({ labels }) => labels.endpoint === endpoint);
      const buckets = linesOfEndpoint.filter(({ name }) => name === 'engine_request_duration_seconds_bucket');
      expect(value.count).toBe(count);
      expect(value.sum).toBeCloseTo(
        linesOfEndpoint.find(({ name }) => name === 'engine_request_duration_seconds_sum')?.value ?? -1,
      );
      expect([...value.bounds.map(String), '+Inf']).toEqual(buckets.map(({ labels }) => labels.le));
      let below = 0;
      const cumulative = value.counts.map((each) => (below += each));
      expect(cumulative).toEqual(buckets.map((line) => line.value));
    }
    expect(durations.size).toBe(3);
    expect(received.metrics.find(({ name }) => name === 'http.server.request.duration')).toMatchObject({
      ...{ kind: 'histogram', unit: 's', temporality: 2 },
    });

    // Pools: of the database by the convention, the bound of requests by HTTP by its own name.
    const read = { 'db.client.connection.pool.name': 'erp/read' };
    const size = lines.find(({ name, labels }) => name === 'engine_pool_size' && labels.pool === 'read')?.value;
    expect(size).toBeGreaterThan(0);
    expect(valuesOf(received, 'db.client.connection.limit').get(sorted(read))).toBe(size);
    const used = { ...read, 'db.client.connection.state': 'used' };
    expect(valuesOf(received, 'db.client.connection.count').get(sorted(used))).toBe(0);
    expect(valuesOf(received, 'db.client.connection.pending_requests').get(sorted(read))).toBe(0);
    expect(valuesOf(received, 'engine.pool_size').get(sorted({ source: 'web', pool: 'request' }))).toBe(10);
    expect(valuesOf(received, 'http.server.active_requests')).toEqual(new Map([[sorted(http), 0]]));

    // The process.
    const cpu = valuesOf(received, 'process.cpu.time');
    expect([...cpu.keys()]).toEqual([sorted({ 'cpu.mode': 'user' }), sorted({ 'cpu.mode': 'system' })]);
    expect(cpu.get(sorted({ 'cpu.mode': 'user' }))).toBeGreaterThan(0);
    expect(valuesOf(received, 'process.memory.usage').get('[]')).toBeGreaterThan(10_000_000);
    expect(valuesOf(received, 'nodejs.eventloop.delay.p99').get('[]')).toBeGreaterThan(0);

    // Each quantity has one name.
    const names = received.metrics.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(
      names.filter((name) => /engine\.(request_duration|requests_running$)|process_cpu|^engine_/.test(name)),
    ).toEqual([]);
    const text = JSON.stringify(received.metrics, (_key, value) => (typeof value === 'bigint' ? String(value) : value));
    for (const secret of [token, 'a-key-of-some-length', 'INV-1', 'R 17', 'ada', 'Ring'])
      expect(text).not.toContain(secret);
  });
});

it('the last numbers are sent at the end of the service; also as JSON', async () => {
  const collector = await startCollector();
  const shop = await serveShop(answering, [], {
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
  });
  await shop.call(customers, { query: '', limit: 20 });
  const lines = await until(async () => {
    const customerLines = linesOf(await shop.metricsText()).filter(({ labels }) => labels.endpoint === customers);
    return customerLines.length > 0 && customerLines;
  });
  await shop.stop();
  expect([...collector.paths].toSorted()).toEqual(['/v1/metrics', '/v1/traces']);
  const [last] = collector.exports;
  if (last === undefined) throw new Error('Nothing was sent.');
  expect(last.headers['content-type']).toBe('application/json');
  expect(last.resource).toMatchObject({ 'service.name': 'erp-engine' });
  const ok = sorted({ endpoint: customers, status: '200', outcome: 'ok' });
  expect(valuesOf(last, 'engine.requests')).toEqual(new Map([[ok, 1]]));
  const [duration] = valuesOf(last, 'http.server.request.duration').values();
  const buckets = lines.filter(({ name }) => name.endsWith('_bucket')).map(({ value }) => value);
  expect(duration).toMatchObject({
    count: 1,
    counts: buckets.map((value, index) => value - (buckets[index - 1] ?? 0)),
  });
});

it('a collector that refuses them is reported once, an unsupported variable too; requests are not affected', async () => {
  const collector = await startCollector(400);
  const shop = await serveShop(answering, [], {
    OTEL_METRICS_EXPORTER: 'otlp',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_TRACES_EXPORTER: 'zipkin',
    OTEL_METRIC_EXPORT_INTERVAL: '20',
  });
  await until(() => collector.exports.length > 3);
  expect((await shop.call(customers, { query: '', limit: 20 })).status).toBe(200);
  await shop.stop();
  const named = (name: string) => shop.events().filter(({ event }) => event === name);
  expect(named('telemetry_not_sent')).toEqual([
    expect.objectContaining({ level: 'warn', message: expect.stringContaining('metrics') }),
  ]);
  expect(named('telemetry_setting_ignored')).toEqual([
    expect.objectContaining({ level: 'warn', variable: 'OTEL_TRACES_EXPORTER' }),
  ]);
});

describe('the environment', () => {
  const url = 'http://collector:4318';
  const base = { protocol: 'http/protobuf', serviceName: undefined, interval: 60_000, timeout: 30_000 };
  const settings = { ...base, url: `${url}/v1/metrics` };
  const given = { OTEL_EXPORTER_OTLP_ENDPOINT: url };
  it.each([
    [{}, undefined],
    [given, settings],
    [{ ...given, OTEL_METRICS_EXPORTER: 'none' }, undefined],
    [{ ...given, OTEL_METRICS_EXPORTER: 'prometheus' }, undefined],
    [{ ...given, OTEL_METRICS_EXPORTER: 'prometheus, otlp' }, settings],
    [{ ...given, OTEL_SDK_DISABLED: 'TRUE' }, undefined],
    [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: url }, undefined],
    [{ OTEL_METRICS_EXPORTER: 'otlp' }, { ...base, url: 'http://localhost:4318/v1/metrics' }],
    [{ OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: `${url}/m` }, { ...base, url: `${url}/m` }],
    [
      { ...given, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' },
      { ...settings, protocol: 'http/json' },
    ],
    [
      { ...given, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json', OTEL_EXPORTER_OTLP_METRICS_PROTOCOL: 'http/protobuf' },
      settings,
    ],
    [
      { ...given, OTEL_SERVICE_NAME: 'acme' },
      { ...settings, serviceName: 'acme' },
    ],
    [
      { ...given, OTEL_METRIC_EXPORT_INTERVAL: '5000' },
      { ...settings, interval: 5_000, timeout: 5_000 },
    ],
    [
      { ...given, OTEL_METRIC_EXPORT_TIMEOUT: '2000' },
      { ...settings, timeout: 2_000 },
    ],
    [{ ...given, OTEL_METRIC_EXPORT_INTERVAL: '-1', OTEL_METRIC_EXPORT_TIMEOUT: 'soon' }, settings],
  ])('%j', (environment, expected) => {
    expect(metricSettings(environment)).toEqual(expected);
  });

  it('has values that are not supported', () => {
    const ignored = ignoredVariables({
      OTEL_TRACES_EXPORTER: 'otlp,zipkin',
      OTEL_METRICS_EXPORTER: 'none',
      OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
      OTEL_EXPORTER_OTLP_METRICS_PROTOCOL: 'http/json',
    });
    expect(ignored.map(({ variable }) => variable)).toEqual(['OTEL_TRACES_EXPORTER', 'OTEL_EXPORTER_OTLP_PROTOCOL']);
    expect(ignoredVariables({ OTEL_TRACES_EXPORTER: 'zipkin', OTEL_SDK_DISABLED: 'true' })).toEqual([]);
  });
});
