/** Rate limits are obeyed before the ERP refuses, over all replicas, and a refusal has the right `Retry-After`. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { RateStore } from '../../../../engine/sources/http/rates/rate-store.ts';
import { takePermits, type WindowEntry } from '../../../../engine/sources/http/rates/sliding-window.ts';
import { createRates } from '../../../../src/service/state/rates.ts';
import { openAccess } from '../../../../src/service/state/store-access.ts';
import { freshPlace, servers } from '../../../src/service/state/stores.ts';
import { isDeep } from '../../../support/depth.ts';
import { closeAll, type Double, failureOf, get, httpDouble, json, later, ok, open, within } from './double.ts';

afterEach(closeAll);

/** When a request was made, and when its answer was there. The ERP has received it in between. */
interface Span {
  readonly asked: number;
  readonly answered: number;
}

/**
 * The most that certainly reached the ERP in any time of this length, in milliseconds. The time of arrival is not used: a process that is late sees
 * requests closer together than they were sent.
 */
function mostIn(windowMs: number, spans: readonly Span[]): number {
  const inside = (start: number): number =>
    spans.filter(({ asked, answered }) => asked >= start && answered < start + windowMs).length;
  return Math.max(0, ...spans.map(({ asked }) => inside(asked)));
}

const quick = (): Promise<Double> => httpDouble((_seen, response) => json(response, {}));

interface Tally {
  readonly served: Span[];
  refused: number;
  /** Refusals whose wait was not from 1 ms to the longest that can be true. */
  untrue: number;
}

/** Callers that ask for so long, and until more than `above` were served, each again after what it was told. */
async function load(
  sources: readonly { send: ReturnType<typeof open>['send'] }[],
  forMs: number,
  perSecond: number,
  longest: number,
  above: number,
): Promise<Tally> {
  const tally: Tally = { served: [], refused: 0, untrue: 0 };
  const began = performance.now();
  const calls: Promise<void>[] = [];
  for (let n = 0; performance.now() - began < forMs || tally.served.length <= above; n += 1) {
    const source = sources[n % sources.length];
    const asked = performance.now();
    const call = source?.send(get('/x'), ok, within(60_000)).then(
      () => {
        tally.served.push({ asked, answered: performance.now() });
      },
      (error: { kind?: string; retryAfterMs?: number }) => {
        if (error.kind !== 'throttled') throw error;
        tally.refused += 1;
        const wait = error.retryAfterMs ?? 0;
        if (wait < 1 || wait > longest) tally.untrue += 1;
      },
    );
    if (call !== undefined) calls.push(call);
    const next = began + ((n + 1) * 1_000) / perSecond;
    if (next > performance.now()) await sleep(next - performance.now());
  }
  await Promise.all(calls);
  return tally;
}

async function stores(dialect: (typeof servers)[number] | 'sqlite', count: number): Promise<RateStore[]> {
  const place = await freshPlace(dialect);
  later(() => place.drop());
  return Promise.all(
    Array.from({ length: count }, async () => {
      const access = await openAccess({ database: await place.open(), emit: () => undefined, now: Date.now });
      later(() => access.close());
      return createRates(access);
    }),
  );
}

/** A minute is six seconds here. */
const limit = { count: 60, windowMs: 6_000 };

describe('sixty in a minute, under ten times that', () => {
  it.each(isDeep ? servers.slice(0, 1) : [])(
    'of two replicas with a store on %s: never crossed, and used again after each window',
    async (dialect) => {
      const erp = await quick();
      const [one, other] = await stores(dialect, 2);
      const replicas = [one, other].map((rates) =>
        open({ url: erp.url, limits: { rate: [limit], waitMs: 500 } }, { rates, replicas: 2 }),
      );
      const forMs = 23_000;
      const tally = await load(replicas, forMs, 100, limit.windowMs * 3, limit.count);
      expect(mostIn(limit.windowMs, tally.served)).toBeLessThanOrEqual(limit.count);
      expect(erp.seen).toHaveLength(tally.served.length);
      // Three windows follow the first one. A busy machine uses a part of them.
      expect(tally.served.length).toBeGreaterThan(limit.count);
      expect(tally.untrue).toBe(0);
      expect(tally.refused).toBeGreaterThan(0);
    },
  );

  it('of one service without a store is kept as well', async () => {
    const erp = await quick();
    const source = open({ url: erp.url, limits: { rate: [{ count: 20, windowMs: 1_500 }], waitMs: 300 } });
    const { served } = await load([source], 5_000, 130, 4_500, 20);
    expect(mostIn(1_500, served)).toBeLessThanOrEqual(20);
    // 20 at once, and others after 1.5 s and the little that every permit counts longer.
    expect(erp.seen.length).toBeGreaterThan(20);
  });
});

