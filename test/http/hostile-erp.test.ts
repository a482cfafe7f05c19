/** Answers of an ERP, or of somebody in its place, that are meant to stop the service. */
import type { ServerResponse } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { closeAll, httpDouble, later } from '../engine/sources/http/double.ts';
import type { ErpEngine } from '../support/erp.ts';
import { measureTurns } from '../support/turns.ts';
import { openSketch } from './ask.ts';
import { erp } from './one-endpoint.ts';

afterEach(closeAll);

const json = { 'content-type': 'application/json' };

/** An engine whose ERP answers every request with this function. */
async function over(answer: (response: ServerResponse, number: number, url: string) => void, read: object, more = {}) {
  let number = 0;
  const double = await httpDouble((_seen, response) => {
    number += 1;
    answer(response, number, double.url);
  });
  const engine = await openSketch({ source: { http: `${double.url}/api`, ...more }, endpoints: { '/all': read } });
  later(() => engine.close());
  return { engine, double };
}

/** A call with another deadline than usual, in milliseconds from now. */
const callUntil = ({ engine }: ErpEngine, ms: number) =>
  engine.call('/all', { schemaVersion: '1' }, { requestId: 'r', deadline: Date.now() + ms });

const rows = { get: '/rows', page: { whole: true }, fields: { id: 'id' } };

it.each([
  ['200,000 lists inside each other', json, '['.repeat(200_000)],
  ['200,000 closed lists inside each other', json, '['.repeat(200_000) + ']'.repeat(200_000)],
  ['200,000 objects inside each other', json, '{"a":'.repeat(200_000)],
  ['101 lists inside each other', json, '['.repeat(101) + ']'.repeat(101)],
  ['200,000 elements inside each other', { 'content-type': 'application/xml' }, '<a>'.repeat(200_000)],
  ['JSON that ends in the middle', json, `[${'{"id":"R 1"},'.repeat(50_000)}`],
])('%s: 502', async (_what, headers, body) => {
  const { engine } = await over((response) => response.writeHead(200, headers).end(body), {
    ...rows,
    ...(headers === json ? {} : { headers: { accept: 'application/xml' }, rows: 'a.b.c' }),
  });
  expect(await engine.call('/all', {})).toMatchObject({ ok: false, problem: { kind: 'broken' } });
});

const links = (next: (number: number, url: string) => string) =>
  over(
    (response, number, url) =>
      response.writeHead(200, json).end(JSON.stringify({ value: [{ id: `R ${number}` }], next: next(number, url) })),
    { get: '/rows', rows: 'value', page: { next: 'next' }, fields: { id: 'id' } },
    { limits: { pages: 25 } },
  );

it.each([
  ['that never end', (number: number, url: string) => `${url}/api/rows?token=${number}`],
  ['that lead in a circle', (number: number, url: string) => `${url}/api/rows?token=${number % 3}`],
])('links to next pages %s: 502 after `limits: pages`', async (_what, next) => {
  const { engine, double } = await links(next);
  expect(await engine.call('/all', {})).toMatchObject({
    ok: false,
    problem: { kind: 'broken' },
    cause: {
      message: expect.stringMatching(/^A list of the source "erp" has more than 25 pages\. Ask for larger pages/),
    },
  });
  expect(double.seen).toHaveLength(25);
});

it('reads as many pages as are allowed', async () => {
  const { engine, double } = await erp(
    { get: '/rows', params: { page: '{{ $page }}' }, page: { by: 'page', size: 1 }, fields: { id: 'id' } },
    ({ path }) => (path.endsWith('page=26') ? [] : [{ id: path }]),
    { source: { limits: { pages: 26 } } },
  );
  expect(await engine.call('/all', {})).toMatchObject({ ok: true });
  expect(double.seen).toHaveLength(26);
});

it.each([
  ['the head', (response: ServerResponse): void => void response.socket?.write('H')],
  [
    'the body',
    (response: ServerResponse): void => {
      response.writeHead(200, json).write('[');
      const timer = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(timer));
    },
  ],
])('%s that never ends, byte by byte, ends at the deadline of the call', async (_what, drip) => {
  const { engine, double } = await over(drip, rows);
  const begin = performance.now();
  const outcome = await callUntil(engine, 1_000);
  expect(outcome).toMatchObject({ ok: false, problem: { kind: 'timeout' } });
  // The time-out between two bytes is 30 s.
  expect(performance.now() - begin).toBeLessThan(15_000);
  await expect.poll(() => double.sockets.size).toBe(0);
});

it('150,000 rows in one answer leave the loop to others', async () => {
  const items = Array.from({ length: 150_000 }, (_none, index) => `{"id":"R ${index}","net":${index}.5,"x":null}`);
  const body = `{"value":[${items.join()}]}`;
  const { engine } = await over((response) => response.writeHead(200, json).end(body), {
    ...rows,
    rows: 'value',
  });
  const { value: outcome, longestShare } = await measureTurns(() => callUntil(engine, 120_000));
  expect(outcome).toMatchObject({ ok: true });
  // The longest turn without a pause is mostly garbage collection.
  expect(longestShare).toBeLessThan(0.4);
});
