import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { Secret } from '../../../../../engine/base/secret.ts';
import { bearer, createCaller, type Exchange } from '../../../../../src/workbench/checks/validation/index.ts';

const key = 'key-of-the-ordering-app';
const keys = { ordering: new Secret(key), receivables: new Secret('key-of-the-receivables-app') };
const open: Server[] = [];

/** A server of one's own on the loopback interface. */
async function serve(
  answer: (request: IncomingMessage, response: ServerResponse, body: string) => void,
): Promise<string> {
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text;
    });
    request.on('end', () => answer(request, response, body));
  });
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}` : '';
}

afterEach(() => {
  for (const server of open.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

const answerOf = ({ reply }: Exchange) => (reply.kind === 'answer' ? reply : expect.fail(reply.reason));

describe('a call of the platform', () => {
  it('is a POST of JSON with schemaVersion, under the base address, with the key of the app', async () => {
    const seen: string[] = [];
    const url = await serve(({ method, url: path, headers }, response, body) => {
      seen.push(`${method} ${path} ${headers.authorization} ${headers['content-type']} ${body}`);
      response.end('{}');
    });
    const caller = createCaller({ baseUrl: `${url}/erp/`, keys });
    await caller.post('/credit/customer', { customerErpId: 'K1' });
    await caller.post('/debtors/list', {});
    expect(seen).toEqual([
      `POST /erp/credit/customer Bearer ${key} application/json {"schemaVersion":"1","customerErpId":"K1"}`,
      'POST /erp/debtors/list Bearer key-of-the-receivables-app application/json {"schemaVersion":"1"}',
    ]);
  });

  it('keeps the digits of numbers, and gives status and headers', async () => {
    const url = await serve((_request, response) => {
      response.writeHead(422, { 'X-Id': 'a' }).end('{"a":98765432109876543.21}');
    });
    const { status, headers, body } = answerOf(await createCaller({ baseUrl: url, keys }).post('/health', {}));
    expect([status, headers.get('x-id'), body]).toEqual([
      422,
      'a',
      { a: expect.objectContaining({ text: '98765432109876543.21' }) },
    ]);
  });

  it('shows no key, not even where the service repeats it', async () => {
    const url = await serve(({ headers }, response) => {
      response.setHeader('x-seen', String(headers.authorization));
      response.end(`{"error":"${headers.authorization}"}`);
    });
    const caller = createCaller({ baseUrl: url, keys });
    const longer = new Secret(`${key}-and-more`);
    for (const call of [{}, { authorization: bearer(longer) }]) {
      const exchange = await caller.post('/health', {}, call);
      expect(answerOf(exchange).echoesKey).toBe(true);
      const { headers, ...rest } = answerOf(exchange);
      expect(JSON.stringify([exchange.sent, [...headers], rest])).not.toContain(key);
    }
  });

  it('uses its connections again', async () => {
    const ports = new Set<number | undefined>();
    const url = await serve(({ socket }, response) => {
      ports.add(socket.remotePort);
      response.end('{}');
    });
    const caller = createCaller({ baseUrl: url, keys });
    for (let index = 0; index < 20; index += 1) await caller.post('/health', {});
    // A connection may not be free yet when the next call begins.
    expect(ports.size).toBeLessThan(5);
  });

  it('follows no redirect', async () => {
    const url = await serve((_request, response) => response.writeHead(307, { location: '/other' }).end());
    expect(answerOf(await createCaller({ baseUrl: url, keys }).post('/health', {})).status).toBe(307);
  });

  it('that gets no answer says why', async () => {
    const silent = await serve(() => undefined);
    const late = await createCaller({ baseUrl: silent, keys, timeoutMs: 50 }).post('/health', {});
    expect(late.reply).toMatchObject({ kind: 'none', reason: 'no answer within 50 ms' });
    const cut = await serve(({ socket }) => socket.destroy());
    expect((await createCaller({ baseUrl: cut, keys }).post('/health', {})).reply).toMatchObject({ kind: 'none' });
    const nobody = await createCaller({ baseUrl: 'http://127.0.0.1:2', keys }).post('/health', {});
    expect(nobody.reply).toMatchObject({ kind: 'none', reason: expect.stringContaining('ECONNREFUSED') });
    const refused = await createCaller({ baseUrl: 'http://127.0.0.1:1', keys }).post('/health', {});
    expect(refused.reply).toMatchObject({ kind: 'none', reason: 'this port is one that web clients refuse to call' });
  });
});
