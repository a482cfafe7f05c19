/** Rotating tokens on each database: encrypted, and leased to one replica at a time. */
import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { prepared } from '../../../../engine/host/index.ts';
import { Secret, SourceError, type TokenStore } from '../../../../engine/index.ts';
import { storeKeyBytes } from '../../../../src/service/config/store-key.ts';
import { createCipher } from '../../../../src/service/state/cipher.ts';
import { openAccess, type StoreAccess } from '../../../../src/service/state/store-access.ts';
import { createTokens } from '../../../../src/service/state/tokens.ts';
import { dialects as dialectsOf } from '../../../support/kinds.ts';
import { dialects, freshPlace, type Place } from './stores.ts';

const newKey = (): Secret => new Secret(randomBytes(32).toString('base64'));
const key = newKey();
const token = (text: string): Secret => new Secret(text);

let place: Place;
let access: StoreAccess;
const store = (secret = key): TokenStore => createTokens(access, createCipher(secret), Date.now);

describe.each(dialects)('rotating tokens on %s', (dialect) => {
  beforeEach(async () => {
    place = await freshPlace(dialect);
    access = await openAccess({ database: await place.open(), emit: () => undefined, now: Date.now });
  });
  afterEach(async () => {
    await access.close();
    await place.drop();
  });

  it('are found by their exact name, also by another replica', async () => {
    const long = `${'n'.repeat(5_000)}Ä`;
    expect(await store().read('a')).toBeUndefined();
    await store().put('a', token('one'));
    await store().put(long, token('ü\u{1F511}'));
    expect((await store().read('a'))?.value.reveal()).toBe('one');
    expect((await store().read('a'))?.lease).toBe('');
    expect((await store().read(long))?.value.reveal()).toBe('ü\u{1F511}');
    expect(await store().read('A')).toBeUndefined();
  });

  it('lie there encrypted: equal ones differ, and another key, name or text opens none', async () => {
    const canary = 'canary-7b1f';
    for (const name of ['a', 'b']) await store().put(name, token(canary));
    const { builder } = dialectsOf[dialect];
    const rows = await access.read(prepared(dialectsOf[dialect], builder('engine_token').select('*'))({}));
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toContain(canary);
    expect(new Set(rows.map(({ value }) => value)).size).toBe(2);
    const foreign = store(newKey()).read('a');
    await expect(foreign).rejects.toMatchObject({ kind: 'denied', effect: 'none' });
    const values = rows.map(({ value }) => String(value));
    await place.run(`update engine_token set value = '${values[0]}'`);
    const results = await Promise.allSettled([store().read('a'), store().read('b')]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await place.run(
      `update engine_token set value = '${values[0]?.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))}'`,
    );
    await expect(store().read('a')).rejects.toBeInstanceOf(SourceError);
    await place.run("update engine_token set value = 'plain'");
    await expect(store().read('a')).rejects.toMatchObject({ cure: expect.stringContaining('engine auth set') });
  });

  it('are leased to one of many, and replaced under the lease alone', async () => {
    await store().put('a', token('one'));
    const takes = await Promise.all(Array.from({ length: 20 }, (_, index) => store().take('a', '', `lease-${index}`)));
    expect(takes.filter((taken) => taken)).toHaveLength(1);
    const lease = `lease-${takes.indexOf(true)}`;
    expect((await store().read('a'))?.lease).toBe(lease);
    expect(await store().replace('a', 'lease-x', token('two'))).toBe(false);
    expect(await store().replace('a', lease, token('two'))).toBe(true);
    expect(await store().replace('a', lease, token('three'))).toBe(false);
    const kept = await store().read('a');
    expect([kept?.value.reveal(), kept?.lease]).toEqual(['two', '']);
  });

  it('are released unchanged, or taken over from a process that ended', async () => {
    await store().put('a', token('one'));
    expect(await store().take('a', '', 'first')).toBe(true);
    await store().release('a', 'second');
    expect((await store().read('a'))?.lease).toBe('first');
    expect(await store().take('a', 'first', 'second')).toBe(true);
    expect(await store().replace('a', 'first', token('late'))).toBe(false);
    await store().release('a', 'second');
    const kept = await store().read('a');
    expect([kept?.value.reveal(), kept?.lease]).toEqual(['one', '']);
  });

  it('from an operator replace the stored one, regardless of leases', async () => {
    await store().put('a', token('one'));
    expect(await store().take('a', '', 'first')).toBe(true);
    await store().put('a', token('brought'));
    expect(await store().replace('a', 'first', token('late'))).toBe(false);
    expect((await store().read('a'))?.value.reveal()).toBe('brought');
  });

  it('cannot be had while the store is away', async () => {
    const tokens = store();
    await tokens.put('a', token('one'));
    await access.close();
    await expect(tokens.read('a')).rejects.toBeInstanceOf(SourceError);
    await expect(tokens.take('a', '', 'x')).rejects.toBeInstanceOf(SourceError);
    access = await openAccess({ database: await place.open(), emit: () => undefined, now: Date.now });
    expect((await store().read('a'))?.value.reveal()).toBe('one');
  });
});

describe('a key', () => {
  it('is 32 bytes in base64, base64url or hexadecimal digits', () => {
    const bytes = randomBytes(32);
    for (const encoding of ['base64', 'base64url', 'hex'] as const)
      expect(storeKeyBytes(bytes.toString(encoding))).toEqual(bytes);
    for (const text of ['', 'password', randomBytes(16).toString('hex'), `${bytes.toString('hex')}00`])
      expect(storeKeyBytes(text)).toBeUndefined();
  });
});
