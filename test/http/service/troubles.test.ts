/** For any answer of an ERP the platform gets the contract's answer: never the ERP's status, and never late. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeAll, type Double, httpDouble, json, type Seen } from '../../engine/sources/http/double.ts';
import type { Reply } from '../../outages/load.ts';
import { type Served, serve } from './served.ts';

const search = '/catalog/customers/search';
const hit = '{"schemaVersion":"1","hits":[{"erpId":"C1","erpName":"Ada"}]}';
const rows = { value: [{ id: 'C1', name: 'Ada' }] };

type Response = Parameters<Parameters<typeof httpDouble>[0]>[1];

const page = '<!doctype html><html><body><h1>Sign in to proceed</h1></body></html>';
const send = (response: Response, status: number, headers: Record<string, string>, body = ''): void =>
  void response.writeHead(status, headers).end(body);

let erp: Double;
let elsewhere: Double;
let service: Served;

/** By the last part of the path: what the ERP answers there. */
const answers: Readonly<Record<string, (response: Response, seen: Seen) => unknown>> = {
  good: (response) => json(response, rows),
  // RFC 9110, 15.5.2: a 401 comes with a challenge, which is none of the platform's.
  unauthorized: (response) => json(response, { error: 'bad key' }, 401, { 'www-authenticate': 'Bearer realm="erp"' }),
  forbidden: (response) => json(response, { error: 'no right' }, 403),
  'not found': (response) => json(response, { error: 'no such thing' }, 404),
  failing: (response) => json(response, { error: { message: 'ORA-00600 at db1.internal' } }, 500),
  truncated: (response) =>
    send(response, 200, { 'content-type': 'application/json' }, '{"value":[{"id":"C1","name":"A'),
  'a page': (response) => send(response, 200, { 'content-type': 'text/html' }, page),
  'a page called JSON': (response) => send(response, 200, { 'content-type': 'application/json' }, page),
  nothing: (response) => send(response, 200, { 'content-type': 'application/json' }),
  // Odoo's JSON-RPC: https://www.odoo.com/documentation/17.0/developer/reference/external_api.html
  'an error as 200': (response) =>
    json(response, { jsonrpc: '2.0', error: { code: 200, message: 'Odoo Server Error' } }),
  'other rows': (response) => json(response, { items: [] }),
  redirect: (response) => send(response, 302, { location: `${elsewhere.url}/answers/good` }),
  'kept redirect': (response) => send(response, 307, { location: `${elsewhere.url}/answers/good` }),
  'redirect to a look-alike': (response) =>
    send(response, 301, { location: `//127.0.0.1.evil.example:${elsewhere.port}/` }),
  'redirect in a circle': (response, { path }) => send(response, 302, { location: path }),
  link: (response) => json(response, { ...rows, next: `${elsewhere.url}/answers/good` }),
  'busy 429': (response) => json(response, { error: 'slow down' }, 429, { 'retry-after': '3' }),
  'busy 503': (response) => json(response, { error: 'maintenance' }, 503, { 'retry-after': '3' }),
  silent: () => undefined,
  'silent amid its answer': (response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).write('{"value":['),
};

const profile = (url: string): string => `
profile: troubles
contract: "1"
settings: { key: { env: ERP_KEY, secret: true } }
sources:
  erp:
    http: ${url}/answers
    auth: { apiKey: { header: x-api-key, value: "\${key}" } }
    request: { rows: value }
    limits: { timeout: 20s }
    outcomes:
      - { when: $exists(error.code), fail: "{{ error.message }}" }
endpoints:
  /catalog/customers/search:
    get: /{{ query }}
    fields: { erpId: id, erpName: name }
  /debtors/list:
    get: /link
    page: { next: next }
    fields: { erpDebtorId: id, name: name }
`;

const asked = (what: string): readonly Seen[] =>
  erp.seen.filter(({ path }) => decodeURIComponent(path) === `/answers/${what}`);

function bodyOf({ text }: Reply): { readonly code: string; readonly error: string; readonly schemaVersion: string } {
  return JSON.parse(text);
}

const askFor = (what: string): Promise<Reply> => service.ask(search, { query: what });

