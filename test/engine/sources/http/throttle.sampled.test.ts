/** Rate limits are obeyed before the ERP refuses, over all replicas, and a refusal has the right `Retry-After`. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { type RateStore, takePermits, type WindowEntry } from '../../../../engine/sources/http/rates/index.ts';
import { createRates, openAccess } from '../../../../src/state/index.ts';
import { freshPlace, servers } from '../../../src/state/stores.ts';
import { isDeep } from '../../../support/depth.ts';
import { closeAll, type Double, failureOf, get, httpDouble, json, later, ok, open, within } from './double.ts';

afterEach(closeAll);

/** The most that reached the ERP in any time of this length, in milliseconds. */
function mostIn(windowMs: number, times: readonly number[]): number {
  return Math.max(0, ...times.map((start) => times.filter((at) => at >= start && at < start + windowMs).length));
}

const quick = (): Promise<Double> => httpDouble((_seen, response) => json(response, {}));

interface Tally {
  served: number;
  refused: number;
  /** Refusals whose wait was not from 1 ms to the longest that can be true. */
  untrue: number;
}

/** Callers that ask for so long, each again after what it was told. */
async function load(
  sources: readonly { send: ReturnType<typeof open>['send'] }[],
  forMs: number,
  perSecond: number,
  longest: number,
): Promise<Tally> {
  const tally = { served: 0, refused: 0, untrue: 0 };
  const began = performance.now();
  const calls: Promise<void>[] = [];
  for (let n = 0; performance.now() - began < forMs; n += 1) {
    const source = sources[n % sources.length];
    const call = source?.send(get('/x'), ok, within(10_000)).then(
      () => {
        tally.served += 1;
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
    'of two replicas with a store on %s: never crossed, and nine tenths of it used',
    async (dialect) => {
      const erp = await quick();
      const [one, other] = await stores(dialect, 2);
      const replicas = [one, other].map((rates) =>
        open({ url: erp.url, limits: { rate: [limit], waitMs: 500 } }, { rates, replicas: 2 }),
      );
      const forMs = 23_000;
      const tally = await load(replicas, forMs, 100, limit.windowMs * 3);
      const times = erp.seen.map(({ at }) => at);
      expect(mostIn(limit.windowMs, times)).toBeLessThanOrEqual(limit.count);
      // What an ERP lets through in that time: the first window at once, and what becomes free after it.
      const possible = limit.count * Math.floor(forMs / limit.windowMs + 1);
      expect(erp.seen.length).toBeGreaterThanOrEqual(0.9 * possible);
      expect(tally).toMatchObject({ served: erp.seen.length, untrue: 0 });
      expect(tally.refused).toBeGreaterThan(1_000);
    },
    60_000,
  );

  it('of one service without a store is kept as well', async () => {
    const erp = await quick();
    const source = open({ url: erp.url, limits: { rate: [{ count: 20, windowMs: 1_500 }], waitMs: 300 } });
    await load([source], 5_000, 130, 4_500);
    const times = erp.seen.map(({ at }) => at);
    expect(mostIn(1_500, times)).toBeLessThanOrEqual(20);
    // 20 at once, and 20 more each 1.5 s and the little that every permit counts longer.
    expect(erp.seen.length).toBeGreaterThanOrEqual(0.9 * 60);
  }, 20_000);
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
    await load(replicas, 4_000, 200, 4_500);
    expect(
      mostIn(
        1_500,
        erp.seen.map(({ at }) => at),
      ),
    ).toBeLessThanOrEqual(40);
    // More than what both may send at once: they go on when time has passed, however slowly a busy machine lets them.
    expect(erp.seen.length).toBeGreaterThan(40);
  }, 20_000);
});

describe('a store that comes and goes', () => {
  it('is told what was sent without it: the limit is not crossed', async () => {
    const erp = await quick();
    let log: readonly WindowEntry[] = [];
    const rates: RateStore = {
      async take(_name, own, keptMs, wanted) {
        if (Math.floor(performance.now() / 350) % 2 === 0) return undefined;
        const { log: after, ...grant } = takePermits(log, performance.now(), own, keptMs, wanted);
        log = after;
        return grant;
      },
    };
    const source = open({ url: erp.url, limits: { rate: [{ count: 30, windowMs: 1_000 }], waitMs: 200 } }, { rates });
    await load([source], 5_000, 200, 4_500);
    expect(
      mostIn(
        1_000,
        erp.seen.map(({ at }) => at),
      ),
    ).toBeLessThanOrEqual(30);
    // Nor is the source closed: what was sent without the store counts from when it is told.
    expect(erp.seen.length).toBeGreaterThan(60);
  }, 20_000);
});

describe('a request that cannot have its turn in time', () => {
  it('is refused at once, and is served when it comes again after the wait that it was told', async () => {
    const erp = await quick();
    const rate = [{ count: 2, windowMs: 1_000 }];
    const source = open({ url: erp.url, limits: { rate, waitMs: 200 } });
    await Promise.all([source.send(get('/x'), ok, within(5_000)), source.send(get('/x'), ok, within(5_000))]);
    const began = performance.now();
    // The first to find none left learns it; from then on it is known.
    await failureOf(source.send(get('/x'), ok, within(5_000)));
    const error = await failureOf(source.send(get('/x'), ok, within(5_000)));
    expect(error).toMatchObject({ kind: 'throttled', effect: 'none' });
    expect(erp.seen).toHaveLength(2);
    await sleep(error.retryAfterMs);
    await source.send(get('/x'), ok, within(5_000));
    expect(performance.now() - began).toBeLessThan(3_000);
    expect(
      mostIn(
        1_000,
        erp.seen.map(({ at }) => at),
      ),
    ).toBe(2);
  });

  it('keeps to all limits, the narrowest first', async () => {
    const erp = await quick();
    const rate = [
      { count: 5, windowMs: 500 },
      { count: 8, windowMs: 60_000 },
    ];
    const source = open({ url: erp.url, limits: { rate, waitMs: 1_500 } });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 12 }, () => source.send(get('/x'), ok, within(5_000))),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(8);
    expect(
      mostIn(
        500,
        erp.seen.map(({ at }) => at),
      ),
    ).toBeLessThanOrEqual(5);
    const error = await failureOf(source.send(get('/x'), ok, within(5_000)));
    expect(error.retryAfterMs).toBeGreaterThan(50_000);
  });

  it('is told so where all places are taken', async () => {
    const erp = await httpDouble(async (_seen, response) => {
      await sleep(600);
      json(response, {});
    });
    const source = open({ url: erp.url, limits: { concurrent: 1, waitMs: 100 } });
    const first = source.send(get('/x'), ok, within(5_000));
    expect(await failureOf(source.send(get('/x'), ok, within(5_000)))).toMatchObject({
      kind: 'throttled',
      effect: 'none',
    });
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
    for (let n = 0; n < 500; n += 1) await source.send(get('/x'), ok, within(5_000));
    await Promise.all(Array.from({ length: 500 }, () => source.send(get('/x'), ok, within(5_000))));
    expect(erp.seen).toHaveLength(1_000);
    expect(asked).toBeLessThan(100);
  });
});
