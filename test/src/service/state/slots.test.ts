/** Slots on each database: never more holders than the limit, on any number of replicas. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSlots } from '../../../../src/service/state/slots.ts';
import { openAccess, type StoreAccess } from '../../../../src/service/state/store-access.ts';
import { dialects, freshPlace, type Place } from './stores.ts';

const minute = 60_000;

let place: Place;
let opened: StoreAccess[] = [];

async function replica() {
  const access = await openAccess({ database: await place.open(), emit: () => undefined, now: Date.now });
  opened.push(access);
  return createSlots(access);
}

afterEach(async () => {
  for (const access of opened) await access.close();
  opened = [];
  await place.drop();
});

describe.each(dialects)('slots on %s', (dialect) => {
  beforeEach(async () => {
    place = await freshPlace(dialect);
  });

  it('are as many as the limit, of each name its own, and free when they are left', async () => {
    const slots = await replica();
    expect(await slots.enter('a', 2, 'h1', minute)).toBe(true);
    expect(await slots.enter('a', 2, 'h2', minute)).toBe(true);
    expect(await slots.enter('a', 2, 'h3', minute)).toBe(false);
    expect(await slots.enter('b', 2, 'h3', minute)).toBe(true);
    await slots.leave('a', 'h1');
    expect(await slots.enter('a', 2, 'h3', minute)).toBe(true);
    expect(await slots.enter('a', 2, 'h4', minute)).toBe(false);
  });

  it('are free when the lease of a holder that was killed ends', async () => {
    const slots = await replica();
    expect(await slots.enter('a', 1, 'h1', 4_000)).toBe(true);
    expect(await slots.enter('a', 1, 'h2', minute)).toBe(false);
    await expect.poll(() => slots.enter('a', 1, 'h2', minute)).toBe(true);
  });

  it('are taken by as many of 30 rivals as there are', async () => {
    const slots = await replica();
    const won = await Promise.all(
      Array.from({ length: 30 }, (_none, index) => slots.enter('a', 3, `h${index}`, minute)),
    );
    expect(won.filter((one) => one === true)).toHaveLength(3);
  });

  it('give nothing while the store is closed, and do not reject', async () => {
    const slots = await replica();
    await opened[0]?.close();
    expect(await slots.enter('a', 1, 'h1', minute)).toBeUndefined();
    await slots.leave('a', 'h1');
  });
});
