/** Traces of a running service, as a collector receives them over OTLP. */
import { afterEach, describe, expect, it } from 'vitest';
import { traceSettings } from '../../../../../src/service/observability/otlp/environment.ts';
import { closeAll, type Double, httpDouble } from '../../../../engine/sources/http/double.ts';
import { until } from '../../server/fixture.ts';
import { serveShop, token } from '../metrics/shop.ts';

afterEach(closeAll);

const [customers, products] = ['/catalog/customers/search', '/catalog/products/search'];
const item = JSON.stringify({ value: [{ sku: 'R 17', name: 'Ring' }] });
const callerTrace = { trace: '0af7651916cd43dd8448eb211c80319c', span: 'b7ad6b7169203331' };

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: readonly { key: string; value: { stringValue?: string; intValue?: number } }[];
  readonly status: { readonly code?: number };
}

interface Received {
  readonly resourceSpans: readonly {
    readonly resource: Pick<Span, 'attributes'>;
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
  }[];
}

interface Collector extends Double {
  spans(): readonly Span[];
  text(): string;
}

async function collector(status = 200): Promise<Collector> {
  const double = await httpDouble((_seen, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}'),
  );
  const text = (): string => double.seen.map(({ body }) => body).join('\n');
  const spans = (): readonly Span[] =>
    double.seen
      .filter(({ path }) => !path.endsWith('/metrics'))
      .flatMap(({ body }) => {
        const { resourceSpans }: Received = JSON.parse(body);
        return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
      });
  return { ...double, spans, text };
}

function attributesOf({ attributes }: Pick<Span, 'attributes'>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));
}

const answering = (_seen: unknown, response: import('node:http').ServerResponse) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end(item);

