/** Connections: kept for reads, fresh for writes, TLS both ways, through a proxy. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, request as httpRequest } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Secret } from '../../../../engine/base/secret.ts';
import type { HttpTls } from '../../../../engine/sources/http/index.ts';
import { openHttpSource } from '../../../../engine/sources/http/index.ts';
import { closeAll, failureOf, get, httpDouble, json, later, ok, open, portOf, post, within } from './double.ts';

afterEach(closeAll);

describe('connections', () => {
  it('are kept for reads, and each write uses a new one', async () => {
    const erp = await httpDouble((_seen, response) => json(response, {}));
    const source = open({ url: erp.url, limits: { concurrent: 2 } });
    for (let round = 0; round < 3; round += 1) {
      await source.send(get('/read'), ok, within(60_000));
      await source.send(post('/write'), ok, within(60_000));
      await source.send(post('/keyed', 'keyed write'), ok, within(60_000));
    }
    const on = (path: string) => erp.seen.filter((seen) => seen.path === path).map(({ connection }) => connection);
    expect(new Set(on('/read')).size).toBe(1);
    expect(new Set([...on('/write'), ...on('/keyed')]).size).toBe(6);
  });

  it('are no more than the requests at the same time that are allowed', async () => {
    let running = 0;
    let most = 0;
    const erp = await httpDouble(async (_seen, response) => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 10));
      running -= 1;
      json(response, {});
    });
    const source = open({ url: erp.url, limits: { concurrent: 3, waitMs: 20_000 } });
    await Promise.all(
      Array.from({ length: 30 }, (_, n) => source.send(n % 2 ? get('/x') : post('/x'), ok, within(60_000))),
    );
    expect(erp.seen).toHaveLength(30);
    expect(most).toBe(3);
  });
});

interface Certificates {
  readonly ca: string;
  readonly server: { readonly cert: string; readonly key: string };
  readonly client: { readonly cert: string; readonly key: string };
  readonly lockedKey: string;
}

let folder: string;
let pem: Certificates;

/** An authority, a server's certificate for `erp.test`, a client's, and its key under a passphrase. */
function makeCertificates(): Certificates {
  const run = (...args: string[]): void => {
    execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  };
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
  run(
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-keyout',
    'ca.key',
    '-out',
    'ca.crt',
    '-days',
    '2',
    '-subj',
    '/CN=Test Authority',
  );
  for (const [name, subject] of [
    ['server', '/CN=erp.test'],
    ['client', '/CN=middleware'],
  ] as const) {
    run(
      'req',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.csr`,
      '-subj',
      subject,
      '-addext',
      `subjectAltName=DNS:${subject.slice(4)}`,
    );
    run(
      'x509',
      '-req',
      '-in',
      `${name}.csr`,
      '-CA',
      'ca.crt',
      '-CAkey',
      'ca.key',
      '-CAcreateserial',
      '-copy_extensions',
      'copy',
      '-days',
      '2',
      '-out',
      `${name}.crt`,
    );
  }
  run('rsa', '-aes256', '-passout', 'pass:canary-passphrase', '-in', 'client.key', '-out', 'locked.key');
  return {
    ca: read('ca.crt'),
    server: { cert: read('server.crt'), key: read('server.key') },
    client: { cert: read('client.crt'), key: read('client.key') },
    lockedKey: read('locked.key'),
  };
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'engine-tls-'));
  pem = makeCertificates();
});
afterAll(() => rmSync(folder, { recursive: true }));

async function tlsErp(maxVersion: 'TLSv1.2' | 'TLSv1.3' = 'TLSv1.3') {
  const options = { ...pem.server, ca: pem.ca, requestCert: true, rejectUnauthorized: true, maxVersion };
  const erp = await httpDouble(
    (_seen, response) => json(response, {}),
    (listener) => createTlsServer(options, listener),
  );
  return { ...erp, url: erp.url.replace('http:', 'https:') };
}
const client = (): HttpTls => ({
  ca: pem.ca,
  certificate: pem.client.cert,
  key: new Secret(pem.client.key),
  serverName: 'erp.test',
});
const once = { attempts: 1 };

describe.each(['TLSv1.2', 'TLSv1.3'] as const)('%s', (version) => {
  it('with a private certificate authority and a client certificate reaches the ERP', async () => {
    const erp = await tlsErp(version);
    const source = open({ url: erp.url, tls: client() });
    expect((await source.send(post('/x'), ok, within(60_000))).reply.status).toBe(200);
    expect((await source.send(get('/x'), ok, within(60_000))).reply.status).toBe(200);
  });

  it('with an untrusted certificate sends nothing, and says what to do', async () => {
    const erp = await tlsErp(version);
    const { ca: _, ...tls } = client();
    const error = await failureOf(open({ url: erp.url, tls, retry: once }).send(post('/x'), ok, within(60_000)));
    expect(error).toMatchObject({ kind: 'unreachable', effect: 'none' });
    expect(error.cure).toContain('tls: ca');
    expect(erp.seen).toHaveLength(0);
  });

  it('with a certificate of another name sends nothing', async () => {
    const erp = await tlsErp(version);
    const { serverName: _, ...tls } = client();
    const url = erp.url.replace('127.0.0.1', 'localhost');
    const error = await failureOf(open({ url, tls, retry: once }).send(post('/x'), ok, within(60_000)));
    expect(error).toMatchObject({ kind: 'unreachable', effect: 'none' });
    expect(error.message).toContain('ERR_TLS_CERT_ALTNAME_INVALID');
    expect(erp.seen).toHaveLength(0);
  });

  it('without the certificate of the client is refused', async () => {
    // In TLS 1.2 the handshake fails. In 1.3 the client has sent its request by then, and nobody can tell what became of it.
    const erp = await tlsErp(version);
    const source = open({ url: erp.url, tls: { ca: pem.ca, serverName: 'erp.test' }, retry: once });
    const error = await failureOf(source.send(post('/x'), ok, within(60_000)));
    const deniedByTls = { kind: 'denied', effect: 'none', cure: expect.stringContaining('tls') };
    expect(error).toMatchObject(version === 'TLSv1.2' ? deniedByTls : { kind: 'unreachable', effect: 'unknown' });
    expect(erp.seen).toHaveLength(0);
  });
});

describe('certificates', () => {
  it('are read when the source is opened, and neither key nor passphrase is printed', () => {
    const at = (tls: HttpTls) => () => openHttpSource({ url: 'https://erp.test', tls }, {});
    const locked = { ...client(), key: new Secret(pem.lockedKey) };
    expect(at({ ...locked, passphrase: new Secret('canary-passphrase') })).not.toThrow();
    for (const tls of [
      locked,
      { ...locked, passphrase: new Secret('canary-wrong') },
      { ...client(), certificate: 'nonsense' },
      { ca: 'nonsense' },
    ]) {
      try {
        at(tls)();
        expect.unreachable();
      } catch (error) {
        expect(error).toMatchObject({ name: 'SourceError', cure: expect.stringContaining('PEM') });
        expect(String(error)).not.toMatch(/canary|PRIVATE KEY/);
      }
    }
  });
});

interface Proxy {
  readonly url: string;
  readonly connects: string[];
  readonly authorizations: (string | undefined)[];
}

/** A proxy that makes tunnels (RFC 9110, 9.3.6), or answers CONNECT with a status. */
async function proxyDouble(refuse?: string): Promise<Proxy> {
  const connects: string[] = [];
  const authorizations: (string | undefined)[] = [];
  const server = createServer((_request, response) => response.writeHead(500).end());
  server.on('connect', (request, socket, head) => {
    connects.push(request.url ?? '');
    authorizations.push(request.headers['proxy-authorization']);
    socket.on('error', () => undefined);
    if (refuse !== undefined) {
      socket.end(`HTTP/1.1 ${refuse}\r\ncontent-length: 0\r\n\r\n`);
      return;
    }
    const [host, port] = (request.url ?? '').split(':');
    const onward = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      onward.write(head);
      onward.pipe(socket).pipe(onward);
    });
    onward.on('error', () => socket.destroy());
    later(() => onward.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  later(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://user:canary@127.0.0.1:${portOf(server)}`, connects, authorizations };
}

describe('a proxy', () => {
  it('carries http and https, and the ERP never sees its password', async () => {
    const proxy = await proxyDouble();
    const plain = await httpDouble((_seen, response) => json(response, {}));
    const secure = await tlsErp();
    await open({ url: plain.url, proxy: new Secret(proxy.url) }).send(get('/x'), ok, within(60_000));
    const source = open({ url: secure.url, proxy: new Secret(proxy.url), tls: client() });
    await source.send(post('/y'), ok, within(60_000));
    await source.send(post('/y'), ok, within(60_000));
    expect(proxy.connects).toEqual([plain.port, secure.port, secure.port].map((port) => `127.0.0.1:${port}`));
    expect(proxy.authorizations[0]).toBe(`Basic ${Buffer.from('user:canary').toString('base64')}`);
    expect(JSON.stringify([...plain.seen, ...secure.seen])).not.toContain('roxy-authorization');
    expect(new Set(secure.seen.map(({ connection }) => connection)).size).toBe(2);
  });

  it.each(['407 Proxy Authentication Required', '502 Bad Gateway', '403 Forbidden'])(
    'that says %s is no answer of the ERP, and nothing was sent',
    async (status) => {
      const proxy = await proxyDouble(status);
      const erp = await httpDouble((_seen, response) => json(response, {}));
      const source = open({ url: erp.url, proxy: new Secret(proxy.url), retry: once });
      const error = await failureOf(source.send(post('/x'), ok, within(60_000)));
      expect(error).toMatchObject({ kind: 'unreachable', effect: 'none' });
      expect(error.message).not.toContain('canary');
      expect(erp.seen).toHaveLength(0);
    },
  );

  it('that is not there is no answer either', async () => {
    const source = open({ url: 'http://erp.test', proxy: new Secret('http://127.0.0.1:1'), retry: once });
    expect(await failureOf(source.send(post('/x'), ok, within(60_000)))).toMatchObject({
      kind: 'unreachable',
      effect: 'none',
    });
  });

  it('is taken from the configuration alone', async () => {
    const proxy = await proxyDouble();
    const erp = await httpDouble((_seen, response) => json(response, {}));
    process.env.HTTP_PROXY = proxy.url;
    try {
      await open({ url: erp.url }).send(get('/x'), ok, within(60_000));
    } finally {
      delete process.env.HTTP_PROXY;
    }
    expect(proxy.connects).toEqual([]);
    // The proxy double itself works: it is asked directly.
    const status = await new Promise((resolve) => {
      httpRequest(proxy.url.replace('user:canary@', ''), (response) => resolve(response.statusCode)).end();
    });
    expect(status).toBe(500);
  });
});
