/** Links for consents on each database: only their digest is stored, they are used once, and a consent is stored as a whole. */
import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { prepared } from '../../../../engine/host/index.ts';
import { Secret } from '../../../../engine/index.ts';
import { createCipher } from '../../../../src/service/state/cipher.ts';
import { type ConnectLinks, createConnectLinks, type OpenLink } from '../../../../src/service/state/connect-links.ts';
import { readGranted, withGranted } from '../../../../src/service/state/granted-settings.ts';
import { openAccess, type StoreAccess } from '../../../../src/service/state/store-access.ts';
import { createTokens } from '../../../../src/service/state/tokens.ts';
import { dialects as dialectsOf } from '../../../support/kinds.ts';
import { dialects, freshPlace, type Place } from './stores.ts';

const cipher = createCipher(new Secret(randomBytes(32).toString('base64')));
const purpose = { installation: 'nord', source: 'xero', expires: 2_000 };
const link = 'canary-link';
const consent = { keptAs: 'token', token: new Secret('canary-token'), settings: { XERO_TENANT: 'canary-tenant' } };

let place: Place;
let access: StoreAccess;
let time = 1_000;
let links: ConnectLinks;

async function open(): Promise<OpenLink> {
  const openLink = await links.find(link);
  if (openLink === undefined) throw new Error('The link is not openLink.');
  return openLink;
}

let dialectUnderTest: keyof typeof dialectsOf = 'sqlite';

/** All rows, as text. */
async function dump(): Promise<string> {
  const dialect = dialectsOf[dialectUnderTest];
  const read = (table: string) => access.read(prepared(dialect, dialect.builder(table).select('*'))({}));
  return JSON.stringify([await read('engine_connect_link'), await read('engine_token')]);
}

describe.each(dialects)('links for consents on %s', (dialect) => {
  beforeEach(async () => {
    dialectUnderTest = dialect;
    time = 1_000;
    place = await freshPlace(dialect);
    access = await openAccess({ database: await place.open(), emit: () => undefined, now: Date.now });
    links = createConnectLinks(access, cipher, () => time);
    await links.create(link, purpose);
  });
  afterEach(async () => {
    await access.close();
    await place.drop();
  });

  it('are found until they expire, and lie there as digests', async () => {
    expect(await links.find(link)).toEqual({ ...purpose, progress: undefined, revision: 0 });
    expect(await links.find('another')).toBeUndefined();
    expect(await dump()).not.toContain('canary');
    time = 2_000;
    expect(await links.find(link)).toBeUndefined();
    await links.create('another', { ...purpose, expires: 9_000 });
    expect(JSON.parse(await dump())[0]).toHaveLength(1);
  });

  it('advance for one of several requests', async () => {
    const seen = await open();
    const results = await Promise.allSettled(
      Array.from({ length: 5 }, (_, index) => links.advance(link, seen, new Secret(`canary ${index}`))),
    );
    const won = results.filter((result) => result.status === 'fulfilled' && result.value);
    expect(won).toHaveLength(1);
    expect((await open()).progress?.reveal()).toMatch(/^canary \d$/);
    expect((await open()).revision).toBe(1);
    expect(await dump()).not.toContain('canary');
  });

  it('are used up together with the stored token and its settings, once', async () => {
    const tokens = createTokens(access, cipher, () => time);
    const seen = await open();
    await links.advance(link, seen, new Secret('later'));
    expect(await links.finish(link, seen, consent)).toBe(false);
    expect(await tokens.read('token')).toBeUndefined();
    const current = await open();
    expect(await links.finish(link, current, consent)).toBe(true);
    expect(await links.find(link)).toBeUndefined();
    expect((await tokens.read('token'))?.value.reveal()).toBe('canary-token');
    expect(await readGranted(tokens, 'nord')).toEqual({ XERO_TENANT: 'canary-tenant' });
    expect(await readGranted(tokens, 'ost')).toEqual({});
    expect(await links.finish(link, current, consent)).toBe(false);
    expect(await dump()).not.toContain('canary');
  });

  it('end a lease on the token that they replace, and keep the settings of other sources', async () => {
    const tokens = createTokens(access, cipher, () => time);
    await tokens.put('token', new Secret('before'));
    await tokens.take('token', '', 'a-lease');
    await links.finish(link, await open(), consent);
    expect(await tokens.replace('token', 'a-lease', new Secret('of the old consent'))).toBe(false);
    await links.create('second', { ...purpose, source: 'other' });
    const second = await links.find('second');
    if (second === undefined) throw new Error('The link is not found.');
    await links.finish('second', second, { ...consent, keptAs: 'b', settings: { OTHER: '1' } });
    expect(await readGranted(tokens, 'nord')).toEqual({ XERO_TENANT: 'canary-tenant', OTHER: '1' });
  });
});

describe('granted settings', () => {
  it('fill the variables that the operator has not set', () => {
    const environment = { A: 'operator', B: '', FILE: 'x' };
    expect(withGranted(environment, { A: 'granted', B: 'granted', C: 'granted' })).toEqual({
      A: 'operator',
      B: 'granted',
      C: 'granted',
      FILE: 'x',
    });
    expect(withGranted(environment, {})).toBe(environment);
  });
});
