/** What is checked on the connection of a request with an effect, before its first byte. */
import { createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { HttpRequest, HttpSource } from '../../../../engine/sources/http-source.ts';
import { type CallContext, SourceError } from '../../../../engine/sources/source.ts';
import { closeAll, failureOf, get, httpDouble, json, later, ok, open, portOf, post, within } from './double.ts';

afterEach(closeAll);

const tooLate = new SourceError('conflict', 'too late', { effect: 'none' });

/** A server that keeps the bytes that it gets, and a source that sends to it. */
async function listening(): Promise<{ source: HttpSource; bytes: () => string; connected: Promise<unknown> }> {
  const sockets = new Set<Socket>();
  const { promise: connected, resolve } = Promise.withResolvers<void>();
  let received = '';
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    socket.on('data', (chunk) => {
      received += chunk.toString();
    });
    resolve();
  });
  await new Promise<void>((started) => server.listen(0, '127.0.0.1', started));
  later(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { source: open({ url: `http://127.0.0.1:${portOf(server)}` }), bytes: () => received, connected };
}

const removal: HttpRequest = { method: 'DELETE', target: '/x', headers: {}, effect: 'write' };
const large: HttpRequest = { ...post('/x', 'write'), body: { type: 'text/plain', text: 'ü'.repeat(200_000) } };

describe('a request with an effect', () => {
  it.each([
    ['with a body', post('/x', 'write')],
    ['without a body', removal],
    ['that may be repeated', post('/x', 'keyed write')],
  ])('%s sends nothing before it is confirmed on its connection, and nothing if it is refused', async (_, request) => {
    const { source, bytes, connected } = await listening();
    const seen: string[] = [];
    const beforeFirstByte = async (): Promise<void> => {
      await connected;
      await sleep(20);
      seen.push(bytes());
      throw tooLate;
    };
    const error = await failureOf(source.send(request, ok, { ...within(30_000), beforeFirstByte }));
    expect(error).toMatchObject({ message: 'too late', effect: 'none' });
    expect([...seen, bytes()]).toEqual(['', '']);
  });

  it.each([
    ['with a body', post('/x', 'write')],
    ['without a body', removal],
    ['with a large body', large],
  ])('%s arrives whole once it is confirmed, with its length', async (_, request) => {
    const erp = await httpDouble((_seen, response) => json(response, {}));
    const call: CallContext = { ...within(30_000), beforeFirstByte: async () => undefined };
    await open({ url: erp.url }).send(request, ok, call);
    const text = request.body?.text;
    expect(erp.seen.map(({ method, body }) => ({ method, body }))).toEqual([
      { method: request.method, body: text ?? '' },
    ]);
    expect(erp.seen[0]?.headers).not.toHaveProperty('transfer-encoding');
    expect(erp.seen[0]?.headers['content-length']).toBe(
      text === undefined ? undefined : String(Buffer.byteLength(text)),
    );
  });

  it('sends nothing if its time ends while it is confirmed', async () => {
    const { source, bytes, connected } = await listening();
    const until = Promise.withResolvers<void>();
    const beforeFirstByte = async (): Promise<void> => {
      await connected;
      await until.promise;
    };
    const error = await failureOf(source.send(post('/x', 'write'), ok, { ...within(50), beforeFirstByte }));
    until.resolve();
    await sleep(20);
    expect(error.effect).toBe('none');
    expect(bytes()).toBe('');
  });

  it('sends nothing if the process could not run until its deadline was over', async () => {
    const { source, bytes, connected } = await listening();
    const beforeFirstByte = async (): Promise<void> => {
      await connected;
      // As after SIGSTOP: no timer has run when the next line does.
      const end = performance.now() + 100;
      while (performance.now() < end);
    };
    const error = await failureOf(source.send(post('/x', 'write'), ok, { ...within(50), beforeFirstByte }));
    await sleep(20);
    expect(error.effect).toBe('none');
    expect(bytes()).toBe('');
  });
});

it('a read is not confirmed', async () => {
  const erp = await httpDouble((_seen, response) => json(response, {}));
  const beforeFirstByte = (): Promise<void> => Promise.reject(tooLate);
  const judged = await open({ url: erp.url }).send(get('/x'), ok, { ...within(30_000), beforeFirstByte });
  expect(judged.verdict.kind).toBe('ok');
});
