/** Opening the store: faults that prevent the start, and faults with which the service starts. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EngineEvent } from '../../../../engine/index.ts';
import { shownAddress } from '../../../../src/service/config/store-address.ts';
import type { ServiceEvent } from '../../../../src/service/events/events.ts';
import { type OpenedStore, openStore } from '../../../../src/service/state/store.ts';
import { onMysql } from '../../../../src/workbench/testing/servers/mysql-client.ts';
import { addressOf } from './address-of.ts';
import { type Gate, gateTo } from './gate.ts';
import { freshPlace, type Place, servers } from './stores.ts';

const nobody = 65_534;

let place: Place;
let events: (ServiceEvent | EngineEvent)[] = [];
let opened: OpenedStore[] = [];

async function open(text = place.text): Promise<OpenedStore> {
  const emit = (event: ServiceEvent | EngineEvent) => void events.push(event);
  const one = await openStore({ address: addressOf(text), emit, now: Date.now, retryMs: 50 });
  opened.push(one);
  return one;
}

async function opens(text?: string) {
  const one = await open(text);
  if (!one.ok) throw new Error(one.diagnostic.message);
  return one.store;
}

async function refusal(text?: string): Promise<string> {
  const one = await open(text);
  if (one.ok) throw new Error('The store was opened.');
  const { code, severity, message, hint } = one.diagnostic;
  expect({ code, severity }).toEqual({ code: 'CFG514', severity: 'error' });
  return `${message} ${hint}`;
}

const told = (name: string) => events.filter(({ event }) => event === name);

beforeEach(() => {
  events = [];
});
afterEach(async () => {
  for (const one of opened) if (one.ok) await one.store.close();
  opened = [];
  await place.drop();
});

describe('a store in a file', () => {
  beforeEach(async () => {
    place = await freshPlace('sqlite');
  });

  it('is refused to a second service, and free after the end of the first', async () => {
    const first = await opens();
    const said = await refusal();
    expect(said).toContain(`The store ${place.text} is in use by another process of this service.`);
    expect(said).toContain('--store');
    await first.close();
    await opens();
  });

  it('can be copied by others while it is in use', async () => {
    const store = await opens();
    await store.bookmarks.write('a', '[1]');
    const copy = join(place.text, '../copy.sqlite');
    const database = new Database(place.text, { readonly: true });
    expect(database.pragma('journal_mode', { simple: true })).toBe('wal');
    await database.backup(copy);
    database.close();
    expect(await (await opens(copy)).bookmarks.read('a')).toBe('[1]');
  });

  it('that is another kind of file is refused, and not touched', async () => {
    const text = 'this is a text file, and no database at all';
    writeFileSync(place.text, text);
    expect(await refusal()).toContain(`${place.text} is not an SQLite file`);
    expect(readFileSync(place.text, 'utf8')).toBe(text);
  });

  it('that is damaged is refused', async () => {
    const store = await opens();
    for (let page = 1; page < 200; page += 1) await store.bookmarks.write(`page ${page}`, `["${'x'.repeat(200)}"]`);
    await store.close();
    const bytes = readFileSync(place.text);
    writeFileSync(place.text, bytes.fill(0x5a, 100, bytes.length));
    const said = await refusal();
    expect(said).toMatch(/SQLITE_(CORRUPT|NOTADB)/);
    expect(said).toContain('restore the file from a backup, or move it away');
  });

  it('in a folder that does not exist, or that is a folder, is refused', async () => {
    expect(await refusal(join(place.text, '../missing/store.sqlite'))).toContain(
      'cannot be opened for writing: ENOENT',
    );
    mkdirSync(place.text);
    expect(await refusal()).toContain('cannot be opened for writing: EISDIR');
  });

  it('that may not be written is refused', async () => {
    // Root may write everything: the test becomes somebody else.
    const { seteuid, getuid } = process;
    writeFileSync(place.text, '', { mode: 0o444 });
    if (getuid?.() === 0) seteuid?.(nobody);
    try {
      expect(await refusal()).toMatch(/cannot be opened for writing: EACCES.*that the service may write to/);
    } finally {
      if (getuid?.() === 0) seteuid?.(0);
    }
  });

  it('of a newer program is refused', async () => {
    await (await opens()).close();
    await place.run("insert into engine_store_version values (99, '2030-01-01T00:00:00.000Z')");
    const said = await refusal();
    expect(said).toContain('version 99, which a newer version of this program made');
    expect(said).toContain('Run the newer program');
  });
});

describe.each(servers)('a store on %s', (dialect) => {
  beforeEach(async () => {
    place = await freshPlace(dialect);
  });

  it('that is newer is refused', async () => {
    await (await opens()).close();
    await place.run("insert into engine_store_version values (99, '2030-01-01T00:00:00.000Z')");
    expect(await refusal()).toContain('version 99, which a newer version of this program made');
  });

  it('that refuses the user is named without its password, with the error of the server', async () => {
    const url = new URL(place.text);
    url.username = 'nobody_knows_me';
    url.password = 'pass%3Aword-of-mine';
    const said = await refusal(url.href);
    expect(said).toContain(`The store ${shownAddress(addressOf(place.text))} cannot be used`);
    expect(said).toContain('nobody_knows_me');
    expect(said).not.toContain('word-of-mine');
    expect(JSON.stringify([events, addressOf(url.href)])).not.toContain('word-of-mine');
  });

  it('without its database is refused', async () => {
    const url = new URL(place.text);
    url.pathname = '/there_is_no_such';
    expect(await refusal(url.href)).toContain('there_is_no_such');
  });
});

describe.each(servers)('a store on %s', (dialect) => {
  let gate: Gate;
  beforeEach(async () => {
    place = await freshPlace(dialect);
    gate = await gateTo(place.text);
  });
  afterEach(() => gate.cut());
  const isBack = () => vi.waitFor(() => expect(told('store_available')).not.toEqual([]), 60_000);

  it('that is unreachable does not prevent the start, and is used when it responds', async () => {
    await gate.cut();
    const { bookmarks } = await opens(gate.url);
    await bookmarks.write('a', '[1]');
    expect(await bookmarks.read('a')).toBeUndefined();
    expect(told('store_unavailable')).toHaveLength(1);
    await gate.open();
    await isBack();
    await bookmarks.write('a', '[1]');
    expect(await bookmarks.read('a')).toBe('[1]');
  });

  it('that fails while the service runs is reported once, and used again when it responds', async () => {
    const { bookmarks } = await opens(gate.url);
    await bookmarks.write('a', '[1]');
    await gate.cut();
    for (let count = 0; count < 20; count += 1) {
      expect(await bookmarks.read('a')).toBeUndefined();
      await bookmarks.write('b', '[2]');
    }
    expect(new Set(told('store_unavailable').map((event) => JSON.stringify(event))).size).toBe(
      told('store_unavailable').length,
    );
    expect(told('store_unavailable').length).toBeLessThanOrEqual(2);
    await gate.open();
    await isBack();
    expect(await bookmarks.read('a')).toBe('[1]');
  });

  it('that does not respond is unavailable within seconds, and no later request waits for it', async () => {
    const { bookmarks } = await opens(gate.url);
    await bookmarks.write('a', '[1]');
    gate.block();
    expect(await bookmarks.read('a')).toBeUndefined();
    await vi.waitFor(() => expect(told('store_unavailable')).toHaveLength(1), 60_000);
    // Known to be away by now: nothing is sent, and nothing waited for.
    let answered = 0;
    void bookmarks.read('a').then(() => {
      answered += 1;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(answered).toBe(1);
    // What stands still cannot be told from a server: its connections are given up.
    await gate.cut();
    await gate.open();
    await isBack();
    expect(await bookmarks.read('a')).toBe('[1]');
  });
});

describe.runIf(servers.includes('mysql'))('a password', () => {
  it('that is wrong is distinguished from an unreachable server, and not printed', async () => {
    place = await freshPlace('mysql');
    const user = `u${Date.now()}`;
    await onMysql(place.text, (run) => run(`create user ${user} identified by 'right'; grant all on *.* to ${user}`));
    const url = new URL(place.text);
    url.username = user;
    url.password = 'wrong-one';
    try {
      const said = await refusal(url.href);
      expect(said).toContain(`Access denied for user '${user}'`);
      expect(said).not.toContain('wrong-one');
    } finally {
      await onMysql(place.text, (run) => run(`drop user ${user}`));
    }
  });
});
