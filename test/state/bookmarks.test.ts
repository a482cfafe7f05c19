import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openBookmarks } from '../../src/state/bookmarks.ts';
import { openStore } from '../../src/state/open-store.ts';

const hour = 60 * 60 * 1_000;

describe('the store of bookmarks', () => {
  let folder: string;
  let time: number;
  const now = () => time;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'engine-store-'));
    time = Date.UTC(2026, 10, 21);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('keeps what was written last, also after it was closed', async () => {
    const file = join(folder, 'store.sqlite');
    const first = openBookmarks(file, now);
    await first.write("it's", '[1]');
    await first.write("it's", '[2,"ü"]');
    first.close();
    const second = openBookmarks(file, now);
    expect(await second.read("it's")).toBe('[2,"ü"]');
    expect(await second.read('another')).toBeUndefined();
    second.close();
  });

  it('forgets after a day', async () => {
    const store = openBookmarks(join(folder, 'store.sqlite'), now);
    await store.write('a', '[1]');
    time += 23 * hour;
    expect(await store.read('a')).toBe('[1]');
    time += 2 * hour;
    expect(await store.read('a')).toBeUndefined();
    store.close();
  });

  it('is shared by two processes that open the same file', async () => {
    const file = join(folder, 'store.sqlite');
    const [one, other] = [openBookmarks(file, now), openBookmarks(file, now)];
    await one.write('a', '[1]');
    expect(await other.read('a')).toBe('[1]');
    one.close();
    other.close();
  });

  it('that is no database is refused with the path and what to do', () => {
    const file = join(folder, 'store.sqlite');
    writeFileSync(file, 'this is a text file, and no database at all');
    const opened = openStore(file, now);
    expect(opened).toMatchObject({ ok: false, diagnostic: { code: 'CFG503', severity: 'error' } });
    expect(JSON.stringify(opened)).toContain('store.sqlite');
    expect(openStore(join(folder, 'missing/store.sqlite'), now)).toMatchObject({ ok: false });
  });
});
