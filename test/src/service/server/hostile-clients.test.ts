/** Clients that send or read slowly, or send too much at once: raw sockets. */
import { connect, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Outcome } from '../../../../src/service/server/engine-api.ts';
import { expectError, fakeEngine, hits, keyFor, listen, post, raw, receivablesKey, until } from './fixture.ts';

const search = '/catalog/products/search';
const valid = '{"schemaVersion":"1","query":"x"}';
const announced = { 'Content-Length': '100' };
const receivables = { Authorization: `Bearer ${receivablesKey}` };

/** A connection that sends these bytes and reads nothing until `read` is called. */
function silent(port: number, bytes: string) {
  const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
  let text = '';
  let isClosed = false;
  socket.setEncoding('utf8');
  socket.on('error', () => undefined);
  socket.on('close', () => {
    isClosed = true;
  });
  onTestFinished(() => void socket.destroy());
  const read = (): Socket =>
    socket.on('data', (chunk: string) => {
      text += chunk;
    });
  return { socket, read, text: () => text, isClosed: () => isClosed };
}

const statusesOf = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));

describe('bodies that are announced and never sent', () => {
  it('take no slot: 50 of them beside a limit of one', async () => {
    const { port } = await listen(fakeEngine(), { concurrency: 1 });
    const held = Array.from({ length: 50 }, () => silent(port, post(search, '{', announced)));
    await until(() => held.every(({ socket }) => !socket.connecting));
    for (let turn = 0; turn < 5; turn++) expect((await raw(port, post(search, valid))).status).toBe(200);
  });

  it('are refused at once with the key of the other app', async () => {
    const { port } = await listen(fakeEngine());
    const answer = await raw(port, post(search, '', { ...announced, ...receivables }));
    expectError(answer, 403, 'FORBIDDEN');
    expect(answer.headers.connection).toBe('close');
  });

  it('are refused when their size is, before the app is checked', async () => {
    const { port } = await listen(fakeEngine());
    expectError(await raw(port, post(search, '', { 'Content-Length': '5000', ...receivables })), 413, 'BAD_REQUEST');
  });

  it.each([
    ['nothing', (): void => undefined],
    ['a byte every 20 ms', (socket: Socket): void => void socket.write(' ')],
  ])('end at the time for bodies: the client sends %s', async (_what, drip) => {
    const engine = fakeEngine();
    const { port } = await listen(engine, { bodyTimeout: 150 });
    const client = silent(port, post(search, '{', { 'Content-Length': '3000' }));
    client.read();
    const timer = setInterval(() => !client.isClosed() && drip(client.socket), 20);
    onTestFinished(() => clearInterval(timer));
    await until(client.isClosed);
    expect(statusesOf(client.text())).toEqual([408]);
    expect(JSON.parse(client.text().slice(client.text().indexOf('\r\n\r\n')))).toMatchObject({ code: 'BAD_REQUEST' });
    expect(engine.seen).toEqual([]);
  });

  it('keeps the connection after the refusal of a short body', async () => {
    const { port } = await listen(fakeEngine());
    const answer = await raw(port, post(search, valid, receivables));
    expect([answer.status, answer.headers.connection]).toEqual([403, 'keep-alive']);
  });
});

/** An answer that no socket buffer takes. */
const large: Outcome = { ok: true, json: `{"schemaVersion":"1","hits":["${'x'.repeat(16 * 1024 ** 2)}"]}` };
const smallOrLarge = (isLarge: (body: unknown) => boolean) => fakeEngine(({ body }) => (isLarge(body) ? large : hits));

describe('clients that do not read', () => {
  it('are disconnected at the time for answers', async () => {
    const { port, events } = await listen(
      fakeEngine(() => large),
      { answerTimeout: 200 },
    );
    const client = silent(port, post(search, valid));
    const event = await until(() => events.find(({ event }) => event === 'answer_unread'));
    expect(event).toMatchObject({ reason: 'time', bytes: large.ok ? large.json.length : 0 });
    client.read();
    await until(client.isClosed);
    const line = await until(() => events.find(({ event }) => event === 'request'));
    expect(line).toMatchObject({ status: 200, aborted: true });
  });

  it('may read slowly within it', async () => {
    const { port, events } = await listen(
      fakeEngine(() => large),
      { answerTimeout: 20_000 },
    );
    const client = silent(port, post(search, valid, { Connection: 'close' }));
    await until(() => events.length === 0);
    client.read();
    await until(client.isClosed);
    expect(client.text()).toHaveLength((large.ok ? large.json.length : 0) + client.text().indexOf('\r\n\r\n') + 4);
    expect(events.map(({ event }) => event)).not.toContain('answer_unread');
  });

  it('together hold no more than the limit: those that wait longest are disconnected', async () => {
    const { port, events } = await listen(
      fakeEngine(() => large),
      { unsentLimit: 40 * 1024 ** 2 },
    );
    const clients: ReturnType<typeof silent>[] = [];
    for (let index = 0; index < 5; index++) {
      clients.push(silent(port, post(search, valid)));
      const expected = Math.max(0, index - 1);
      await until(() => events.filter(({ event }) => event === 'answer_unread').length === expected);
    }
    for (const client of clients) client.read();
    const whole = (client: (typeof clients)[number]) => client.text().length > (large.ok ? large.json.length : 0);
    await until(() => clients.every((client) => client.isClosed() || whole(client)));
    expect(clients.map(whole)).toEqual([false, false, false, true, true]);
    expect(events.find(({ event }) => event === 'answer_unread')).toMatchObject({ reason: 'memory' });
  });
});

