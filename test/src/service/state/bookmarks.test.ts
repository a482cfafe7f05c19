/** Bookmarks on each database: stored, shared, expired, limited in number. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type BookmarkLimits, createBookmarks } from '../../../../src/service/state/bookmarks.ts';
import type { Durability } from '../../../../src/service/state/database.ts';
import { openAccess, type StoreAccess } from '../../../../src/service/state/store-access.ts';
import type { DialectName } from '../../../support/kinds.ts';
import { dialects, freshPlace, type Place, servers } from './stores.ts';

const hour = 60 * 60 * 1_000;

let place: Place;
let time = 0;
const now = () => time;
const opened: StoreAccess[] = [];

async function access(): Promise<StoreAccess> {
  const made = await openAccess({ database: await place.open(), emit: () => undefined, now });
  opened.push(made);
  return made;
}

async function closeAll(): Promise<void> {
  for (const one of opened.splice(0)) await one.close();
}

async function count(from: StoreAccess): Promise<number> {
  const [row] = await from.read({ sql: 'select count(*) as amount from engine_bookmark', values: [] });
  return Number(row?.amount);
}

beforeEach(() => {
  time = Date.UTC(2026, 10, 21);
});
afterEach(async () => {
  await closeAll();
  await place.drop();
});

describe.each(dialects)('bookmarks on %s', (dialect) => {
  beforeEach(async () => {
    place = await freshPlace(dialect);
  });

  it('have the last written value, also after the store was closed', async () => {
    const long = `it's ${'ü😀"\\'.repeat(5_000)}`;
    const first = createBookmarks(await access(), now);
    await first.write(long, '[1]');
    await first.write(long, '[2,"ü😀\\\\\\""]');
    await first.write('Page', '[3]');
    await first.close();
    await closeAll();
    const second = createBookmarks(await access(), now);
    expect(await second.read(long)).toBe('[2,"ü😀\\\\\\""]');
    expect(await second.read('Page')).toBe('[3]');
    expect(await second.read('page')).toBeUndefined();
  });

  it('may be longer than 64 KiB', async () => {
    const bookmarks = createBookmarks(await access(), now);
    const value = JSON.stringify(['x'.repeat(100_000)]);
    await bookmarks.write('a', value);
    expect(await bookmarks.read('a')).toBe(value);
  });

  it('are forgotten after a day', async () => {
    const bookmarks = createBookmarks(await access(), now);
    await bookmarks.write('a', '[1]');
    time += 23 * hour;
    expect(await bookmarks.read('a')).toBe('[1]');
    time += 2 * hour;
    expect(await bookmarks.read('a')).toBeUndefined();
  });

  it('are removed when they are old, in batches, and no other', async () => {
    const store = await access();
    const limits: BookmarkLimits = { age: 24 * hour, count: 1_000_000, pause: 12 * hour };
    const bookmarks = createBookmarks(store, now, limits);
    // More than two batches, several of one instant.
    const rows = Array.from({ length: 1_203 }, (_, index) => index);
    // One use of the store may take a second only.
    for (let start = 0; start < rows.length; start += 100) {
      await store.transaction(async (session) => {
        for (const index of rows.slice(start, start + 100)) {
          const name = String(index).padStart(64, '0');
          const written = time + Math.floor(index / 2);
          await session.execute({ sql: insertion(dialect), values: [name, '[]', written] });
        }
      }, 'relaxed');
    }
    await bookmarks.write('young', '[]');
    await bookmarks.close();
    expect(await count(store)).toBe(1_204);
    time += 24 * hour + 500;
    await bookmarks.write('new', '[]');
    await bookmarks.close();
    // Those of the instants 0 to 500 are 1002, and `young` was written at instant 0; 201 and `new` are left.
    expect(await count(store)).toBe(202);
    expect(await bookmarks.read('new')).toBe('[]');
  });

  // Servers commit in their own way.
  if (dialect === 'sqlite') {
    it('do not wait for the disk, unlike durable commits', async () => {
      const store = await access();
      const level = (durability: Durability) =>
        store.transaction(async (session) => {
          const { rows } = await session.execute({ sql: 'PRAGMA synchronous', values: [] });
          return Number(rows[0]?.synchronous);
        }, durability);
      // 1 is NORMAL, 2 is FULL: https://www.sqlite.org/pragma.html#pragma_synchronous
      expect([await level('relaxed'), await level('durable'), await level('relaxed')]).toEqual([1, 2, 1]);
    });
  }

  it('are limited in number: the oldest are deleted', async () => {
    const store = await access();
    const bookmarks = createBookmarks(store, now, { age: 24 * hour, count: 10, pause: 1 });
    for (let index = 1; index <= 25; index += 1) {
      time += 10;
      await bookmarks.write(`page ${index}`, String(index));
      await bookmarks.close();
    }
    expect(await count(store)).toBe(10);
    expect(await bookmarks.read('page 25')).toBe('25');
    expect(await bookmarks.read('page 16')).toBe('16');
    expect(await bookmarks.read('page 15')).toBeUndefined();
  });
});

describe.each(servers)('bookmarks of two replicas on %s', (dialect) => {
  it('are shared, also where both keep the same one at once', async () => {
    place = await freshPlace(dialect);
    const [one, other] = [createBookmarks(await access(), now), createBookmarks(await access(), now)];
    await one.write('a', '[1]');
    expect(await other.read('a')).toBe('[1]');
    const names = Array.from({ length: 30 }, (_, index) => `page ${index}`);
    await Promise.all(names.flatMap((name) => [one.write(name, '[2]'), other.write(name, '[2]')]));
    expect(await Promise.all(names.map((name) => one.read(name)))).toEqual(names.map(() => '[2]'));
  });
});

function insertion(dialect: DialectName): string {
  const columns = 'insert into engine_bookmark (name, value, written) values';
  if (dialect === 'postgres') return `${columns} ($1, $2, $3)`;
  return dialect === 'mssql' ? `${columns} (@p1, @p2, @p3)` : `${columns} (?, ?, ?)`;
}
