/** An ERP that violates HTTP: the reported error, and whether the request may have had an effect. */
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { HttpRequest } from '../../../../engine/sources/http-source.ts';
import { closeAll, failureOf, get, httpDouble, json, netDouble, ok, open, portOf, post, within } from './double.ts';

afterEach(closeAll);

const once = { attempts: 1 };
const whole = (heard: string): boolean =>
  heard.includes('\r\n\r\n') && (!heard.startsWith('POST') || heard.endsWith('{}'));

/** A port that nothing listens on. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const port = portOf(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describe('a request that was never sent', () => {
  it.each([['read'], ['keyed write'], ['write']] as const)(
    'has no effect where nothing listens: a %s',
    async (effect) => {
      const port = await closedPort();
      const source = open({ url: `http://127.0.0.1:${port}`, retry: once });
      const error = await failureOf(source.send(post('/x', effect), ok, within(60_000)));
      expect(error).toMatchObject({ kind: 'unreachable', effect: 'none' });
      expect(error.message).toBe(`127.0.0.1:${port} cannot be reached: nothing listens there.`);
    },
  );

  it('has no effect where https is sent to a port with plain HTTP, and the address is to be corrected', async () => {
    const plain = await httpDouble((_seen, response) => json(response, {}));
    const url = plain.url.replace('http:', 'https:');
    const error = await failureOf(open({ url, retry: once }).send(post('/x'), ok, within(60_000)));
    expect(error).toMatchObject({ kind: 'unreachable', effect: 'none' });
    expect(error.message).toMatch(/^127\.0\.0\.1:\d+ does not answer with TLS \(ERR_SSL_\w+\)\.$/);
    expect(error.cure).toContain('write http:// in the address of the source');
    expect(plain.seen).toEqual([]);
  });

  it('has no effect where the name is not known', async () => {
    const source = open({ url: 'http://erp.invalid', retry: once });
    expect(await failureOf(source.send(post('/x'), ok, within(60_000)))).toMatchObject({
      kind: 'unreachable',
      effect: 'none',
    });
  });

  it('has no effect where no connection is made in time', async () => {
    // TLS to a server that says nothing: the handshake never ends.
    const silent = await netDouble(() => undefined);
    const url = silent.url.replace('http:', 'https:');
    const slow = open({ url, limits: { connectMs: 200 }, retry: once });
    expect(await failureOf(slow.send(post('/x'), ok, within(60_000)))).toMatchObject({
      kind: 'unreachable',
      effect: 'none',
    });
    const late = open({ url, retry: once });
    expect(await failureOf(late.send(post('/x'), ok, within(200)))).toMatchObject({
      kind: 'unreachable',
      effect: 'none',
    });
  });

  it('has no effect after the source was closed', async () => {
    const erp = await httpDouble((_seen, response) => json(response, {}));
    const source = open({ url: erp.url });
    await source.send(get('/x'), ok, within(60_000));
    await source.close();
    expect(await failureOf(source.send(post('/x'), ok, within(60_000)))).toMatchObject({
      kind: 'unreachable',
      effect: 'none',
    });
    expect(erp.seen).toHaveLength(1);
  });

  it('has no effect where a header would end the line', async () => {
    const erp = await httpDouble((_seen, response) => json(response, {}));
    const source = open({ url: erp.url });
    const request: HttpRequest = { ...post('/x'), headers: { 'x-a': 'b\r\nx-evil: 1' } };
    expect(await failureOf(source.send(request, ok, within(60_000)))).toMatchObject({ kind: 'broken', effect: 'none' });
    expect(erp.seen).toHaveLength(0);
  });

  it('is sent once more where that is proven, also when it writes', async () => {
    const port = await closedPort();
    const source = open({ url: `http://127.0.0.1:${port}`, retry: { attempts: 3 } });
    const sent = source.send(post('/x'), ok, within(60_000));
    const server = createServer((socket) => {
      socket.on('data', () => socket.end('HTTP/1.1 201 Created\r\ncontent-length: 0\r\n\r\n'));
    });
    await sleep(10);
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    const { reply } = await sent.finally(() => server.close());
    expect(reply.status).toBe(201);
  });
});

describe('a connection that is cut', () => {
  const answer = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 13\r\n\r\n{"answer":42}';

  it.each([['read'], ['write']] as const)(
    'at any byte of the answer leaves a %s in doubt as it must',
    async (effect) => {
      for (let cut = 0; cut < answer.length; cut += 1) {
        let connections = 0;
        const erp = await netDouble((socket, heard) => {
          if (!whole(heard)) return;
          connections += 1;
          socket.write(answer.slice(0, cut));
          if (cut % 2 === 0) socket.resetAndDestroy();
          else socket.end();
        });
        const source = open({ url: erp.url, retry: once });
        const error = await failureOf(source.send(post('/x', effect), ok, within(60_000)));
        expect(error, `cut at ${cut}`).toMatchObject({
          kind: 'unreachable',
          effect: effect === 'read' ? 'none' : 'unknown',
        });
        expect(connections, `cut at ${cut}`).toBe(1);
        await closeAll();
      }
    },
  );

  it('in a chunked answer is no whole answer', async () => {
    const erp = await netDouble((socket, heard) => {
      if (whole(heard))
        socket.end(
          'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n',
        );
    });
    const source = open({ url: erp.url, retry: once });
    expect(await failureOf(source.send(get('/x'), ok, within(60_000)))).toMatchObject({ kind: 'unreachable' });
  });

  it('is mended for a read and a keyed write, and never for a write', async () => {
    for (const effect of ['read', 'keyed write', 'write'] as const) {
      let requests = 0;
      const erp = await httpDouble((_seen, response) => {
        requests += 1;
        if (requests === 1) response.destroy();
        else json(response, { requests });
      });
      const sent = open({ url: erp.url }).send(post('/x', effect), ok, within(60_000));
      if (effect === 'write') expect(await failureOf(sent)).toMatchObject({ kind: 'unreachable', effect: 'unknown' });
      else expect((await sent).reply.body).toEqual({ requests: 2 });
      expect(requests).toBe(effect === 'write' ? 1 : 2);
    }
  });

  it('leaves a keyed write in doubt, even if its repetition was never sent', async () => {
    const erp = await netDouble((socket, heard) => {
      if (whole(heard)) socket.resetAndDestroy();
    });
    const dead = await closedPort();
    let calls = 0;
    const source = open(
      { url: erp.url, retry: { attempts: 2 } },
      {
        authenticate: () => ({
          async authorize(request) {
            calls += 1;
            // The second attempt is lost before it is sent.
            return {
              request: calls === 1 ? request : { ...request, target: `http://127.0.0.1:${dead}/x` },
              session: 1,
            };
          },
          processReply: () => undefined,
          expired: () => false,
          close: async () => undefined,
        }),
      },
    );
    expect(await failureOf(source.send(post('/x', 'keyed write'), ok, within(60_000)))).toMatchObject({
      effect: 'unknown',
    });
    expect(calls).toBe(2);
  });

  it('while it is kept open is made anew, for any number of reads', async () => {
    const erp = await httpDouble((_seen, response) => json(response, {}));
    const source = open({ url: erp.url });
    for (let round = 0; round < 20; round += 1) {
      await source.send(get('/x'), ok, within(60_000));
      for (const socket of erp.sockets) socket.destroy();
    }
    expect(new Set(erp.seen.map(({ connection }) => connection)).size).toBe(20);
  });
});

describe('an ERP that is slow', () => {
  it('to begin its answer is given up after its time-out, and the connection with it', async () => {
    const erp = await httpDouble(() => undefined);
    const source = open({ url: erp.url, limits: { timeoutMs: 1_000 }, retry: once });
    expect(await failureOf(source.send(post('/x'), ok, within(60_000)))).toMatchObject({
      kind: 'timeout',
      effect: 'unknown',
    });
    await expect.poll(() => erp.sockets.size).toBe(0);
  });

  it('in the middle of its answer is given up after its time-out', async () => {
    const erp = await httpDouble((_seen, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).write('{'),
    );
    const source = open({ url: erp.url, limits: { timeoutMs: 1_000 }, retry: once });
    expect(await failureOf(source.send(get('/x'), ok, within(60_000)))).toMatchObject({
      kind: 'timeout',
      effect: 'none',
    });
    await expect.poll(() => erp.sockets.size).toBe(0);
  });

  it.each([['read'], ['write']] as const)('and keeps talking is cut off at the deadline: a %s', async (effect) => {
    const erp = await httpDouble(async (_seen, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      while (!response.destroyed) {
        response.write(' ');
        await sleep(20);
      }
    });
    const source = open({ url: erp.url });
    const began = Date.now();
    const error = await failureOf(source.send(post('/x', effect), ok, within(1_500)));
    expect(Date.now() - began).toBeGreaterThanOrEqual(1_495);
    expect(error).toMatchObject({ kind: 'timeout', effect: effect === 'read' ? 'none' : 'unknown' });
    await expect.poll(() => erp.sockets.size).toBe(0);
    expect(erp.seen).toHaveLength(1);
  });
});

describe('a caller that goes away', () => {
  it('ends a read, and not a write', async () => {
    const released = Promise.withResolvers<void>();
    const erp = await httpDouble(async ({ method }, response) => {
      if (method === 'GET') return;
      await released.promise;
      json(response, { done: true });
    });
    const source = open({ url: erp.url });
    const caller = new AbortController();
    const call = { ...within(60_000), signal: caller.signal };
    const read = failureOf(source.send(get('/x'), ok, call));
    const write = source.send(post('/x'), ok, call);
    await expect.poll(() => erp.seen.length).toBe(2);
    caller.abort();
    expect(await read).toMatchObject({ kind: 'timeout', effect: 'none' });
    released.resolve();
    expect((await write).reply.body).toEqual({ done: true });
  });
});

describe('replies that are not HTTP', () => {
  it.each(['SSH-2.0-OpenSSH_9.6\r\n', 'HTTP/1.1 abc\r\n\r\n', `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`])(
    'is told as such',
    async (bytes) => {
      const erp = await netDouble((socket) => socket.end(bytes));
      const source = open({ url: erp.url, retry: once });
      expect(await failureOf(source.send(post('/x'), ok, within(60_000)))).toMatchObject({
        kind: 'broken',
        effect: 'unknown',
      });
    },
  );
});