describe('while the store is away', () => {
  it('each of two replicas keeps to its half', async () => {
    const erp = await quick();
    const away: RateStore = { take: async () => undefined };
    const replicas = [1, 2].map(() =>
      open(
        { url: erp.url, limits: { rate: [{ count: 40, windowMs: 1_500 }], waitMs: 100 } },
        { rates: away, replicas: 2 },
      ),
    );
    const { served } = await load(replicas, 4_000, 200, 4_500, 40);
    expect(mostIn(1_500, served)).toBeLessThanOrEqual(40);
    // More than what both may send at once: they go on when time has passed, however slowly a busy machine lets them.
    expect(erp.seen.length).toBeGreaterThan(40);
  });
});

describe('a store that comes and goes', () => {
  it('is told what was sent without it: the limit is not crossed', async () => {
    const erp = await quick();
    let log: readonly WindowEntry[] = [];
    const rates: RateStore = {
      async take(_name, rate, keptMs, wanted) {
        if (Math.floor(performance.now() / 350) % 2 === 0) return undefined;
        const { log: after, ...grant } = takePermits(log, performance.now(), rate, keptMs, wanted);
        log = after;
        return grant;
      },
    };
    const source = open({ url: erp.url, limits: { rate: [{ count: 30, windowMs: 1_000 }], waitMs: 200 } }, { rates });
    const { served } = await load([source], 5_000, 200, 4_500, 30);
    expect(mostIn(1_000, served)).toBeLessThanOrEqual(30);
    // Nor is the source closed: what was sent without the store counts from when it is told.
    expect(erp.seen.length).toBeGreaterThan(30);
  });
});

describe('a request that cannot have its turn in time', () => {
  it('is refused at once, and is served when it comes again after the wait that it was told', async () => {
    const erp = await quick();
    const rate = [{ count: 2, windowMs: 1_000 }];
    const source = open({ url: erp.url, limits: { rate, waitMs: 200 } });
    const asked = performance.now();
    const send = (): Promise<unknown> => source.send(get('/x'), ok, within(60_000));
    // All ask in the same turn: a pause of the machine cannot make a new window begin between them.
    const first = [send(), send()];
    const refused = await Promise.all([failureOf(send()), failureOf(send())]);
    await Promise.all(first);
    for (const error of refused) expect(error).toMatchObject({ kind: 'throttled', effect: 'none' });
    expect(erp.seen).toHaveLength(2);
    await sleep(Math.max(...refused.map(({ retryAfterMs = 0 }) => retryAfterMs)));
    await send();
    expect(performance.now() - asked).toBeGreaterThanOrEqual(1_000);
    expect(erp.seen).toHaveLength(3);
  });

  it('keeps to all limits, the narrowest first', async () => {
    const erp = await quick();
    const rate = [
      { count: 5, windowMs: 500 },
      { count: 8, windowMs: 60_000 },
    ];
    const source = open({ url: erp.url, limits: { rate, waitMs: 1_500 } });
    const asked = performance.now();
    const spans: Span[] = [];
    const outcomes = await Promise.allSettled(
      Array.from({ length: 12 }, async () => {
        await source.send(get('/x'), ok, within(60_000));
        spans.push({ asked, answered: performance.now() });
      }),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(8);
    expect(mostIn(500, spans)).toBeLessThanOrEqual(5);
    const error = await failureOf(source.send(get('/x'), ok, within(60_000)));
    expect(error.retryAfterMs).toBeGreaterThan(50_000);
  });

  it('is told so where all places are taken', async () => {
    const released = Promise.withResolvers<void>();
    const erp = await httpDouble(async (_seen, response) => {
      await released.promise;
      json(response, {});
    });
    const source = open({ url: erp.url, limits: { concurrent: 1, waitMs: 100 } });
    const first = source.send(get('/x'), ok, within(60_000));
    expect(await failureOf(source.send(get('/x'), ok, within(60_000)))).toMatchObject({
      kind: 'throttled',
      effect: 'none',
    });
    released.resolve();
    await first;
    expect(erp.seen).toHaveLength(1);
  });
});

describe('the store', () => {
  it('is not asked for every request', async () => {
    const erp = await quick();
    const [store] = await stores('sqlite', 1);
    let asked = 0;
    const rates: RateStore = {
      take(...args) {
        asked += 1;
        return store?.take(...args) ?? Promise.resolve(undefined);
      },
    };
    const source = open(
      { url: erp.url, limits: { rate: [{ count: 60_000, windowMs: 60_000 }], waitMs: 5_000 } },
      { rates },
    );
    for (let n = 0; n < 500; n += 1) await source.send(get('/x'), ok, within(60_000));
    await Promise.all(Array.from({ length: 500 }, () => source.send(get('/x'), ok, within(60_000))));
    expect(erp.seen).toHaveLength(1_000);
    // A lease is kept for a quarter of a second: a slow machine needs more of them.
    expect(asked).toBeLessThan(500);
  });
});
