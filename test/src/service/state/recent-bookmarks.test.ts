/** Bookmarks of the last hour in memory: which calls reach the store. */
import { expect, it } from 'vitest';
import { withRecentBookmarks } from '../../../../src/service/state/recent-bookmarks.ts';

const minute = 60_000;

/** A store that records its calls, and the bookmarks in front of it. */
function createRecorded() {
  const calls: string[] = [];
  const stored = new Map<string, string>();
  const clock = { time: Date.UTC(2026, 10, 21) };
  const bookmarks = withRecentBookmarks(
    {
      async read(name) {
        calls.push(`read ${name}`);
        return stored.get(name);
      },
      async write(name, value) {
        calls.push(`write ${name} ${value}`);
        stored.set(name, value);
      },
    },
    () => clock.time,
  );
  return { bookmarks, calls, stored, clock };
}

it('stores a bookmark again where it has changed, or after an hour', async () => {
  const { bookmarks, calls, clock } = createRecorded();
  await bookmarks.write('a', '[1]');
  await bookmarks.write('a', '[1]');
  clock.time += 59 * minute;
  await bookmarks.write('a', '[1]');
  expect(calls).toEqual(['write a [1]']);
  await bookmarks.write('a', '[2]');
  clock.time += 60 * minute;
  await bookmarks.write('a', '[2]');
  expect(calls).toEqual(['write a [1]', 'write a [2]', 'write a [2]']);
});

it('reads from the store what it has not written in the last hour', async () => {
  const { bookmarks, calls, stored, clock } = createRecorded();
  stored.set('old', '[7]');
  await bookmarks.write('a', '[1]');
  await bookmarks.write('a', '[2]');
  expect([await bookmarks.read('a'), await bookmarks.read('old'), await bookmarks.read('none')]).toEqual([
    '[2]',
    '[7]',
    undefined,
  ]);
  clock.time += 60 * minute;
  expect(await bookmarks.read('a')).toBe('[2]');
  expect(calls).toEqual(['write a [1]', 'write a [2]', 'read old', 'read none', 'read a']);
});

it('keeps a thousand in memory', async () => {
  const { bookmarks, calls } = createRecorded();
  for (let page = 0; page <= 1_000; page += 1) await bookmarks.write(`page ${page}`, '[1]');
  calls.length = 0;
  await bookmarks.read('page 1');
  await bookmarks.read('page 0');
  expect(calls).toEqual(['read page 0']);
});
