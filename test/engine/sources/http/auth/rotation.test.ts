/** Refresh tokens that may be used once: stored, shared and renewed by one replica, against a server that revokes all tokens if one is used twice. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { SourceError } from '../../../../../engine/index.ts';
import { firstToken, readKept } from '../../../../../engine/sources/http/auth/index.ts';
import { createCipher } from '../../../../../src/service/state/cipher.ts';
import { openAccess } from '../../../../../src/service/state/store-access.ts';
import { createTokens } from '../../../../../src/service/state/tokens.ts';
import { freshPlace, servers } from '../../../../src/service/state/stores.ts';
import { bench, type Double, double, failure, secret } from './double.ts';
import { keptAs, memoryTokens, rotating, tokenOf } from './rotating.ts';

let erp: Double;
afterEach(() => erp.close());

async function begin(options: Parameters<typeof rotating>[0] = {}) {
  const server = rotating(options);
  erp = await double(server.answer);
  const tokens = memoryTokens();
  await tokens.put(keptAs, firstToken(secret('r1')));
  return { ...server, tokens };
}

describe('a refresh token', () => {
  it('is used once for 50 callers, and the next one is kept', async () => {
    const { tokens, renewals } = await begin();
    const { send } = bench(erp.url, { token: tokenOf(erp.url) }, { tokens });
    const replies = await Promise.all(Array.from({ length: 50 }, () => send('/a')));
    expect(replies.map(({ status }) => status)).toEqual(Array(50).fill(200));
    expect(renewals()).toBe(1);
    expect(readKept(tokens.kept.get(keptAs)?.value ?? secret('{}'))).toMatchObject({ refresh: 'r2', access: 'a2' });
    expect(tokens.kept.get(keptAs)?.lease).toBe('');
  });

  it('is not used by who finds an access token that is good: after a restart, beside another replica', async () => {
    const { tokens, renewals, revoke } = await begin({ tokenMs: 100 });
    const all = Array.from({ length: 4 }, () => bench(erp.url, { token: tokenOf(erp.url) }, { tokens }));
    const round = async () => (await Promise.all(all.map(({ send }) => send('/a')))).map(({ status }) => status);
    expect(await round()).toEqual([200, 200, 200, 200]);
    expect(renewals()).toBe(1);
    revoke();
    expect(await round()).toEqual([200, 200, 200, 200]);
    expect(renewals()).toBe(2);
    for (const { pass } of all) pass(570_000);
    expect(await round()).toEqual([200, 200, 200, 200]);
    expect(renewals()).toBe(3);
  });

  it('that another replica renewed between the look and the lease is not used', async () => {
    const { tokens, renewals } = await begin();
    const rival = bench(erp.url, { token: tokenOf(erp.url) }, { tokens });
    let isLate = true;
    const take: typeof tokens.take = async (...values) => {
      if (isLate) await rival.send('/a');
      isLate = false;
      return tokens.take(...values);
    };
    const { send } = bench(erp.url, { token: tokenOf(erp.url) }, { tokens: { ...tokens, take } });
    expect((await send('/a')).status).toBe(200);
    expect(renewals()).toBe(1);
    expect(tokens.kept.get(keptAs)?.lease).toBe('');
  });

  it('stays where the server does not rotate it', async () => {
    erp = await double(({ target, body }) =>
      target === '/token'
        ? {
            json: {
              access_token: new URLSearchParams(body).get('refresh_token'),
              token_type: 'bearer',
              expires_in: 60,
            },
          }
        : { json: {} },
    );
    const tokens = memoryTokens();
    await tokens.put(keptAs, firstToken(secret('stays')));
    await bench(erp.url, { token: tokenOf(erp.url) }, { tokens }).send('/a');
    expect(readKept(tokens.kept.get(keptAs)?.value ?? secret('{}'))?.refresh).toBe('stays');
  });

  it('is not renewed earlier than the ERP allows, whatever it says', async () => {
    const { tokens, renewals, revoke } = await begin();
    const { send, pass } = bench(erp.url, { token: tokenOf(erp.url, { earliestMs: 570_000 }) }, { tokens });
    await send('/a');
    revoke();
    pass(569_000);
    expect((await send('/a')).status).toBe(401);
    expect(renewals()).toBe(1);
    pass(1_000);
    expect((await send('/a')).status).toBe(200);
    expect(renewals()).toBe(2);
  });

  it('that is refused, or was never given, is asked for by name; a new one is taken within a minute', async () => {
    const { tokens } = await begin();
    const { send, pass } = bench(erp.url, { token: tokenOf(erp.url) }, { tokens });
    tokens.kept.clear();
    const missing = await failure(send('/a'));
    expect([missing.kind, missing.message, missing.cure]).toEqual([
      'denied',
      'Getting an access token failed: there is no refresh token for this source yet.',
      'Give the service a refresh token: engine auth set exact',
    ]);
    await tokens.put(keptAs, firstToken(secret('r1')));
    pass(15_000);
    expect((await send('/a')).status).toBe(200);
    await tokens.put(keptAs, firstToken(secret('r1')));
    pass(570_000);
    const refused = await failure(send('/a'));
    expect([refused.kind, refused.cure]).toEqual(['denied', 'Give the service a refresh token: engine auth set exact']);
    expect(refused.message).toBe('Getting an access token failed: the ERP answered 400, invalid_grant: Token is used.');
  });

  it('is not touched while the store is away', async () => {
    const { tokens, renewals } = await begin();
    const away = async (): Promise<never> => {
      throw new SourceError('unreachable', 'The store is away.');
    };
    const { send } = bench(erp.url, { token: tokenOf(erp.url) }, { tokens: { ...tokens, take: away } });
    expect((await failure(send('/a'))).kind).toBe('unreachable');
    expect(renewals()).toBe(0);
  });

  it('that is new is kept as soon as the store is back, and used meanwhile', async () => {
    const { tokens, renewals } = await begin();
    let failures = 0;
    const replace: typeof tokens.replace = async (...values) => {
      failures += 1;
      if (failures <= 2) throw new SourceError('unreachable', 'The store is away.');
      return tokens.replace(...values);
    };
    const { send, events } = bench(erp.url, { token: tokenOf(erp.url) }, { tokens: { ...tokens, replace } });
    expect((await send('/a', 'GET', 60_000)).status).toBe(200);
    expect([renewals(), failures]).toEqual([1, 3]);
    expect(readKept(tokens.kept.get(keptAs)?.value ?? secret('{}'))?.refresh).toBe('r2');
    expect(events.map(({ event }) => event)).toEqual(['token_not_stored']);
  });

  it('is renewed by another replica where the one that was about to has gone, after a minute', async () => {
    const { tokens, renewals } = await begin();
    await tokens.take(keptAs, '', 'of one that was killed');
    const { send, pass } = bench(erp.url, { token: tokenOf(erp.url) }, { tokens });
    expect((await failure(send('/a', 'GET', 500))).kind).toBe('timeout');
    expect(renewals()).toBe(0);
    const clock = performance.now.bind(performance);
    const later = vi.spyOn(performance, 'now').mockImplementation(() => clock() + 60_000);
    pass(60_000);
    expect((await send('/a', 'GET', 90_000)).status).toBe(200);
    later.mockRestore();
    expect(renewals()).toBe(1);
  });

  it('that is on its way when the service stops is kept', async () => {
    const { tokens } = await begin({ tokenMs: 200 });
    const { auth, send } = bench(erp.url, { token: tokenOf(erp.url) }, { tokens });
    const sending = send('/a').catch(() => undefined);
    await expect.poll(() => erp.seen.map(({ target }) => target)).toEqual(['/token']);
    await auth.close();
    expect(readKept(tokens.kept.get(keptAs)?.value ?? secret('{}'))?.refresh).toBe('r2');
    await sending;
  });

  it('needs a key of the store', async () => {
    await begin();
    const missing = await failure(bench(erp.url, { token: tokenOf(erp.url) }).send('/a'));
    expect([missing.kind, missing.message]).toEqual([
      'denied',
      'Getting an access token failed: there is no key to encrypt refresh tokens with.',
    ]);
    expect(missing.cure).toContain('ENGINE_STORE_KEY');
  });
});

describe.each(servers)('two processes with a store on %s', (dialect) => {
  it('renew a token once for 40 callers', async () => {
    const place = await freshPlace(dialect);
    const server = rotating({ tokenMs: 300 });
    erp = await double(server.answer);
    const key = randomBytes(32).toString('base64');
    const access = await openAccess({ database: await place.open(), emit: () => undefined, now: Date.now });
    await createTokens(access, createCipher(secret(key)), Date.now).put(keptAs, firstToken(secret('r1')));
    const start = async () => {
      const file = join(import.meta.dirname, 'replica.ts');
      const child = spawn(process.execPath, [file, place.text, key, erp.url, '20'], {
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      let output = '';
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
      await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
      return { child, output: () => output };
    };
    const replicas = await Promise.all([start(), start()]);
    const ends = replicas.map(({ child }) => once(child, 'exit'));
    for (const { child } of replicas) child.stdin.write('go\n');
    await Promise.all(ends);
    const statuses = replicas.map(({ output }) => output().split('\n')[1]);
    expect(statuses).toEqual(Array(2).fill(JSON.stringify(Array(20).fill(200))));
    expect(server.renewals()).toBe(1);
    await access.close();
    await place.drop();
  });
});