beforeAll(async () => {
  elsewhere = await httpDouble((_seen, response) => json(response, rows));
  erp = await httpDouble((seen, response) => {
    const answer = answers[decodeURIComponent(seen.path).slice('/answers/'.length)];
    return answer === undefined ? json(response, {}, 400) : answer(response, seen);
  });
  const environment = { ERP_KEY: 'c4n4ry-key', ENGINE_REQUEST_TIMEOUT: '4s' };
  service = await serve(profile(erp.url), { environment });
});
afterAll(async () => {
  await service.stop();
  expect(service.output()).not.toContain('c4n4ry');
  await closeAll();
});

describe('an answer of the ERP', () => {
  it('that is valid is passed on', async () => {
    expect((await askFor('good')).text).toBe(hit);
  });

  it.each([
    ...['unauthorized', 'forbidden', 'not found', 'failing', 'truncated', 'a page', 'a page called JSON', 'nothing'],
    ...[
      'an error as 200',
      'other rows',
      'redirect',
      'kept redirect',
      'redirect to a look-alike',
      'redirect in a circle',
    ],
  ])('%s: 502 after one request, with a reason for the operator', async (what) => {
    const reply = await askFor(what);
    const { code, error, schemaVersion } = bodyOf(reply);
    expect([reply.status, code, schemaVersion]).toEqual([502, 'INTERNAL_ERROR', '1']);
    expect(error).toMatch(/^The ERP [^:]*\(request [\w-]+\)$/);
    expect(error).not.toMatch(/ORA-|Odoo|internal|bad key|127\.0/);
    // Five redirects are followed; all else is asked for once.
    expect(asked(what)).toHaveLength(what === 'redirect in a circle' ? 6 : 1);
  });

  it('is logged under the request id that the caller sees', async () => {
    const before = asked('unauthorized').length;
    const { error } = bodyOf(await askFor('unauthorized'));
    const id = /\(request ([\w-]+)\)/.exec(error)?.[1];
    const eventsOfRequest = () =>
      service
        .output()
        .split('\n')
        .filter(
          (line) =>
            line.includes('"event":"erp_request"') && line.includes(`"requestId":"${id}"`) && line.endsWith('}'),
        )
        .map((line): unknown => JSON.parse(line));
    // The log is written in batches.
    await expect
      .poll(eventsOfRequest)
      .toMatchObject([{ source: 'erp', method: 'GET', path: '/answers/unauthorized', status: 401 }]);
    expect(asked('unauthorized')).toHaveLength(before + 1);
  });

  it('that links to another origin: 502', async () => {
    const reply = await service.ask('/debtors/list', { limit: 500 });
    expect([reply.status, bodyOf(reply).code]).toEqual([502, 'INTERNAL_ERROR']);
    expect(asked('link')).toHaveLength(1);
  });

  it('never redirects a request with its credentials to another origin', () => {
    expect(elsewhere.seen).toEqual([]);
    expect(erp.seen.length).toBeGreaterThan(10);
    expect(erp.seen.filter(({ headers }) => headers['x-api-key'] !== 'c4n4ry-key')).toEqual([]);
  });

  it.each(['busy 429', 'busy 503'])(
    '%s: 429 with its wait, at once and for all, and then all is well',
    async (what) => {
      const replies = [await askFor(what), await askFor('good'), await askFor(what)];
      expect(replies.map(({ status }) => status)).toEqual([429, 429, 429]);
      expect(replies[0]?.retryAfter).toBe('3');
      expect(['1', '2', '3']).toContain(replies[2]?.retryAfter);
      // The others would have been told the same.
      expect(asked(what)).toHaveLength(1);
      await sleep(3_000);
      expect((await askFor('good')).text).toBe(hit);
    },
  );

  it.each(['silent', 'silent amid its answer'])('%s: 504 by the deadline, without a second request', async (what) => {
    const reply = await askFor(what);
    expect([reply.status, bodyOf(reply).code]).toEqual([504, 'INTERNAL_ERROR']);
    expect(asked(what)).toHaveLength(1);
    expect((await askFor('good')).text).toBe(hit);
  });
});
