/** Hostile redirects, pages and programs at the listener for consents: nothing is stored, and no code is exchanged twice. */
import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { browserSession, vendorUrl } from './browser-session.ts';
import { type Cloud, cloud, consented, profileOf } from './cloud.ts';

async function begin(profile?: string) {
  const given = await cloud(profile === undefined ? {} : { profile });
  const service = await given.serve();
  return { given, service, session: browserSession(given.connectUrl), link: await given.link() };
}

const tokenRequests = ({ vendor }: Cloud): number => vendor.seen.filter(({ target }) => target === '/token').length;
const isStored = (service: { events(): readonly Record<string, unknown>[] }): boolean =>
  service.events().some(({ event }) => event === 'consent_stored');

describe('a redirect', () => {
  it.each([
    ['with another state', { state: 'x'.repeat(43) }, 400],
    ['of another issuer (mix-up)', { issuer: 'https://evil.example' }, 400],
    ['with a code of another server', { code: 'code-of-another-server' }, 200],
  ])('%s stores nothing, and the link can be used again', async (_name, hostile, status) => {
    const { given, service, session, link } = await begin();
    const received = await consented(given, session, link, hostile);
    expect([received.status, received.headers.get('location')]).toEqual([status, null]);
    expect(tokenRequests(given)).toBe(status === 400 ? 0 : 1);
    expect((await session.submit('/connect/continue', { choice: '0' })).status).toBe(400);
    expect(isStored(service)).toBe(false);
    await consented(given, session, link, { issuer: given.vendor.url });
    expect((await session.submit('/connect/continue', { choice: '0' })).html).toContain('is connected');
  });

  it('without an issuer is refused where the profile demands one', async () => {
    const { given, session, link } = await begin(profileOf({ consent: 'issuer: "${url}/issuer"' }));
    expect((await consented(given, session, link)).status).toBe(400);
    expect((await consented(given, session, link, { issuer: given.vendor.url })).status).toBe(400);
    expect((await consented(given, session, link, { issuer: `${given.vendor.url}/issuer` })).status).toBe(303);
  });

  it('that is sent twice, or at the same time, exchanges its code once', async () => {
    const { given, session, link } = await begin();
    const redirect = given.vendor.decide(vendorUrl(await session.submit(link)));
    const all = await Promise.all(Array.from({ length: 5 }, () => session.open(redirect)));
    expect(all.map(({ status }) => status).sort()).toEqual([303, 400, 400, 400, 400]);
    expect((await session.open(redirect)).status).toBe(400);
    expect(given.vendor.exchanged()).toHaveLength(1);
    expect(given.vendor.sawReplay()).toBe(false);
    const done = await Promise.all(
      Array.from({ length: 5 }, () => session.submit('/connect/continue', { choice: '0' })),
    );
    expect(done.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
  });

  it('in another browser, without its cookie or with that of another attempt, is refused', async () => {
    const { given, service, session, link } = await begin();
    const redirect = given.vendor.decide(vendorUrl(await session.submit(link)));
    const stranger = browserSession(given.connectUrl);
    expect((await stranger.open(redirect)).status).toBe(400);
    await stranger.submit(await given.link());
    expect((await stranger.open(redirect)).status).toBe(400);
    const forged = `connect=${link.split('/').at(-1)}.${'A'.repeat(43)}`;
    expect((await stranger.open(redirect, { cookie: forged })).status).toBe(400);
    expect(tokenRequests(given)).toBe(0);
    expect((await session.open(redirect)).status).toBe(303);
    expect((await stranger.submit('/connect/continue', { choice: '0' })).status).toBe(400);
    expect(isStored(service)).toBe(false);
  });

  it('of a vendor that gives no refresh token, or no company, stores nothing and says what to do', async () => {
    const { given, service, session, link } = await begin();
    given.vendor.grant([]);
    expect((await consented(given, session, link)).html).toContain('You gave consent to no company');
    expect(isStored(service)).toBe(false);
    given.vendor.grant([{ id: 'c-1', name: 'Harbour Tools' }]);
    given.vendor.giveNoRefreshTokens();
    expect((await consented(given, session, link)).html).toContain('did not complete the consent');
    expect(isStored(service)).toBe(false);
    const reasons = service.events().filter(({ event }) => event === 'consent_refused');
    expect(reasons.map(({ reason }) => reason)).toEqual([
      'The customer has granted no company.',
      'the answer has no refresh token.',
    ]);
  });
});

describe('the listener', () => {
  it('redirects to no other address than its own page', async () => {
    const { given, session, link } = await begin();
    for (const path of [
      '/connect//evil.example',
      '//evil.example/connect/x',
      '/connect/callback?redirect_uri=https://evil.example&url=https://evil.example',
      `${link}?next=https://evil.example`,
      '/connect/..%2f..%2fetc',
    ]) {
      const { headers } = await session.open(path.startsWith('//') ? `${given.connectUrl}${path}` : path);
      expect(headers.get('location')).toBeNull();
    }
    const received = await consented(given, session, link);
    expect(received.headers.get('location')).toBe('/connect/continue');
  });

  it('accepts forms of its own pages only', async () => {
    const { given, session, link } = await begin();
    for (const origin of ['https://evil.example', 'null', given.connectUrl.replace('127.0.0.1', 'localhost')]) {
      const refused = await session.submit(link, {}, origin);
      expect([refused.status, refused.headers.get('set-cookie')]).toEqual([400, null]);
    }
    await consented(given, session, link);
    expect((await session.submit('/connect/continue', { choice: '0' }, 'https://evil.example')).status).toBe(400);
    for (const choice of ['1', '-1', '0x0', '', '00000', '1e1'])
      expect((await session.submit('/connect/continue', { choice })).status).toBe(400);
    expect((await session.submit('/connect/continue', { choice: '0'.padEnd(5_000, ' ') })).status).toBe(400);
    expect((await session.submit('/connect/continue', { choice: '0' })).html).toContain('is connected');
  });

  it('answers no other host, path and method', async () => {
    const { given, link } = await begin();
    const { port, pathname } = new URL(link);
    const statusFor = (host: string, path: string, method = 'GET'): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        const sent = request({ port, path, method, headers: { host } }, (reply) => {
          reply.resume();
          resolve(reply.statusCode);
        });
        sent.on('error', reject).end();
      });
    expect(await statusFor('rebound.example', pathname)).toBe(404);
    const { host } = new URL(given.connectUrl);
    expect(await statusFor(host, pathname)).toBe(200);
    expect(await statusFor(host, '/')).toBe(404);
    expect(await statusFor(host, '/metrics')).toBe(404);
    expect(await statusFor(host, pathname, 'PUT')).toBe(404);
    expect(await statusFor(host, '/connect/callback?code=1&state=2', 'HEAD')).toBe(404);
  });

  it('keeps pages out of frames, caches and referrers of other sites, and runs no script', async () => {
    const { session, link } = await begin();
    const { headers, html } = await session.open(link);
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]+'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'$/,
    );
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(html).not.toContain('<script');
    const begun = await session.submit(link);
    expect(begun.headers.get('set-cookie')).toMatch(
      /^connect=[\w-]{43}\.[\w-]{43}; Path=\/; Max-Age=3600; HttpOnly; SameSite=Lax$/,
    );
  });

  it('limits the requests of an address', async () => {
    const { session, link } = await begin();
    const statuses = [];
    for (let attempt = 0; attempt < 70; attempt += 1) statuses.push((await session.open(link)).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(60);
    expect(statuses.at(-1)).toBe(429);
  });
});