describe('requests without waiting for answers', () => {
  it('are processed one after the other, in order, and refused beyond 16', async () => {
    const engine = smallOrLarge((body) => JSON.stringify(body).includes('"first"'));
    const { port } = await listen(engine);
    const client = silent(port, post(search, valid.replace('"x"', '"first"')) + post(search, valid).repeat(19));
    await until(() => engine.seen.length === 1);
    // The others wait until the first answer is read.
    expect((await raw(port, post(search, valid))).status).toBe(200);
    expect(engine.seen).toHaveLength(2);
    client.read();
    await until(() => statusesOf(client.text().slice(large.ok ? large.json.length : 0)).length >= 19);
    expect(statusesOf(client.text()).toSorted()).toEqual([
      ...Array.from({ length: 17 }, () => 200),
      ...Array.from({ length: 3 }, () => 503),
    ]);
    expect(statusesOf(client.text()).slice(-3)).toEqual([503, 503, 503]);
  });

  it('do not reach the engine after their connection is closed', async () => {
    const engine = smallOrLarge(() => true);
    const { port } = await listen(engine);
    const client = silent(port, post(search, valid).repeat(5));
    await until(() => engine.seen.length === 1);
    client.socket.destroy();
    expect((await raw(port, post('/health', valid))).status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(engine.seen).toHaveLength(1);
  });
});

describe('pages of lists', () => {
  const list = (key: string) => post('/invoices/list', '{"schemaVersion":"1"}', { Authorization: `Bearer ${key}` });

  function withPages() {
    const pages = Array.from({ length: 30 }, () => Promise.withResolvers<Outcome>());
    let number = 0;
    const engine = fakeEngine(({ path }) => (path === '/invoices/list' ? (pages[number++]?.promise ?? hits) : hits));
    const started = () => engine.seen.filter(({ path }) => path === '/invoices/list').length;
    return { engine, pages, started };
  }

  it('of one key leave room for everything else', async () => {
    const { engine, pages, started } = withPages();
    const { port } = await listen(engine, { pagesPerKey: 2, concurrency: 5 });
    const calls = Array.from({ length: 20 }, () => raw(port, list(receivablesKey)));
    await until(() => started() === 2);
    for (let turn = 0; turn < 10; turn++) {
      expect((await raw(port, post(search, valid))).status).toBe(200);
      expect(started()).toBe(2);
    }
    // Five wait, as many as `concurrency`; the others were refused. Each end lets the next one start.
    const refused = await until(async () => {
      const settled = await Promise.all(calls.map((call) => Promise.race([call, undefined])));
      return settled.filter((answer) => answer?.status === 503).length === 13 && settled;
    });
    expect(refused).toHaveLength(20);
    for (const [index, { resolve }] of pages.entries()) {
      resolve(hits);
      if (index < 5) await until(() => started() === index + 3);
    }
    const answers = await Promise.all(calls);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(7);
    expect(started()).toBe(7);
  });

  it('wait within the time of their request, and no longer than their caller', async () => {
    const { engine, pages, started } = withPages();
    const { port, events } = await listen(engine, { pagesPerKey: 1, requestTimeout: 2_000 });
    void raw(port, list(receivablesKey)).catch(() => undefined);
    await until(() => started() === 1);
    const gone = silent(port, list(receivablesKey));
    await until(() => !gone.socket.connecting);
    gone.socket.destroy();
    const late = await raw(port, list(receivablesKey));
    expect([late.status, late.headers['retry-after']]).toEqual([503, '1']);
    expect(events.map(({ event }) => event)).toContain('request_shed');
    pages[0]?.resolve(hits);
    pages[1]?.resolve(hits);
    expect((await raw(port, list(receivablesKey))).status).toBe(200);
    expect(started()).toBe(2);
  });

  it('of two keys do not wait for each other', async () => {
    const { engine, pages, started } = withPages();
    const keys = ['first-key-0123456789', 'second-key-0123456789'];
    const { port } = await listen(engine, {
      pagesPerKey: 1,
      keys: () => keys.map((key) => ({ ...keyFor(key, 'receivables'), name: key })),
    });
    const calls = keys.map((key) => raw(port, list(key)));
    await until(() => started() === 2);
    for (const { resolve } of pages) resolve(hits);
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 200]);
  });
});
