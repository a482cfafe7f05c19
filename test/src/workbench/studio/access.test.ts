/** Who reaches the studio: requests as a hostile page, a hostile name and another program of this machine would send them. */
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { describe, expect, it } from 'vitest';
import { foreignRequest, isLoopbackHost } from '../../../../src/service/server/foreign-request.ts';
import { createSession } from '../../../../src/workbench/studio/access/session.ts';
import { openStudio, profileCopy, type StudioUnderTest } from './studio.ts';

const paths = ['/', '/index.html', '/icon.svg', '/api/events', '/api/board', '/nothing'];

async function signedIn(): Promise<StudioUnderTest & { readonly cookie: string }> {
  const studio = await openStudio(profileCopy());
  return { ...studio, cookie: await studio.signIn() };
}

describe('without the session', () => {
  it('every path is answered with an empty 401, static files included', async () => {
    const { send, port } = await openStudio(profileCopy());
    for (const path of paths) {
      const { status, body, headers } = await send('GET', path);
      expect([path, status, body]).toEqual([path, 401, '']);
      expect(headers['cache-control']).toBe('no-store');
    }
    const origin = `http://127.0.0.1:${port}`;
    const posted = await send('POST', '/api/board', { origin, 'content-type': 'application/json' }, '{}');
    expect([posted.status, posted.body]).toEqual([401, '']);
  });

  it('a wrong token, an empty one and the cookie of another studio are refused', async () => {
    const studio = await openStudio(profileCopy());
    const other = await signedIn();
    expect((await studio.send('GET', '/?token=')).status).toBe(401);
    expect((await studio.send('GET', `/?token=${other.token}`)).status).toBe(401);
    expect((await studio.send('GET', '/', { cookie: other.cookie })).status).toBe(401);
    const [name] = (await studio.signIn()).split('=');
    expect((await studio.send('GET', '/', { cookie: `${name}=` })).status).toBe(401);
    expect((await studio.send('GET', '/', { cookie: `${name}=${studio.token}` })).status).toBe(401);
  });
});

describe('the token', () => {
  it('starts a session once, with a cookie that scripts and other sites cannot use', async () => {
    const { send, token } = await openStudio(profileCopy());
    const first = await send('GET', `/?token=${token}`);
    expect(first.status).toBe(200);
    expect(first.body).not.toContain(token);
    expect(first.headers['set-cookie']?.[0]).toMatch(
      /^studio-[0-9a-f]{8}=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    const again = await send('GET', `/?token=${token}`);
    expect([again.status, again.body, again.headers['set-cookie']]).toEqual([401, '', undefined]);
  });

  it('leads the browser with the session to the page again, and no other one', async () => {
    const { send, token, cookie } = await signedIn();
    const again = await send('GET', `/?token=${token}`, { cookie });
    expect([again.status, again.headers['set-cookie']]).toEqual([200, undefined]);
    expect(again.body).toContain('content="0;url=/"');
    expect((await send('GET', `/?token=${token}`, { cookie: `${cookie}x` })).status).toBe(401);
  });

  it('is not in the page, and 256 bits long', async () => {
    const { send, token, cookie } = await signedIn();
    const { status, body } = await send('GET', '/', { cookie });
    expect(status).toBe(200);
    expect(body).not.toContain(token);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  });

  it('starts no session while it is unused, even with a guessed name of the cookie', () => {
    const session = createSession();
    expect(session.holds('studio=; studio-00000000=')).toBe(false);
    expect(session.holds(undefined)).toBe(false);
  });
});

describe('a hostile page in the same browser', () => {
  it('gets nothing under a name that resolves to this machine (DNS rebinding), even with the cookie', async () => {
    const { send, port, cookie } = await signedIn();
    for (const host of ['evil.example', `evil.example:${port}`, '127.0.0.1', `127.0.0.1:${port + 1}`, '[::1]']) {
      const { status, body } = await send('GET', '/', { host, cookie });
      expect([host, status, body]).toEqual([host, 403, '']);
    }
    expect((await send('GET', '/', { host: `localhost:${port}`, cookie })).status).toBe(200);
  });

  it('gets nothing with two names, or without one', async () => {
    const { port, cookie } = await signedIn();
    const raw = (lines: readonly string[]): Promise<string> =>
      new Promise((resolve, reject) => {
        let text = '';
        const socket = connect(port, '127.0.0.1', () => socket.end(`${lines.join('\r\n')}\r\n\r\n`));
        socket.on('data', (more) => {
          text += more;
        });
        socket.on('close', () => resolve(text)).on('error', reject);
      });
    const hostHeader = `Host: 127.0.0.1:${port}`;
    const session = `Cookie: ${cookie}`;
    expect(await raw(['GET / HTTP/1.1', hostHeader, session])).toContain('<!doctype html>');
    expect(await raw(['GET / HTTP/1.1', session])).not.toContain('<!doctype html>');
    expect(await raw(['GET / HTTP/1.0', session])).not.toContain('<!doctype html>');
    expect(await raw(['GET / HTTP/1.1', 'Host: evil.example', hostHeader, session])).not.toContain('<!doctype html>');
    // In its absolute form the path names a host, too.
    expect(await raw([`GET http://evil.example/?token=x HTTP/1.1`, hostHeader, session])).not.toContain(
      '<!doctype html>',
    );
  });

  it('gets nothing from another origin, and cannot send a form', async () => {
    const { send, port, cookie } = await signedIn();
    const body = '{}';
    const json = { cookie, 'content-type': 'application/json' };
    for (const origin of [
      'https://evil.example',
      'null',
      `http://localhost:${port}`,
      `http://127.0.0.1:${port + 1}`,
      `https://127.0.0.1:${port}`,
    ])
      expect([origin, (await send('POST', '/api/board', { ...json, origin }, body)).status]).toEqual([origin, 403]);
    expect((await send('POST', '/api/board', json, body)).status).toBe(403);
    const ownOrigin = `http://127.0.0.1:${port}`;
    const crossSite = { ...json, origin: ownOrigin, 'sec-fetch-site': 'cross-site' };
    expect((await send('POST', '/api/board', crossSite, body)).status).toBe(403);
    const form = { cookie, origin: ownOrigin, 'content-type': 'text/plain' };
    expect((await send('POST', '/api/board', form, body)).status).toBe(415);
    expect((await send('POST', '/api/project', { ...json, origin: ownOrigin }, body)).status).toBe(200);
  });

  it('can neither load scripts of the page, nor frame it', async () => {
    const { send, cookie } = await signedIn();
    for (const site of ['cross-site', 'same-site'])
      expect((await send('GET', '/icon.svg', { cookie, 'sec-fetch-site': site })).status).toBe(403);
    const { headers } = await send('GET', '/', { cookie });
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
    });
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self' 'nonce-");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|\*/);
    expect(
      (await send('OPTIONS', '/api/board', { cookie, origin: 'https://evil.example' })).headers,
    ).not.toHaveProperty('access-control-allow-origin');
  });

  it('may open the printed address: it is useless without the token', () => {
    const hostOnly = { host: '127.0.0.1:7070' };
    const opened = { ...hostOnly, 'sec-fetch-site': 'cross-site' };
    expect(
      foreignRequest({ method: 'GET', headers: opened, isEntry: true, port: 7070 }, isLoopbackHost),
    ).toBeUndefined();
    expect(foreignRequest({ method: 'GET', headers: opened, isEntry: false, port: 7070 }, isLoopbackHost)).toBe(
      'origin',
    );
    expect(
      foreignRequest({ method: 'GET', headers: { host: '127.0.0.1' }, isEntry: true, port: 7070 }, isLoopbackHost),
    ).toBe('host');
  });
});

