/** Answers for which there is no memory: the engine stops to read, and the ERP waits with the rest. */
import { gzipSync } from 'node:zlib';
import { afterEach, expect, it } from 'vitest';
import type { AnswerMemory } from '../../../../engine/base/answer-memory.ts';
import { ProblemError } from '../../../../engine/base/problem.ts';
import { closeAll, get, httpDouble, ok, open, post, within } from './double.ts';

afterEach(closeAll);

const rows = JSON.stringify(Array.from({ length: 200_000 }, (_none, index) => ({ sku: `R ${index}`, name: 'Ring' })));

/** Has room for `size` bytes, and for the rest when `admit` is called. */
function bounded(size: number) {
  const free = Promise.withResolvers<boolean>();
  const paused = Promise.withResolvers<void>();
  let bytes = 0;
  let isFree = false;
  const memory: AnswerMemory = {
    add(more) {
      bytes += more;
    },
    room() {
      if (isFree || bytes <= size) return undefined;
      paused.resolve();
      return free.promise;
    },
  };
  const settle = (is: boolean): void => {
    isFree = is;
    free.resolve(is);
  };
  return { memory, bytes: () => bytes, paused: paused.promise, settle };
}

async function erpWith(body: Buffer | string, headers: Record<string, string> = {}) {
  const erp = await httpDouble((_seen, response) => {
    response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(body);
  });
  return open({ url: erp.url });
}

it('reads a large answer as far as there is memory, and the rest when there is more', async () => {
  const source = await erpWith(rows);
  const { memory, bytes, paused, settle } = bounded(300_000);
  const answer = source.send(get('/items'), ok, { ...within(60_000), memory });
  await paused;
  const before = bytes();
  await new Promise((resolve) => setTimeout(resolve, 200));
  // One part may have been on its way.
  expect(bytes() - before).toBeLessThanOrEqual(65_536);
  expect(bytes()).toBeLessThan(300_000 + 2 * 65_536);
  settle(true);
  const { reply } = await answer;
  expect(reply.body).toHaveLength(200_000);
  expect(bytes()).toBe(Buffer.byteLength(rows));
});

it('ends a read for which there is no memory by its deadline, with the words of a busy service', async () => {
  const source = await erpWith(rows);
  const { memory, paused, settle } = bounded(300_000);
  const answer = source.send(get('/items'), ok, { ...within(60_000), memory });
  void paused.then(() => settle(false));
  const error = await answer.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ProblemError);
  expect(error).toMatchObject({
    problem: { kind: 'unreachable', message: 'The integration service is busy. Try again shortly.', retryAfter: 1 },
  });
  // The ERP is not to blame: it gets the next request.
  expect(source.isCircuitOpen()).toBe(false);
});

it('does not even send a read while there is no memory', async () => {
  const erp = await httpDouble((_seen, response) => response.end('{}'));
  const source = open({ url: erp.url });
  const { memory, paused, settle } = bounded(-1);
  const answer = source.send(get('/items'), ok, { ...within(60_000), memory });
  await paused;
  expect(erp.seen).toHaveLength(0);
  settle(true);
  await answer;
  expect(erp.seen).toHaveLength(1);
});

it('counts the answer to a change, and reads it whatever the memory', async () => {
  const source = await erpWith(rows);
  const { memory, bytes } = bounded(-1);
  const { reply } = await source.send(post('/items'), ok, { ...within(60_000), memory });
  expect(reply.body).toHaveLength(200_000);
  expect(bytes()).toBe(Buffer.byteLength(rows));
});

it('counts a packed answer by its unpacked size, and unpacks it when there is memory for that', async () => {
  const packed = gzipSync(rows);
  const source = await erpWith(packed, { 'content-encoding': 'gzip' });
  // Enough for the packed bytes alone.
  const { memory, bytes, paused, settle } = bounded(packed.length);
  const answer = source.send(get('/items'), ok, { ...within(60_000), memory });
  await paused;
  // Ten times the packed size, beside the packed bytes.
  expect(bytes()).toBe(11 * packed.length);
  settle(true);
  const { reply } = await answer;
  expect(reply.body).toHaveLength(200_000);
  expect(bytes()).toBe(Buffer.byteLength(rows));
});
