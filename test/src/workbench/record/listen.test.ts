/** Listening between the platform and a running service: all is forwarded unchanged, and only reads are kept. */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { contract } from '../../../../src/contract/index.ts';
import { listenForCalls } from '../../../../src/workbench/record/calls/listen.ts';
import { freePort } from '../../../../src/workbench/testing/servers/local-server.ts';

interface Got {
  readonly line: string;
  readonly key: string | undefined;
  readonly body: string;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const piece of request.setEncoding('utf8')) text += String(piece);
  return text;
}

/** A service whose answers have the status that the path or the body asks for. */
async function openService(): Promise<{ readonly origin: string; readonly got: readonly Got[] }> {
  const got: Got[] = [];
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    got.push({ line: `${request.method} ${request.url}`, key: request.headers.authorization, body });
    const status = body.includes('K-UNKNOWN') ? 422 : body.includes('K-BUSY') ? 503 : 200;
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'x-request-id': 'R-17' });
    response.end(`{"schemaVersion":"1","got":${got.length},"credit":1234.500}`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  const isTcp = (given: typeof address): given is AddressInfo => typeof given === 'object' && given !== null;
  if (!isTcp(address)) throw new Error('the server has no port');
  return { origin: `http://127.0.0.1:${address.port}`, got };
}

async function heardWhile(
  service: string,
  work: (address: string) => Promise<void>,
): Promise<{ readonly calls: Awaited<ReturnType<typeof listenForCalls>>; readonly unanswered: readonly string[] }> {
  const stop = new AbortController();
  const unanswered: string[] = [];
  const address = Promise.withResolvers<string>();
  const ended = listenForCalls({
    ...{ contract, port: 0, service, signal: stop.signal },
    listening: address.resolve,
    unanswered: (reason) => unanswered.push(reason),
  });
  try {
    await work(await address.promise);
  } finally {
    stop.abort();
  }
  return { calls: await ended, unanswered };
}

const post = (url: string, body: string): Promise<Response> =>
  fetch(url, {
    ...{ method: 'POST', body },
    headers: { authorization: 'Bearer erpk_secret', 'content-type': 'application/json' },
  });

describe('listening', () => {
  it('forwards everything, and keeps each different read that was answered', async () => {
    const { origin, got } = await openService();
    const debtors = '{"schemaVersion":"1","limit":3,"page":1}';
    const { calls } = await heardWhile(origin, async (address) => {
      const answer = await post(`${address}/debtors/list`, debtors);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('x-request-id')).toBe('R-17');
      expect(await answer.text()).toBe('{"schemaVersion":"1","got":1,"credit":1234.500}');
      await post(`${address}/debtors/list`, debtors);
      expect(
        (await post(`${address}/credit/customer`, '{"schemaVersion":"1","customerErpId":"K-UNKNOWN"}')).status,
      ).toBe(422);
      await post(`${address}/credit/customer`, '{"schemaVersion":"1","customerErpId":"K-BUSY"}');
      await post(`${address}/payments/push`, '{"schemaVersion":"1","erpInvoiceId":"INV-1","amount":100.10}');
      await post(`${address}/debtors/list`, 'no JSON');
      await fetch(`${address}/health?deep=1`);
      await post(`${address}//elsewhere.example/debtors/list`, debtors);
    });
    expect(calls).toEqual([
      { path: '/debtors/list', request: { limit: 3, page: 1 } },
      { path: '/credit/customer', request: { customerErpId: 'K-UNKNOWN' } },
    ]);
    expect(got).toHaveLength(8);
    expect(got[0]).toEqual({ line: 'POST /debtors/list', key: 'Bearer erpk_secret', body: debtors });
    expect(got[4]?.body).toBe('{"schemaVersion":"1","erpInvoiceId":"INV-1","amount":100.10}');
    expect(got[6]?.line).toBe('GET /health?deep=1');
    expect(got[7]?.line).toBe('POST //elsewhere.example/debtors/list');
  });

  it('answers with 503 where the service does not', async () => {
    const { calls, unanswered } = await heardWhile(`http://127.0.0.1:${await freePort()}`, async (address) => {
      const answer = await post(`${address}/debtors/list`, '{"schemaVersion":"1","limit":3,"page":1}');
      expect(answer.status).toBe(503);
      expect(await answer.json()).toMatchObject({ schemaVersion: '1', code: 'INTERNAL_ERROR' });
    });
    expect(calls).toEqual([]);
    expect(unanswered).toEqual([expect.stringContaining('ECONNREFUSED')]);
  });
});
