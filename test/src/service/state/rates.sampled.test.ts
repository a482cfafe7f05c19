/** Permits on each database: never more than the limit in any window, for any number of replicas. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRates } from '../../../../src/service/state/rates.ts';
import { tables } from '../../../../src/service/state/schema.ts';
import { openAccess, type StoreAccess } from '../../../../src/service/state/store-access.ts';
import { isDeep } from '../../../support/depth.ts';
import { dialects, freshPlace, type Place, servers } from './stores.ts';

const minute = 60_000;

let place: Place;
let opened: StoreAccess[] = [];

/** What one replica counts with. */
async function replica() {
  const access = await openAccess({ database: await place.open(), emit: () => undefined, now: Date.now });
  opened.push(access);
  return createRates(access);
}

afterEach(async () => {
  for (const access of opened) await access.close();
  opened = [];
  await place.drop();
});

describe.each(dialects)('permits on %s', (dialect) => {
  beforeEach(async () => {
    place = await freshPlace(dialect);
  });

  it('are as many as the limit, of each name and limit its own', async () => {
    const rates = await replica();
    const limit = { count: 5, windowMs: minute };
    expect((await rates.take('a', limit, 0, 3))?.granted).toBe(3);
    expect((await rates.take('a', limit, 0, 3))?.granted).toBe(2);
    expect((await rates.take('a', limit, 0, 3))?.granted).toBe(0);
    expect((await rates.take('A', limit, 0, 9))?.granted).toBe(5);
  });

  it('report when they expire, and are available again then', async () => {
    const rates = await replica();
    const limit = { count: 2, windowMs: 2_000 };
    await rates.take('a', limit, 500, 1);
    await sleep(150);
    const second = await rates.take('a', limit, 500, 2);
    expect(second?.granted).toBe(1);
    const [first = { inMs: 0, count: 0 }, last = { inMs: 0, count: 0 }] = second?.expiries ?? [];
    expect(first.inMs).toBeLessThanOrEqual(2_350);
    expect(first.inMs).toBeGreaterThan(0);
    // A permit counts for the window and for the time that it may be kept.
    expect(last).toEqual({ inMs: 2_500, count: 1 });
    await sleep(first.inMs + 1);
    expect((await rates.take('a', limit, 500, 1))?.granted).toBe(1);
  });

  it('continue after another program has damaged the counter', async () => {
    const rates = await replica();
    const limit = { count: 5, windowMs: minute };
    await rates.take('a', limit, 0, 3);
    const spoil = { sql: `update ${tables.rate} set log = '[[1,'`, values: [] };
    await opened[0]?.transaction((session) => session.execute(spoil), 'relaxed');
    expect((await rates.take('a', limit, 0, 3))?.granted).toBe(3);
    expect((await rates.take('a', limit, 0, 3))?.granted).toBe(2);
  });

  it('are none while the store is away', async () => {
    const rates = await replica();
    await opened.pop()?.close();
    expect(await rates.take('a', { count: 1, windowMs: minute }, 0, 1)).toBeUndefined();
  });
});

describe.each(isDeep ? servers : servers.slice(0, 1))('permits of several replicas on %s', (dialect) => {
  it('are as many as the limit together, for any sequence of requests', async () => {
    place = await freshPlace(dialect);
    const replicas = await Promise.all(Array.from({ length: 4 }, replica));
    const limit = { count: 100, windowMs: minute };
    const ask = async (n: number): Promise<number> => {
      const grant = await replicas[n % replicas.length]?.take('a', limit, 1_000, (n % 5) + 1);
      return grant?.granted ?? 0;
    };
    let total = 0;
    for (let round = 0; round < 10; round += 1) {
      const granted = await Promise.all(Array.from({ length: 8 }, (_, n) => ask(n)));
      total += granted.reduce((sum, count) => sum + count, 0);
    }
    expect(total).toBe(100);
  });
});
