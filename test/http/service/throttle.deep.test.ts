/**
 * The limit of an ERP, kept by two replicas that share a PostgreSQL. Xero allows 60 calls in any minute
 * (https://developer.xero.com/documentation/guides/oauth2/limits/), which is five seconds here. The double counts in a sliding window.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
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

interface Counting extends Double {
  /** The most requests that came in any time of the limit's length. A process that is late itself sees requests closer together than they came. */
  most(): number;
  /** Whether the machine is so busy that processes are often late by a fifth of the time for which a permit is kept. */
  isLate(): boolean;
}

async function counting(): Promise<Counting> {
  const double = await httpDouble((_seen, response) => json(response, [{ id: 'C1', name: 'Ada' }]));
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  later(() => delay.disable());
  const most = (): number => {
    const times = double.seen.map(({ at }) => at);
    const span = windowMs - delay.max / 1e6;
    return Math.max(...times.map((start) => times.filter((at) => at >= start && at < start + span).length));
  };
  return { ...double, most, isLate: () => delay.percentile(98) / 1e6 > windowMs / 20 / 5 };
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

/** Requests at an even pace, each to the next replica, whatever became of those before. */
async function load(services: readonly Served[], perSecond: number, forMs: number): Promise<readonly Reply[]> {
  const replies: Promise<Reply>[] = [];
  const began = performance.now();
  for (let n = 0; performance.now() - began < forMs; n += 1) {
    const service = services[n % services.length];
    if (service !== undefined) replies.push(service.ask(search));
    const next = began + ((n + 1) * 1_000) / perSecond;
    if (next > performance.now()) await sleep(next - performance.now());
  }
  return Promise.all(replies);
}

const wait = ({ retryAfter }: Reply): number => (/^[1-9]\d*$/.test(retryAfter ?? '') ? Number(retryAfter) : Number.NaN);

describe('a limit of the ERP, with two replicas', () => {
  it('is neither exceeded nor left unused under ten times its load; other requests get a time to retry', {
    timeout: 60_000,
  }, async () => {
    const erp = await counting();
    const services = await replicas(erp.url);
    const forMs = 18_000;
    const replies = await load(services, (10 * limit * 1_000) / windowMs, forMs);
    const { 200: served = 0, 429: refused = 0, ...others } = statuses(replies);
    expect(others).toEqual({});
    expect(erp.most()).toBeLessThanOrEqual(limit);
    expect(erp.seen).toHaveLength(served);
    // What an ERP lets through in that time: the first window at once, and one more with each that ends. Who is late loses permits, which
    // are kept for a quarter of a second.
    const share = erp.isLate() ? 0.4 : 0.9;
    expect(served).toBeGreaterThanOrEqual(share * limit * Math.floor(forMs / windowMs + 1));
    expect(refused).toBeGreaterThan(served);
    // Those that wait before it count, and the other replica's: at most two windows more.
    const longest = (3 * windowMs) / 1_000;
    const untrue = replies.filter((reply) => reply.status === 429 && !(wait(reply) >= 1 && wait(reply) <= longest));
    expect(untrue.map(({ retryAfter }) => retryAfter)).toEqual([]);
    for (const { text } of replies.filter(({ status }) => status === 429).slice(0, 3)) {
      expect(JSON.parse(text)).toMatchObject({ schemaVersion: '1', code: 'INTERNAL_ERROR' });
    }
  });

  it('admits everyone who retries at the stated time', { timeout: 60_000 }, async () => {
    const erp = await counting();
    const services = await replicas(erp.url);
    const [one, other] = services;
    // Both have asked the store once.
    await Promise.all(services.map((service) => service.ask(search)));
    const rush = await Promise.all(Array.from({ length: limit + 20 }, (_none, n) => (n % 2 ? one : other).ask(search)));
    const refused = rush.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(20);
    const again = refused.map(async (reply, n) => {
      await sleep(wait(reply) * 1_000);
      return (n % 2 ? one : other).ask(search);
    });
    expect(statuses(await Promise.all(again))).toEqual({ 200: refused.length });
    expect(erp.most()).toBeLessThanOrEqual(limit);
  });
});
