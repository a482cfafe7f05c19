/**
 * The limit of an ERP, kept by two replicas that share a PostgreSQL. Xero allows 60 calls in any minute
 * (https://developer.xero.com/documentation/guides/oauth2/limits/), which is five seconds here. The double counts in a sliding window.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { closeAll, type Double, httpDouble, json, later } from '../../engine/sources/http/double.ts';
import type { Reply } from '../../outages/load.ts';
import { freshDatabase } from '../../support/database.ts';
import { type Served, serve, statuses } from './served.ts';

afterEach(closeAll);

const limit = 60;
const windowMs = 5_000;
const search = '/catalog/customers/search';

const erpDouble = (): Promise<Double> => httpDouble((_seen, response) => json(response, [{ id: 'C1', name: 'Ada' }]));

/**
 * The most requests that certainly reached the ERP in any time of the limit's length: those that were sent and answered within it. The time of arrival is
 * not used: a process that is late sees requests closer together than they were sent.
 */
function mostOf(replies: readonly Reply[]): number {
  const served = replies.filter(({ status }) => status === 200);
  const inside = (start: number): number =>
    served.filter(({ sent, answered }) => sent >= start && answered < start + windowMs).length;
  return Math.max(0, ...served.map(({ sent }) => inside(sent)));
}

const profile = (url: string): string => `
profile: xero
contract: "1"
sources:
  erp:
    http: ${url}
    limits: { rate: ${limit}/${windowMs}ms, concurrent: 100, wait: 1s }
endpoints:
  /catalog/customers/search:
    get: /Contacts
    fields: { erpId: id, erpName: name }
`;

async function replicas(url: string): Promise<readonly [Served, Served]> {
  const store = await freshDatabase();
  later(() => store.drop());
  const start = () => serve(profile(url), { environment: { ENGINE_STORE: store.url }, flags: ['--replicas', '2'] });
  return Promise.all([start(), start()]);
}

/** Requests at an even pace, each to the next replica, while no more than `most` are unanswered: a slow machine gets fewer. */
async function load(services: readonly Served[], perSecond: number, forMs: number): Promise<readonly Reply[]> {
  const most = 200;
  let unanswered = 0;
  const replies: Promise<Reply>[] = [];
  const began = performance.now();
  for (let n = 0; performance.now() - began < forMs; n += 1) {
    const service = services[n % services.length];
    while (unanswered >= most) await sleep(10);
    unanswered += 1;
    if (service !== undefined)
      replies.push(
        service.ask(search).finally(() => {
          unanswered -= 1;
        }),
      );
    const next = began + ((n + 1) * 1_000) / perSecond;
    if (next > performance.now()) await sleep(next - performance.now());
  }
  return Promise.all(replies);
}

const wait = ({ retryAfter }: Reply): number => (/^[1-9]\d*$/.test(retryAfter ?? '') ? Number(retryAfter) : Number.NaN);

describe('a limit of the ERP, with two replicas', () => {
  it('is neither exceeded nor left unused under ten times its load; other requests get a time to retry', async () => {
    const erp = await erpDouble();
    const services = await replicas(erp.url);
    const forMs = 18_000;
    const replies = await load(services, (10 * limit * 1_000) / windowMs, forMs);
    const { 200: served = 0, 429: refused = 0, ...others } = statuses(replies);
    expect(others).toEqual({});
    expect(mostOf(replies)).toBeLessThanOrEqual(limit);
    expect(erp.seen).toHaveLength(served);
    // Three windows follow the first one. A replica that is late loses permits, which are kept for a quarter of a second.
    expect(served).toBeGreaterThan(limit);
    expect(refused).toBeGreaterThan(0);
    // Those that wait before it count, and the other replica's: at most two windows more.
    const longest = (3 * windowMs) / 1_000;
    const untrue = replies.filter((reply) => reply.status === 429 && !(wait(reply) >= 1 && wait(reply) <= longest));
    expect(untrue.map(({ retryAfter }) => retryAfter)).toEqual([]);
    for (const { text } of replies.filter(({ status }) => status === 429).slice(0, 3)) {
      expect(JSON.parse(text)).toMatchObject({ schemaVersion: '1', code: 'INTERNAL_ERROR' });
    }
  });

  it('admits everyone who retries at the stated times', async () => {
    const erp = await erpDouble();
    const services = await replicas(erp.url);
    const [one, other] = services;
    // Both have asked the store once.
    await Promise.all(services.map((service) => service.ask(search)));
    const rush = await Promise.all(Array.from({ length: limit + 20 }, (_none, n) => (n % 2 ? one : other).ask(search)));
    const refused = rush.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    // Permits of a replica that is late are lost: on a busy machine some have to come more than once.
    const again = refused.map(async (first, n) => {
      let reply = first;
      while (reply.status === 429) {
        expect(wait(reply)).toBeGreaterThanOrEqual(1);
        await sleep(wait(reply) * 1_000);
        reply = await (n % 2 ? one : other).ask(search);
      }
      return reply;
    });
    const replies = await Promise.all(again);
    expect(statuses(replies)).toEqual({ 200: refused.length });
    expect(mostOf([...rush, ...replies])).toBeLessThanOrEqual(limit);
  });
});