describe('traces', () => {
  it('have a span for the request, each phase, and each statement and exchange; none has a value', async () => {
    const receiver = await collector();
    const shop = await serveShop(answering, [], {
      OTEL_EXPORTER_OTLP_ENDPOINT: `${receiver.url}/`,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_SERVICE_NAME: 'acme-engine',
      ENGINE_FORWARD_TRACE: 'true',
    });
    const traceparent = `00-${callerTrace.trace}-${callerTrace.span}-01`;
    expect((await shop.call(customers, { query: 'ada', limit: 20 }, { traceparent })).status).toBe(200);
    expect((await shop.call(products, { query: 'Qx7 band', limit: 20 })).status).toBe(200);
    const requests = await until(() => {
      const requestEvents = shop.events().filter(({ event }) => event === 'request');
      return requestEvents.length === 2 ? requestEvents : undefined;
    });
    await shop.stop();

    const spans = receiver.spans();
    const [first, second] = [customers, products].map((path) => {
      const root = spans.find(({ name }) => name === `POST ${path}`);
      const spansOfTrace = spans.filter(({ traceId }) => traceId === root?.traceId);
      return { root, spansOfTrace, named: (name: string) => spansOfTrace.find((span) => span.name === name) };
    });
    // The caller's trace goes on: its span is the parent. Kind 2 is a server, 3 a client, 1 internal.
    expect(first?.root).toMatchObject({ traceId: callerTrace.trace, parentSpanId: callerTrace.span, kind: 2 });
    expect(attributesOf(first?.root ?? { attributes: [] })).toEqual({
      'http.request.method': 'POST',
      'http.route': customers,
      'http.response.status_code': 200,
      'engine.request_id': requests[0]?.requestId,
    });
    expect(first?.spansOfTrace.map(({ name }) => name).toSorted()).toEqual(
      ['POST /catalog/customers/search', 'SELECT erp', 'receive', 'run', 'send', 'wait'].toSorted(),
    );
    for (const phase of ['receive', 'wait', 'run', 'send'])
      expect(first?.named(phase)).toMatchObject({ parentSpanId: first?.root?.spanId, kind: 1 });
    const statement = first?.named('SELECT erp');
    expect(statement).toMatchObject({ parentSpanId: first?.named('run')?.spanId, kind: 3 });
    expect(attributesOf(statement ?? { attributes: [] })).toEqual({
      'db.system.name': 'sqlite',
      'db.operation.name': 'SELECT',
      'db.response.returned_rows': 1,
      'engine.source': 'erp',
    });
    // A separate trace, whose exchange the ERP can continue.
    expect(second?.root?.parentSpanId).toBeUndefined();
    const exchange = second?.named('GET');
    expect(exchange).toMatchObject({ parentSpanId: second?.named('run')?.spanId, kind: 3 });
    expect(attributesOf(exchange ?? { attributes: [] })).toEqual({
      'http.request.method': 'GET',
      'server.address': '127.0.0.1',
      'server.port': expect.any(Number),
      'http.response.status_code': 200,
    });
    expect(shop.seen.map(({ headers }) => headers.traceparent)).toEqual([
      `00-${exchange?.traceId}-${exchange?.spanId}-01`,
    ]);
    expect(requests.map(({ traceId }) => traceId)).toEqual([callerTrace.trace, exchange?.traceId]);
    expect(receiver.text()).toContain('acme-engine');
    // As a word: the random hexadecimal ids of a trace contain "ada" now and then.
    expect(receiver.text()).not.toMatch(/\bada\b/u);
    for (const value of ['Ada', 'Qx7', 'Ring', 'R 17', token, 'a-key-of-some-length', '/items'])
      expect(receiver.text()).not.toContain(value);
  });

  it('follow the decision of the caller, are not forwarded by default, and show failures', async () => {
    const receiver = await collector();
    const env = {
      OTEL_TRACES_EXPORTER: 'otlp',
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${receiver.url}/own/path`,
      OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/json',
    };
    const failing = (_seen: unknown, response: import('node:http').ServerResponse) => response.writeHead(500).end();
    const shop = await serveShop(failing, [], env);
    const unsampled = `00-${callerTrace.trace}-${callerTrace.span}-00`;
    expect((await shop.call(customers, { query: '', limit: 20 }, { traceparent: unsampled })).status).toBe(200);
    expect((await shop.call(customers, {}, { authorization: 'Bearer none' })).status).toBe(401);
    const { status } = await shop.call(products, { query: '', limit: 20 });
    await shop.stop();
    expect(receiver.seen.map(({ path }) => path)).toEqual(['/own/path']);
    const spans = receiver.spans();
    expect(spans.filter(({ kind }) => kind === 2).map(({ name }) => name)).toEqual([`POST ${products}`]);
    expect(shop.seen.map(({ headers }) => headers.traceparent)).toEqual([undefined]);
    const errors = spans
      .filter((span) => span.status.code === 2)
      .map((span) => [span.name, attributesOf(span)['error.type']] as const);
    expect(new Map(errors)).toEqual(
      new Map([
        ['GET', '500'],
        ['run', 'broken'],
        [`POST ${products}`, String(status)],
      ]),
    );
  });

  it('that cannot be sent are reported in the log', async () => {
    const receiver = await collector(400);
    const shop = await serveShop(answering, [], {
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      OTEL_METRICS_EXPORTER: 'none',
    });
    await shop.call(customers, { query: '', limit: 20 });
    await shop.stop();
    expect(shop.events()).toContainEqual(expect.objectContaining({ event: 'telemetry_not_sent', level: 'warn' }));
  });
});

describe('the environment', () => {
  const url = 'http://collector:4318';
  const settings = {
    url: `${url}/v1/traces`,
    protocol: 'http/protobuf',
    serviceName: undefined,
    sampler: 'parentbased_always_on',
    ratio: 1,
  };
  it.each([
    [{}, undefined],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: url }, settings],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_SDK_DISABLED: 'true' }, undefined],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_TRACES_EXPORTER: 'none' }, undefined],
    [{ OTEL_TRACES_EXPORTER: 'otlp' }, { ...settings, url: 'http://localhost:4318/v1/traces' }],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.05' },
      { ...settings, sampler: 'traceidratio', ratio: 0.05 },
    ],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_TRACES_SAMPLER: 'unheard_of', OTEL_TRACES_SAMPLER_ARG: '7' }, settings],
  ])('%j', (environment, expected) => {
    expect(traceSettings(environment)).toEqual(expected);
  });
});