describe('a panel of VS Code', () => {
  const schemes = ['vscode-webview:', 'vscode-file:'];

  it('may frame the page, and pages of the web may not', async () => {
    const { send, signIn } = await openStudio(profileCopy(), { framedBy: schemes });
    const { headers } = await send('GET', '/', { cookie: await signIn() });
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain('frame-ancestors vscode-webview: vscode-file:;');
    expect(policy).not.toMatch(/frame-ancestors[^;]*(?:http|\*|'self')/);
    expect(headers).not.toHaveProperty('x-frame-options');
    const { send: usual, cookie } = await signedIn();
    expect((await usual('GET', '/', { cookie })).headers).toMatchObject({ 'x-frame-options': 'DENY' });
  });

  it('gets a cookie that only frames below the same window send, and every other refusal stays', async () => {
    const { send, token, port } = await openStudio(profileCopy(), { framedBy: schemes });
    const first = await send('GET', `/?token=${token}`, { 'sec-fetch-site': 'cross-site' });
    expect(first.headers['set-cookie']?.[0]).toMatch(/; Path=\/; HttpOnly; SameSite=None; Secure; Partitioned$/);
    const cookie = first.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
    expect((await send('GET', '/', { cookie })).status).toBe(200);
    expect((await send('GET', '/', { cookie, 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await send('GET', '/')).status).toBe(401);
    const body = { cookie, 'content-type': 'application/json', origin: 'vscode-webview://panel' };
    expect((await send('POST', '/api/board', body, '{}')).status).toBe(403);
    expect((await send('GET', '/', { cookie, host: `evil.example:${port}` })).status).toBe(403);
  });
});

describe('the address', () => {
  it('is on the loopback interface only', async () => {
    const { port } = await openStudio(profileCopy());
    const outside = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .filter(({ internal, family }) => !internal && family === 'IPv4')
      .map(({ address }) => address);
    // Linux has all of 127.0.0.0/8 on the loopback interface: a server on all addresses would answer there too.
    for (const host of ['127.0.0.2', ...outside]) {
      const result = await new Promise<string>((resolve) => {
        const socket = connect(port, host, () => resolve('connected')).on('error', () => resolve('refused'));
        socket.on('connect', () => socket.destroy());
      });
      expect([host, result]).toEqual([host, 'refused']);
    }
  });

  it('a path cannot leave the built page', async () => {
    const { send, cookie } = await signedIn();
    for (const path of [
      '/../package.json',
      '/%2e%2e/package.json',
      '/assets/../../package.json',
      '/..%2f..%2fpackage.json',
    ])
      expect([path, (await send('GET', path, { cookie })).status]).toEqual([path, 404]);
  });
});
